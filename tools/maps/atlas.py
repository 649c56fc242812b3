"""Coastlines: Natural Earth land from the npm package world-atlas, decoded, unwrapped and projected to map
units."""

import json
import math
from pathlib import Path
from typing import Any, NamedTuple

import shapely
from shapely.geometry import MultiPolygon, Point, Polygon
from shapely.geometry.base import BaseGeometry

EARTH_KM = 6371.0


class Projection(NamedTuple):
    """Lambert's equal-area view from above (lon0, lat0), in kilometres, y growing southwards as in a
    drawing."""

    lon0: float
    lat0: float

    def __call__(self, lon: float, lat: float) -> tuple[float, float]:
        lam, phi, phi0 = math.radians(lon - self.lon0), math.radians(lat), math.radians(self.lat0)
        cos_c = math.sin(phi0) * math.sin(phi) + math.cos(phi0) * math.cos(phi) * math.cos(lam)
        k = EARTH_KM * math.sqrt(2 / (1 + max(cos_c, -0.999)))
        x = k * math.cos(phi) * math.sin(lam)
        y = k * (math.cos(phi0) * math.sin(phi) - math.sin(phi0) * math.cos(phi) * math.cos(lam))
        return x, -y


def read_land(path: Path) -> BaseGeometry:
    """All land of the world in degrees, from a TopoJSON file. Longitudes may leave ±180 where Eurasia
    does."""
    topology = json.loads(path.read_text())
    arcs = [_unquantise(arc, topology["transform"]) for arc in topology["arcs"]]
    polygons = []
    for geometry in topology["objects"]["land"]["geometries"]:
        parts = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
        polygons += [
            Polygon(_ring(part[0], arcs), [_ring(hole, arcs) for hole in part[1:]]) for part in parts
        ]
    land = shapely.make_valid(MultiPolygon(polygons), method="structure", keep_collapsed=False)
    # At this scale Tromsø's own island is drawn a few kilometres off: its point must lie within a tenth of a
    # degree.
    assert land.distance(Point(18.96, 69.65)) < 0.1, "Tromsø must lie on land"
    assert land.contains(Point(37.6, 55.75)), "Moscow must lie on land"
    assert not land.contains(Point(5, 66)), "66 N 5 E must lie at sea"
    return land


def project_land(
    land: BaseGeometry, window: tuple[float, float, float, float], to_units: Any
) -> BaseGeometry:
    """The land of a window in degrees (west, south, east, north), in map units; `to_units` maps (lon,
    lat)."""
    part = shapely.clip_by_rect(land, *window)
    part = shapely.segmentize(shapely.make_valid(part), 1.0)
    moved = shapely.transform(part, lambda points: [to_units(lon, lat) for lon, lat in points])
    return shapely.make_valid(moved, method="structure", keep_collapsed=False)


def _unquantise(arc: list[list[int]], transform: dict[str, Any]) -> list[tuple[float, float]]:
    (kx, ky), (dx, dy) = transform["scale"], transform["translate"]
    x = y = 0
    points = []
    for step_x, step_y in arc:
        x, y = x + step_x, y + step_y
        points.append((x * kx + dx, y * ky + dy))
    return points


def _ring(indices: list[int], arcs: list[list[tuple[float, float]]]) -> list[tuple[float, float]]:
    """Join the arcs of a ring, carrying longitudes over the antimeridian instead of jumping back."""
    ring: list[tuple[float, float]] = []
    for index in indices:
        arc = arcs[index] if index >= 0 else arcs[~index][::-1]
        ring += arc[1:] if ring else arc
    unwrapped = [ring[0]]
    for lon, lat in ring[1:]:
        last = unwrapped[-1][0]
        unwrapped.append((lon - 360 * round((lon - last) / 360), lat))
    # Eurasia's ring may have begun in America's half: bring it back over Europe.
    turn = 360 * round((sum(lon for lon, _ in unwrapped) / len(unwrapped) - 10) / 360)
    return [(lon - turn, lat) for lon, lat in unwrapped]
