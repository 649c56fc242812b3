"""Victory computed: each objective's points for its holder, from the position alone (6.3, 6.4)."""

from collections.abc import Callable, Sequence
from typing import Any

from engines.argad.field.geometry import CM
from engines.argad.state import Figure, Objective, State, between, by_id, fights, portable

Count = Callable[[State, Objective], int]
LOST = ("dead", "captured", "fled")


def score(state: State, seat: int) -> int:
    return sum(points_of(state, objective) for objective in state.objectives if objective.seat == seat)


def points_of(state: State, objective: Objective) -> int:
    return objective.points * _COUNT[objective.kind](state, objective)


def _side(state: State, objective: Objective) -> int:
    return state.seats[objective.seat].side


def _men(state: State, objective: Objective, mine: bool) -> list[Figure]:
    side = _side(state, objective)
    role = objective.args.get("role", "")
    return [
        f for f in state.figures if (f.side == side) == mine and fights(f) and (not role or role in f.roles)
    ]


def _items_off(state: State, o: Objective) -> int:
    side, edge, kind = _side(state, o), o.args.get("edge", ""), o.args.get("item", "")
    return sum(
        item.gone == edge and (not kind or item.kind == kind) and _owner_side(state, item.gone_seat) == side
        for item in state.items
    )


def _items_kept(state: State, o: Objective) -> int:
    side = _side(state, o)
    return sum(
        not item.gone and portable(item) and not _carried_by_enemy(state, item.carrier, side)
        for item in state.items
    )


def _carried_by_enemy(state: State, carrier: str, side: int) -> bool:
    return bool(carrier) and by_id(state)[carrier].side != side


def _owner_side(state: State, seat: int) -> int:
    return state.seats[seat].side if seat >= 0 else -1


def _kill_score(state: State, o: Objective) -> int:
    """A tenth of the points of enemies killed or captured by the holder's own men, rounded down."""
    side = _side(state, o)
    alone = sum(seat.side == side for seat in state.seats) == 1
    fallen = [f for f in _men(state, o, False) if f.place in ("dead", "captured")]
    owner = {f.id: f.seat for f in state.figures}
    return sum(f.cost for f in fallen if alone or owner.get(f.captured_by or f.slain_by) == o.seat) // 20


def _any_enemy(place: str) -> Count:
    """Whether some enemy has come to that end."""
    return lambda state, o: int(any(f.place == place for f in _men(state, o, False)))


def _exit(state: State, o: Objective) -> int:
    edge = o.args.get("edge", "")
    gone = [f for f in _men(state, o, True) if f.place == "exited" and (not edge or f.exit_edge == edge)]
    if o.args.get("per") == "ten_points":
        return sum(f.cost for f in gone) // 20
    if "min" in o.args:
        return int(len(gone) >= int(o.args["min"]))
    return len(gone)


def _protect(state: State, o: Objective) -> int:
    role = o.args.get("role", "")
    if o.args.get("who") == "npc":
        return sum(f.seat < 0 and f.place not in LOST for f in state.figures)
    mine = [f for f in state.figures if f.seat == o.seat and (not role or role in f.roles)]
    return int(bool(mine) and all(f.place not in LOST for f in mine))


def _is_in(f: Figure, zone: Sequence[int]) -> bool:
    x1, y1, x2, y2 = (int(c) * CM for c in zone)
    return f.place == "table" and x1 <= f.x <= x2 and y1 <= f.y <= y2


def _in_zone(state: State, o: Objective) -> int:
    """Enough men there at the end or, where the objective says for how many turns, at the end of that
    many."""
    if "turns" in o.args:
        return int(o.held >= int(o.args["turns"]))
    return int(sum(_is_in(f, o.args["zone"]) for f in _men(state, o, True)) >= int(o.args.get("min", 1)))


def _no_enemy_in(state: State, o: Objective) -> int:
    return int(not any(_is_in(f, o.args["zone"]) for f in _men(state, o, False)))


def _beasts(state: State) -> list[Figure]:
    return [f for f in state.figures if f.mount == "pack" and f.base == "mule"]


def _hands(state: State, beast: Figure) -> int:
    """The side in whose hands an animal is: its leader's, else its owner's."""
    leader = by_id(state).get(beast.led_by)
    return leader.side if leader is not None else beast.side


def _beasts_off(state: State, o: Objective) -> int:
    side = _side(state, o)
    return sum(
        b.place == "exited" and b.exit_edge == o.args["edge"] and b.side == side for b in _beasts(state)
    )


