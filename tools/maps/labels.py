"""Where names and shields go: inside their land, clear of each other, found on a raster of the drawn map."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from shapely.geometry import MultiPolygon

STEP = 3
ROOM = 90
LEADING = 0.95
SHIELD = (1.25, 1.6)  # width and height of a shield, in heights of the letters

# Advance widths of EB Garamond 600, in hundredths of the letter height; 48 for the rest.
WIDTHS = {**dict.fromkeys("iljïîíI’-t", 29), **dict.fromkeys("frsJ", 37), **dict.fromkeys("mM", 84)}
WIDTHS |= {**dict.fromkeys("wW", 76), **dict.fromkeys("ABCDEFGHKLNOPQRSTUVXYZÉÎÖ", 66), " ": 24}


@dataclass
class Label:
    """A name as drawn: its lines centred on (x, y), and the point of the shield's centre."""

    lines: list[str]
    x: float
    y: float
    shield: tuple[float, float]


def text_size(lines: list[str], font: float) -> tuple[float, float]:
    """Width and height of lines of text, with a little air."""
    widest = max(sum(WIDTHS.get(c, 48) for c in line) for line in lines)
    return widest * font / 100 + 0.2 * font, len(lines) * LEADING * font


def place_labels(shapes: dict[str, MultiPolygon], names: dict[str, str], font: float) -> dict[str, Label]:
    """Small lands choose first. Overlap with names already set costs most, then leaving one's land for
    another."""
    raster = _Raster(shapes)
    labels = {}
    for name in sorted(shapes, key=lambda n: shapes[n].area):
        labels[name] = _place(raster, shapes[name], names[name], font)
    return labels


class _Raster:
    """The map as a grid of booleans: what is land, and what is taken by names and shields already set."""

    def __init__(self, shapes: dict[str, MultiPolygon]) -> None:
        west, north, east, south = shapely.union_all(list(shapes.values())).bounds
        self.west, self.north = west - ROOM, north - ROOM
        columns, rows = int((east - west + 2 * ROOM) / STEP) + 1, int((south - north + 2 * ROOM) / STEP) + 1
        self.land = np.zeros((rows, columns), dtype=bool)
        self.taken = np.zeros((rows, columns), dtype=bool)
        for shape in shapes.values():
            view = self.window(shape)
            self.land[view] |= shapely.contains(shape, shapely.points(*self.points(view)))

    def window(self, shape: MultiPolygon) -> tuple[slice, slice]:
        """The part of the grid around a shape, with room for a name that sticks out."""
        west, north, east, south = shape.bounds
        across = slice(
            max(0, int((west - ROOM - self.west) / STEP)), int((east + ROOM - self.west) / STEP) + 1
        )
        down = slice(
            max(0, int((north - ROOM - self.north) / STEP)), int((south + ROOM - self.north) / STEP) + 1
        )
        return down, across

    def points(self, view: tuple[slice, slice]) -> Any:
        rows, columns = (range(*part.indices(size)) for part, size in zip(view, self.land.shape, strict=True))
        xs = self.west + (np.array(columns) + 0.5) * STEP
        ys = self.north + (np.array(rows) + 0.5) * STEP
        return np.meshgrid(xs, ys)

    def take(self, x: float, y: float, width: float, height: float) -> None:
        left, right = int((x - width / 2 - self.west) / STEP), int((x + width / 2 - self.west) / STEP) + 1
        top, bottom = int((y - height / 2 - self.north) / STEP), int((y + height / 2 - self.north) / STEP) + 1
        self.taken[max(0, top) : bottom, max(0, left) : right] = True


class _Ground:
    """The neighbourhood of one land on the raster, and what a box costs at each of its points."""

    def __init__(self, raster: _Raster, shape: MultiPolygon) -> None:
        view = raster.window(shape)
        self.xs, self.ys = raster.points(view)
        points = shapely.points(self.xs, self.ys)
        self.mine = shapely.contains(shape, points)
        depth = shapely.distance(shape.boundary, points) * self.mine
        self.depth = depth / depth.max()
        self.abroad = raster.land[view] & ~self.mine
        self.taken = raster.taken[view]

    def cost(self, width: float, height: float, dx: float = 0, dy: float = 0) -> Any:
        inside = _share(self.mine, width, height, dx, dy)
        abroad = _share(self.abroad, width, height, dx, dy)
        taken = _share(self.taken, width + 2 * STEP, height + 2 * STEP, dx, dy)
        return 40 * taken + 5 * abroad + 1.5 * (1 - inside)

    def moved(self, grid: Any, dx: float, dy: float) -> Any:
        """The grid seen from points (dx, dy) away; nothing beyond its edge."""
        return _share(grid, 1, 1, dx, dy)


def _share(grid: Any, width: float, height: float, dx: float, dy: float) -> Any:
    """For each point, the mean of the grid in a box of that size centred (dx, dy) away from it."""
    sums = np.pad(grid.astype(float).cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    half_w, half_h = int(width / 2 / STEP + 0.5), int(height / 2 / STEP + 0.5)
    rows, columns = grid.shape
    r = np.arange(rows)[:, None] + round(dy / STEP)
    c = np.arange(columns)[None, :] + round(dx / STEP)
    top, bottom = np.clip(r - half_h, 0, rows), np.clip(r + half_h + 1, 0, rows)
    left, right = np.clip(c - half_w, 0, columns), np.clip(c + half_w + 1, 0, columns)
    total = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
    return total / ((2 * half_h + 1) * (2 * half_w + 1))


def _place(raster: _Raster, shape: MultiPolygon, text: str, font: float) -> Label:
    ground = _Ground(raster, shape)
    shield_w, shield_h = SHIELD[0] * font, SHIELD[1] * font
    best: tuple[float, Label] | None = None
    for lines in _ways_to_write(text):
        width, height = text_size(lines, font)
        name_cost = ground.cost(width, height) + 0.25 * (len(lines) - 1)
        for rank, (dx, dy) in enumerate(_shield_offsets(width, height, shield_w, shield_h)):
            cost = name_cost + 0.8 * ground.cost(shield_w, shield_h, dx, dy) + 0.02 * rank
            cost = cost - 0.6 * ground.moved(ground.depth, dx / 2, dy / 2)
            allowed = ground.mine & (ground.moved(ground.mine, dx, dy) > 0.5)
            cost = np.where(allowed, cost, 1e6)
            spot = np.unravel_index(np.argmin(cost), cost.shape)
            x, y = float(ground.xs[spot]), float(ground.ys[spot])
            if best is None or cost[spot] < best[0]:
                best = (float(cost[spot]), Label(lines, x, y, (x + dx, y + dy)))
    assert best is not None
    label = best[1]
    raster.take(label.x, label.y, *text_size(label.lines, font))
    raster.take(*label.shield, shield_w, shield_h)
    return label


def _ways_to_write(text: str) -> list[list[str]]:
    ways = [[text]]
    for mark in ("-", " "):
        head, found, tail = text.partition(mark)
        if found and len(head) > 2:
            ways.append([head + (mark if mark == "-" else ""), tail])
    return ways


def _shield_offsets(
    width: float, height: float, shield_w: float, shield_h: float
) -> list[tuple[float, float]]:
    rise = (height + shield_h) / 2 + 1
    aside = (width + shield_w) / 2 + 1
    return [
        (0, -rise),
        (0, rise),
        (-width / 4, -rise),
        (width / 4, -rise),
        (aside, 0),
        (-aside, 0),
        (width / 4, rise),
    ]
