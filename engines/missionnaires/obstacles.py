"""What stands in the way: what entering a space costs, where a token may be pushed,
and every plan for a path.

A plan is a path with its obstacle choices and its price. Menu, check, bots and the walk itself all ask here.
"""

from collections.abc import Iterable
from typing import NamedTuple

from engines.missionnaires.board import BARRACKS, BETHEL, TOWNS, WAYS, Path, nearest
from engines.missionnaires.state import Player, State

Hops = tuple[tuple[str, str], ...]  # (space, push target or nothing)

GENDARME, PAWN, OVERSEER = "gendarme", "pawn", "overseer"


class Plan(NamedTuple):
    hops: Hops
    join: bool
    cost: int
    sea_cards: int
    jump: bool

    @property
    def end(self) -> str:
        return self.hops[-1][0]


class Entry(NamedTuple):
    """One way to enter a space."""

    cost: int
    push: str = ""
    join: bool = False


FREELY = [Entry(0)]
JOINING = Entry(0, join=True)


class Ground:
    """The board as the mover meets it.
    `taken` names what stands on each space, Béthel apart; the mover is not in it."""

    def __init__(self, state: State, drop: bool = False) -> None:
        step = state.step
        me = state.players[state.order[state.turn]]
        self.pos = me.pos
        self.per = me.per
        self.drop = drop
        self.acc = "" if drop else step.acc
        self.ov = "" if drop else me.ov
        self.free_gend = step.free_gend
        self.free_second = step.free_second
        self.sail = step.sail
        # A token without a legal neighbour was met: where it goes depends on the whole board.
        self.sent_far = False
        self.taken = standing(state, me)
        self.waiting = BETHEL in state.lone.values()  # an overseer alone on Béthel


def standing(state: State, apart: Player | None = None) -> dict[str, str]:
    """What stands where, Béthel and the player `apart` left out."""
    taken = dict.fromkeys(state.gend.values(), GENDARME)
    for space in state.lone.values():
        if space and space != BETHEL:
            taken[space] = OVERSEER
    for player in state.players:
        if not player.rank and player is not apart and player.pos != BETHEL:
            taken[player.pos] = PAWN
    return taken


def pawn_at(state: State, space: str, apart: Player) -> bool:
    """Whether another missionary stands on a space."""
    for player in state.players:  # noqa: SIM110 — this is asked for every section walked
        if player.pos == space and player is not apart and not player.rank:
            return True
    return False


def token_at(state: State, space: str, apart: Player) -> str | None:
    """What stands on one space: the same answer as `standing`, without looking everywhere."""
    if space == BETHEL:
        return None
    if pawn_at(state, space, apart):
        return PAWN
    if space in state.gend.values():
        return GENDARME
    return OVERSEER if space in state.lone.values() else None


def entries(ground: Ground, space: str, origin: str, last: bool) -> list[Entry]:
    """The ways to enter a space from `origin`; joining is only possible where the movement ends."""
    joining = [JOINING] if last and not ground.ov else []
    if space == BETHEL:
        return FREELY + joining if ground.waiting else FREELY
    token = ground.taken.get(space)
    if token is None:
        return FREELY
    if token == PAWN:
        return []
    targets = push_targets(ground.taken, space, (origin, ground.pos), token) or [""]
    if token == GENDARME:
        cost = 0 if ground.acc or ground.free_gend else 1
        return [Entry(cost, target) for target in targets]
    return joining + [Entry(0 if ground.acc else 1, target) for target in targets]


def push_targets(taken: dict[str, str], space: str, mover: Iterable[str], token: str) -> list[str]:
    """Free towns beside the token, not where the mover is or comes from;
    an overseer may also be sent to Béthel."""
    return [
        other
        for other in WAYS[space]
        if other not in mover
        and ((other in TOWNS and other not in taken) or (other == BETHEL and token == OVERSEER))
    ]


def refuge(taken: dict[str, str], space: str, mover: str, token: str) -> str:
    """Where a token without a legal neighbour goes: nearest free barracks, else nearest free town;
    an overseer home."""
    if token == OVERSEER:
        return BETHEL

    def free(other: str) -> bool:
        return other in TOWNS and other not in taken and other != mover

    return (nearest(space, lambda other: other in BARRACKS and free(other)) or nearest(space, free))[0]


def second_cost(ground: Ground, by_sea: bool) -> int:
    return 0 if ground.acc or ground.free_second or (ground.sail and by_sea) else 1


def plans(ground: Ground, path: Path) -> list[Plan]:
    """Every affordable way to take a path, the obstacle choices spelled out."""
    cards = 0 if ground.acc == "D" else path.sea_sections
    per, taken = ground.per, ground.taken
    if path.first not in taken and path.second not in taken and path.end != BETHEL:
        cost = second_cost(ground, path.by_sea[1]) if path.second else 0
        return [] if cost > per else [Plan(path.hops, False, cost, cards, False)]
    if not path.second:
        return [
            Plan(((path.first, one.push),), one.join, one.cost, cards, False)
            for one in entries(ground, path.first, ground.pos, True)
            if one.cost <= per
        ]
    if taken.get(path.first) != PAWN:
        return _two_spaces(ground, path, cards)
    cost = second_cost(ground, path.by_sea[1])
    if cost > per:
        return []
    return [
        Plan(((path.first, ""), (path.second, one.push)), one.join, cost + one.cost, cards, True)
        for one in entries(ground, path.second, path.first, True)
        if cost + one.cost <= per
    ]


def _two_spaces(ground: Ground, path: Path, cards: int) -> list[Plan]:
    """The second space as it will be once the first token is pushed and the mover stands in its place."""
    found = []
    cost = second_cost(ground, path.by_sea[1])
    start, taken, per = ground.pos, ground.taken, ground.per
    if cost > per or taken.get(path.second) == PAWN:
        return []
    for one in entries(ground, path.first, start, False):
        if cost + one.cost > per:
            break
        ground.pos, ground.taken = path.first, _taken_after(ground, path.first, one.push)
        for two in entries(ground, path.second, path.first, True):
            total = one.cost + cost + two.cost
            if total <= per:
                hops = ((path.first, one.push), (path.second, two.push))
                found.append(Plan(hops, two.join, total, cards, False))
        ground.pos, ground.taken = start, taken
    return found


def _taken_after(ground: Ground, space: str, push: str) -> dict[str, str]:
    """What stands where once the mover is on a space: its token pushed away, his companion left behind."""
    taken, token = ground.taken, ground.taken.get(space)
    if not token and not ground.drop:
        return taken
    after = {other: what for other, what in taken.items() if other != space}
    if ground.drop and ground.pos != BETHEL:
        after[ground.pos] = OVERSEER
    if token:
        ground.sent_far = ground.sent_far or not push
        after[push or refuge(taken, space, ground.pos, token)] = token
    return after


def all_plans(ground: Ground, paths: Iterable[Path]) -> list[Plan]:
    return [plan for path in paths for plan in plans(ground, path)]


def can_step(ground: Ground) -> bool:
    """Whether a neighbouring space is free:
    then a path is open, whatever one can pay and whoever stays behind."""
    taken = ground.taken
    return any(space not in taken for space in WAYS[ground.pos])


def any_path(ground: Ground, paths: Iterable[Path]) -> bool:
    return any(plans(ground, path) for path in paths)
