"""`make bench` lists the benchmarks, `make bench NAME=x` runs one. The last line says value, goal, met or
short."""

import ast
import runpy
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
HIDDEN = ("__init__", "__main__")


def main() -> None:
    names = {
        path.stem.replace("_", "-"): path for path in sorted(FOLDER.glob("*.py")) if path.stem not in HIDDEN
    }
    if len(sys.argv) < 2:
        for name, path in names.items():
            print(f"{name:<18} {summary(path)}")
        print("\nRun one with: make bench NAME=…")
        return
    wanted = sys.argv[1].replace("_", "-")
    if wanted not in names:
        sys.exit(f"There is no benchmark {wanted!r}. Known: {', '.join(names)}")
    sys.argv = [str(names[wanted]), *sys.argv[2:]]
    runpy.run_path(str(names[wanted]), run_name="__main__")


def summary(path: Path) -> str:
    return (ast.get_docstring(ast.parse(path.read_text())) or "").split("\n")[0]


if __name__ == "__main__":
    main()
