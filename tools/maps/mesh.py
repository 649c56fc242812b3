"""A fine irregular mesh over the land: the grain out of which lands are grown, so that borders look drawn by
hand."""

import random
from dataclasses import dataclass
from itertools import pairwise

import shapely
from shapely.geometry import MultiPoint, MultiPolygon, Point, Polygon, box
from shapely.geometry.base import BaseGeometry

XY = tuple[float, float]
GRID = 0.05


@dataclass
class Mesh:
    """Faces of land, with for each face its neighbours and the length of the edge they share."""

    faces: list[Polygon]
    centres: list[XY]
    beside: list[dict[int, float]]
    owner_of_edge: dict[tuple[XY, XY], int]
    tree: shapely.STRtree

    def face_near(self, x: float, y: float) -> int:
        return int(self.tree.nearest(Point(x, y)))


def make_mesh(land: BaseGeometry, window: BaseGeometry, grain: float, seed: str) -> Mesh:
    """Cut the land inside the window into irregular faces about `grain` wide. Noded once: shared points are
    equal."""
    cut = shapely.intersection(land, window, grid_size=GRID)
    area = MultiPolygon([part for part in cut.geoms if part.geom_type == "Polygon"])
    cells = shapely.voronoi_polygons(
        MultiPoint(_jittered(window, grain, seed)), extend_to=window, only_edges=True
    )
    inside = shapely.intersection(cells, area, grid_size=GRID)
    lines = shapely.unary_union([inside, area.boundary], grid_size=GRID)
    shapely.prepare(area)
    faces = [f for f in shapely.polygonize([lines]).geoms if area.contains(f.representative_point())]
    return _index(faces)


def _jittered(window: BaseGeometry, grain: float, seed: str) -> list[XY]:
    """Points of a slanting grid, each pushed about: even, but without rows that would show in the borders."""
    dice = random.Random(seed)
    west, north, east, south = window.bounds
    reach = int(((east - west) ** 2 + (south - north) ** 2) ** 0.5 / grain / 2) + 2
    middle_x, middle_y = (west + east) / 2, (north + south) / 2
    points = []
    for row in range(-reach, reach):
        for column in range(-reach, reach):
            u = (column + dice.uniform(-0.5, 0.5)) * grain
            v = (row + dice.uniform(-0.5, 0.5)) * grain
            x, y = middle_x + 0.891 * u - 0.454 * v, middle_y + 0.454 * u + 0.891 * v
            if west - grain < x < east + grain and north - grain < y < south + grain:
                points.append((x, y))
    return points


def _index(faces: list[Polygon]) -> Mesh:
    owner: dict[tuple[XY, XY], int] = {}
    for number, face in enumerate(faces):
        for ring in (face.exterior, *face.interiors):
            points = list(ring.coords)
            if not ring.is_ccw:
                points.reverse()
            if ring is not face.exterior:
                points.reverse()
            owner.update(((a, b), number) for a, b in pairwise(points))
    beside: list[dict[int, float]] = [{} for _ in faces]
    for (a, b), number in owner.items():
        other = owner.get((b, a))
        if other is not None and other != number:
            length = ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5
            beside[number][other] = beside[number].get(other, 0.0) + length
    centres = [(f.centroid.x, f.centroid.y) for f in faces]
    return Mesh(faces, centres, beside, owner, shapely.STRtree(faces))


def window_box(points: list[XY], padding: float) -> BaseGeometry:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return box(min(xs) - padding, min(ys) - padding, max(xs) + padding, max(ys) + padding)
