"""The verbs of a game's life, one module a theme. One verb is one transaction; effects leave on commit."""
