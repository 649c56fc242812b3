"""Scenarios and what is brought to them: pieces, objectives, troops, and the setup before the first turn."""
