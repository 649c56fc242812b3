"""The same battle has the same chain under another Python, another hash seed, another locale (P2)."""

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

ROOT = Path(__file__).resolve().parents[3]
LIBRARIES = Path(msgspec.__file__).resolve().parents[1]
OTHERS = ("/usr/bin/python3", "/usr/local/bin/python3", "python3.12", "python3.13", "python3.14")
BATTLE = ("-m", "engines.argad", "hash", "--seed", "deux", "--option", "scenario=ambush")


def run(python: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    surroundings = {**os.environ, "PYTHONPATH": str(LIBRARIES), **environment}
    return subprocess.run(
        [python, *arguments], cwd=ROOT, env=surroundings, capture_output=True, text=True, check=False
    )


def pythons() -> list[str]:
    """This interpreter, and those of another version that can read our libraries."""
    found = [sys.executable]
    for python in OTHERS:
        try:
            tried = run(python, "-c", "import msgspec, tomllib, sys; print(sys.version)")
        except OSError:
            continue
        if tried.returncode == 0 and tried.stdout.strip() != sys.version:
            found.append(python)
    return found


@pytest.mark.parametrize("python", pythons())
def test_a_battle_has_the_same_chain(python):
    here = run(sys.executable, *BATTLE, PYTHONHASHSEED="1")
    there = run(python, *BATTLE, PYTHONHASHSEED="12345", LC_ALL="C", TZ="Asia/Tokyo")
    assert (there.returncode, there.stderr) == (0, "")
    assert there.stdout == here.stdout
    assert len(here.stdout.split()[0]) == 64
