"""The ground of a battle drawn in millimetres: each kind of piece by its own hand, always the same for the
same piece."""

import itertools
import math
import random
from collections.abc import Callable

from django.utils.safestring import SafeString, mark_safe

from engines.argad.field.geometry import in_polygon
from engines.argad.state import Opening, Piece

Spot = tuple[float, float]
Points = tuple[tuple[int, int], ...]
# What is strewn over an area: the symbol, how far apart, how far from the edge.
STREWN = {
    "forest": ("oak", 640, 120),
    "dense_forest": ("pine", 480, 120),
    "brush": ("tuft", 420, 100),
    "rocks": ("rock", 430, 120),
    "marsh": ("reed", 520, 100),
}
# The strokes that make a line, the lowest first.
STROKES = {
    "ditch": ("ag-ditch-edge", "ag-ditch-floor"),
    "bank": ("ag-bank-foot", "ag-bank-top"),
    "low_wall": ("ag-stone-edge", "ag-stone-top", "ag-stone-joint"),
    "low_fence": ("ag-rail", "ag-posts"),
    "hedge": ("ag-hedge-dark", "ag-hedge-light"),
    "palisade": ("ag-timber", "ag-logs"),
    "rampart": ("ag-walk", "ag-timber", "ag-logs"),
}
STANDING = {"cart": "ag-cart-wreck", "ladder": "ag-item-ladder"}  # one symbol in the middle


def ground_svg(pieces: tuple[Piece, ...]) -> SafeString:
    """All pieces, the lowest first. Shapes carry classes; the sheet of styles gives them their colours."""
    return mark_safe(
        "".join(
            f'<g class="ag-ground ag-{piece.kind}">{layer[piece.kind](piece)}</g>'
            for layer in LAYERS
            for piece in pieces
            if piece.kind in layer
        )
    )  # numbers and our own words only


def mm(value: float) -> str:
    """Hundredths of a centimetre as millimetres."""
    return f"{value / 10:.1f}".removesuffix(".0")


def line(points: Points, closed: bool = False) -> str:
    text = "M" + "L".join(f"{mm(x)} {mm(y)}" for x, y in points)
    return f"{text}Z" if closed else text


def soft_outline(points: Points) -> str:
    """A closed outline with its corners rounded, for what grows or flows."""
    text = []
    for before, corner, after in zip(
        (points[-1], *points[:-1]), points, (*points[1:], points[0]), strict=True
    ):
        start = [(2 * c + b) / 3 for c, b in zip(corner, before, strict=True)]
        end = [(2 * c + a) / 3 for c, a in zip(corner, after, strict=True)]
        text.append(
            f"L{mm(start[0])} {mm(start[1])}Q{mm(corner[0])} {mm(corner[1])} {mm(end[0])} {mm(end[1])}"
        )
    return f"M{''.join(text)[1:]}Z"


