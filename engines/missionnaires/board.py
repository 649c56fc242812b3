"""The board as tables: neighbours, paths of one or two sections, and what lies nearest.
Computed once from the map file."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import NamedTuple

from engines.missionnaires.edition import MAP

BETHEL = "bethel"
SPACES = {space.id: space for space in MAP.spaces}
NAMES = {space.id: space.name for space in MAP.spaces}
KIND = {space.id: space.kind for space in MAP.spaces}
PORTS = frozenset(space.id for space in MAP.spaces if space.port)
TOWNS = frozenset(space.id for space in MAP.spaces if space.kind in ("congregation", "green", "barracks"))
GREEN = frozenset(space.id for space in MAP.spaces if space.kind == "green")
WHITE = frozenset(space.id for space in MAP.spaces if space.kind == "sea")
CONGREGATIONS = tuple(sorted(space.id for space in MAP.spaces if space.kind == "congregation"))
BARRACKS = tuple(sorted(space.id for space in MAP.spaces if space.kind == "barracks"))
REGIONS = {
    zone.id: tuple(
        sorted(space.id for space in MAP.spaces if space.kind == "congregation" and space.zone == zone.id)
    )
    for zone in MAP.zones
}


class Path(NamedTuple):
    """One or two sections walked in one turn; `second` is empty for one."""

    first: str
    second: str
    end: str
    by_sea: tuple[bool, ...]  # for each section
    sea_sections: int
    hops: tuple[tuple[str, str], ...]  # where nobody is in the way


def _ways() -> dict[str, dict[str, bool]]:
    """For each space its neighbours in alphabetical order, and whether the section is a sea section."""
    ways: dict[str, dict[str, bool]] = {space: {} for space in SPACES}
    for section in MAP.edges:
        ways[section.a][section.b] = ways[section.b][section.a] = section.type == "sea"
    return {space: dict(sorted(neighbours.items())) for space, neighbours in ways.items()}


WAYS = _ways()


def _paths(start: str) -> tuple[Path, ...]:
    """Every path of a turn: no way back on the spot, and no embarking in a port that is only passed."""
    found = []
    for first, sea in WAYS[start].items():
        found.append(Path(first, "", first, (sea,), int(sea), ((first, ""),)))
        for second, then_sea in WAYS[first].items():
            if second != start and not (then_sea and first in PORTS):
                hops = ((first, ""), (second, ""))
                found.append(Path(first, second, second, (sea, then_sea), sea + then_sea, hops))
    return tuple(found)


PATHS = {space: _paths(space) for space in SPACES}
PATH_OF = {space: {(path.first, path.second): path for path in paths} for space, paths in PATHS.items()}
ROAD_PATHS = {
    space: tuple(path for path in paths if True not in path.by_sea) for space, paths in PATHS.items()
}
SEA_FIRST = {space: tuple(path for path in paths if path.by_sea[0]) for space, paths in PATHS.items()}


Sections = tuple[bool, ...]  # those that count when something is nearest: at sea, not at sea
BY_ANY: Sections = (True, False)
BY_SEA: Sections = (True,)
BY_ROAD: Sections = (False,)


@cache
def rings(start: str, by: Sections = BY_ANY) -> tuple[tuple[str, ...], ...]:
    """The spaces at 0, 1, 2… sections, each ring in alphabetical order."""
    seen = {start}
    found: list[tuple[str, ...]] = [(start,)]
    while found[-1]:
        edge = {
            other
            for space in found[-1]
            for other, sea in WAYS[space].items()
            if sea in by and other not in seen
        }
        seen |= edge
        found.append(tuple(sorted(edge)))
    return tuple(found[:-1])


def nearest(start: str, wanted: Callable[[str], bool], by: Sections = BY_ANY) -> tuple[str, ...]:
    """The nearest wanted spaces, all of them when several are equally near; nothing when there is none."""
    for ring in rings(start, by):
        found = tuple(space for space in ring if wanted(space))
        if found:
            return found
    return ()


def within(start: str, reach: int, by: Sections = BY_ANY) -> Iterable[str]:
    """Every other space at most `reach` sections away, nearest first."""
    for ring in rings(start, by)[1 : reach + 1]:
        yield from ring


@cache
def sections_between(start: str, end: str) -> int:
    return next(distance for distance, ring in enumerate(rings(start)) if end in ring)
