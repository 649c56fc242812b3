"""Writing the two files of a map: the text a player proofreads, and the drawing the site shows."""

import json
from pathlib import Path
from typing import Any

from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from tools.maps.labels import Label
from tools.maps.sealanes import Curve
from tools.maps.seats import Seat

HEAD = """# {title} : {count} terres.
# Une terre par paragraphe : NOM Étiquette, puis ses habitants, sa richesse, ses voisines par terre et par mer.
# « départ 10 » : un seigneur y commence quand ils sont 10 à jouer.
"""


def write_text(
    path: Path, title: str, seats: dict[str, Seat], land: dict[str, set[str]], sea: dict[str, set[str]]
) -> None:
    paragraphs = [HEAD.format(title=title, count=len(seats))]
    for name, seat in sorted(seats.items()):
        lines = [
            f"{name} {seat.label}",
            f"    habitants {seat.population}",
            f"    richesse {seat.wealth:.2f}",
        ]
        if land[name]:
            lines.append(f"    terre {' '.join(sorted(land[name]))}")
        if sea[name]:
            lines.append(f"    mer {' '.join(sorted(sea[name]))}")
        if seat.starts:
            lines.append(f"    départ {' '.join(map(str, seat.starts))}")
        paragraphs.append("\n".join(lines) + "\n")
    path.write_text("\n".join(paragraphs), encoding="utf-8")


def write_drawing(
    path: Path,
    view: tuple[int, int, int, int],
    font: float,
    shortest: float,
    shapes: dict[str, MultiPolygon],
    labels: dict[str, Label],
    lanes: dict[tuple[str, str], Curve],
    outside: BaseGeometry,
) -> None:
    drawing: dict[str, Any] = {"viewBox": list(view), "font": font, "shortest_border": round(shortest, 1)}
    drawing |= {"outside": svg_path(outside), "lands": {}}
    for name, shape in sorted(shapes.items()):
        label = labels[name]
        drawing["lands"][name] = {
            "path": svg_path(shape),
            "box": [round(bound) for bound in shape.bounds],
            "label": [round(label.x), round(label.y)],
            "lines": label.lines,
            "shield": [round(value) for value in label.shield],
        }
    drawing["sea"] = [
        {"between": list(pair), "path": "M{} {}Q{} {} {} {}".format(*(round(value) for value in curve))}
        for pair, curve in sorted(lanes.items())
    ]
    lines = json.dumps(drawing, ensure_ascii=False, separators=(",", ":"))
    path.write_text(lines.replace('},"', '},\n"').replace('},{"', '},\n{"') + "\n", encoding="utf-8")


def svg_path(shape: BaseGeometry) -> str:
    """A compact path in whole numbers: M and relative l for each ring."""
    parts = getattr(shape, "geoms", [shape])
    return "".join(_ring(ring.coords) for part in parts for ring in _rings(part))


def _rings(part: Polygon) -> list[Any]:
    return [part.exterior, *part.interiors]


def _ring(coordinates: Any) -> str:
    points = [(round(x), round(y)) for x, y in coordinates]
    (x, y), steps = points[0], []
    text = f"M{x} {y}l"
    for after_x, after_y in points[1:-1]:
        if (after_x, after_y) != (x, y):
            steps.append(f"{after_x - x} {after_y - y}")
        x, y = after_x, after_y
    return (text + " ".join(steps)).replace(" -", "-") + "z"
