"""Bots: lords of several temperaments who play from the view of their seat."""
