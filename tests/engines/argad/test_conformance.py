"""The conformance suite on small tables of Argad!."""

from engines.core.conformance import conformance_tests

globals().update(conformance_tests("argad", games=3, sample=5))
