"""The shield and its parts as polygons. The outline is convex, so that every division and ordinary is the
shield cut by straight lines: no clip paths, hence no identifiers to clash when a hundred arms share a page.
"""

from functools import cache  # tables: each word of the vocabulary is cut once
from math import cos, pi, sin, sqrt

Point = tuple[float, float]
Polygon = list[Point]
Cut = tuple[float, float, float]  # keep the points where a·x + b·y <= c
Regions = tuple[tuple[Cut, ...], ...]  # convex pieces
WHOLE: Regions = ((),)
Cell = tuple[int, tuple[Cut, ...]]  # which tincture, where

OUTLINE = "M5 4H95V56C95 86 72 106 50 116C28 106 5 86 5 56Z"
MIDDLE = (50.0, 54.0)


@cache
def division(name: str, pieces: Regions = WHOLE) -> tuple[str, str]:
    """The paths of the two parts of a divided field. The first lies on the dexter chief side. With the pieces
    of an ordinary: its own two parts, to be painted "de l’un en l’autre"."""
    parts: tuple[list[str], list[str]] = ([], [])
    for which, cell in _division_cells(name):
        parts[which].extend(_path(_cut(_shield(), (*cell, *cuts))) for cuts in pieces)
    return "".join(parts[0]), "".join(parts[1])


@cache
def ordinary(name: str) -> str:
    if name == "bordure":
        return _bordure()
    return "".join(_path(_cut(_shield(), cuts)) for cuts in ORDINARY_CUTS[name])


def holds(x: float, y: float, margin: float = 0) -> bool:
    """Whether a point lies inside the shield, at least `margin` from its edge."""
    polygon = _shield()
    for (x1, y1), (x2, y2) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        dx, dy = x2 - x1, y2 - y1
        if dx * (y - y1) - dy * (x - x1) < margin * sqrt(dx * dx + dy * dy):
            return False
    return True


def cut_inside(polygon: Polygon, cuts: tuple[Cut, ...] = ()) -> str:
    """The path of what lies inside the shield, and on the right side of every cut, of any polygon."""
    edges = () if all(holds(x, y) for x, y in polygon) else _edges()
    return _path(_cut(polygon, (*cuts, *edges)))


def regions_of_part(name: str, which: int) -> Regions:
    """The convex pieces of one of the two parts of a divided field."""
    return tuple(cuts for part, cuts in _division_cells(name) if part == which)


@cache
def _edges() -> tuple[Cut, ...]:
    polygon = _shield()
    sides = zip(polygon, polygon[1:] + polygon[:1], strict=True)
    return tuple((y2 - y1, x1 - x2, (y2 - y1) * x1 + (x1 - x2) * y1) for (x1, y1), (x2, y2) in sides)


def _between(a: float, b: float, low: float, high: float) -> tuple[Cut, Cut]:
    return (a, b, high), (-a, -b, -low)


def _fall(low: float, high: float) -> tuple[Cut, Cut]:
    """A band falling from dexter chief to sinister base, measured across from the middle."""
    x, y = MIDDLE
    return _between(-1, 1, y - x + low, y - x + high)


def _rise(low: float, high: float) -> tuple[Cut, Cut]:
    x, y = MIDDLE
    return _between(1, 1, y + x + low, y + x + high)


LEFT: Cut = (1, 0, 50)
RIGHT: Cut = (-1, 0, -50)
UP: Cut = (0, 1, 52)
DOWN: Cut = (0, -1, -52)

ORDINARY_CUTS: dict[str, Regions] = {
    "fess": (_between(0, 1, 36, 68),),
    "pale": (_between(1, 0, 34, 66),),
    "bend": (_fall(-21, 21),),
    "bend-sinister": (_rise(-21, 21),),
    "chevron": ((LEFT, *_rise(-22, 13)), (RIGHT, *_fall(-22, 13))),
    "cross": (_between(1, 0, 38, 62), _between(0, 1, 40, 64)),
    "saltire": (_fall(-15, 15), _rise(-15, 15)),
    "chief": (_between(0, 1, 0, 38),),
    "pile": (((2.9, 1, 244), (-2.9, 1, -46)),),
}


