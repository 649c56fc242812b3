"""Theopolis in the browser: the cards, the cities, the race on every path."""
