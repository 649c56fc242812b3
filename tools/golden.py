"""Rewrite every recorded game after a deliberate change of rules: tests/engines/<game>/golden.py knows its
own."""

import runpy
from pathlib import Path

for path in sorted((Path(__file__).resolve().parent.parent / "tests" / "engines").glob("*/golden.py")):
    print(f"rewriting the golden games of {path.parent.name}")
    runpy.run_module(f"tests.engines.{path.parent.name}.golden", run_name="__main__")