def _division_cells(name: str) -> list[Cell]:
    x, y = MIDDLE
    simple: dict[str, list[Cell]] = {
        "per-pale": [(0, (LEFT,)), (1, (RIGHT,))],
        "per-fess": [(0, (UP,)), (1, (DOWN,))],
        "per-bend": [(0, ((-1, 1, y - x),)), (1, ((1, -1, x - y),))],
        "per-bend-sinister": [(0, ((1, 1, x + y),)), (1, ((-1, -1, -x - y),))],
        "quarterly": [(0, (LEFT, UP)), (1, (RIGHT, UP)), (1, (LEFT, DOWN)), (0, (RIGHT, DOWN))],
        "per-saltire": _sectors(4, 0.5),
        "per-chevron": [(0, (LEFT, (1, 1, 92))), (0, (RIGHT, (-1, 1, -8))), (1, ((-1, -1, -92), (1, -1, 8)))],
        "gyronny": _sectors(8, 0),
    }
    return simple.get(name) or _small_cells(name)


def _sectors(count: int, turn: float) -> list[Cell]:
    cells: list[Cell] = []
    for k in range(count):
        a, b = (2 * pi * (k + turn) / count, 2 * pi * (k + 1 + turn) / count)
        cells.append((k % 2, (_ray(a, 1), _ray(b, -1))))
    return cells


def _ray(angle: float, side: int) -> Cut:
    x, y = MIDDLE
    a, b = sin(angle) * side, -cos(angle) * side
    return a, b, a * x + b * y


def _small_cells(name: str) -> list[Cell]:
    if name == "barry":
        return [(k % 2, _between(0, 1, 4 + 18.7 * k, 4 + 18.7 * (k + 1))) for k in range(6)]
    if name == "paly":
        return [(k % 2, _between(1, 0, 5 + 15 * k, 5 + 15 * (k + 1))) for k in range(6)]
    if name == "bendy":
        return [(k % 2, _fall(66 - 22 * (k + 1), 66 - 22 * k)) for k in range(-1, 8)]
    if name == "chevronny":
        rows = [(k, 24 * k - 84, 24 * (k + 1) - 84) for k in range(-1, 8)]
        return [
            (k % 2, (side, *band(low, high)))
            for k, low, high in rows
            for side, band in ((LEFT, _rise), (RIGHT, _fall))
        ]
    if name == "checky":
        return [
            (
                (row + column) % 2,
                (
                    *_between(1, 0, 5 + 18 * column, 23 + 18 * column),
                    *_between(0, 1, 4 + 18.7 * row, 22.7 + 18.7 * row),
                ),
            )
            for row in range(6)
            for column in range(5)
        ]
    return _lozenges()


def _lozenges() -> list[Cell]:
    """Tall lozenges: lines of slope two, every second cell of the second tincture."""
    step = 44.0
    cells: list[Cell] = []
    for a in range(-5, 6):
        for b in range(-5, 6):
            falling = _between(-2, 1, step * (a - 0.5) - 46, step * (a + 0.5) - 46)
            rising = _between(2, 1, step * (b - 0.5) + 154, step * (b + 0.5) + 154)
            cells.append(((a + b) % 2, (*falling, *rising)))
    return cells


@cache
def _shield() -> Polygon:
    """Clockwise; the curves are followed closely enough for a shield four hundred pixels high."""
    right = [_bezier((95, 56), (95, 86), (72, 106), (50, 116), k / 14) for k in range(15)]
    left = [(100 - x, y) for x, y in reversed(right[:-1])]
    return [(5, 4), (95, 4), *right, *left]


def _bordure() -> str:
    """The shield with a smaller shield cut out, turned the other way."""
    inner = [(50 + (x - 50) * 0.74, 55 + (y - 55) * 0.76) for x, y in _shield()]
    return _path(_shield()) + _path(inner[::-1])


def _bezier(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    u = 1 - t
    weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    points = (a, b, c, d)
    return sum(w * p[0] for w, p in zip(weights, points, strict=True)), sum(
        w * p[1] for w, p in zip(weights, points, strict=True)
    )


def _cut(polygon: Polygon, cuts: tuple[Cut, ...]) -> Polygon:
    for a, b, c in cuts:
        kept: Polygon = []
        for (x1, y1), (x2, y2) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
            d1, d2 = a * x1 + b * y1 - c, a * x2 + b * y2 - c
            if d1 <= 0:
                kept.append((x1, y1))
            if (d1 < 0 < d2) or (d2 < 0 < d1):
                share = d1 / (d1 - d2)
                kept.append((x1 + (x2 - x1) * share, y1 + (y2 - y1) * share))
        polygon = kept
    return polygon


def _path(polygon: Polygon) -> str:
    if len(polygon) < 3:
        return ""
    return "M" + "L".join(f"{x:.1f} {y:.1f}".replace(".0", "") for x, y in polygon) + "Z"
