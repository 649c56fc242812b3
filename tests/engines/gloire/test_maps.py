"""The three maps: what the rules ask of them, what section 10 of the specification fixes, and that drawings
agree."""

import itertools
import json
import re
from collections import defaultdict

import pytest

from engines.gloire.maps import DATA, EDITIONS, MapError, distances_from, load_map, read_map
from tools.maps.labels import SHIELD, text_size

FILES = ("scandinavie", "moyen_orient", "europe")
MOST_BYTES = {"scandinavie": 60_000, "moyen_orient": 110_000, "europe": 180_000}

TOUCHING = {
    "LIVO-JOKI": ("LOHRAR-JAVI", "OULANKA", "OULU"),
    "LOHRAR-JAVI": ("NORBOTTEN",),
    "VADVET-JAKKO": ("NARVIK", "LAPPLAND", "THULE", "SVARTSEN"),
    "DOLON": ("LAPPLAND", "THULE"),
    "NORBOTTEN": ("VADVET-JAKKO",),
    "OULU": ("VAASA", "MIKELI"),
    "TURKU": ("KYMIA", "VAASA"),
    "KYMIA": ("MIKELI", "NOVGOROD"),
}


@pytest.mark.parametrize("key", EDITIONS)
def test_counts_are_those_of_the_rules(key):
    game_map = load_map(key)
    expected = {
        "scandinavie": (45, 10),
        "moyen_orient": (80, 20),
        "europe": (151, 30),
        "europe_100": (151, 100),
    }
    assert (len(game_map.lands), len(game_map.starts)) == expected[key]
    assert EDITIONS[key].lords == len(set(game_map.starts))


@pytest.mark.parametrize("key", EDITIONS)
def test_every_land_can_be_reached_and_neighbours_agree(key):
    lands = load_map(key).lands
    assert set(distances_from(lands, next(iter(lands)))) == set(lands)
    for name, land in lands.items():
        assert 2 <= len(land.neighbours) <= 9, name
        assert set(land.sea) <= set(land.neighbours)
        assert all(name in lands[other].neighbours for other in land.neighbours), name
        assert all(name in lands[other].sea for other in land.sea), name


@pytest.mark.parametrize("key", EDITIONS)
def test_names_can_be_typed_on_any_keyboard(key):
    for name, land in load_map(key).lands.items():
        assert re.fullmatch(r"[A-Z]+(-[A-Z]+)*", name)
        assert land.name == name
        assert land.label[0].isupper()


@pytest.mark.parametrize("key", ["scandinavie", "moyen_orient", "europe"])
def test_starts_lie_at_least_two_steps_apart(key):
    game_map = load_map(key)
    for start in game_map.starts:
        assert not set(game_map.lands[start].neighbours) & set(game_map.starts), start


def test_each_of_the_hundred_starts_has_a_neutral_land_beside_it():
    """A hundred starts on 151 lands cannot lie two apart; this is what holds instead."""
    game_map = load_map("europe_100")
    for start in game_map.starts:
        assert set(game_map.lands[start].neighbours) - set(game_map.starts), start
    assert set(load_map("europe").starts) <= set(game_map.starts)


@pytest.mark.parametrize("key", EDITIONS)
def test_people_and_wealth_of_neutral_lands(key):
    game_map = load_map(key)
    neutral = [land for name, land in game_map.lands.items() if name not in game_map.starts]
    assert all(10_000 <= land.population <= 23_000 for land in neutral)
    assert all(0.25 <= land.wealth <= 0.55 for land in neutral)
    assert sum(land.population for land in neutral) / len(neutral) == pytest.approx(16_500, rel=0.01)
    assert sum(land.wealth for land in neutral) / len(neutral) == pytest.approx(0.40, abs=0.005)
    assert len({land.population for land in neutral}) > len(neutral) / 2
    for start in game_map.starts:
        assert (game_map.lands[start].population, game_map.lands[start].wealth) == (16_500, 0.40)


