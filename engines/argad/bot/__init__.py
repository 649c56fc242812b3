"""Bots and the squads' advisers: plans made from what a seat sees."""
