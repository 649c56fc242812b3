"""Who sees whom, and behind what: three rays, forest depth, walls and openings, cover and concealment (2.4,
3.6).

Computed on demand, and kept by the `Field` of a phase: never for all pairs.
"""

from math import isqrt

import msgspec

from engines.argad.field.geometry import (
    ONE,
    UNIT,
    Point,
    crosses,
    in_polygon,
    length_inside,
    scale,
    to_segment2,
)
from engines.argad.field.ground import Ground, Shape
from engines.argad.state import SHAPES, Figure
from engines.argad.tables import BEHIND_TOL, SIGHT

COVER_REACH = 200  # linear cover and posts stand this near to the target's base
FOREST, DENSE = 1000, 200
DIRECTIONS, HALVINGS = 144, 9  # of the fan
Ray = tuple[Point, Point]


class Look(msgspec.Struct, frozen=True):
    """What one figure sees of another. `cover` is the malus for a shot."""

    visible: bool
    cover: int = 0
    through: bool = False  # the line passes an opening: shots marked outdoor-only are refused


BLIND = Look(False)


def look_at(ground: Ground, viewer: Figure, target: Figure) -> Look:
    ax, ay, bx, by = viewer.x, viewer.y, target.x, target.y
    dx, dy = bx - ax, by - ay
    far = isqrt(dx * dx + dy * dy)
    if far > SIGHT + 600:
        return BLIND
    r = SHAPES[target.base][0]
    ox, oy = scale(-dy, dx, r * 8 // 10)
    rays = [((ax, ay), (bx, by)), ((ax, ay), (bx + ox, by + oy)), ((ax, ay), (bx - ox, by - oy))]
    shapes = on_the_way(ground, rays)
    if not shapes:
        return Look(True)
    levels = (ground.level(ax, ay), ground.level(bx, by))
    free, through, deepest = 0, False, 0
    for ray in rays:
        clear, opening, forest = _ray(shapes, ray, (bx, by), levels)
        free += clear
        through = through or opening
        deepest = max(deepest, forest)
    if not free or _is_concealed(shapes, rays, viewer, target):
        return BLIND
    return Look(True, _cover(shapes, rays, viewer, target, deepest, through), through)


def clear(ground: Ground, shapes: list[Shape], viewer: Figure, end: Point) -> bool:
    """Whether he sees the bare ground at a point, given the shapes on the way."""
    levels = (ground.level(viewer.x, viewer.y), ground.level(*end))
    return _ray(shapes, ((viewer.x, viewer.y), end), end, levels)[0]


def concealed_where_he_stands(ground: Ground, figure: Figure) -> bool:
    """For an ambush: crouched in brush or marsh, or deep enough in a wood whichever way one looks."""
    for shape in ground.at(figure.x, figure.y):
        if not shape.covers(figure.x, figure.y):
            continue
        if shape.terrain.conceals == "crouched" and figure.posture == "crouched":
            return True
        if shape.terrain.conceals == "depth" and _to_outline(shape, figure.x, figure.y) > shape.terrain.depth:
            return True
    return False


def _to_outline(shape: Shape, x: int, y: int) -> int:
    return isqrt(min(to_segment2(x, y, a, b) for a, b in shape.outline))


def on_the_way(ground: Ground, rays: list[Ray]) -> list[Shape]:
    xs = [p[0] for ray in rays for p in ray]
    ys = [p[1] for ray in rays for p in ray]
    low_x, high_x, low_y, high_y = min(xs), max(xs), min(ys), max(ys)
    return [
        shape
        for shape in ground.sight_shapes
        if shape.box[0] <= high_x
        and shape.box[2] >= low_x
        and shape.box[1] <= high_y
        and shape.box[3] >= low_y
    ]


def _ray(shapes: list[Shape], ray: Ray, spot: Point, levels: tuple[int, int]) -> tuple[bool, bool, int]:
    """Whether the ray is free, whether it passes an opening, how much wood it crosses. The ray may
    end beside `spot`, the middle of what is looked at."""
    a, b = ray
    wood = dense = 0
    through = False
    for shape in shapes:
        kind = shape.piece.kind
        if kind == "forest":
            wood += length_inside(a, b, shape.piece.points)
        elif kind == "dense_forest":
            dense += length_inside(a, b, shape.piece.points)
        elif shape.terrain.blocks_sight:
            for c, d in shape.outline:
                if crosses(a, b, c, d):
                    if not _through_opening(shape, a, b, spot):
                        return False, False, 0
                    through = True
        elif shape.level > max(levels) and length_inside(a, b, shape.piece.points) > 0:
            return False, False, 0
    if wood > FOREST or dense > DENSE:
        return False, False, 0
    return True, through, wood + dense


def _through_opening(shape: Shape, a: Point, b: Point, spot: Point) -> bool:
    """It passes an open one, close to which the one who looks or the other stands."""
    for opening in shape.piece.openings:
        if not opening.open or not crosses(a, b, opening.a, opening.b):
            continue
        if any(to_segment2(*end, opening.a, opening.b) <= COVER_REACH * COVER_REACH for end in (a, spot)):
            return True
    return False


def _crossing(shape: Shape, rays: list[Ray]) -> int:
    """How many of the rays meet the piece."""
    if shape.piece.kind == "tree":
        x, y = shape.piece.points[0]
        half = shape.piece.width // 2
        return sum(to_segment2(x, y, a, b) <= half * half for a, b in rays)
    return sum(any(crosses(a, b, c, d) for c, d in shape.outline) for a, b in rays)


def _shelters(shape: Shape, viewer: Figure, target: Figure, reach: int) -> bool:
    """Near enough to the target's base, and nearer to him than to the shooter."""
    r = SHAPES[target.base][0]
    near = _to_outline(shape, target.x, target.y) - shape.piece.width // 2
    if shape.area and in_polygon(target.x, target.y, shape.piece.points):
        near = 0
    if near - r > reach:
        return False
    return near < _to_outline(shape, viewer.x, viewer.y)


def _is_concealed(shapes: list[Shape], rays: list[Ray], viewer: Figure, target: Figure) -> bool:
    if target.posture != "crouched" or target.now.shot:
        return False
    for shape in shapes:
        if shape.terrain.conceals == "crouched" and shape.covers(target.x, target.y):
            return True
        if not shape.terrain.solid or target.now.travelled:
            continue
        if _crossing(shape, rays) >= 2 and _shelters(shape, viewer, target, BEHIND_TOL):
            return True
    return False


def _cover(
    shapes: list[Shape],
    rays: list[Ray],
    viewer: Figure,
    target: Figure,
    forest: int,
    through: bool,
) -> int:
    """The malus that the ground gives to the shot; values never add up (2.4)."""
    best = 1 if forest > 0 else 0
    if target.mount != "foot":
        return best
    for shape in shapes:
        if shape.terrain.building and through:
            best = max(best, _frame(shape, rays, target))
        if shape.terrain.cover and shape.terrain.conceals != "depth":
            best = max(best, _cover_of(shape, rays, viewer, target))
    return best


def _cover_of(shape: Shape, rays: list[Ray], viewer: Figure, target: Figure) -> int:
    """Brush and deep water cover who is in them, all else who stands close behind it."""
    if shape.terrain.conceals == "crouched" or shape.piece.kind == "deep":
        dry = target.aboard and shape.piece.kind == "deep"
        return shape.terrain.cover if not dry and shape.covers(target.x, target.y) else 0
    if not _shelters(shape, viewer, target, COVER_REACH):
        return 0
    if _crossing(shape, rays) < 2 and not shape.covers(target.x, target.y):
        return 0
    return max(shape.terrain.cover, _frame(shape, rays, target))


def _frame(shape: Shape, rays: list[Ray], target: Figure) -> int:
    """What the frame of a door or window covers, or a slit, for who stands at it."""
    for opening in shape.piece.openings:
        if to_segment2(target.x, target.y, opening.a, opening.b) > COVER_REACH * COVER_REACH:
            continue
        if any(crosses(a, b, opening.a, opening.b) for a, b in rays):
            return 2 if opening.kind == "slit" else 1
    return 0


# --- how far he sees all round, for the fan that the table draws (section 8) --------------------------------


def sight_fan(ground: Ground, viewer: Figure) -> list[Point]:
    """The last place he sees in each direction, as a closed outline. What stands in the open is seen up to
    there."""
    return [_last_seen(ground, viewer, n * 3600 // DIRECTIONS) for n in range(DIRECTIONS)]


def _last_seen(ground: Ground, viewer: Figure, angle: int) -> Point:
    ux, uy = UNIT[angle]
    far = min(SIGHT, _to_edge(viewer.x, ux, ground.width), _to_edge(viewer.y, uy, ground.height))
    end = _along(viewer, ux, uy, far)
    shapes = on_the_way(ground, [((viewer.x, viewer.y), end)])
    if not shapes or clear(ground, shapes, viewer, end):
        return end
    low, high = 0, far
    for _ in range(HALVINGS):
        middle = (low + high) // 2
        if clear(ground, shapes, viewer, _along(viewer, ux, uy, middle)):
            low = middle
        else:
            high = middle
    return _along(viewer, ux, uy, low)


def _along(viewer: Figure, ux: int, uy: int, far: int) -> Point:
    return viewer.x + ux * far // ONE, viewer.y + uy * far // ONE


def _to_edge(place: int, step: int, size: int) -> int:
    """How far along a unit vector the table goes on one axis."""
    if step == 0:
        return SIGHT
    return (size - place if step > 0 else place) * ONE // abs(step)
