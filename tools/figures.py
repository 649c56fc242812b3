"""Figures of the code, for docs/decisions and for `make lint`: sizes of files and functions, complexity by
radon.

`python -m tools.figures [folder]` prints a table; `--check` names every function above the limit and fails if
there is one.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

from radon.complexity import cc_visit

MOST_COMPLEX = 15
AREAS = ("apps", "engines", "config", "tools", "bench", "tests")
CHECKED = ("apps", "engines")


class Function(NamedTuple):
    where: str
    lines: int
    complexity: int


def main(arguments: list[str]) -> int:
    folders = [Path(argument) for argument in arguments if not argument.startswith("-")]
    root = folders[0] if folders else Path()
    if "--check" in arguments:
        return check(root)
    print(
        "| area | files | lines | file median / p90 / max | function median / p90 / max | complexity "
        "above 10 / 15 |"
    )
    print("|---|---|---|---|---|---|")
    for area in AREAS:
        print(row(root, area))
    return 0


def check(root: Path) -> int:
    """Each function that does too many things, and whether there is one."""
    functions = (one for area in CHECKED for path in sources(root, area) for one in functions_of(path))
    found = [one for one in functions if one.complexity > MOST_COMPLEX]
    for one in found:
        print(f"{one.where}: complexity {one.complexity}, at most {MOST_COMPLEX}")
    print(f"radon: {'clean' if not found else f'{len(found)} too complex'}")
    return 1 if found else 0


def row(root: Path, area: str) -> str:
    paths = sources(root, area)
    files = sorted(len(path.read_text("utf-8").splitlines()) for path in paths)
    functions = [one for path in paths for one in functions_of(path)]
    complexities = [one.complexity for one in functions]
    above = f"{sum(n > 10 for n in complexities)} / {sum(n > MOST_COMPLEX for n in complexities)}"
    sizes = sorted(one.lines for one in functions)
    return f"| {area} | {len(files)} | {sum(files):,} | {spread(files)} | {spread(sizes)} | {above} |"


def sources(root: Path, area: str) -> list[Path]:
    return [path for path in sorted((root / area).rglob("*.py")) if "migrations" not in path.parts]


def functions_of(path: Path) -> Iterator[Function]:
    text = path.read_text("utf-8")
    lengths = {
        node.lineno: node.end_lineno for node in ast.walk(ast.parse(text)) if isinstance(node, FUNCTIONS)
    }
    for block in cc_visit(text):
        if block.lineno in lengths or block.letter in "FM":
            lines = lengths.get(block.lineno, block.endline) - block.lineno + 1
            yield Function(f"{path}:{block.lineno} {block.name}", lines, block.complexity)


FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def spread(values: list[int]) -> str:
    return f"{median(values):.0f} / {values[int(len(values) * 0.9)]} / {values[-1]}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
