"""Messages to the workers that may be lost: SQL is the truth, and a sweep finds whatever no message told.

A caller waits for a broker that says nothing once in half a minute at most.
"""

import time
from typing import Any

import structlog

SILENCE = 30.0  # seconds without hints after the broker failed to answer

log = structlog.get_logger("kalan.hints")
_silent_until = 0.0


def hint(task: Any, *arguments: Any, expires: int | None = None) -> None:
    global _silent_until
    if time.monotonic() < _silent_until:
        return
    try:
        task.apply_async(arguments, retry=False, expires=expires)
    except Exception as fault:  # whatever the client of the day raises
        _silent_until = time.monotonic() + SILENCE
        log.warning("hint lost", task=task.name, fault=type(fault).__name__)
