"""Growing lands from their seats over the mesh: nearest by way of land, with rough ground so that borders
wander."""

import heapq
import random
from collections.abc import Callable

import shapely
from shapely.geometry import MultiPolygon

from tools.maps.mesh import XY, Mesh

OUTSIDE = "*"
ROUNDS = 10
MILDNESS = 0.14


class Growth:
    """Assigns every face of a mesh to a land, to the outside, or to nobody (a rock at sea)."""

    def __init__(
        self, mesh: Mesh, seats: list[tuple[str, XY]], weights: dict[str, float], outside: list[XY], seed: str
    ):
        self.mesh = mesh
        self.sources = [(mesh.face_near(*place), name) for name, place in seats]
        self.sources += [(mesh.face_near(*place), OUTSIDE) for place in outside]
        self.weights = dict(weights)
        self.seed = seed
        self.costs = self._costs()

    def run(self, reach: float, least_rock: float, corner: float) -> dict[int, str]:
        """Balance sizes a little, then give rocks and small islands to the nearest land within `reach`.

        Borders shorter than `corner` are done away with where that is possible.
        """
        hand_set = dict(self.weights)
        realm = self._spread()
        for _ in range(ROUNDS):
            areas = self._areas(realm)
            mean = sum(areas.values()) / len(areas)
            for name, area in areas.items():
                wanted = self.weights[name] * (mean / area) ** MILDNESS
                self.weights[name] = min(1.35, max(0.75, wanted / hand_set[name])) * hand_set[name]
            realm = self._spread()
        self._settle_islands(realm, reach, least_rock)
        for tries in range(8, 0, -1):
            if not self._part_corners(realm, corner * min(1.0, tries / 5)):
                break
        return realm

    def _costs(self) -> list[dict[int, float]]:
        """The trouble of each step: its length, the roughness of the ground, and narrow passages."""
        rough = value_noise(self.seed, 110.0)
        fine = value_noise(self.seed + "fine", 36.0)
        costs: list[dict[int, float]] = []
        for number, others in enumerate(self.mesh.beside):
            ax, ay = self.mesh.centres[number]
            row = {}
            for other, edge in others.items():
                bx, by = self.mesh.centres[other]
                length = ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5
                x, y = (ax + bx) / 2, (ay + by) / 2
                row[other] = (
                    length * (0.35 + 1.2 * rough(x, y) + 0.7 * fine(x, y)) * (1.8 if edge < 2.5 else 1.0)
                )
            costs.append(row)
        return costs

    def _spread(self) -> dict[int, str]:
        realm: dict[int, str] = {}
        queue = [(0.0, face, name) for face, name in self.sources]
        heapq.heapify(queue)
        while queue:
            cost, face, name = heapq.heappop(queue)
            if face in realm:
                continue
            realm[face] = name
            weight = self.weights.get(name, 1.0)
            for other, step in self.costs[face].items():
                if other not in realm:
                    heapq.heappush(queue, (cost + step / weight, other, name))
        return realm

    def _areas(self, realm: dict[int, str]) -> dict[str, float]:
        areas = dict.fromkeys(self.weights, 0.0)
        for face, name in realm.items():
            if name != OUTSIDE:
                areas[name] += self.mesh.faces[face].area
        return areas

    def _settle_islands(self, realm: dict[int, str], reach: float, least_rock: float) -> None:
        settled = list(realm)
        tree = shapely.STRtree([self.mesh.faces[face] for face in settled])
        for island in self._islands(realm):
            shape = MultiPolygon([self.mesh.faces[face] for face in island])
            near = settled[int(tree.nearest(shape))]
            if shape.area < least_rock:
                continue
            close = self.mesh.faces[near].distance(shape) <= reach
            realm.update(dict.fromkeys(island, realm[near] if close else OUTSIDE))

    def _part_corners(self, realm: dict[int, str], corner: float) -> bool:
        """Lands that meet along a few steps only would leave readers in doubt: a third land comes between
        them."""
        meeting: dict[tuple[str, str], list[int]] = {}
        lengths: dict[tuple[str, str], float] = {}
        for face, name in realm.items():
            for other, edge in self.mesh.beside[face].items():
                rival = realm.get(other, name)
                if rival != name and OUTSIDE not in (name, rival):
                    meeting.setdefault((name, rival), []).append(face)
                    lengths[name, rival] = lengths.get((name, rival), 0.0) + edge
        seats = {face for face, _ in self.sources}
        changed = False
        for (name, rival), length in lengths.items():
            if length >= corner or len(meeting[name, rival]) > len(meeting[rival, name]):
                continue
            for face in sorted(set(meeting[name, rival]) - seats):
                between = self._neighbour_between(realm, face, rival)
                if realm[face] == name and between is not None:
                    realm[face] = between
                    changed = True
        return changed

    def _neighbour_between(self, realm: dict[int, str], face: int, rival: str) -> str | None:
        edges: dict[str, float] = {}
        for other, edge in self.mesh.beside[face].items():
            name = realm.get(other, OUTSIDE)
            if name not in (rival, realm[face], OUTSIDE):
                edges[name] = edges.get(name, 0.0) + edge
        return max(sorted(edges), key=lambda name: edges[name]) if edges else None

    def _islands(self, realm: dict[int, str]) -> list[list[int]]:
        islands, seen = [], set(realm)
        for start in range(len(self.mesh.faces)):
            if start in seen:
                continue
            island = [start]
            seen.add(start)
            for face in island:
                fresh = [other for other in self.mesh.beside[face] if other not in seen]
                seen.update(fresh)
                island += fresh
            islands.append(island)
        return islands


def value_noise(seed: str, wave: float) -> Callable[[float, float], float]:
    """A smooth random ground between 0 and 1 with bumps about `wave` wide."""
    heights: dict[tuple[int, int], float] = {}

    def height(i: int, j: int) -> float:
        if (i, j) not in heights:
            heights[i, j] = random.Random(f"{seed}:{i}:{j}").random()
        return heights[i, j]

    def noise(x: float, y: float) -> float:
        i, j = int(x // wave), int(y // wave)
        u, v = x / wave - i, y / wave - j
        u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
        top = height(i, j) * (1 - u) + height(i + 1, j) * u
        bottom = height(i, j + 1) * (1 - u) + height(i + 1, j + 1) * u
        return top * (1 - v) + bottom * v

    return noise
