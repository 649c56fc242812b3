"""What a seat may know, listed. In Miles Christi all is public but the order in which the bag will be drawn,
which is never stored: every seat and every spectator is shown the same table."""

from typing import Any

from msgspec.structs import asdict

from engines.core.contract import Json
from engines.miles_christi.projection import project
from engines.miles_christi.state import FREE, SERVED, Player, State
from engines.miles_christi.tables import COLOURS, LAST_TURN, ZONES, round_of

_SAME = ("turn", "phase", "ask", "cursor", "left", "growth", "die")  # shown as they are
_LISTS = ("order", "bought", "bag", "hits")


def view_of(state: State, seat: int | None) -> Json:
    """The table as JSON. `you` is the seat that looks; elements as in docs/rules/miles_christi.md."""
    return {
        **{field: getattr(state, field) for field in _SAME},
        **{field: getattr(state, field)[:] for field in _LISTS},
        "you": seat,
        "turns": LAST_TURN,
        "round": round_of(state.turn),
        "active": state.active if state.ask else None,
        "players": [_player(state, index, player) for index, player in enumerate(state.players)],
        "zones": {zone: _zone(state, zone) for zone in ZONES},
        "baphomet": [owners[:] for owners in state.baphomet],
        "arrivals": [[zone, owner] for zone, owner in state.arrivals],
    }


def state_from(view: Json) -> State:
    """The position that a view shows, so that a bot can look ahead in it."""
    return State(
        players=[
            Player(**{field: row[field] for field in Player.__struct_fields__}) for row in view["players"]
        ],
        zones={zone: _marks(row) for zone, row in view["zones"].items()},
        baphomet=[owners[:] for owners in view["baphomet"]],
        arrivals=[(zone, owner) for zone, owner in view["arrivals"]],
        **{field: view[field] for field in _SAME},
        **{field: view[field][:] for field in _LISTS},
    )


def _player(state: State, seat: int, me: Player) -> Json:
    military, religious = project(state, seat)
    return {
        **asdict(me),
        "seat": seat,
        "colour": COLOURS[me.order],
        "gap": abs(me.military - me.religious),
        "projected": {"military": military, "religious": religious, "gap": abs(military - religious)},
        "card": me.card[:],
    }


def _zone(state: State, zone: str) -> dict[str, Any]:
    """`spaces`: the owner's seat or None for each space; `served`:
    the spaces whose militia has been resolved."""
    marks = state.zones[zone]
    return {
        "spaces": [None if mark == FREE else mark % SERVED for mark in marks],
        "served": [space for space, mark in enumerate(marks) if mark >= SERVED],
        "unlimited": zone == "edessa",
    }


def _marks(row: Json) -> list[int]:
    marks = [FREE if owner is None else owner for owner in row["spaces"]]
    for space in row["served"]:
        marks[space] += SERVED
    return marks
