"""Plane geometry in whole numbers: hundredths of a centimetre, tenths of a degree, no float and no libm.

Origin top-left, x to the right, y downwards, angles clockwise from +x. A base is a disc or an oriented
rectangle.
"""

import itertools
from collections.abc import Sequence
from math import isqrt

Point = tuple[int, int]

CM = 100  # units in a centimetre
TURN = 3600  # tenths of a degree in a full turn
ONE = 1 << 20  # the length of the tabulated unit vectors

_PI = 31415926535897932384626433832795028841971693993751  # pi x 10**49
_DIGITS = 10**49


def _unit_table() -> tuple[Point, ...]:
    """Unit vectors for every tenth of a degree, from Taylor series in whole numbers: the same on every
    machine."""
    step = _PI * 2 // TURN
    cos1 = _DIGITS - step * step // (2 * _DIGITS) + step**4 // (24 * _DIGITS**3)
    sin1 = step - step**3 // (6 * _DIGITS**2) + step**5 // (120 * _DIGITS**4)
    cos, sin, table = _DIGITS, 0, []
    for _ in range(TURN):
        table.append((_divide(cos * ONE, _DIGITS), _divide(sin * ONE, _DIGITS)))
        cos, sin = (cos * cos1 - sin * sin1) // _DIGITS, (sin * cos1 + cos * sin1) // _DIGITS
    return tuple(table)