def strewn_spots(piece: Piece, apart: int, margin: int) -> list[Spot]:
    """Places strewn over an area, about `apart` from one another; the same each time."""
    chance = random.Random(f"{piece.id}{piece.points}")
    xs, ys = [p[0] for p in piece.points], [p[1] for p in piece.points]
    found: list[Spot] = []
    for row, y in enumerate(range(min(ys) + apart // 2, max(ys), apart)):
        for x in range(min(xs) + (apart // 2 if row % 2 else apart), max(xs), apart):
            spot = (x + chance.randint(-apart // 3, apart // 3), y + chance.randint(-apart // 3, apart // 3))
            if in_polygon(*spot, piece.points) and _inside_by(spot, piece.points, margin):
                found.append(spot)
    return found


def _inside_by(spot: tuple[int, int], polygon: Points, margin: int) -> bool:
    x, y = spot
    return all(
        in_polygon(x + dx, y + dy, polygon)
        for dx, dy in ((margin, 0), (-margin, 0), (0, margin), (0, -margin))
    )


def _uses(symbol: str, spots: list[Spot]) -> str:
    return "".join(
        f'<use href="#ag-{symbol}" x="{mm(x)}" y="{mm(y)}"/>' for x, y in sorted(spots, key=lambda s: s[1])
    )


def _area(piece: Piece) -> str:
    symbol, apart, margin = STREWN[piece.kind]
    return f'<path d="{soft_outline(piece.points)}"/>{_uses(symbol, strewn_spots(piece, apart, margin))}'


def _water(piece: Piece) -> str:
    if not piece.width:
        return (
            '<path class="ag-water" '
            f'd="{soft_outline(piece.points)}"/>{_uses("ripple", strewn_spots(piece, 700, 200))}'
        )
    way, width = line(piece.points), mm(piece.width)
    return (
        f'<path class="ag-stream-bank" d="{way}" stroke-width="{mm(piece.width + 80)}"/><path '
        f'class="ag-stream" d="{way}" stroke-width="{width}"/>'
        f'<path class="ag-stream-flow" d="{way}"/>'
    )


def _road(piece: Piece) -> str:
    way = line(piece.points)
    return (
        f'<path class="ag-road-edge" d="{way}" stroke-width="{mm(piece.width + 50)}"/><path '
        f'class="ag-road-way" d="{way}" stroke-width="{mm(piece.width)}"/>'
        f'<path class="ag-road-rut" d="{way}" stroke-width="{mm(piece.width * 0.45)}"/><path '
        f'class="ag-road-way" d="{way}" stroke-width="{mm(piece.width * 0.32)}"/>'
    )


def _hill(piece: Piece) -> str:
    """Contours that shrink towards the middle, with hachures downhill when it is steep."""
    middle = _middle(piece)
    rings = [soft_outline(_shrunk(piece.points, middle, part)) for part in (1.0, 0.78, 0.55)]
    paths = "".join(f'<path class="ag-contour" d="{ring}"/>' for ring in rings)
    return paths + (
        f'<path class="ag-hachure" d="{_hachures(piece, middle)}"/>' if piece.kind == "steep" else ""
    )


def _middle(piece: Piece) -> Spot:
    return (
        sum(p[0] for p in piece.points) / len(piece.points),
        sum(p[1] for p in piece.points) / len(piece.points),
    )


def _shrunk(points: Points, middle: Spot, part: float) -> Points:
    return tuple(
        (round(middle[0] + (x - middle[0]) * part), round(middle[1] + (y - middle[1]) * part))
        for x, y in points
    )


def _hachures(piece: Piece, middle: Spot) -> str:
    text = []
    for (x, y), (u, v) in itertools.pairwise((*piece.points, piece.points[0])):
        count = max(2, int(math.hypot(u - x, v - y) // 260))
        for n in range(count):
            t = (n + 0.5) / count
            px, py = x + (u - x) * t, y + (v - y) * t
            qx, qy = px + (middle[0] - px) * 0.2, py + (middle[1] - py) * 0.2
            rx, ry = px + (middle[0] - px) * 0.07, py + (middle[1] - py) * 0.07
            text.append(f"M{mm(qx)} {mm(qy)}L{mm(rx)} {mm(ry)}")
    return "".join(text)


def _house(piece: Piece) -> str:
    """Walls, a roof of two slopes with its ridge, and its doors and windows."""
    xs, ys = [p[0] for p in piece.points], [p[1] for p in piece.points]
    x1, x2, y1, y2 = min(xs), max(xs), min(ys), max(ys)
    inner = 55
    wide = x2 - x1 >= y2 - y1
    cx, cy = (x1 + x2) // 2, (y1 + y2) // 2
    if wide:
        dark = f"M{mm(x1 + inner)} {mm(cy)}H{mm(x2 - inner)}V{mm(y2 - inner)}H{mm(x1 + inner)}z"
        ridge = f"M{mm(x1 + inner)} {mm(cy)}H{mm(x2 - inner)}"
        tiles = "".join(f"M{mm(x)} {mm(y1 + inner)}V{mm(y2 - inner)}" for x in range(x1 + 140, x2 - 60, 110))
    else:
        dark = f"M{mm(cx)} {mm(y1 + inner)}H{mm(x2 - inner)}V{mm(y2 - inner)}H{mm(cx)}z"
        ridge = f"M{mm(cx)} {mm(y1 + inner)}V{mm(y2 - inner)}"
        tiles = "".join(f"M{mm(x1 + inner)} {mm(y)}H{mm(x2 - inner)}" for y in range(y1 + 140, y2 - 60, 110))
    box = (
        f'x="{mm(x1 + inner)}" y="{mm(y1 + inner)}" width="{mm(x2 - x1 - 2 * inner)}" '
        f'height="{mm(y2 - y1 - 2 * inner)}"'
    )
    return (
        f'<path class="ag-wall" d="{line(piece.points, closed=True)}"/><rect class="ag-roof" '
        f'{box}/><path class="ag-roof-shade" d="{dark}"/>'
        f'<path class="ag-tiles" d="{tiles}"/><path class="ag-ridge" d="{ridge}"/>{_openings(piece.openings)}'
    )


def _openings(openings: tuple[Opening, ...]) -> str:
    return "".join(
        (
            f'<path class="ag-opening ag-opening-{"open" if o.open else "shut"} ag-{o.kind}" '
            f'd="{line((o.a, o.b))}"/>'
        )
        for o in openings
    )


def _crag(piece: Piece) -> str:
    return (
        '<path class="ag-rockface" '
        f'd="{line(piece.points, closed=True)}"/>{_uses("rock", strewn_spots(piece, 300, 60))}'
    )


def _symbol(piece: Piece) -> str:
    x, y = _middle(piece)
    return f'<use href="#{STANDING[piece.kind]}" x="{mm(x)}" y="{mm(y)}"/>'


def _tree(piece: Piece) -> str:
    return _uses("oak", [(float(x), float(y)) for x, y in piece.points[:1]])


def _line(piece: Piece) -> str:
    """Its strokes, and where it can be passed: a gate, a gap, open or shut."""
    way = line(piece.points)
    strokes = "".join(f'<path class="{name}" d="{way}"/>' for name in STROKES[piece.kind])
    return strokes + _openings(piece.openings)


def _stakes(piece: Piece) -> str:
    angle = math.radians(piece.front)
    dx, dy = math.cos(angle) * 150, math.sin(angle) * 150
    text = []
    for (x, y), (u, v) in itertools.pairwise(piece.points):
        count = max(1, int(math.hypot(u - x, v - y) // 150))
        for n in range(count + 1):
            px, py = x + (u - x) * n / count, y + (v - y) * n / count
            text.append(f"M{mm(px - dx / 2)} {mm(py - dy / 2)}L{mm(px + dx)} {mm(py + dy)}")
    return f'<path class="ag-spikes" d="{"".join(text)}"/>'


# How each kind is drawn; a later layer covers the earlier ones.
LAYERS: tuple[dict[str, Callable[[Piece], str]], ...] = (
    {"hill": _hill, "steep": _hill},
    {"marsh": _area, "shallow": _water, "deep": _water},
    {"road": _road},
    {"brush": _area, "rocks": _area},
    {"ditch": _line, "bank": _line},
    {"forest": _area, "dense_forest": _area},
    {"house": _house, "crag": _crag, "cart": _symbol},
    {
        "stakes": _stakes,
        "low_wall": _line,
        "low_fence": _line,
        "hedge": _line,
        "palisade": _line,
        "rampart": _line,
    },
    {"tree": _tree, "ladder": _symbol},
)
