"""The watch over engine calls: work is measured on the thread's own clock."""

import time

import pytest

from apps.games.engine import guard
from apps.games.engine.calls import under_watch
from apps.games.engine.guard import LONGEST_WAIT, EngineOverrun, run_limited


def loop_forever():
    while True:
        pass


def test_an_engine_that_loops_is_stopped():
    """When it has worked that long; on a machine that hardly lets it work, when it has waited ten times as
    long.

    Not at the first look: half of its time is less than that by more than the grain of two clocks, and more
    than one look.
    """
    worked, waited = time.thread_time(), time.monotonic()
    with pytest.raises(EngineOverrun):
        run_limited(loop_forever, seconds=0.4)
    worked, waited = time.thread_time() - worked, time.monotonic() - waited
    assert worked >= 0.2 or waited >= 0.4 * LONGEST_WAIT


def test_time_in_which_the_thread_did_not_work_is_not_counted():
    """A machine with other things to do, or one that slept, costs no attempt."""
    assert run_limited(lambda: time.sleep(0.7) or "done", seconds=0.5) == "done"


def test_an_engine_that_waits_is_stopped_in_the_end():
    def wait():
        until = time.monotonic() + 20
        while time.monotonic() < until:
            time.sleep(0.01)

    with pytest.raises(EngineOverrun):
        run_limited(wait, seconds=0.1)


class Rules:
    """Rules whose menu never ends, and whose moves ask for it."""

    bots = {}

    def menu(self, state, seat, draft=None):
        loop_forever()

    def apply(self, state, moves, dice):
        return self.menu(state, 0)

    def notate(self, state, seat, action):
        return "a word"


@pytest.mark.parametrize(
    "call", [lambda rules: rules.menu({}, 0, draft=None), lambda rules: rules.apply({}, {}, None)]
)
def test_whoever_calls_the_rules_of_a_game_is_watched(monkeypatch, call):
    monkeypatch.setattr(guard, "LONGEST_CALL", 0.2)
    with pytest.raises(EngineOverrun):
        call(under_watch(Rules()))


def test_rules_that_are_watched_offer_what_they_offered():
    rules = Rules()
    assert under_watch(rules) is under_watch(rules)
    assert isinstance(under_watch(rules), Rules)
    assert under_watch(rules).notate({}, 0, None) == "a word"
    assert not hasattr(under_watch(rules), "imagine")


def test_a_call_inside_another_is_a_part_of_it():
    """Its own shorter limit does not count: whoever began the work said how long it may take."""
    worked = []
    run_limited(lambda: worked.append(run_limited(lambda: work_for(0.3), seconds=0.05)), seconds=20)
    assert worked == ["done"]


def work_for(seconds):
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass
    return "done"
