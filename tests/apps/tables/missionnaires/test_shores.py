"""The drawn coast: towns lie on land and white points at sea, as the board says."""

import re

from shapely.geometry import Point, Polygon
from shapely.ops import unary_union

from apps.tables.missionnaires.chart import SHORES
from engines.missionnaires.edition import MAP


def land():
    """The rings of the drawing, islands and mainlands, in board units."""
    scale, rings = SHORES["scale"], []
    for ring in re.findall(r"M([^z]+)z", SHORES["land"]):
        start, _, steps = ring.partition("l")
        numbers = [int(number) for number in re.findall(r"-?\d+", steps)]
        x, y = (int(number) for number in re.findall(r"-?\d+", start))
        points = [(x / scale, y / scale)]
        for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = x + dx, y + dy
            points.append((x / scale, y / scale))
        rings.append(Polygon(points).buffer(0))
    return unary_union(rings)


def test_towns_lie_on_land_and_white_points_at_sea():
    drawn = land()
    places = {space: Point(space.x, space.y) for space in MAP.spaces}
    assert [
        space.id for space, point in places.items() if space.kind == "sea" and drawn.contains(point)
    ] == []
    assert [
        space.id for space, point in places.items() if space.kind != "sea" and drawn.distance(point) > 6
    ] == []


def test_drawing_names_its_source():
    assert "Natural Earth" in SHORES["source"]