def test_scandinavie_keeps_the_names_and_borders_of_the_worked_games():
    """Specification, section 10."""
    game_map = load_map("scandinavie")
    for name, others in TOUCHING.items():
        assert set(others) <= set(game_map.lands[name].neighbours), name
    assert {"NARVIK", "DOLON", "LIVO-JOKI", "TURKU"} <= set(game_map.starts)


def test_three_lords_of_scandinavie_start_on_islands():
    game_map = load_map("scandinavie")
    islands = [
        name for name in game_map.starts if game_map.lands[name].neighbours == game_map.lands[name].sea
    ]
    assert islands == ["GOTLAND", "OSEL", "SEELAND"]


def test_lands_of_the_worked_games_are_worth_what_their_figures_say():
    """Specification, section 3: a base of 6,602 for VADVET-JAKKO, of 7,083 for LAPPLAND."""
    lands = load_map("scandinavie").lands
    assert round(lands["VADVET-JAKKO"].population * lands["VADVET-JAKKO"].wealth) == 6602
    assert round(lands["LAPPLAND"].population * lands["LAPPLAND"].wealth) == 7083


def test_loading_twice_gives_the_same_map():
    assert load_map("europe") is load_map("europe")


@pytest.mark.parametrize(
    ("before", "after", "complaint"),
    [
        (
            "habitants 17708",
            "habitants 9000",
            "LAPPLAND compte 9000 habitants ; il en faut entre 10000 et 23000.",
        ),
        ("habitants 17708", "habitant 17708", "mot inconnu « habitant »"),
        ("richesse 0.40", "richesse beaucoup", "le nombre ne se lit pas"),
        ("LAPPLAND Lappland", "LAPLAND Lappland", "DOLON se dit voisine de LAPPLAND, qui n’existe pas."),
        ("LAPPLAND Lappland", "LÄPPLAND Lappland", "un nom s’écrit en capitales sans accent"),
        ("LAPPLAND Lappland", "LAPPLAND", "LAPPLAND n’a pas d’étiquette"),
        ("LAPPLAND Lappland", "DOLON Lappland", "DOLON est décrite deux fois"),
        (
            "mer NARVIK SVARTSEN",
            "mer SVARTSEN",
            "NARVIK touche LOFOTEN par mer, mais LOFOTEN ne dit pas la même chose.",
        ),
        ("    départ 10", "    départ 20", "Il y a 9 départs, il en faut 10."),
    ],
)
def test_a_faulty_file_is_told_in_plain_words(before, after, complaint):
    text = (DATA / "scandinavie.txt").read_text(encoding="utf-8")
    assert before in text
    with pytest.raises(MapError) as caught:
        read_map("scandinavie", text.replace(before, after, 1))
    assert complaint in str(caught.value)


def test_starts_side_by_side_are_told():
    text = (DATA / "scandinavie.txt").read_text(encoding="utf-8")
    moved = re.sub(
        r"\n    départ 10", "", text.replace("KYMIA Kymia\n", "KYMIA Kymia\n    départ 010\n"), count=1
    )
    with pytest.raises(MapError, match="Les départs KYMIA et TURKU sont trop proches"):
        read_map("scandinavie", moved)


def test_an_unknown_map_names_the_maps_there_are():
    with pytest.raises(MapError, match="scandinavie, moyen_orient, europe, europe_100"):
        load_map("atlantide")


# Drawings


@pytest.fixture(scope="module", params=FILES)
def drawn(request):
    return request.param, json.loads((DATA / f"{request.param}.geo.json").read_text(encoding="utf-8"))


def test_every_land_is_drawn_within_the_frame(drawn):
    key, drawing = drawn
    assert set(drawing["lands"]) == set(load_map(key).lands)
    x, y, width, height = drawing["viewBox"]
    for name, land in drawing["lands"].items():
        points = [point for ring in rings(land["path"]) for point in ring]
        west, north = map(min, zip(*points, strict=True))
        east, south = map(max, zip(*points, strict=True))
        assert land["box"] == [west, north, east, south], name
        assert x < west < east < x + width, name
        assert y < north < south < y + height, name


def test_drawings_are_small_enough_to_send(drawn):
    key, _ = drawn
    assert (DATA / f"{key}.geo.json").stat().st_size <= MOST_BYTES[key]


