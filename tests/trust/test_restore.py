"""T31: a backup is restored elsewhere; every game is sound there, the heads of the chains are the same, no
letter is sent again."""

import subprocess
import sys

import pytest

from tests.trust.long import figure
from tests.trust.worlds import ROOT

pytestmark = pytest.mark.postgres


def on(world, *command: str) -> subprocess.CompletedProcess[str]:
    """A program on the world's database."""
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=world.environment, capture_output=True, text=True
    )


def test_restored_backup_is_the_same_sound_world(world):
    world.do("actors:game_with_letters")
    before = on(world, "manage.py", "verify_world", "--restored")
    drill = on(world, "-m", "tools.drill")
    assert (before.returncode, drill.returncode) == (0, 0), before.stderr + drill.stdout + drill.stderr
    backed_up, restored, verified = drill.stdout.strip().splitlines()
    figure(f"T31: {backed_up}, {restored}, {verified}")
    assert verified.split(": ", 1)[1] == before.stdout.strip()
    assert before.stdout.startswith("Sound: ")
    assert " 0 letters" not in before.stdout


def test_drill_without_a_database_says_so(tmp_path, world):
    environment = {**world.environment, "KALAN_DATA_DIR": str(tmp_path)}
    if environment["DATABASE_URL"]:
        environment["DATABASE_URL"] = world.server.rsplit("/", 1)[0] + "/there_is_no_such_database"
    command = [sys.executable, "-m", "tools.drill"]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (run.returncode, run.stdout.startswith("drill: FAILED: ")) == (1, True)
