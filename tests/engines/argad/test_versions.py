"""Two versions of the rules side by side: a battle is played by the one it began under, whatever came
after."""

import pytest

from engines.argad import RULES
from engines.argad.state import State
from engines.argad.view import known_state
from engines.core import codec
from engines.core.dice import Dice
from engines.core.registry import rules_of

FIRST, SECOND = rules_of("argad", 1), rules_of("argad", 2)


def opening(rules) -> State:
    return rules.setup(("Alix", "Bran"), {"scenario": "convoy"}, Dice(b"versions", 0)).state


def test_new_games_take_the_newest_version():
    assert [rules.meta.version for rules in RULES] == [1, 2]
    assert rules_of("argad").meta.version == 2


def test_a_battle_of_version_1_is_written_as_it_always_was():
    raw = codec.builtins(opening(FIRST))
    assert "edition" not in raw
    assert list(raw)[-1] == "hints"
    kept = codec.load(codec.dump(opening(FIRST)), State)
    assert (kept.since(1), kept.since(2)) == (True, False)
    assert codec.dump(kept) == codec.dump(opening(FIRST))


def test_a_battle_of_version_2_says_so():
    raw = codec.builtins(opening(SECOND))
    assert raw.pop("edition") == 2
    assert raw == codec.builtins(opening(FIRST))
    assert codec.load(codec.dump(opening(SECOND)), State).since(2)


@pytest.mark.parametrize("rules", [FIRST, SECOND])
def test_what_a_seat_knows_and_imagines_keeps_the_version(rules):
    state = opening(rules)
    assert known_state(rules.view(state, 0)).edition == state.edition
    assert rules.imagine(state, 0, Dice(b"imagine", 1)).edition == state.edition
