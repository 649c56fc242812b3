"""The two windows in which the site is walked through, each with people of its own: neither meets the other's
limits and marks."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import pytest

from tests.e2e.conftest import PHONE, WIDE
from tests.trust.long import LONG, amount


@dataclass(frozen=True)
class Window:
    viewport: Any
    dark: bool
    alice: str
    bob: str
    charlie: str
    diane: str
    rogue: str  # who is warned, silenced and banned

    @property
    def width(self) -> int:
        return self.viewport["width"]


WINDOWS = (
    Window(WIDE, False, "Alice", "Bob", "Charlie", "Diane", "Ganelon"),
    Window(PHONE, True, "Aline", "Basile", "Cyril", "Doris", "Mordret"),
)
# Each width and each light once; in the long run each width in each light.
LOOKS = {"wide light": (WIDE, False), "phone dark": (PHONE, True)}
LOOKS |= amount({}, {"wide dark": (WIDE, True), "phone light": (PHONE, False)})
every_look = pytest.mark.parametrize(("viewport", "dark"), LOOKS.values(), ids=LOOKS.keys())
# Where the layout differs: a map, a desk, a board beside its lists.
both_windows = pytest.mark.parametrize("window", WINDOWS, ids=["wide", "narrow"])


def one_window(test: Callable[..., None]) -> Any:
    """Where it does not, on pages of text: one of the two, which the name of the test decides; both in the
    long run."""
    wide, narrow = (
        pytest.param(window, id=name) for window, name in zip(WINDOWS, ("wide", "narrow"), strict=True)
    )
    chosen = (wide, narrow)[crc32(test.__name__.encode()) % 2]
    return pytest.mark.parametrize("window", [wide, narrow] if LONG else [chosen])(test)
