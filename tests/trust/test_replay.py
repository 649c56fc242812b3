"""T16: a game computed again under another hash seed, locale and time zone has the same hashes."""

import subprocess
import sys

import pytest
from django.core.management import CommandError, call_command

from tests.trust.long import amount
from tests.trust.worlds import ROOT

pytestmark = [pytest.mark.postgres, pytest.mark.once]

ELSEWHERE = [
    {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "UTC"},
    {"PYTHONHASHSEED": "4242", "LC_ALL": "tr_TR.UTF-8", "TZ": "Pacific/Kiritimati", "LANG": "tr_TR.UTF-8"},
    {"PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8", "TZ": "America/St_Johns", "PYTHONOPTIMIZE": "1"},
]


def test_replay_agrees_under_other_hash_seeds_locales_and_time_zones(world):
    codes = world.do("actors:real_games")
    environment = {**world.environment, "DJANGO_SETTINGS_MODULE": "config.settings"}
    for elsewhere in amount(ELSEWHERE[1:2], ELSEWHERE):
        command = [sys.executable, "manage.py", "replay", *codes]
        run = subprocess.run(
            command, cwd=ROOT, env={**environment, **elsewhere}, capture_output=True, text=True
        )
        assert (run.returncode, run.stdout.count("all hashes agree")) == (0, len(codes)), run.stderr[-2000:]


@pytest.mark.django_db
def test_replay_of_an_unknown_game_says_so():
    with pytest.raises(CommandError, match="There is no game 'absent'"):
        call_command("replay", "absent")
