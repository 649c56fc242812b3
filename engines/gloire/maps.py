"""The maps of Gloire et Pouvoir: reading the text files of `data/`, and saying what is wrong with one.

A file is meant to be proofread by players: French keywords, one short paragraph for each land.
The drawing of a map (`data/<file>.geo.json`) is made by `tools/maps` and is no part of the rules.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from engines.core.texts import gettext_noop

DATA = Path(__file__).parent / "data"

START_POPULATION = 16_500
START_WEALTH = 0.40
POPULATION_BOUNDS = (10_000, 23_000)
WEALTH_BOUNDS = (0.25, 0.55)
NEIGHBOUR_BOUNDS = (2, 9)


class MapLand(msgspec.Struct, frozen=True):
    """One territory. `neighbours` holds all of them, `sea` those that are reached by sea; both sorted."""

    name: str
    label: str
    population: int
    wealth: float
    neighbours: tuple[str, ...]
    sea: tuple[str, ...] = ()


class GameMap(msgspec.Struct, frozen=True):
    """A map ready to play. Lands are sorted by name; so are starts, of which there are as many as lords."""

    key: str
    lands: dict[str, MapLand]
    starts: tuple[str, ...]


class Edition(NamedTuple):
    """One way of playing on a map file: with how many lords, and on how many lands."""

    title: str
    file: str
    lands: int
    lords: int
    starts_apart: int


EDITIONS = {
    "scandinavie": Edition(gettext_noop("Scandinavie"), "scandinavie", 45, 10, 2),
    "moyen_orient": Edition(gettext_noop("Moyen-Orient"), "moyen_orient", 80, 20, 2),
    "europe": Edition(gettext_noop("Europe"), "europe", 151, 30, 2),
    # A hundred starts on 151 lands cannot lie two apart; each has a neutral land beside it instead.
    "europe_100": Edition(gettext_noop("Europe à cent seigneurs"), "europe", 151, 100, 1),
}


class MapError(ValueError):
    """A map file that cannot be played. `problems` says why, one French sentence each."""

    def __init__(self, key: str, problems: list[str]) -> None:
        self.problems = problems
        super().__init__(f"Carte « {key} » : " + " ".join(problems))


@cache  # read from its file once
def load_map(key: str) -> GameMap:
    """The map of one edition, checked. Starts already have the population and wealth a fief begins with."""
    if key not in EDITIONS:
        raise MapError(key, [f"cette carte n’existe pas ; il y a {', '.join(EDITIONS)}."])
    path = DATA / f"{EDITIONS[key].file}.txt"
    return read_map(key, path.read_text(encoding="utf-8"))


def read_map(key: str, text: str) -> GameMap:
    """Make a map out of a file's text, or raise MapError with everything that is wrong in it."""
    entries, problems = parse(text)
    if problems:
        raise MapError(key, problems)
    edition = EDITIONS[key]
    starts = tuple(sorted(entry.name for entry in entries if edition.lords in entry.starts))
    lands = {
        entry.name: _land(entry, entry.name in starts) for entry in sorted(entries, key=lambda e: e.name)
    }
    game_map = GameMap(key, lands, starts)
    problems = [*_repeated_names(entries), *find_problems(game_map, edition)]
    if problems:
        raise MapError(key, problems)
    return game_map


class Entry(msgspec.Struct):
    """A land as it stands in the file."""

    name: str
    label: str
    line: int
    population: int = 0
    wealth: float = 0.0
    land: tuple[str, ...] = ()
    sea: tuple[str, ...] = ()
    starts: tuple[int, ...] = ()


def parse(text: str) -> tuple[list[Entry], list[str]]:
    """Read the paragraphs: a line `NOM Étiquette` at the margin, then indented lines `mot-clé valeur…`."""
    entries: list[Entry] = []
    problems: list[str] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.split("#", 1)[0].rstrip()
        if not line:
            continue
        if not line[0].isspace():
            name, _, label = line.partition(" ")
            entries.append(Entry(name, label.strip(), number))
            continue
        if not entries:
            problems.append(f"Ligne {number} : « {line.strip()} » vient avant toute terre.")
            continue
        trouble = _read_line(entries[-1], line.split())
        if trouble:
            problems.append(f"Ligne {number} ({entries[-1].name}) : {trouble}")
    return entries, problems


def find_problems(game_map: GameMap, edition: Edition) -> list[str]:
    """All that keeps a map from being played, one sentence for each fault."""
    problems = []
    if len(game_map.lands) != edition.lands:
        problems.append(f"Il y a {len(game_map.lands)} terres, il en faut {edition.lands}.")
    if len(game_map.starts) != edition.lords:
        problems.append(f"Il y a {len(game_map.starts)} départs, il en faut {edition.lords}.")
    for land in game_map.lands.values():
        problems += _land_problems(land, game_map.lands)
    if problems:
        return problems
    return [*_connection_problems(game_map), *_start_problems(game_map, edition)]