def _divide(number: int, by: int) -> int:
    """Division to the nearest whole number, halves away from zero, so that mirror images stay mirror
    images."""
    return (number + by // 2) // by if number >= 0 else -((-number + by // 2) // by)


UNIT = _unit_table()


def bearing(dx: int, dy: int) -> int:
    """The angle of a vector in tenths of a degree, 0..3599; 0 for the null vector."""
    if dx == 0 and dy == 0:
        return 0
    quarter = 0
    while not (dx > 0 and dy >= 0):
        dx, dy, quarter = dy, -dx, quarter + 900
    low, high = 0, 899
    while low < high:
        middle = (low + high + 1) // 2
        ux, uy = UNIT[middle]
        if ux * dy - uy * dx >= 0:
            low = middle
        else:
            high = middle - 1
    ux, uy = UNIT[low]
    vx, vy = UNIT[low + 1]
    nearer = low if ux * dy - uy * dx <= dx * vy - dy * vx else low + 1
    return (nearer + quarter) % TURN


def heading(dx: int, dy: int) -> int:
    """The angle of a vector in whole degrees, 0..359."""
    return (bearing(dx, dy) + 5) // 10 % 360


def apart(a: int, b: int) -> int:
    """The angle between two bearings, 0..1800."""
    gap = (a - b) % TURN
    return min(gap, TURN - gap)


def length(dx: int, dy: int) -> int:
    return isqrt(dx * dx + dy * dy)


def scale(dx: int, dy: int, size: int) -> Point:
    """The vector stretched or shrunk to `size`."""
    own = isqrt(dx * dx + dy * dy)
    if own == 0:
        return (0, 0)
    return (_divide(dx * size, own), _divide(dy * size, own))


def rotate(dx: int, dy: int, angle: int) -> Point:
    """The vector turned clockwise by so many tenths of a degree."""
    cos, sin = UNIT[angle]
    return ((dx * cos - dy * sin) // ONE, (dx * sin + dy * cos) // ONE)


def along(angle: int, size: int) -> Point:
    """A vector of that bearing (tenths of a degree) and length."""
    ux, uy = UNIT[angle % TURN]
    return (_divide(ux * size, ONE), _divide(uy * size, ONE))


def within_cone(ax: int, ay: int, bx: int, by: int, cos2_ppm: int) -> bool:
    """True if the angle between two vectors is acute and its squared cosine at least `cos2_ppm`
    millionths."""
    dot = ax * bx + ay * by
    return dot > 0 and dot * dot * 1_000_000 >= cos2_ppm * (ax * ax + ay * ay) * (bx * bx + by * by)


COS2_10 = 969_846  # squared cosines, in millionths
COS2_30 = 750_000
COS2_45 = 500_000


class Base:
    """The footprint of a figure at a place. `half` 0 means a disc of radius `r`; else half-length `half`,
    half-width `r`."""

    __slots__ = ("half", "r", "ux", "uy", "x", "y")

    def __init__(self, x: int, y: int, r: int, half: int = 0, ux: int = ONE, uy: int = 0) -> None:
        self.x, self.y, self.r, self.half, self.ux, self.uy = x, y, r, half, ux, uy


def point_to_base(px: int, py: int, base: Base) -> int:
    """From a point to the edge of a base; 0 inside."""
    dx, dy = px - base.x, py - base.y
    if not base.half:
        return max(0, isqrt(dx * dx + dy * dy) - base.r)
    ex = abs(dx * base.ux + dy * base.uy) // ONE - base.half
    ey = abs(dy * base.ux - dx * base.uy) // ONE - base.r
    if ex <= 0:
        return max(0, ey)
    return ex if ey <= 0 else isqrt(ex * ex + ey * ey)


def corners(base: Base) -> list[Point]:
    lx, ly = base.ux * base.half // ONE, base.uy * base.half // ONE
    wx, wy = -base.uy * base.r // ONE, base.ux * base.r // ONE
    return [
        (base.x + s * lx + t * wx, base.y + s * ly + t * wy) for s, t in ((1, 1), (1, -1), (-1, -1), (-1, 1))
    ]


def gap(a: Base, b: Base) -> int:
    """From edge to edge; 0 when they touch or overlap."""
    if not a.half and not b.half:
        dx, dy = a.x - b.x, a.y - b.y
        return max(0, isqrt(dx * dx + dy * dy) - a.r - b.r)
    if not a.half:
        return max(0, point_to_base(a.x, a.y, b) - a.r)
    if not b.half:
        return max(0, point_to_base(b.x, b.y, a) - b.r)
    if _rectangles_overlap(a, b):
        return 0
    ours, theirs = corners(a), corners(b)
    return min(
        min(point_to_base(x, y, b) for x, y in ours),
        min(point_to_base(x, y, a) for x, y in theirs),
    )


def overlap(a: Base, b: Base, slack: int = 0) -> bool:
    """True if the bases cover one another by more than `slack`."""
    dx, dy = a.x - b.x, a.y - b.y
    if not a.half and not b.half:
        reach = a.r + b.r - slack
        return dx * dx + dy * dy < reach * reach
    far = (a.half or a.r) + a.r + (b.half or b.r) + b.r
    if dx * dx + dy * dy >= far * far:
        return False
    if not a.half:
        return point_to_base(a.x, a.y, b) < a.r - slack
    if not b.half:
        return point_to_base(b.x, b.y, a) < b.r - slack
    return _rectangles_overlap(a, b, slack)


def _rectangles_overlap(a: Base, b: Base, slack: int = 0) -> bool:
    dx, dy = b.x - a.x, b.y - a.y
    cos = abs(a.ux * b.ux + a.uy * b.uy) // ONE
    sin = abs(a.ux * b.uy - a.uy * b.ux) // ONE
    for one, other in ((a, b), (b, a)):
        reach_l = one.half + (other.half * cos + other.r * sin) // ONE
        reach_w = one.r + (other.half * sin + other.r * cos) // ONE
        if abs(dx * one.ux + dy * one.uy) // ONE >= reach_l - slack:
            return False
        if abs(dy * one.ux - dx * one.uy) // ONE >= reach_w - slack:
            return False
    return True


def in_polygon(x: int, y: int, polygon: Sequence[Point]) -> bool:
    inside = False
    ax, ay = polygon[-1]
    for bx, by in polygon:
        if (ay > y) != (by > y):
            cross = (bx - ax) * (y - ay) - (x - ax) * (by - ay)
            if (cross > 0) == (by > ay):
                inside = not inside
        ax, ay = bx, by
    return inside


def to_segment2(px: int, py: int, a: Point, b: Point) -> int:
    """The square of the distance from a point to a segment."""
    ax, ay = a
    dx, dy = b[0] - ax, b[1] - ay
    ex, ey = px - ax, py - ay
    span = dx * dx + dy * dy
    dot = ex * dx + ey * dy
    if dot <= 0 or span == 0:
        return ex * ex + ey * ey
    if dot >= span:
        fx, fy = px - b[0], py - b[1]
        return fx * fx + fy * fy
    cross = ex * dy - ey * dx
    return cross * cross // span


def side_of(px: int, py: int, a: Point, b: Point) -> int:
    cross = (b[0] - a[0]) * (py - a[1]) - (b[1] - a[1]) * (px - a[0])
    return (cross > 0) - (cross < 0)


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    """True if segment ab properly crosses, or ends on, segment cd."""
    one, two = side_of(*a, c, d), side_of(*b, c, d)
    if one == two:
        return False
    return side_of(*c, a, b) != side_of(*d, a, b)


def meeting(a: Point, b: Point, c: Point, d: Point) -> int:
    """Where ab meets cd, as thousandths of a thousandth of ab from a (0..1000000); -1 if they do not meet."""
    if not crosses(a, b, c, d):
        return -1
    rx, ry, sx, sy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    below = rx * sy - ry * sx
    if below == 0:
        return -1
    above = (c[0] - a[0]) * sy - (c[1] - a[1]) * sx
    return min(1_000_000, max(0, above * 1_000_000 // below))


def length_inside(a: Point, b: Point, polygon: Sequence[Point]) -> int:
    """How much of segment ab lies inside the polygon."""
    cuts = [0, 1_000_000]
    previous = polygon[-1]
    for corner in polygon:
        cut = meeting(a, b, previous, corner)
        if cut >= 0:
            cuts.append(cut)
        previous = corner
    cuts.sort()
    inside = 0
    dx, dy = b[0] - a[0], b[1] - a[1]
    for low, high in itertools.pairwise(cuts):
        middle = (low + high) // 2
        if high > low and in_polygon(
            a[0] + dx * middle // 1_000_000, a[1] + dy * middle // 1_000_000, polygon
        ):
            inside += high - low
    return inside * isqrt(dx * dx + dy * dy) // 1_000_000


def segment_hits_base(a: Point, b: Point, base: Base, widen: int = 0) -> bool:
    """True if the segment, made thicker by `widen` on each side, passes over the base."""
    if not base.half:
        reach = base.r + widen
        return to_segment2(base.x, base.y, a, b) < reach * reach
    ax, ay = _local(a, base)
    bx, by = _local(b, base)
    low, high = 0, 1_000_000
    for start, end, limit in ((ax, bx, base.half + widen), (ay, by, base.r + widen)):
        run = end - start
        if run == 0:
            if abs(start) >= limit:
                return False
            continue
        one, two = (-limit - start) * 1_000_000 // run, (limit - start) * 1_000_000 // run
        low, high = max(low, min(one, two)), min(high, max(one, two))
        if low >= high:
            return False
    return True


def _local(point: Point, base: Base) -> Point:
    dx, dy = point[0] - base.x, point[1] - base.y
    return ((dx * base.ux + dy * base.uy) // ONE, (dy * base.ux - dx * base.uy) // ONE)
