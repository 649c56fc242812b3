"""Advice from a view alone: money, odds, and the turn as it might go."""
