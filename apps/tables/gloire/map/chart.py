"""The drawing of a map: shapes, labels, borders and the horizon of a lord. Depends on the map alone, so it is
kept.

Neighbouring lands share their border's points, which is how fronts and the outline of a realm are found.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import accumulate

import msgspec

from engines.gloire.maps import DATA, EDITIONS, GameMap, distances_from, load_map

WHOLE_UP_TO = 50  # lands: a smaller map is readable as a whole
HORIZON_STEPS = 2
SCREEN = (620, 560)  # the usual size of the map on a page, in pixels, until the script knows better
LETTER = 6.4  # usual width of a letter of a label, in pixels
LINE = 13  # height of a line of a label, in pixels
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")

Point = tuple[float, float]
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Shape:
    """One land as it is drawn. `borders` are pieces of its outline with the land beyond ("" for the sea or
    the edge)."""

    name: str
    label: str
    lines: tuple[str, ...]
    box: Box  # left, top, right, bottom
    anchor: Point
    borders: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Chart:
    """A map ready to be drawn. `ground` holds the paths and the far shores, `links` the ways over sea."""

    game_map: GameMap
    view_box: Box  # left, top, width, height
    shapes: dict[str, Shape]
    ground: str
    links: str
    names: str  # options of the search


@cache  # read from its file once
def chart(key: str) -> Chart:
    """The chart of one edition (two editions may share a drawing)."""
    game_map = load_map(key)
    drawn = msgspec.json.decode((DATA / f"{EDITIONS[key].file}.geo.json").read_bytes())
    rings = {name: _rings(land["path"]) for name, land in drawn["lands"].items()}
    beyond = _sides(rings)
    shapes = {
        name: _shape(name, game_map.lands[name].label, drawn["lands"][name], rings[name], beyond)
        for name in game_map.lands
    }
    paths = "".join(f'<path id="t-{name}" d="{land["path"]}"/>' for name, land in drawn["lands"].items())
    ground = f'<path id="t-outside" d="{drawn["outside"]}"/><g id="t-all">{paths}</g>'
    links = "".join(_link(one) for one in drawn["sea"])
    left, top, wide, high = drawn["viewBox"]
    names = "".join(f'<option value="{escape(shape.label)}">' for shape in shapes.values())
    return Chart(game_map, (left, top, wide, high), shapes, ground, links, names)


def _shape(name: str, label: str, drawn: dict, rings: list[list[Point]], beyond: dict) -> Shape:
    left, top, right, bottom = drawn["box"]
    x, y = drawn["label"]
    borders = tuple(piece for ring in rings for piece in _pieces(name, ring, beyond))
    return Shape(name, label, tuple(drawn["lines"]), (left, top, right, bottom), (x, y), borders)


def _link(link: dict) -> str:
    one, other = link["between"]
    return f'<path class="sea-link" data-between="{escape(one)} {escape(other)}" d="{link["path"]}"/>'


def _rings(path: str) -> list[list[Point]]:
    """The corners of every island of a land. Of its path each outline begins at a place and goes on by
    steps."""
    rings = []
    for outline in path.split("M")[1:]:
        numbers = [float(text) for text in _NUMBER.findall(outline)]
        rings.append(list(zip(accumulate(numbers[::2]), accumulate(numbers[1::2]), strict=True)))
    return rings


def _edges(ring: list[Point]) -> Iterable[tuple[Point, Point]]:
    return zip(ring, [*ring[1:], ring[0]], strict=True)


def _sides(rings: dict[str, list[list[Point]]]) -> dict[tuple[Point, Point], list[str]]:
    """For each edge, whichever way it runs, the lands that have it."""
    sides: dict[tuple[Point, Point], list[str]] = {}
    for name, parts in rings.items():
        for ring in parts:
            for a, b in _edges(ring):
                sides.setdefault((a, b) if a < b else (b, a), []).append(name)
    return sides


def _pieces(name: str, ring: list[Point], sides: dict) -> list[tuple[str, str]]:
    """The outline cut where the land beyond changes: (land beyond, path)."""
    pieces: list[tuple[str, list[Point]]] = []
    for a, b in _edges(ring):
        if a == b:
            continue
        others = [other for other in sides[(a, b) if a < b else (b, a)] if other != name]
        over = others[0] if others else ""
        if pieces and pieces[-1][0] == over and pieces[-1][1][-1] == a:
            pieces[-1][1].append(b)
        else:
            pieces.append((over, [a, b]))
    return [(over, "M" + "L".join(f"{x:g} {y:g}" for x, y in points)) for over, points in pieces]


def border_between(drawn: Chart, here: Iterable[str], there: set[str]) -> str:
    """The path of every border that separates the lands `here` from those `there`."""
    return "".join(path for name in here for over, path in drawn.shapes[name].borders if over in there)


def outline(drawn: Chart, lands: set[str]) -> str:
    """The outline of a realm: borders and coasts, not the borders within."""
    return "".join(
        path for name in sorted(lands) for over, path in drawn.shapes[name].borders if over not in lands
    )


def horizon(drawn: Chart, lands: Iterable[str]) -> Box:
    """The part of the map around these lands, or all of it when there are none."""
    mine = tuple(lands)
    if not mine:
        return drawn.view_box
    near = [name for name, far in distances_from(drawn.game_map.lands, *mine).items() if far <= HORIZON_STEPS]
    boxes = [drawn.shapes[name].box for name in near]
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    margin = 0.03 * max(right - left, bottom - top)
    return (left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin)


def first_look(drawn: Chart, lands: Iterable[str]) -> Box:
    """What the map shows at first: all of a small one, the lord's horizon on a large one."""
    return drawn.view_box if len(drawn.shapes) <= WHOLE_UP_TO else horizon(drawn, lands)


def scale_of(box: Box) -> float:
    """Units of the drawing for one pixel, on a screen of the usual size."""
    return max(box[2] / SCREEN[0], box[3] / SCREEN[1])


def readable_labels(drawn: Chart, own: set[str], scale: float) -> set[str]:
    """The lands whose names can be written at this scale without covering one another; one's own come
    first."""
    shapes = drawn.shapes.values()
    taken: list[Box] = []
    written: set[str] = set()
    for shape in sorted(shapes, key=lambda shape: (shape.name not in own, -_area(shape), shape.name)):
        box = _label_box(shape, scale)
        mine = shape.name in own
        if not mine and (not _label_fits(shape, scale) or any(_overlap(box, other) for other in taken)):
            continue
        taken.append(box)
        written.add(shape.name)
    return written


def _area(shape: Shape) -> float:
    return (shape.box[2] - shape.box[0]) * (shape.box[3] - shape.box[1])


def _label_fits(shape: Shape, scale: float) -> bool:
    wide = max(len(line) for line in shape.lines) * LETTER * scale
    high = LINE * len(shape.lines) * scale
    return wide <= 1.15 * (shape.box[2] - shape.box[0]) and high <= shape.box[3] - shape.box[1]


def _label_box(shape: Shape, scale: float) -> Box:
    half = max(len(line) for line in shape.lines) * LETTER * scale / 2
    up = (LINE / 2 * (len(shape.lines) - 1) + 10) * scale
    x, y = shape.anchor
    return (x - half, y - up, x + half, y + up - 6 * scale)


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