def distances_from(lands: dict[str, MapLand], *origins: str) -> dict[str, int]:
    """Steps from the nearest of the origins to each land that can be reached."""
    steps = dict.fromkeys(origins, 0)
    queue = list(origins)
    for name in queue:
        for other in lands[name].neighbours:
            if other not in steps:
                steps[other] = steps[name] + 1
                queue.append(other)
    return steps


@cache
def rings_around(key: str, place: str) -> tuple[tuple[str, ...], ...]:
    """The lands one step from a place, those two steps away, and so on; each ring by name.

    Kept: without it a turn of a hundred lords takes two thirds longer (`make bench NAME=gloire-turn`).
    """
    rings: dict[int, list[str]] = {}
    for name, distance in distances_from(load_map(key).lands, place).items():
        rings.setdefault(distance, []).append(name)
    return tuple(tuple(sorted(rings[distance])) for distance in sorted(rings) if distance)


def _read_line(entry: Entry, words: list[str]) -> str | None:
    keyword, values = words[0], words[1:]
    try:
        match keyword:
            case "habitants":
                entry.population = int("".join(values))
            case "richesse":
                entry.wealth = float(values[0].replace(",", "."))
            case "terre":
                entry.land = tuple(values)
            case "mer":
                entry.sea = tuple(values)
            case "départ":
                entry.starts = tuple(int(value) for value in values)
            case _:
                return f"mot inconnu « {keyword} » ; on attend habitants, richesse, terre, mer ou départ."
    except (ValueError, IndexError):
        return f"« {' '.join(words)} » : le nombre ne se lit pas."
    return None


def _land(entry: Entry, is_start: bool) -> MapLand:
    return MapLand(
        name=entry.name,
        label=entry.label,
        population=START_POPULATION if is_start else entry.population,
        wealth=START_WEALTH if is_start else entry.wealth,
        neighbours=tuple(sorted({*entry.land, *entry.sea})),
        sea=tuple(sorted(entry.sea)),
    )


def _repeated_names(entries: list[Entry]) -> list[str]:
    seen: dict[str, int] = {}
    problems = []
    for entry in entries:
        if entry.name in seen:
            problems.append(f"{entry.name} est décrite deux fois, lignes {seen[entry.name]} et {entry.line}.")
        seen[entry.name] = entry.line
        for other in sorted(set(entry.land) & set(entry.sea)):
            problems.append(
                f"{entry.name} touche {other} à la fois par terre et par mer : choisir l’un des deux."
            )
    return problems


def _land_problems(land: MapLand, lands: dict[str, MapLand]) -> list[str]:
    problems = []
    if not (land.name.isascii() and land.name.replace("-", "").isalpha() and land.name.isupper()):
        problems.append(
            f"« {land.name} » : un nom s’écrit en capitales sans accent, avec des traits d’union."
        )
    if not land.label:
        problems.append(f"{land.name} n’a pas d’étiquette : l’écrire après le nom.")
    low, high = POPULATION_BOUNDS
    if not low <= land.population <= high:
        problems.append(f"{land.name} compte {land.population} habitants ; il en faut entre {low} et {high}.")
    least, most = WEALTH_BOUNDS
    if not least <= land.wealth <= most:
        problems.append(f"{land.name} a une richesse de {land.wealth} ; il la faut entre {least} et {most}.")
    fewest, greatest = NEIGHBOUR_BOUNDS
    if not fewest <= len(land.neighbours) <= greatest:
        problems.append(
            f"{land.name} a {len(land.neighbours)} voisines ; "
            f"il en faut au moins {fewest} et au plus {greatest}."
        )
    return problems + _neighbour_problems(land, lands)


def _neighbour_problems(land: MapLand, lands: dict[str, MapLand]) -> list[str]:
    problems = []
    for other in land.neighbours:
        way = "par mer" if other in land.sea else "par terre"
        if other == land.name:
            problems.append(f"{land.name} se dit voisine d’elle-même.")
        elif other not in lands:
            problems.append(f"{land.name} se dit voisine de {other}, qui n’existe pas.")
        elif land.name not in lands[other].neighbours or (other in land.sea) != (
            land.name in lands[other].sea
        ):
            problems.append(f"{land.name} touche {other} {way}, mais {other} ne dit pas la même chose.")
    return problems


def _connection_problems(game_map: GameMap) -> list[str]:
    first = next(iter(game_map.lands))
    cut_off = sorted(set(game_map.lands) - set(distances_from(game_map.lands, first)))
    if not cut_off:
        return []
    return [
        f"On ne peut pas aller de {first} à {', '.join(cut_off)} : la carte doit se tenir d’un seul morceau."
    ]


def _start_problems(game_map: GameMap, edition: Edition) -> list[str]:
    problems = []
    starts = set(game_map.starts)
    for start in game_map.starts:
        steps = distances_from(game_map.lands, start)
        for other in game_map.starts:
            if start < other and steps[other] < edition.starts_apart:
                problems.append(f"Les départs {start} et {other} sont trop proches ({steps[other]} pas).")
        if starts.issuperset(game_map.lands[start].neighbours):
            problems.append(f"Le départ {start} n’a aucune terre neutre à côté de lui.")
    return problems
