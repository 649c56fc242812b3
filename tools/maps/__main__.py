"""Rebuild the maps: `python -m tools.maps ATLAS [map…]`, ATLAS being land-50m.json of the npm package
world-atlas."""

import sys
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import shapely
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry

from engines.gloire.maps import DATA, EDITIONS, load_map
from tools.maps.atlas import Projection, project_land, read_land
from tools.maps.borders import border_lengths, draw_borders, outlines
from tools.maps.files import write_drawing, write_text
from tools.maps.growth import OUTSIDE, Growth
from tools.maps.labels import place_labels
from tools.maps.mesh import make_mesh, window_box
from tools.maps.sealanes import draw_lane
from tools.maps.seats import SeatFile, read_seats
from tools.maps.values import give_values

WIDTH = 2000
SHORTEST_BORDER = 0.8  # two lands that run side by side for less than this, in grains, do not touch


class Plan(NamedTuple):
    """How one map is drawn. Lengths are map units, except `padding_km`."""

    centre: tuple[float, float]
    degrees: tuple[float, float, float, float]
    padding_km: float
    grain: float
    font: float
    reach: float
    least_rock: float
    detail: float


PLANS = {
    "scandinavie": Plan((17.0, 63.0), (-30, 45, 75, 84), 260, 15, 26, 70, 14, 1.3),
    "moyen_orient": Plan((42.5, 32.5), (0, 5, 90, 55), 280, 13, 19, 50, 14, 1.1),
    "europe": Plan((8.0, 53.0), (-60, 22, 75, 80), 260, 9, 15.5, 60, 10, 0.9),
}


def main(arguments: list[str]) -> None:
    land = read_land(Path(arguments[0]))
    for key in arguments[1:] or PLANS:
        build(key, PLANS[key], land)


def build(key: str, plan: Plan, world: BaseGeometry) -> None:
    """Draw one map from its seats and write both of its files."""
    book = read_seats(key)
    projection = Projection(*plan.centre)
    places = {name: projection(seat.lon, seat.lat) for name, seat in book.seats.items()}
    frame = window_box(list(places.values()), plan.padding_km)
    west, north, east, _ = frame.bounds
    scale = WIDTH / (east - west)

    def to_units(lon: float, lat: float) -> tuple[float, float]:
        x, y = projection(lon, lat)
        return (x - west) * scale, (y - north) * scale

    coast = shapely.make_valid(project_land(world, plan.degrees, to_units).simplify(plan.detail))
    window = box(0, 0, WIDTH, (frame.bounds[3] - north) * scale)
    mesh = make_mesh(coast, window, plan.grain, key)
    seats = [(name, to_units(seat.lon, seat.lat)) for name, seat in book.seats.items()]
    seats += [(name, to_units(lon, lat)) for name, lon, lat in book.also]
    weights = {name: seat.weight for name, seat in book.seats.items()}
    growth = Growth(mesh, seats, weights, [to_units(*place) for place in book.outside], key)
    realm = growth.run(plan.reach, plan.least_rock, 2 * plan.grain)
    played = {face: name for face, name in realm.items() if name != OUTSIDE}
    arcs = draw_borders(mesh, realm, 0.36 * plan.grain)
    shapes = outlines(arcs, mesh, realm)
    shapes.pop(OUTSIDE, None)
    for name, shape in shapes.items():
        if shape.distance(window.boundary) < plan.grain:
            print(f"{key}: {name} runs into the frame; put a « dehors » before it")
    borders = {pair: length for pair, length in border_lengths(arcs).items() if OUTSIDE not in pair}
    shortest = SHORTEST_BORDER * plan.grain
    for pair, length in borders.items():
        if length < 1.5 * shortest:
            print(f"{key}: short border {pair} {length:.0f}")
    land, sea = _neighbours(book, {pair for pair, length in borders.items() if length >= shortest})
    give_values(book.seats, key, EDITIONS[key].lords)
    write_text(DATA / f"{key}.txt", EDITIONS[key].title, book.seats, land, sea)

    all_played = shapely.union_all(list(shapes.values()))
    view = _view(all_played)
    outside = _surroundings(coast, all_played, view)
    everything = shapely.union_all([all_played, outside])
    lanes = {}
    for a, b in map(sorted, book.sea):
        others = shapely.union_all([shape for name, shape in shapes.items() if name not in (a, b)])
        lanes[a, b] = draw_lane(shapes[a], shapes[b], everything, others)
    labels = place_labels(shapes, {name: seat.label for name, seat in book.seats.items()}, plan.font)
    write_drawing(DATA / f"{key}.geo.json", view, plan.font, shortest, shapes, labels, lanes, outside)
    load_map.cache_clear()
    print(
        f"{key}: {len(shapes)} lands, {len(played)} faces, {(DATA / f'{key}.geo.json').stat().st_size} bytes"
    )


def _neighbours(
    book: SeatFile, touching: set[tuple[str, str]]
) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    land: dict[str, set[str]] = defaultdict(set)
    sea: dict[str, set[str]] = defaultdict(set)
    for first, second in touching:
        land[first].add(second)
        land[second].add(first)
    for first, second in book.sea:
        if second in land[first]:
            raise SystemExit(f"{first} and {second} touch by land: strike their sea link")
        sea[first].add(second)
        sea[second].add(first)
    return land, sea


def _view(played: BaseGeometry) -> tuple[int, int, int, int]:
    west, north, east, south = played.bounds
    margin = 45
    return (
        round(west - margin),
        round(north - margin),
        round(east - west + 2 * margin),
        round(south - north + 2 * margin),
    )


def _surroundings(coast: BaseGeometry, played: BaseGeometry, view: tuple[int, int, int, int]) -> BaseGeometry:
    """Land outside the game, far past the frame so that a wider page shows no cut edge."""
    x, y, width, height = view
    around = shapely.clip_by_rect(coast, x - 0.6 * width, y - 0.4 * height, x + 1.6 * width, y + 1.4 * height)
    rest = shapely.difference(shapely.make_valid(around), played.buffer(1.2))
    parts = [part for part in rest.geoms if part.area > 60 and part.buffer(-2).area > 0]
    return shapely.make_valid(shapely.union_all(parts).simplify(1.6))


if __name__ == "__main__":
    main(sys.argv[1:])
