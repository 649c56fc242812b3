"""`python -m engines.gloire`: play, replay and check this game from a terminal."""

from engines.core.cli import main

main("gloire")
