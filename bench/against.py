"""Benchmarks on another commit and here, in turn, in one run: `make bench NAME="against COMMIT [name …]"`.

The commit is checked out beside, with the packages of this environment. Each benchmark runs ROUNDS times
there and here, in turn, so that both meet the same machine; of the figures in its last line the median is
shown, and how much dearer ours is. Fairness and bots' games are left out unless named: they measure play.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 3
NOT_OF_TIME = ("against", "gloire-bots", "gloire-fair")
FIGURE = re.compile(r"(?<![\w/])\d[\d,]*(?:\.\d+)?")
MOST_DEARER = 1.05


def main(arguments: list[str]) -> int:
    if not arguments:
        sys.exit('Say against what: make bench NAME="against COMMIT [name …]"')
    commit, *names = arguments
    with tempfile.TemporaryDirectory() as folder:
        there = Path(folder) / "there"
        subprocess.run(["git", "worktree", "add", "--detach", "--quiet", there, commit], cwd=ROOT, check=True)
        try:
            dearer = [name for name in names or all_names() if not compare(name, there)]
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", there], cwd=ROOT, check=True)
    print(f"against: {len(dearer)} more than 5 % dearer ({', '.join(dearer) or 'none'}), goal 0")
    return 1 if dearer else 0


def all_names() -> list[str]:
    stems = (path.stem.replace("_", "-") for path in sorted((ROOT / "bench").glob("*.py")))
    return [stem for stem in stems if not stem.startswith("-") and stem not in NOT_OF_TIME]


def compare(name: str, there: Path) -> bool:
    """Whether no figure of it became more than 5 % dearer."""
    rounds = [(figures(name, there), figures(name, ROOT)) for _ in range(ROUNDS)]
    before = [median(column) for column in zip(*(one for one, _ in rounds), strict=True)]
    after = [median(column) for column in zip(*(one for _, one in rounds), strict=True)]
    ratios = [dearness(name, was, now) for was, now in zip(before, after, strict=True)]
    shown = ", ".join(
        f"{was:,.6g} → {now:,.6g} (×{ratio:.2f})"
        for was, now, ratio in zip(before, after, ratios, strict=True)
    )
    print(f"{name}: {shown}", flush=True)
    return all(ratio <= MOST_DEARER for ratio in ratios)


def dearness(name: str, was: float, now: float) -> float:
    """Board games count moves in a second: more is cheaper."""
    if was == now:
        return 1.0
    return was / now if name in ("miles-christi", "missionnaires", "theopolis") else now / max(was, 1e-9)


def figures(name: str, folder: Path) -> list[float]:
    """What its last line says before the goal."""
    command = [sys.executable, "-m", "bench", name]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    run = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True, check=False)
    last = run.stdout.strip().splitlines()[-1]
    said = last.partition(":")[2].partition("goal")[0]
    return [float(figure.replace(",", "")) for figure in FIGURE.findall(said)]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
