"""The contract between a game and its host, checked on random games of Scandinavie."""

from engines.core.conformance import conformance_tests

globals().update(conformance_tests("gloire", seats=10, options={"map": "scandinavie", "turns": 12}, games=2, sample=6))
