"""The two furs, strewn over any part of the shield: ermine spots and bells of vair."""

from functools import cache  # tables: each word of the vocabulary is cut once
from math import hypot

from apps.heraldry.shield import WHOLE, Cut, Point, Regions, cut_inside, holds
from apps.heraldry.vocabulary import INK, TINCTURES

SPOT = (
    "q2 5 3.5 9q-2.3-1-3.5 2q-1.2-3-3.5-2q1.5-4 3.5-9zm-3-1a1.3 1.3 0 1 0 .1 0zm6 0a1.3 1.3 0 1 0 .1 "
    "0zm-3-3a1.3 1.3 0 1 0 .1 0z"
)
BELL: tuple[Point, ...] = ((9, 0), (13.5, 4), (13.5, 13), (18, 20), (0, 20), (4.5, 13), (4.5, 4))


@cache
def fur(tincture: str, regions: Regions = WHOLE) -> str:
    """What is drawn over the ground of a fur; nothing for metals and colours."""
    if tincture == "ermine":
        return f'<path d="{_spots(regions)}" fill="{INK}"/>'
    if tincture == "vair":
        return f'<path d="{_bells(regions)}" fill="{TINCTURES["azure"].colour}"/>'
    return ""


def _spots(regions: Regions) -> str:
    places = (
        (14 + 18 * column + (9 if row % 2 else 0), 14 + 18 * row)
        for row in range(6)
        for column in range(-1, 6)
    )
    return "".join(
        f"M{x} {y - 6}{SPOT}"
        for x, y in places
        if holds(x, y, 6.5) and any(_clear_of(cuts, x, y) for cuts in regions)
    )


def _clear_of(cuts: tuple[Cut, ...], x: float, y: float) -> bool:
    return all(a * x + b * y <= c - 4.5 * hypot(a, b) for a, b, c in cuts)


def _bells(regions: Regions) -> str:
    shapes = []
    for row in range(6):
        for column in range(-1, 6):
            x, y = 5 + 18 * column + (9 if row % 2 else 0), 4 + 20 * row
            bell = [(x + dx, y + dy) for dx, dy in BELL]
            shapes += [cut_inside(bell, cuts) for cuts in regions]
    return "".join(shapes)
