from engines.core.cli import main

main("missionnaires")
