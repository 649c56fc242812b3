"""The checks of the conformance suite, by theme. Each takes a `Subject` and raises `Broken` with what is
wrong."""
