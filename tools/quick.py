"""`make quick`: the tests of the engines, and of the apps touched since a commit, on SQLite and without a
browser.

`make quick SINCE=<commit>`; without it, since this branch left origin/main. What was touched and is not
committed yet counts.
"""

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from tools.test import EMBEDDED, ROOT, Suite, nothing, run, summary, workers

ENGINES = "tests/engines"
APPS = "tests/apps"
MAIN = "origin/main"
# Everything that stands on these may be touched; the whole suite says whether it is.
NEEDS_ALL = ("tests/conftest.py", "tests/settings.py", "requirements/", "config/settings.py")


def main() -> int:
    since = sys.argv[1] if len(sys.argv) > 1 and sys.argv[1] else fork_point()
    paths = touched_since(since)
    chosen = tests_of(paths)
    print(f"Since {since[:12]}: {len(paths)} files; {' '.join(chosen)}")
    for path in paths:
        if path.startswith(NEEDS_ALL):
            print(f"  {path} concerns every test: make test.")
    suite = Suite("quick", [*chosen, "-m", "not soak", *workers()], EMBEDDED, nothing)
    run([suite])
    return summary([suite])


def fork_point() -> str:
    """Where this branch left the main one; here, where there is no main one."""
    found = subprocess.run(["git", "merge-base", MAIN, "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return found.stdout.strip() or "HEAD"


def touched_since(commit: str) -> list[str]:
    """Committed, changed and new files. One that is gone counts: somebody may have needed it."""
    changed = _git("diff", "--name-only", "--no-renames", commit)
    new = _git("ls-files", "--others", "--exclude-standard")
    return sorted({*changed, *new})


def tests_of(paths: Iterable[str]) -> list[str]:
    """What to run: the engines always, the layers always, then folders and files of tests, each once."""
    chosen = {ENGINES, "tests/test_layers.py"}
    for path in paths:
        chosen.update(_tests_of(path))
    return sorted(
        one for one in chosen if not any(one != other and one.startswith(f"{other}/") for other in chosen)
    )


def _tests_of(path: str) -> set[str]:
    top, *inside = Path(path).parts
    if top == "tests":
        return _among_tests(path)
    if top in ("apps", "config", "tools", "bench"):
        return _mirrored(Path(path))
    if top in ("templates", "static"):
        return _named(inside)
    return set()


def _among_tests(path: str) -> set[str]:
    """A test itself; what a folder of tests shares concerns all of them."""
    if path.startswith(("tests/e2e/", "tests/trust/")) or not (ROOT / path).exists():
        return set()
    if Path(path).name.startswith("test_"):
        return {path}
    folder = Path(path).parent
    return {folder.as_posix()} if len(folder.parts) > 2 else set()


def _mirrored(path: Path) -> set[str]:
    """The tests mirror the tree: the nearest folder of them. An app that has none of its own is looked for by
    name."""
    for folder in path.parents:
        tests = Path("tests", folder)
        if tests.as_posix() in ("tests", APPS):
            break
        if (ROOT / tests).is_dir():
            return {tests.as_posix()}
    return _named(path.parts[1:-1])


def _named(names: Iterable[str]) -> set[str]:
    """The tests of the app or table of one of these names, as templates and scripts are filed."""
    folders = (folder for name in names for folder in sorted((ROOT / APPS).rglob(Path(name).name)))
    return {folder.relative_to(ROOT).as_posix() for folder in folders if folder.is_dir()}


def _git(*arguments: str) -> list[str]:
    told = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return told.stdout.splitlines()


if __name__ == "__main__":
    sys.exit(main())
