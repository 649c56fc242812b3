"""T1: kill -9 after every SQL statement of every verb that changes a game."""

import pytest

from tests.trust.long import amount, figure

pytestmark = [pytest.mark.postgres, pytest.mark.once]

# scenario, statements it surely makes, stride between kills on an ordinary day
VERBS = [
    ("resolution", 15, 7),
    ("move", 12, 5),
    ("start", 10, 7),
    ("undo", 8, 5),
    ("rollback", 8, 7),
    ("bots", 25, 60),
]


@pytest.mark.parametrize(("verb", "fewest", "stride"), VERBS)
def test_kill_after_any_statement_loses_and_doubles_nothing(world, verb, fewest, stride):
    result = world.do("crash:kill_everywhere", verb, amount(stride, 1))
    figure(f"T1 {verb}: killed after each of {result['statements']} statements, {result['kills']} kills")
    assert result["statements"] >= fewest


def test_world_is_sound_after_the_kills(world):
    assert world.do("actors:faults") == []
