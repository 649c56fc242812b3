from engines.core import registry
from engines.core.cli import main

registry.register("enchere", "tests.small_game")
main("enchere")
