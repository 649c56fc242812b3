from engines.core.cli import main

main("theopolis")
