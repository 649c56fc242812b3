"""Draw the shores of Les Missionnaires: `python -m tools.maps.mediterranean ATLAS`, ATLAS being land-50m.json
of world-atlas.

The drawing follows the board's own projection, so that towns lie on their land; it reaches past the frame on
every side.
"""

import json
import math
import sys
from pathlib import Path

import shapely
from shapely.geometry import Point, Polygon
from shapely.geometry.base import BaseGeometry

from engines.missionnaires.edition import MAP
from tools.maps.atlas import project_land, read_land
from tools.maps.files import svg_path

OUT = (
    Path(__file__).resolve().parents[2] / "apps" / "tables" / "missionnaires" / "data" / "mediterranean.json"
)
WINDOW = (-16.0, 25.0, 44.0, 54.0)  # degrees: west, south, east, north
UNIT = 40.0  # drawing units for a degree of latitude, as in map.json
MIDDLE = math.cos(math.radians(39.5))
FINER = 2  # the file counts in halves of a unit
DETAIL = 0.35  # units a line may stray from the atlas
LEAST_ISLAND = 9.0  # square units; smaller rocks are left out, unless a town stands there
ON_LAND = 6.0  # units: a town may stand this far from the drawn shore


def main(arguments: list[str]) -> None:
    land = drawn(read_land(Path(arguments[0])))
    for space, what in misplaced(land):
        print(f"{space}: {what}")
    grown = shapely.transform(land, lambda points: points * FINER)
    text = {
        "source": "Natural Earth 1:50m (public domain), by way of world-atlas (ISC)",
        "viewBox": [0, 0, MAP.projection.width, MAP.projection.height],
        "scale": FINER,
        "land": svg_path(grown),
    }
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps(text, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


def drawn(world: BaseGeometry) -> BaseGeometry:
    """The land of the window in board units, simplified; lakes and specks filled in or left out."""
    land = project_land(world, WINDOW, to_units)
    towns = [Point(space.x, space.y) for space in MAP.spaces if space.kind != "sea"]
    parts = []
    for part in getattr(land, "geoms", [land]):
        if part.area >= LEAST_ISLAND or any(part.distance(town) < ON_LAND for town in towns):
            parts.append(Polygon(part.simplify(DETAIL).exterior))
    return shapely.make_valid(shapely.unary_union(parts))


def to_units(lon: float, lat: float) -> tuple[float, float]:
    return (lon + 10) * MIDDLE * UNIT, (50 - lat) * UNIT


def misplaced(land: BaseGeometry) -> list[tuple[str, str]]:
    """Towns at sea and white points on land: what a proofreader must look at."""
    found = []
    for space in MAP.spaces:
        point = Point(space.x, space.y)
        if space.kind == "sea" and land.contains(point):
            found.append((space.id, "on land"))
        elif space.kind != "sea" and land.distance(point) > ON_LAND:
            found.append((space.id, f"at sea, {land.distance(point):.1f} units off"))
    return found


if __name__ == "__main__":
    main(sys.argv[1:])