def test_lands_that_share_a_border_are_neighbours_and_no_others(drawn):
    key, drawing = drawn
    game_map = load_map(key)
    sides = defaultdict(list)
    for name, land in drawing["lands"].items():
        for ring in rings(land["path"]):
            for a, b in itertools.pairwise([*ring, ring[0]]):
                sides[frozenset((a, b))].append(name)
    lengths = defaultdict(float)
    for segment, names in sides.items():
        if len(names) == 2 and names[0] != names[1]:
            (ax, ay), (bx, by) = segment
            lengths[tuple(sorted(names))] += ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5
    shared = {pair for pair, length in lengths.items() if length >= drawing["shortest_border"]}
    by_land = {
        tuple(sorted((name, other)))
        for name, land in game_map.lands.items()
        for other in land.neighbours
        if other not in land.sea
    }
    assert shared == by_land


def test_sea_links_are_drawn_once_each_and_start_on_their_coasts(drawn):
    key, drawing = drawn
    links = {tuple(sorted((name, other))) for name, land in load_map(key).lands.items() for other in land.sea}
    assert sorted(tuple(lane["between"]) for lane in drawing["sea"]) == sorted(links)
    for lane in drawing["sea"]:
        numbers = [int(n) for n in re.findall(r"-?\d+", lane["path"])]
        for name, point in zip(lane["between"], (numbers[:2], numbers[-2:]), strict=True):
            assert distance_to_outline(drawing["lands"][name]["path"], point) <= 2, lane


def test_names_and_shields_lie_on_their_land(drawn):
    _, drawing = drawn
    for name, land in drawing["lands"].items():
        assert inside(land["path"], land["label"]), name
        assert inside(land["path"], land["shield"]), name


def test_names_and_shields_do_not_cover_each_other(drawn):
    """At the drawing's own letter size. Where a page shows it smaller than it can read, it must zoom in
    first."""
    _, drawing = drawn
    font = drawing["font"]
    boxes = []
    for name, land in drawing["lands"].items():
        boxes.append((f"{name} name", *land["label"], *text_size(land["lines"], font)))
        boxes.append((f"{name} shield", *land["shield"], SHIELD[0] * font, SHIELD[1] * font))
    for (one, ax, ay, aw, ah), (two, bx, by, bw, bh) in itertools.combinations(boxes, 2):
        apart = abs(ax - bx) >= (aw + bw) / 2 - 2 or abs(ay - by) >= (ah + bh) / 2 - 2
        assert apart, (one, two)


def test_lines_of_a_name_spell_its_label(drawn):
    key, drawing = drawn
    for name, land in load_map(key).lands.items():
        lines = drawing["lands"][name]["lines"]
        assert "".join(lines).replace(" ", "") == land.label.replace(" ", "")


def rings(path):
    """The rings of a path made of M, relative l and z, as lists of points."""
    result = []
    for part in path.split("z")[:-1]:
        numbers = [int(n) for n in re.findall(r"-?\d+", part)]
        points = [(numbers[0], numbers[1])]
        for dx, dy in zip(numbers[2::2], numbers[3::2], strict=True):
            points.append((points[-1][0] + dx, points[-1][1] + dy))
        result.append(points)
    return result


def inside(path, point):
    x, y = point[0] + 0.01, point[1] + 0.01
    crossings = 0
    for ring in rings(path):
        for (ax, ay), (bx, by) in itertools.pairwise([*ring, ring[0]]):
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                crossings += 1
    return crossings % 2 == 1


def distance_to_outline(path, point):
    best = float("inf")
    for ring in rings(path):
        for (ax, ay), (bx, by) in itertools.pairwise([*ring, ring[0]]):
            length = (bx - ax) ** 2 + (by - ay) ** 2
            t = (
                0
                if length == 0
                else max(0, min(1, ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / length))
            )
            best = min(
                best, ((ax + t * (bx - ax) - point[0]) ** 2 + (ay + t * (by - ay) - point[1]) ** 2) ** 0.5
            )
    return best
