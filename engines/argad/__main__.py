"""`python -m engines.argad`: the command line of the game."""

from engines.core.cli import main

main("argad")
