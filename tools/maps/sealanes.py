"""Sea links as drawn: a light curve between two coasts that keeps clear of land."""

import shapely
from shapely.geometry import LineString, MultiPolygon, Point
from shapely.geometry.base import BaseGeometry

BENDS = (0.0, 0.12, -0.12, 0.25, -0.25, 0.4, -0.4, 0.6, -0.6)
Curve = tuple[float, float, float, float, float, float]  # start, control point, end of a quadratic curve


SHORTEST = 26.0  # a lane shorter than this would not be seen
AWAY = 16.0  # landings keep this far from the coasts of other lands, where they can


def draw_lane(
    first: MultiPolygon, second: MultiPolygon, all_land: BaseGeometry, others: BaseGeometry
) -> Curve:
    """The shortest gentle curve between the two that touches land only at its ends, or nearly so."""
    starts, ends = _landings(first, second, others), _landings(second, first, others)
    best: tuple[float, Curve] | None = None
    for start in starts:
        for end in ends:
            length = start.distance(end)
            if best is not None and length > best[0]:
                continue
            crowding = sum(max(0.0, AWAY - point.distance(others)) for point in (start, end))
            awkward = 4 * crowding + 4 * max(0.0, SHORTEST - length)
            for bend in BENDS:
                curve = _curve(start, end, bend)
                line = LineString(sample(curve))
                cost = line.length * (1 + 0.4 * abs(bend)) + 12 * _overland(line, all_land) + awkward
                if best is None or cost < best[0]:
                    best = (cost, curve)
    assert best is not None
    return best[1]


def sample(curve: Curve, steps: int = 24) -> list[tuple[float, float]]:
    ax, ay, bx, by, cx, cy = curve
    points = []
    for i in range(steps + 1):
        t = i / steps
        u = 1 - t
        points.append((u * u * ax + 2 * u * t * bx + t * t * cx, u * u * ay + 2 * u * t * by + t * t * cy))
    return points


def _landings(land: MultiPolygon, towards: MultiPolygon, others: BaseGeometry) -> list[Point]:
    """Points of the coast that look towards the other land, nearest first; rocks are no landing."""
    greatest = max(part.area for part in land.geoms)
    mainland = MultiPolygon([part for part in land.geoms if part.area > greatest / 8])
    points = _along(mainland, max(12, int(mainland.length / 6)))
    free = [point for point in points if point.distance(others) > AWAY / 2] or points
    free.sort(key=lambda point: point.distance(towards))
    gap = free[0].distance(towards)
    near = [point for point in free if point.distance(towards) < 1.5 * gap + 40]
    return [near[0], *near[1 :: max(1, len(near) // 24)]]


def _along(land: MultiPolygon, count: int) -> list[Point]:
    points = []
    for part in land.geoms:
        share = max(4, int(count * part.exterior.length / land.length))
        points += [part.exterior.interpolate(i / share, normalized=True) for i in range(share)]
    return points


def _curve(start: Point, end: Point, bend: float) -> Curve:
    middle_x, middle_y = (start.x + end.x) / 2, (start.y + end.y) / 2
    across_x, across_y = -(end.y - start.y), end.x - start.x
    return start.x, start.y, middle_x + bend * across_x, middle_y + bend * across_y, end.x, end.y


def _overland(line: LineString, all_land: BaseGeometry) -> float:
    return float(shapely.intersection(line, all_land).length)
