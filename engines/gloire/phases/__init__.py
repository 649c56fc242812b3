"""The phases of a turn, one module a theme; `turn.PHASES` calls them in the rulebook's order."""
