"""Limits on one engine call: an engine that loops or grows is stopped like one that raises.

Engines are pure Python, so an exception can be raised inside the working thread by a watching one. Works the
same in a web thread, a Celery thread and a Celery process.
"""

import ctypes
import os
import resource
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

# Seconds of the thread's own work: a busy machine, or one that slept, is not the engine's fault.
LONGEST_CALL = 20.0
LONGEST_WAIT = 10  # times as long on the wall: an engine that waits for something is stopped as well
LARGEST_GROWTH = 512 * 1024  # kB of memory
WATCH_EVERY = 0.05
ASK_AGAIN_AFTER = 1.0  # an engine may swallow the exception once
STATM = Path("/proc/self/statm")
PAGE = resource.getpagesize() // 1024  # kB


_at_work = threading.local()


class EngineOverrun(Exception):
    """The engine took too long or too much memory."""


def run_limited(work: Callable[[], T], seconds: float | None = None, kilobytes: int | None = None) -> T:
    """Run `work` here, watched from another thread; inside another such call, as a part of it."""
    if getattr(_at_work, "watched", False):
        return work()
    _at_work.watched = True
    watch = _WATCHMAN.begin(seconds or LONGEST_CALL, kilobytes or LARGEST_GROWTH)
    try:
        try:
            return work()
        finally:
            _WATCHMAN.end(watch)
    except EngineOverrun:  # it may have struck just before the end above
        _WATCHMAN.end(watch)
        raise
    finally:
        _at_work.watched = False


class _Watch:
    def __init__(self, seconds: float, kilobytes: int) -> None:
        self.asked = False  # to stop
        self.thread = threading.get_ident()
        self.clock = _clock_of_this_thread()
        self.until = time.clock_gettime(self.clock) + seconds
        self.latest = time.monotonic() + seconds * LONGEST_WAIT
        self.most = _resident() + kilobytes

    def stop_if_over(self) -> None:
        worked, now = time.clock_gettime(self.clock), time.monotonic()
        if worked > self.until or now > self.latest or _resident() > self.most:
            self.asked, self.most = True, sys.maxsize
            self.until, self.latest = worked + ASK_AGAIN_AFTER, now + ASK_AGAIN_AFTER * LONGEST_WAIT
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(self.thread), ctypes.py_object(EngineOverrun)
            )


class _Watchman:
    """One thread for all the calls of a process. Under the lock a call is either watched or over: nothing is
    raised in a thread whose work has ended."""

    def __init__(self) -> None:
        self.rest()

    def rest(self) -> None:
        """Nothing to watch."""
        self.watches: set[_Watch] = set()
        self.lock = threading.Lock()
        self.needed = threading.Event()
        self.thread: threading.Thread | None = None

    def begin(self, seconds: float, kilobytes: int) -> _Watch:
        watch = _Watch(seconds, kilobytes)
        with self.lock:
            self.watches.add(watch)
            if self.thread is None:
                self.thread = threading.Thread(target=self.keep, name="engine-watch", daemon=True)
                self.thread.start()
        self.needed.set()
        return watch

    def end(self, watch: _Watch) -> None:
        """A stop that was asked for while the work was already ending strikes here, at the first turn of a
        loop."""
        with self.lock:
            self.watches.discard(watch)
        if watch.asked:
            try:
                for _turn in range(100):
                    pass
            except EngineOverrun:
                pass

    def keep(self) -> None:
        while True:
            self.needed.wait()
            time.sleep(WATCH_EVERY)
            with self.lock:
                for watch in self.watches:
                    watch.stop_if_over()
                if not self.watches:
                    self.needed.clear()


_WATCHMAN = _Watchman()
os.register_at_fork(after_in_child=_WATCHMAN.rest)  # threads do not survive a fork


def _clock_of_this_thread() -> int:
    """The CPU clock of the calling thread where the system has one for others to read, else the common
    one."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.CLOCK_MONOTONIC
    return time.pthread_getcpuclockid(threading.get_ident())


def _resident() -> int:
    """kB in use now where the system tells, else the highest so far."""
    try:
        return int(STATM.read_bytes().split()[1]) * PAGE
    except OSError:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak // 1024 if sys.platform == "darwin" else peak
