"""The watch over engine calls: work is measured on the thread's own clock."""

import time

import pytest

from apps.games.engine.guard import LONGEST_WAIT, EngineOverrun, limited


def loop_forever():
    while True:
        pass


def test_an_engine_that_loops_is_stopped():
    """When it has worked that long; on a machine that hardly lets it work, when it has waited ten times as long.

    Not at the first look: half of its time is less than that by more than the grain of two clocks, and more than one look.
    """
    worked, waited = time.thread_time(), time.monotonic()
    with pytest.raises(EngineOverrun):
        limited(loop_forever, seconds=0.4)
    worked, waited = time.thread_time() - worked, time.monotonic() - waited
    assert worked >= 0.2 or waited >= 0.4 * LONGEST_WAIT


def test_time_in_which_the_thread_did_not_work_is_not_counted():
    """A machine with other things to do, or one that slept, costs no attempt."""
    assert limited(lambda: time.sleep(0.7) or "done", seconds=0.5) == "done"


def test_an_engine_that_waits_is_stopped_in_the_end():
    def wait():
        until = time.monotonic() + 20
        while time.monotonic() < until:
            time.sleep(0.01)

    with pytest.raises(EngineOverrun):
        limited(wait, seconds=0.1)
