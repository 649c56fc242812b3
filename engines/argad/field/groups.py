"""Who stands with whom: contacts, groups, pairs and isolated men, command in voice range (3.2)."""

from collections.abc import Iterable
from itertools import islice
from math import isqrt

from engines.argad.field.geometry import Base, apart, bearing, gap
from engines.argad.state import (
    ROUND,
    SHAPES,
    Figure,
    State,
    base_at,
    base_of,
    between,
    fights,
    is_chief,
    is_mounted,
    on_table,
)
from engines.argad.tables import EPS, MUSIC, VOICE

REACHES = {base: isqrt(r * r + half * half) if half else r for base, (r, half) in SHAPES.items()}


def pairs(figures: Iterable[Figure], reach: int, friends: bool) -> list[tuple[Figure, Figure, int]]:
    """All pairs of friends, or of enemies, at most `reach` from edge to edge, in the order of the figures.
    The bases are swept from west to east."""
    found = []
    widest = reach + 2 * max(REACHES.values())
    ranked = ((f.x, f.y, REACHES[f.base], n, f) for n, f in enumerate(figures))
    swept = sorted(ranked, key=lambda row: (row[0], row[3]))
    bases: dict[int, Base] = {}  # of riders and beasts, made once
    for place, (ax, ay, a_reach, a_rank, a) in enumerate(swept):
        side, a_disc = a.side, a.base in ROUND
        for bx, by, b_reach, b_rank, b in islice(swept, place + 1, None):
            dx = bx - ax
            if dx > widest:
                break
            far = reach + a_reach + b_reach
            dy = by - ay
            if dx > far or dy > far or dy < -far or (side == b.side) is not friends:
                continue
            apart2 = dx * dx + dy * dy
            if apart2 > (far + 1) * (far + 1):
                continue
            if a_disc and b.base in ROUND:
                space = max(0, isqrt(apart2) - a_reach - b_reach)
            else:
                space = gap(_base_of_rank(bases, a_rank, a), _base_of_rank(bases, b_rank, b))
            if space <= reach:
                found.append(
                    (a_rank, b_rank, a, b, space) if a_rank < b_rank else (b_rank, a_rank, b, a, space)
                )
    found.sort(key=lambda row: (row[0], row[1]))
    return [(a, b, space) for _, _, a, b, space in found]


def _base_of_rank(bases: dict[int, Base], rank: int, figure: Figure) -> Base:
    base = bases.get(rank)
    if base is None:
        base = bases[rank] = base_of(figure)
    return base


def contacts(state: State) -> dict[str, list[str]]:
    """The enemies each figure touches; pack animals touch nobody."""
    touching: dict[str, list[str]] = {}
    figures = [figure for figure in on_table(state) if fights(figure)]
    for a, b, _ in pairs(figures, EPS, friends=False):
        touching.setdefault(a.id, []).append(b.id)
        touching.setdefault(b.id, []).append(a.id)
    return touching


class Clusters:
    """Groups of one side: figures within 4 cm (5 if one is mounted), or that marched together."""

    def __init__(self, state: State) -> None:
        figures = [figure for figure in on_table(state) if fights(figure)]
        self.of: dict[str, str] = {figure.id: figure.id for figure in figures}
        self.figure = {figure.id: figure for figure in figures}
        for a, b, space in pairs(figures, 500, friends=True):
            if space <= (500 if is_mounted(a) or is_mounted(b) else 400):
                self._join(a.id, b.id)
        for one, two in state.links:
            if one in self.of and two in self.of:
                self._join(one, two)
        self.members: dict[str, list[str]] = {}
        for figure in figures:
            self.members.setdefault(self._root(figure.id), []).append(figure.id)
        self.of = {member: root for root, members in self.members.items() for member in members}

    def _root(self, id: str) -> str:
        while self.of[id] != id:
            id = self.of[id]
        return id

    def _join(self, a: str, b: str) -> None:
        one, two = self._root(a), self._root(b)
        if one != two:
            self.of[max(one, two)] = min(one, two)

    def with_figure(self, id: str) -> list[str]:
        return self.members.get(self.of.get(id, ""), [])

    def weight(self, id: str) -> int:
        """Twice the weight of the figure's group: 2 a man on foot, 3 a mounted one."""
        return sum(3 if is_mounted(self.figure[member]) else 2 for member in self.with_figure(id))

    def is_group(self, id: str) -> bool:
        return self.weight(id) >= 6


def herd_links(state: State) -> list[tuple[str, str]]:
    """They bunch up anyway: neighbours that marched the same way, less than 8 cm apart at both ends."""
    movers = [figure for figure in on_table(state) if figure.now.travelled > 0 and fights(figure)]
    headings = {f.id: bearing(f.x - f.now.start[0], f.y - f.now.start[1]) for f in movers}
    links = []
    for a, b, space in pairs(movers, 800, friends=True):
        if space <= 400:
            continue  # linked by their places already
        if "dispersed_drill" in a.traits and "dispersed_drill" in b.traits:
            continue
        if apart(headings[a.id], headings[b.id]) > 300:
            continue
        if gap(base_at(a, *a.now.start), base_at(b, *b.now.start)) <= 800:
            links.append((a.id, b.id))
    return links


def commanding(chief: Figure, figure: Figure) -> bool:
    """Authority and voice: the troop chief over all his seat's men, a sub-chief over his unit and those of
    his rank or below."""
    if chief.seat != figure.seat or chief.place != "table" or not is_chief(chief):
        return False
    if chief.disorder or chief.hesitating or chief.fleeing:
        return False
    if "troop_chief" not in chief.roles and figure.cls > chief.cls and figure.unit != chief.unit:
        return False
    return between(chief, figure) <= VOICE


def men_in_command(state: State) -> set[str]:
    """The figures in command, worked out once for a phase."""
    chiefs: dict[int, list[Figure]] = {}
    figures = on_table(state)
    for figure in figures:
        if is_chief(figure):
            chiefs.setdefault(figure.seat, []).append(figure)
    return {
        figure.id
        for figure in figures
        if not (figure.disorder or figure.fleeing)
        and (is_chief(figure) or any(commanding(chief, figure) for chief in chiefs.get(figure.seat, ())))
    }


def troop_chief(state: State, seat: int) -> Figure | None:
    return next((f for f in on_table(state) if f.seat == seat and "troop_chief" in f.roles), None)


def ordered_by_troop_chief(state: State, figure: Figure) -> bool:
    """In voice of the troop chief, or in reach of his music or banner (40 cm)."""
    chief = troop_chief(state, figure.seat)
    if chief is None or chief.disorder or chief.hesitating:
        return False
    if between(chief, figure) <= VOICE:
        return True
    return any(
        other.seat == figure.seat
        and ("musician" in other.roles or "banner" in other.roles)
        and between(other, figure) <= MUSIC
        and between(other, chief) <= VOICE
        for other in on_table(state)
    )
