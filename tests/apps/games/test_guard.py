"""The watch over engine calls: work is measured on the thread's own clock."""

import time

import pytest

from apps.games.guard import EngineOverrun, limited


def loop_forever():
    while True:
        pass


def test_an_engine_that_loops_is_stopped():
    started = time.thread_time()
    with pytest.raises(EngineOverrun):
        limited(loop_forever, seconds=0.2)
    assert time.thread_time() - started >= 0.2


def test_time_in_which_the_thread_did_not_work_is_not_counted():
    """A machine with other things to do, or one that slept, costs no attempt."""
    assert limited(lambda: time.sleep(0.6) or "done", seconds=0.2) == "done"


def test_an_engine_that_waits_is_stopped_in_the_end():
    def wait():
        until = time.monotonic() + 20
        while time.monotonic() < until:
            time.sleep(0.01)

    with pytest.raises(EngineOverrun):
        limited(wait, seconds=0.1)
