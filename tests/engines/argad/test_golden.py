"""Recorded battles still go exactly as they did, to the byte, each by the version of the rules it was played
under."""

import json

import pytest

from engines.argad import RULES
from engines.core import codec
from engines.core.dice import Dice
from engines.core.registry import rules_of
from engines.core.verify import read_game, verify
from tests.engines.argad.golden import BATTLES, path_of

VERSIONS = [rules.meta.version for rules in RULES]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("scenario", [scenario for scenario, _ in BATTLES])
def test_recorded_battle_replays_to_the_byte(scenario, version):
    raw = path_of(scenario, version).read_bytes()
    assert verify(read_game(raw)) == []
    battle, rules = json.loads(raw), rules_of("argad", version)
    seed, state = bytes.fromhex(battle["seed"]), None
    for stored in battle["steps"]:
        dice = Dice(seed, stored["n"])
        moves = {int(seat): action for seat, action in stored["moves"].items()}
        opening = stored["n"] == 0
        step = (
            rules.setup(battle["seats"], battle["options"], dice)
            if opening
            else rules.apply(state, moves, dice)
        )
        assert codec.digest(step.events) == stored["events"], f"events of step {stored['n']}"
        state = step.state
