"""How much of a test to run: a little every day, a lot in the long run."""

import os
from typing import TypeVar

T = TypeVar("T")

LONG = os.environ.get("KALAN_LONG") == "1"


def amount(every_day: T, long_run: T) -> T:
    return long_run if LONG else every_day


def figure(text: str) -> None:
    """A line for docs/trust.md, printed by the long run (`-s`)."""
    if LONG:
        print(f"\n  {text}", flush=True)
