"""What can be wrong with a map file: identities, counts, sections, connections, positions, crossings.
Messages are French."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise
from math import cos, radians

import msgspec

from engines.missionnaires.edition import Map, Section, Space, read_map

COUNTS = {
    "bethel": (1, "Béthel"),
    "congregation": (48, "congrégations"),
    "barracks": (8, "casernes"),
    "green": (36, "villes vertes"),
    "sea": (31, "points blancs"),
}
REGION_SIZE = 8
Point = tuple[float, float]
ROWS, ROW_DEGREES, COLUMN_DEGREES = "ABCDEFG", 3, 6
WEST, NORTH, SCALE, STANDARD = -10, 50, 40, 39.5


def map_faults(raw: bytes) -> tuple[list[str], set[str]]:
    """The faults, and the towns that cards may name."""
    try:
        board = read_map(raw)
    except msgspec.DecodeError as error:
        return [f"le plateau ne se lit pas ({error}) ; comparez avec une ligne voisine."], set()
    faults = [*_identities(board), *_counts(board), *_sections(board)]
    if not faults:  # the rest needs sound sections
        faults = [*_connections(board), *_positions(board), *_crossings(board)]
    towns = {space.id for space in board.spaces if space.kind in ("congregation", "green", "barracks")}
    return faults, towns


def _identities(board: Map) -> Iterator[str]:
    for field, word in (("id", "identifiant"), ("name", "nom")):
        seen = Counter(getattr(space, field) for space in board.spaces)
        for value, count in seen.items():
            if count > 1:
                yield f"« {value} » désigne {count} cases ; chaque case a son propre {word}."
            if not value:
                yield f"une case n’a pas de {word}."
    zones = {zone.id for zone in board.zones}
    for space in board.spaces:
        if (space.kind == "congregation") != bool(space.zone):
            yield f"{space.name} : une congrégation appartient à une région, et elle seule."
        elif space.zone and space.zone not in zones:
            known = ", ".join(sorted(zones))
            yield f"{space.name} : la région « {space.zone} » n’existe pas ; il y a {known}."
        if space.port and space.kind in ("sea", "bethel"):
            yield f"{space.name} : seule une ville peut être un port."


def _counts(board: Map) -> Iterator[str]:
    kinds = Counter(space.kind for space in board.spaces)
    for kind, (wanted, name) in COUNTS.items():
        if kinds[kind] != wanted:  # type: ignore[index]
            yield f"il y a {kinds[kind]} {name}, il en faut {wanted}."  # type: ignore[index]
    regions = Counter(space.zone for space in board.spaces if space.kind == "congregation")
    for zone in board.zones:
        if regions[zone.id] != REGION_SIZE:
            yield f"la région {zone.name} a {regions[zone.id]} congrégations, il en faut {REGION_SIZE}."


def _sections(board: Map) -> Iterator[str]:
    spaces = {space.id: space for space in board.spaces}
    seen: set[frozenset[str]] = set()
    for section in board.edges:
        name = f"la section {section.a} – {section.b}"
        unknown = [end for end in (section.a, section.b) if end not in spaces]
        if unknown:
            yield f"{name} mène à « {unknown[0]} », qui n’est pas une case."
            continue
        if section.a == section.b:
            yield f"{name} revient à son point de départ."
        if frozenset((section.a, section.b)) in seen:
            yield f"{name} est écrite deux fois."
        seen.add(frozenset((section.a, section.b)))
        yield from _ends(section.type, name, [spaces[section.a], spaces[section.b]])
    yield from _ports(board)


def _ends(kind: str, name: str, ends: list[Space]) -> Iterator[str]:
    if kind == "sea" and any(not end.port and end.kind != "sea" for end in ends):
        yield f"{name} est en mer : elle ne joint que des ports et des points blancs."
    if kind == "road" and any(end.kind == "sea" for end in ends):
        yield f"{name} est une route : elle ne mène pas à un point blanc."


def _ports(board: Map) -> Iterator[str]:
    sailed = {end for section in board.edges if section.type == "sea" for end in (section.a, section.b)}
    for space in board.spaces:
        if space.port and space.id not in sailed:
            yield f"{space.name} est un port sans voie maritime."


def _connections(board: Map) -> Iterator[str]:
    near: dict[str, set[str]] = {space.id: set() for space in board.spaces}
    for section in board.edges:
        near[section.a].add(section.b)
        near[section.b].add(section.a)
    for space in board.spaces:
        if len(near[space.id]) < 2:
            yield f"{space.name} est une impasse : il lui faut au moins deux voisines."
    everywhere = set(near)
    lost = everywhere - _reachable(near, "")
    if lost:
        yield f"on ne peut pas aller partout : {', '.join(sorted(lost)[:5])} sont à part."
        return
    for space in board.spaces:
        cut_off = everywhere - {space.id} - _reachable(near, space.id)
        if cut_off:
            yield f"{space.name} occupée isolerait {', '.join(sorted(cut_off)[:5])} : il faut une autre voie."


def _reachable(near: dict[str, set[str]], without: str) -> set[str]:
    start = next(space for space in near if space != without)
    seen, edge = {start}, [start]
    while edge:
        for other in near[edge.pop()]:
            if other not in seen and other != without:
                seen.add(other)
                edge.append(other)
    return seen


def _positions(board: Map) -> Iterator[str]:
    for space in board.spaces:
        row = int((NORTH - space.lat) // ROW_DEGREES)
        column = int((space.lon - WEST) // COLUMN_DEGREES) + 1
        grid = f"{ROWS[row]}{column}" if 0 <= row < len(ROWS) else "hors du plateau"
        if grid != space.grid:
            yield f"{space.name} est en {grid} d’après ses coordonnées, pas en {space.grid}."
        x = round((space.lon - WEST) * cos(radians(STANDARD)) * SCALE)
        y = round((NORTH - space.lat) * SCALE)
        if abs(x - space.x) > 1 or abs(y - space.y) > 1:
            found = f"({space.x}, {space.y})"
            yield f"{space.name} se dessine en ({x}, {y}) d’après ses coordonnées, pas en {found}."


def _crossings(board: Map) -> Iterator[str]:
    """Sections only meet on spaces: a crossing would look like a way that is not there."""
    spaces = {space.id: space for space in board.spaces}
    lines = [(section, _line(section, spaces)) for section in board.edges]
    for (one, here), (two, there) in combinations(lines, 2):
        if {one.a, one.b} & {two.a, two.b}:
            continue
        if any(_cross(a, b, c, d) for a, b in pairwise(here) for c, d in pairwise(there)):
            both = f"la section {one.a} – {one.b} croise la section {two.a} – {two.b}"
            yield f"{both} : il faut un détour (bend)."


def _line(section: Section, spaces: dict[str, Space]) -> list[Point]:
    start, end = spaces[section.a], spaces[section.b]
    return [(start.lon, start.lat), *(section.bend or ()), (end.lon, end.lat)]


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _side(a, b, c) != _side(a, b, d) and _side(c, d, a) != _side(c, d, b)


def _side(a: Point, b: Point, c: Point) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])
