"""The troop builder."""
