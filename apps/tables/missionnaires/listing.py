"""The board as a list: a row for each space with its kind, its neighbours, who stands there, whether it is on
one's list."""

from collections.abc import Container, Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from engines.missionnaires.board import BETHEL, NAMES, WAYS
from engines.missionnaires.edition import MAP

KINDS = {
    "bethel": gettext_lazy("Béthel"),
    "congregation": gettext_lazy("congrégation"),
    "green": gettext_lazy("ville verte"),
    "barracks": gettext_lazy("caserne"),
    "sea": gettext_lazy("point blanc"),
}
ORDER = sorted(MAP.spaces, key=lambda space: (space.id != BETHEL, space.kind == "sea", space.id))


def rows(
    standing: Mapping[str, list[str]], mine: Mapping[str, int], done: Container[str]
) -> list[dict[str, Any]]:
    """`standing`: who is where, in words; `mine`: the towns I have to visit with their number; `done`: those
    I visited."""
    return [
        {
            "space": space,
            "kind": KINDS[space.kind],
            "n": mine.get(space.id),
            "visited": space.id in done,
            "by_road": _neighbours(space.id, sea=False),
            "by_sea": _neighbours(space.id, sea=True),
            "standing": standing.get(space.id, ()),
        }
        for space in ORDER
    ]


def _neighbours(space: str, *, sea: bool) -> str:
    return ", ".join(NAMES[other] for other, by_sea in WAYS[space].items() if by_sea == sea)
