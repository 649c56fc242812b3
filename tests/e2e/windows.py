"""The two windows everything is walked through in, each with people of its own: neither meets the other's limits and marks."""

from dataclasses import dataclass
from typing import Any

import pytest

from tests.e2e.conftest import PHONE, WIDE
from tests.trust.long import amount


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
both_windows = pytest.mark.parametrize("window", WINDOWS, ids=["wide", "narrow"])
