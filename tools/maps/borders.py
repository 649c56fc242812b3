"""From grown faces to outlines: borders are cut into arcs shared by both sides, smoothed once, and joined
again."""

from collections import defaultdict
from itertools import pairwise
from typing import NamedTuple

import shapely
from shapely.geometry import LineString, MultiPolygon, Polygon

from tools.maps.mesh import XY, Mesh


class Arc(NamedTuple):
    """A stretch of border. `right` is None where it is a coast. Points are whole numbers once drawn."""

    points: list[XY]
    left: str
    right: str | None

    @property
    def length(self) -> float:
        return float(LineString(self.points).length)


def draw_borders(mesh: Mesh, realm: dict[int, str], bump: float) -> list[Arc]:
    """All borders and coasts of the lands, each stretch once, true to nature at sea; inland without small
    bumps."""
    sides = _sides(mesh, realm)
    return [_drawn(points, *sides[points[0], points[1]], bump) for points in _chains(sides)]


def outlines(arcs: list[Arc], mesh: Mesh, realm: dict[int, str]) -> dict[str, MultiPolygon]:
    """The polygons of each land, put together from its arcs; smallest specks fall away."""
    mine: dict[str, list[LineString]] = defaultdict(list)
    for arc in arcs:
        if len(arc.points) > 1:
            mine[arc.left].append(LineString(arc.points))
            if arc.right is not None:
                mine[arc.right].append(LineString(arc.points))
    grown: dict[str, list[Polygon]] = defaultdict(list)
    for face, name in realm.items():
        grown[name].append(mesh.faces[face])
    shapes = {}
    for name, lines in mine.items():
        ground = shapely.unary_union(grown[name])
        noded = shapely.unary_union(lines, grid_size=1)
        parts = [p for p in shapely.polygonize([noded]).geoms if p.intersection(ground).area > p.area / 2]
        merged = shapely.unary_union(parts)
        pieces = list(getattr(merged, "geoms", [merged]))
        largest = max(piece.area for piece in pieces)
        shapes[name] = MultiPolygon([p for p in pieces if p.area > 9 or p.area == largest])
    return shapes


def border_lengths(arcs: list[Arc]) -> dict[tuple[str, str], float]:
    """How long each pair of lands runs side by side, keyed by sorted names."""
    lengths: dict[tuple[str, str], float] = defaultdict(float)
    for arc in arcs:
        if arc.right is not None and len(arc.points) > 1:
            first, second = sorted((arc.left, arc.right))
            lengths[first, second] += arc.length
    return dict(lengths)


def _sides(mesh: Mesh, realm: dict[int, str]) -> dict[tuple[XY, XY], tuple[str, str | None]]:
    """Directed border segments with the land on their left and on their right; inland ones in one direction
    only."""
    sides: dict[tuple[XY, XY], tuple[str, str | None]] = {}
    for (a, b), face in mesh.owner_of_edge.items():
        left = realm.get(face)
        opposite = mesh.owner_of_edge.get((b, a))
        right = realm.get(opposite) if opposite is not None else None
        if left is None or left == right or (right is not None and right < left):
            continue
        sides[a, b] = (left, right)
    return sides


def _chains(sides: dict[tuple[XY, XY], tuple[str, str | None]]) -> list[list[XY]]:
    """Join segments end to end up to the points where three or more borders meet."""
    touching: dict[XY, set[tuple[XY, XY]]] = defaultdict(set)
    leaving: dict[tuple[XY, str, str | None], list[XY]] = defaultdict(list)
    for (a, b), (left, right) in sides.items():
        touching[a].add((a, b))
        touching[b].add((a, b))
        leaving[a, left, right].append(b)
    arriving = {(b, *side) for (_, b), side in sides.items()}
    ends = {p for p, segments in touching.items() if len(segments) != 2}
    firsts = [s for s, side in sides.items() if s[0] in ends or (s[0], *side) not in arriving]
    chains, used = [], set()
    for a, b in [*firsts, *sides]:
        if (a, b) in used:
            continue
        used.add((a, b))
        chain = [a, b]
        side = sides[a, b]
        while chain[-1] not in ends:
            onward = [p for p in leaving[chain[-1], *side] if (chain[-1], p) not in used]
            if not onward:
                break
            used.add((chain[-1], onward[0]))
            chain.append(onward[0])
        chains.append(chain)
    return chains


def _drawn(points: list[XY], left: str, right: str | None, bump: float) -> Arc:
    if right is not None:
        points = _smooth(points, bump)
    whole = [(float(round(x)), float(round(y))) for x, y in points]
    kept = [whole[0]] + [p for before, p in pairwise(whole) if p != before]
    return Arc(_without_middles(kept), left, right)


def _smooth(points: list[XY], bump: float) -> list[XY]:
    """Iron out small bumps, round corners twice (Chaikin), then leave out what the eye does not miss."""
    if points[0] == points[-1]:
        return points
    points = [(x, y) for x, y in LineString(points).simplify(bump).coords]
    for _ in range(2):
        cut = [points[0]]
        for (ax, ay), (bx, by) in pairwise(points):
            cut += [
                (0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by),
                (0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by),
            ]
        points = [*cut, points[-1]]
    return [(x, y) for x, y in LineString(points).simplify(0.7).coords]


def _without_middles(points: list[XY]) -> list[XY]:
    """Drop points that lie exactly on the straight line between their neighbours."""
    kept = points[:1]
    for here, after in pairwise(points[1:]):
        (ax, ay), (bx, by), (cx, cy) = kept[-1], here, after
        if (bx - ax) * (cy - by) != (by - ay) * (cx - bx):
            kept.append(here)
    return [*kept, points[-1]] if len(points) > 1 else kept
