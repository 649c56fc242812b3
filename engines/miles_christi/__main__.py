from engines.core.cli import main

main("miles_christi")
