"""Outlines: points written as text become SVG path data. "x,y" is passed smoothly, "x,y!" is a corner.

Every charge is drawn in a box of 100 by 100, y downwards. Pure geometry; nothing here knows heraldry.
"""

from math import cos, hypot, pi, sin

Point = tuple[float, float]


def blob(text: str) -> str:
    """A closed outline through the points of `text`."""
    return _outline(_points(text))


def mirror(text: str, axis: float = 50) -> str:
    """A closed outline of which `text` gives the right half, from the top of the axis to its foot."""
    half = _points(text)
    other = [(2 * axis - x, y, corner) for x, y, corner in reversed(half) if abs(x - axis) > 0.01]
    return _outline(half + other)


def both(path_of_right: str, axis: float = 50) -> str:
    """A closed outline and its mirror image, for paired parts such as antlers."""
    right = _points(path_of_right)
    left = [(2 * axis - x, y, corner) for x, y, corner in reversed(right)]
    return _outline(right) + _outline(left)


def limb(text: str) -> str:
    """A tapering, round-ended shape around a spine "x,y,width x,y,width …": legs, necks, tails, horns."""
    spine = [tuple(float(part) for part in word.split(",")) for word in text.split()]
    left: list[Point] = []
    right: list[Point] = []
    for index, (x, y, width) in enumerate(spine):
        before, after = spine[max(0, index - 1)], spine[min(len(spine) - 1, index + 1)]
        dx, dy = _unit(after[0] - before[0], after[1] - before[1])
        left.append((x - dy * width / 2, y + dx * width / 2))
        right.append((x + dy * width / 2, y - dx * width / 2))
    head = _cap(spine[-2], spine[-1])
    foot = _cap(spine[1], spine[0])
    around = [*left, head, *reversed(right), foot]
    return _outline([(x, y, False) for x, y in around])


def line(text: str) -> str:
    """Open lines through the points, for details; a semicolon lifts the pen."""
    strokes = [_points(stroke) for stroke in text.split(";")]
    return "".join(f"M{_pair(points[0])}" + "".join(_curves(points, closed=False)) for points in strokes)


def disc(x: float, y: float, radius: float) -> str:
    return _circle(x, y, radius, sweep=1)


def hole(x: float, y: float, radius: float) -> str:
    """A disc turned the other way round: it cuts the shapes it lies upon."""
    return _circle(x, y, radius, sweep=0)


def star(points: int, outer: float, inner: float, y: float = 50, turn: float = 0) -> str:
    """A star with straight rays; `turn` in fractions of the angle between two rays."""
    words = []
    for index in range(2 * points):
        radius = outer if index % 2 == 0 else inner
        angle = pi * (index + 2 * turn) / points - pi / 2
        words.append(f"{_n(50 + radius * cos(angle))} {_n(y + radius * sin(angle))}")
    return "M" + "L".join(words) + "z"


def around(count: int, radius: float, y: float = 50, turn: float = 0) -> list[Point]:
    """`count` points on a circle, the first at the top."""
    angles = (2 * pi * (k + turn) / count - pi / 2 for k in range(count))
    return [(50 + radius * cos(angle), y + radius * sin(angle)) for angle in angles]


def paw(x: float, y: float, dx: float, dy: float, size: float = 5) -> str:
    """A paw with three claws, reaching towards (dx, dy)."""
    ux, uy = _unit(dx, dy)
    parts = [disc(x, y, size)]
    for spread in (-0.8, 0, 0.8):
        vx, vy = ux * cos(spread) - uy * sin(spread), ux * sin(spread) + uy * cos(spread)
        tip = (x + vx * size * 1.95, y + vy * size * 1.95)
        a = (x + vx * size * 0.6 - vy * size * 0.42, y + vy * size * 0.6 + vx * size * 0.42)
        b = (x + vx * size * 0.6 + vy * size * 0.42, y + vy * size * 0.6 - vx * size * 0.42)
        parts.append(_outline([(*a, True), (*tip, True), (*b, True)]))
    return "".join(parts)


def _points(text: str) -> list[tuple[float, float, bool]]:
    found = []
    for word in text.split():
        x, y = word.rstrip("!").split(",")
        found.append((float(x), float(y), word.endswith("!")))
    return found


def _circle(x: float, y: float, radius: float, sweep: int) -> str:
    r, across = _n(radius), _n(2 * radius)
    return f"M{_n(x - radius)} {_n(y)}a{r} {r} 0 1 {sweep} {across} 0a{r} {r} 0 1 {sweep} -{across} 0z"


def _outline(points: list[tuple[float, float, bool]]) -> str:
    """All outlines turn clockwise, so that overlapping parts of one path add up instead of cutting each
    other."""
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1], strict=True))
    if area < 0:
        points = points[::-1]
    return f"M{_pair(points[0])}" + "".join(_curves(points, closed=True)) + "z"


def _curves(points: list[tuple[float, float, bool]], closed: bool) -> list[str]:
    """Catmull–Rom segments as cubic curves; a corner has no tangent, so lines between corners are
    straight."""
    count = len(points)
    out = []
    for index in range(count if closed else count - 1):
        start, end = points[index], points[(index + 1) % count]
        if start[2] and end[2]:
            out.append(f"L{_pair(end)}")
            continue
        before = points[index - 1] if closed or index else start
        after = points[(index + 2) % count] if closed or index + 2 < count else end
        first = (
            start if start[2] else (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        )
        second = end if end[2] else (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        out.append(f"C{_pair(first)} {_pair(second)} {_pair(end)}")
    return out


def _cap(before: tuple[float, ...], end: tuple[float, ...]) -> Point:
    dx, dy = _unit(end[0] - before[0], end[1] - before[1])
    return end[0] + dx * end[2] / 2, end[1] + dy * end[2] / 2


def _unit(dx: float, dy: float) -> Point:
    length = hypot(dx, dy) or 1
    return dx / length, dy / length


def _pair(point: tuple[float, ...]) -> str:
    return f"{_n(point[0])} {_n(point[1])}"


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0").replace("-0.0", "0") if abs(value) >= 0.05 else "0"
