"""Benchmarks: commands that print figures. They are not tests and nothing times them in a test run."""