def _beasts_saved(state: State, o: Objective) -> int:
    return sum(b.place == "exited" and b.exit_edge == o.args["edge"] for b in _beasts(state))


def _beasts_held(state: State, o: Objective) -> int:
    side = _side(state, o)
    return sum(b.place == "table" and bool(b.led_by) and _hands(state, b) == side for b in _beasts(state))


def _beasts_taken(state: State, o: Objective) -> int:
    taken = _beasts_held(state, o) + _beasts_off(state, o)
    return int(taken >= int(o.args.get("min", 1)))


def _beasts_in(state: State, o: Objective) -> int:
    side = _side(state, o)
    return sum(_is_in(b, o.args["zone"]) and _hands(state, b) == side for b in _beasts(state))


def _beasts_lost(state: State, o: Objective) -> int:
    side = _side(state, o)
    return sum(b.place == "dead" or _hands(state, b) == side for b in _beasts(state))


def _losses_below(state: State, o: Objective) -> int:
    mine = [f for f in state.figures if f.seat == o.seat and fights(f)]
    lost = sum(f.cost for f in mine if f.place in LOST)
    return int(lost * 100 < sum(f.cost for f in mine) * int(o.args.get("percent", 50)))


def _more_points_than(state: State, o: Objective) -> int:
    other = int(o.args["seat"])

    def points_left(seat: int) -> int:
        return sum(f.cost for f in state.figures if f.seat == seat and f.place not in LOST)

    return int(points_left(o.seat) > points_left(other))


def _is_ticked(state: State, o: Objective) -> int:
    return int(o.ticked)


_COUNT: dict[str, Count] = {
    "items_off": _items_off,
    "carry": _items_off,
    "items_kept": _items_kept,
    "kill_score": _kill_score,
    "kill": _any_enemy("dead"),
    "capture": _any_enemy("captured"),
    "exit": _exit,
    "protect": _protect,
    "in_zone": _in_zone,
    "no_enemy_in": _no_enemy_in,
    "beasts_off": _beasts_off,
    "beasts_saved": _beasts_saved,
    "beasts_held": _beasts_held,
    "beasts_taken": _beasts_taken,
    "beasts_in": _beasts_in,
    "beasts_lost": _beasts_lost,
    "losses_below": _losses_below,
    "more_points_than": _more_points_than,
    "touch": _is_ticked,
    "emblem_taken": _is_ticked,
    "gm": _is_ticked,
}
KINDS = tuple(_COUNT)


def tick_touches(state: State) -> None:
    """`touch`: once a man of the holder has reached the NPC, it is done."""
    figures = by_id(state)
    for objective in state.objectives:
        if objective.kind != "touch" or objective.ticked:
            continue
        npc = figures.get(objective.args.get("npc", ""))
        if npc is None or npc.place != "table":
            continue
        objective.ticked = any(
            f.seat == objective.seat and f.place == "table" and between(f, npc) <= 50 for f in state.figures
        )


def count_held_zones(state: State) -> None:
    """END of a turn: `in_zone` for a number of turns, one after the other or not. Who hides holds nothing, or
    the count would tell of him."""
    for objective in state.objectives:
        if objective.kind == "in_zone" and "turns" in objective.args:
            men = sum(
                _is_in(f, objective.args["zone"]) and not f.hidden for f in _men(state, objective, True)
            )
            objective.held += men >= int(objective.args.get("min", 1))


def why_over(state: State, ends: tuple[dict[str, Any], ...]) -> str:
    """Why the battle is over, or nothing: a scenario's own end, one side left, the last turn."""
    for end in ends:
        if end["kind"] == "side_gone" and _side_gone(state, end["side"]):
            return "side_gone"
        if end["kind"] == "nobody_in" and _nobody_in(state, end):
            return "fort_taken"
    if all(seat.wants_end for seat in state.seats):
        return "agreed"
    sides = sorted({seat.side for seat in state.seats})
    left = [side for side in sides if not _side_gone(state, side)]
    if len(left) <= 1:
        return "alone"
    return "turns" if state.turn >= state.last_turn else ""


def _side_gone(state: State, side: int) -> bool:
    return not any(
        f.side == side and f.seat >= 0 and fights(f) and f.place in ("table", "reserve")
        for f in state.figures
    )


def _nobody_in(state: State, end: dict[str, Any]) -> bool:
    return not any(f.seat == end["role"] and fights(f) and _is_in(f, end["zone"]) for f in state.figures)
