"""Versions of the small game whose engine fails: each module is one way to fail."""
