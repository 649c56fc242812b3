"""The Mediterranean as it is drawn: shores, grid, sections and towns, made once; and the way of a piece along
its sections."""

import json
import math
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from engines.missionnaires.board import BETHEL, SPACES
from engines.missionnaires.edition import MAP, Section, Space

Point = tuple[float, float]

SHORES: dict[str, Any] = json.loads(
    (Path(__file__).parent / "data" / "mediterranean.json").read_text("utf-8")
)
WIDTH, HEIGHT = MAP.projection.width, MAP.projection.height
ABOVE, BESIDE = 60, 12  # room for the pawns on Béthel, near the upper edge, and for the towns of the east
VIEW_BOX = f"{-BESIDE} {-ABOVE} {WIDTH + 2 * BESIDE} {HEIGHT + ABOVE}"
DRAWN = "-180 -158 1840 1154"  # as far as the shores are drawn
UNIT = 40.0  # drawing units for a degree of latitude
ACROSS = UNIT * math.cos(math.radians(39.5))  # and of longitude, in the middle of the map
ROW, COLUMN = 3 * UNIT, 6 * ACROSS
ROWS = "ABCDEFG"
APART = 1.35
# How a kind of space is drawn, around 0: kinds differ in shape, not in colour alone.
SHAPES = {
    "bethel": '<path d="M-9 8V-1L0-10L9-1V8Z"/><path class="ms-door" d="M-2.500 8V2.500h5V8Z"/>',
    "congregation": '<circle r="6"/>',
    "green": '<path d="M0-6.500L6.500 0L0 6.500L-6.500 0Z"/>',
    "barracks": (
        '<rect x="-5.500" y="-5.500" width="11" height="11"/><path class="ms-bars" d="M-2-5V5M2-5V5"/>'
    ),
    "sea": '<circle r="4"/>',
}
ANCHOR = (
    '<path class="ms-anchor" d="M0-4V4M-2-2H2M-4 1Q-3.500 4 0 4.500Q3.500 4 4 1"/><circle '
    'class="ms-anchor" cy="-5.200" r="1.300"/>'
)


def to_units(lon: float, lat: float) -> Point:
    return round((lon + 10) * ACROSS, 1), round((50 - lat) * UNIT, 1)


def _points(section: Section) -> list[Point]:
    start, end = SPACES[section.a], SPACES[section.b]
    bends = [to_units(lon, lat) for lon, lat in section.bend or ()]
    return [(start.x, start.y), *bends, (end.x, end.y)]


LINES = {section.id: _points(section) for section in MAP.edges}


def way(spaces: Iterable[str]) -> str:
    """The `d` of a walk through neighbouring spaces along their sections; straight where they are no
    neighbours."""
    points: list[Point] = []
    stops = list(spaces)
    for here, there in pairwise(stops):
        line = (
            LINES.get(f"{here}--{there}") or LINES.get(f"{there}--{here}", [])[::-1] or [at(here), at(there)]
        )
        points += line[1:] if points else line
    return path(points or [at(stops[0])])


def at(space: str) -> Point:
    return SPACES[space].x, SPACES[space].y


def path(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points)


def _sections(kind: str) -> SafeString:
    """All roads, or all sea lanes, as one path each."""
    drawn = "".join(path(LINES[section.id]) for section in MAP.edges if section.type == kind)
    return mark_safe(f'<path class="ms-{kind}" d="{drawn}"/>')


def _grid() -> SafeString:
    """The grid of the congregation cards: rows A to G, columns 1 to 8, written along the edges."""
    columns = round(WIDTH / COLUMN)
    lines = [f"M{-BESIDE} {ROW * n:g}H{WIDTH + BESIDE}" for n in range(1, len(ROWS))]
    lines += [f"M{COLUMN * n:.0f} {-ABOVE}V{HEIGHT}" for n in range(1, columns)]
    names = [f'<text x="4" y="{ROW * (n + 0.5):g}">{row}</text>' for n, row in enumerate(ROWS)]
    names += [f'<text x="{COLUMN * (n + 0.5):.0f}" y="{HEIGHT - 8}">{n + 1}</text>' for n in range(columns)]
    return mark_safe(f'<g class="ms-grid"><path d="{"".join(lines)}"/>{"".join(names)}</g>')


def _town(space: Space) -> SafeString:
    anchor = ANCHOR if space.port else ""
    return format_html(
        '<g class="ms-town ms-{}" id="case-{}" transform="translate({} {})"><title>{} ({})</title><g '
        'class="ms-mark">{}{}</g></g>',
        space.kind,
        space.id,
        space.x,
        space.y,
        space.name,
        space.grid,
        mark_safe(SHAPES[space.kind]),
        mark_safe(f'<g class="ms-port" transform="translate(0 11.500)">{anchor}</g>' if anchor else ""),
    )


def _name(space: Space) -> SafeString:
    """A name stands in a layer of its own, above the roads and the rings; names.js moves or hides it by the
    scale."""
    return format_html(
        '<g class="ms-name ms-{}{}" id="name-{}" data-space="{}" transform="translate({} {})">{}</g>',
        space.kind,
        " is-port" if space.port else "",
        space.id,
        space.id,
        space.x,
        space.y,
        label(space),
    )


def label(space: Space) -> SafeString:
    """The name beside its mark, a little further off than on the printed map: rings must fit between."""
    dx, dy, anchor = space.label or (0, 12, "middle")
    return format_html(
        '<text class="ms-label" x="{}" y="{}" text-anchor="{}">{}</text>',
        round(dx * APART),
        round(dy * APART) if abs(dy) > 6 else dy,
        anchor,
        space.name,
    )


def badge(space: Space) -> Point:
    """Where a number is pinned to a town: on the side where its name is not."""
    dx, dy, _anchor = space.label or (0, 12, "middle")
    return (0, 15) if not dx and dy < 0 else (0, -15) if not dx else (-10 if dx > 0 else 10, -10)


def _draw_ground() -> SafeString:
    """Everything that never changes, from the sea up to the roads."""
    land = format_html(
        '<defs><path id="ms-land" transform="scale({})" d="{}"/></defs><use class="ms-echo ms-echo-2" '
        'href="#ms-land"/>'
        '<use class="ms-echo" href="#ms-land"/><use class="ms-land" href="#ms-land"/>',
        1 / SHORES["scale"],
        SHORES["land"],
    )
    return format_html(
        '<rect class="ms-sea-ground" x="-400" y="-300" width="2300" height="1500"/>{}{}{}{}',
        land,
        _grid(),
        _sections("sea"),
        _sections("road"),
    )


GROUND = _draw_ground()
TOWNS = format_html_join(
    "", "{}", ((_town(space),) for space in sorted(MAP.spaces, key=lambda one: one.kind != "sea"))
)
NAMES = format_html_join("", "{}", ((_name(space),) for space in MAP.spaces))
HOME = at(BETHEL)
