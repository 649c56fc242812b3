"""Miles Christi keeps the engine contract."""

from engines.core.conformance import conformance_tests

globals().update(conformance_tests("miles_christi", seats=(3, 5), games=2))
