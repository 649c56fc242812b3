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

# Small drawings strewn over the ground, around (0, 0).
SYMBOLS = mark_safe(
    '<g id="ag-oak"><ellipse class="ag-shade" cx="4" cy="6" rx="24" ry="20"/><path class="ag-leaf-dark" '
    'd="M-24 2q-6-14 8-18 2-12 14-9 13-6 17 6 13 3 9 16 4 13-11 15-8 10-18 4-16 4-19-14z"/>'
    '<path class="ag-leaf" d="M-18-2q-3-10 7-12 3-9 11-6 9-3 11 5 8 3 5 11-7 9-17 6-13 4-17-4z"/></g>'
    '<g id="ag-pine"><ellipse class="ag-shade" cx="3" cy="5" rx="19" ry="16"/><path class="ag-pine-dark" '
    'd="M0-22l6 8 10-3-3 10 9 6-9 6 2 10-10-3-5 9-5-9-10 3 3-10-10-6 10-5-3-11 10 3z"/>'
    '<path class="ag-pine-light" d="M0-13l3 5 6-2-2 6 6 4-6 3 1 6-5-2-3 5-3-5-6 2 2-6-6-3 6-4-2-6 6 2z"/></g>'
    '<g id="ag-tuft"><path class="ag-leaf-dark" d="M-12 4q-3-9 6-9 1-8 8-5 8-2 8 6 6 6-2 9-11 '
    '4-20-1z"/><path class="ag-blades" d="M-6 0l-3-6M0-2v-7M6 0l4-6"/></g>'
    '<g id="ag-rock"><path class="ag-shade" d="M-11 6l6-12 11-4 10 9 1 8-14 5z"/><path '
    'class="ag-rock-face" d="M-13 3l6-12L4-13l9 9 1 8L1 9z"/><path class="ag-rock-light" d="M-13 3l6-12L4-13 '
    '0-3z"/></g>'
    '<g id="ag-reed"><path class="ag-blades" d="M-7 5q-1-7-4-10M-3 5v-13M2 5q1-7 5-11M-13 6h22"/></g>'
    '<g id="ag-ripple"><path class="ag-wave" d="M-14 0q4-5 8 0t8 0 8 0"/></g>'
    '<g id="ag-cart-wreck"><rect class="ag-plank" x="-17" y="-13" width="34" height="26" rx="2" '
    'transform="rotate(14)"/><path class="ag-logs-thin" d="M-15-8h30M-15 0h30M-15 8h30" '
    'transform="rotate(14)"/>'
    '<circle class="ag-wheel" cx="-18" cy="10" r="8"/><circle class="ag-wheel" cx="16" cy="-14" r="8"/></g>'
    '<g id="ag-item-sack"><path class="ag-sack" d="M-6 7Q-9-2-3-6l-2-4h10l-2 4q6 4 3 13z"/><path '
    'class="ag-blades" d="M-4-5.500h8"/></g>'
    '<g id="ag-item-chest"><path class="ag-plank" d="M-9-3q0-6 9-6t9 6v10H-9z"/><path class="ag-belt" '
    'd="M-9-3H9v2.500H-9zM-1.500-5h3v6h-3z"/></g>'
    '<g id="ag-item-letter"><path class="ag-paper" d="M-8-5H8V6H-8z"/><path class="ag-blades" d="M-8-5l8 '
    '6 8-6"/></g>'
    '<g id="ag-item-emblem"><path class="ag-wood" d="M-7-12h1.800V9H-7z"/><path class="ag-crown" '
    'd="M-5-12H8L5-8l3 4H-5z"/></g>'
    '<g id="ag-item-boat"><path class="ag-shade" d="M-31 4Q-22-23 2-24 24-20 35 4 24 27 2 30-22 29-31 '
    '4z"/><path class="ag-hull" d="M-33 0Q-24-26 0-27 22-23 36 0 22 23 0 27-24 26-33 0z"/>'
    '<path class="ag-hull-floor" d="M-27 0Q-19-20 0-21 18-18 29 0 18 18 0 21-19 20-27 0z"/><path '
    'class="ag-thwart" d="M-17-16V16M2-20V20M20-12V12"/><path class="ag-keel" d="M-27 0H29"/>'
    '<path class="ag-oar" d="M-4-18L-14-38M-4 18L-14 38"/></g>'
    '<g id="ag-item-ladder"><path class="ag-posts" d="M-5-12V10M5-12V10M-5-8H5M-5-2H5M-5 4H5"/></g>'
)
