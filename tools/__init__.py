"""Commands for people who work on Kalan."""
