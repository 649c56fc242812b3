"""With which congregation a player wants to begin his round: a wish of this browser, kept in its session and
nowhere else."""

from collections.abc import MutableMapping
from typing import Any

from engines.missionnaires.board import NAMES

FIRST = "missionnaires_first"  # game and seat -> congregation
REMEMBERED = 20  # wishes


def remember(session: MutableMapping[str, Any], code: str, seat: int, town: str) -> None:
    """The same town again, or a word that is none, takes the wish back."""
    wishes = dict(session.get(FIRST, {}))
    before = wishes.pop(_place(code, seat), "")
    if town in NAMES and town != before:
        wishes[_place(code, seat)] = town
    session[FIRST] = dict(list(wishes.items())[-REMEMBERED:])


def wish(session: MutableMapping[str, Any], code: str, seat: int | None) -> str:
    return str(session.get(FIRST, {}).get(_place(code, seat), ""))


def _place(code: str, seat: int | None) -> str:
    return f"{code}:{seat}"
