"""Recorded games still go exactly as they did, to the byte."""

import json

import pytest

from engines.core import codec
from tests.engines.gloire.golden import FOLDER, GAMES, RULES_1, play, start


@pytest.mark.parametrize("key", [key for key, _, _ in GAMES])
def test_golden_game_replays_to_the_byte(key):
    game = json.loads((FOLDER / f"{key}.json").read_text(encoding="utf-8"))
    state = start(game)
    for n, turn in enumerate(game["turns"], start=1):
        for seat, lines in turn["orders"].items():
            action, _ = RULES_1.parse(state, int(seat), "\n".join(lines))
            assert not [p for p in RULES_1.check(state, int(seat), action) if p.level == "error"], (n, seat)
        step = play(state, turn["orders"], game["seed"])
        assert codec.digest(step.events) == turn["events"], f"events of turn {n}"
        assert codec.digest(step.state) == turn["state"], f"state after turn {n}"
        state = step.state
