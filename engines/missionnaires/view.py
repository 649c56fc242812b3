"""What each seat may know, listed:
the public table, and one's own list of congregations with a suggested round."""

from typing import Any

from engines.core.contract import Json
from engines.missionnaires.board import BETHEL, PORTS
from engines.missionnaires.route import suggest_round
from engines.missionnaires.state import Options, Player, State, TurnContext

_OPTIONS = Options.__struct_fields__
_SHOWN = tuple(field for field in Player.__struct_fields__ if field != "todo")
_STEP = TurnContext.__struct_fields__


def view_of(state: State, seat: int | None) -> Json:
    """Draw order, reserve and other players' lists never leave the state; only their sizes do."""
    over = state.phase == "over"
    view: Json = {
        "you": seat,
        "phase": state.phase,
        "round": state.round,
        "turn": state.turn,
        "order": list(state.order),
        "active": None if over else state.active,
        "players": [_player(state, index, player) for index, player in enumerate(state.players)],
        "gend": dict(state.gend),
        "ov": {who: _overseer(state, who) for who in ("C", "D")},
        "piles": {
            "mer": {"draw": len(state.sea), "discard": list(state.sea_discard)},
            "territoires": {"draw": len(state.land), "discard": list(state.land_discard)},
            "reserve": len(state.reserve),
        },
        "step": _step(state),
        "options": {key: getattr(state.options, key) for key in _OPTIONS},
    }
    if seat is not None:
        me = state.players[seat]
        view["todo"] = list(me.todo)
        if state.options.route_help and not me.rank:
            view["route"] = _route(me)
    return view


def state_from(view: Json) -> State:
    """The position a view shows, for bots: unknown piles are empty, unknown lists too."""
    players = []
    for row in view["players"]:
        fields: dict[str, Any] = {key: row[key] for key in _SHOWN}
        fields.update(bons=tuple(row["bons"]), done=tuple(row["done"]), todo=tuple(row.get("todo", ())))
        players.append(Player(**fields))
    if view["you"] is not None:
        players[view["you"]].todo = tuple(view["todo"])
    step = {key: view["step"][key] for key in _STEP}
    step["hops"] = tuple((space, push) for space, push in step["hops"])
    return State(
        players=players,
        order=tuple(view["order"]),
        gend=view["gend"],
        lone={who: place["id"] if place["at"] == "space" else "" for who, place in view["ov"].items()},
        sea=(),
        land=(),
        reserve=(),
        options=Options(**view["options"]),
        sea_discard=tuple(view["piles"]["mer"]["discard"]),
        land_discard=tuple(view["piles"]["territoires"]["discard"]),
        phase=view["phase"],
        round=view["round"],
        turn=view["turn"],
        step=TurnContext(**step),
    )


def _player(state: State, seat: int, player: Player) -> Json:
    row: Json = {key: getattr(player, key) for key in _SHOWN}
    row.update(seat=seat, bons=list(player.bons), done=list(player.done), left=len(player.todo))
    if state.options.open_hands:
        row["todo"] = list(player.todo)
    return row


def _overseer(state: State, who: str) -> Json:
    for seat, player in enumerate(state.players):
        if player.ov == who:
            return {"at": "seat", "id": seat}
    return {"at": "space", "id": state.lone[who]} if state.lone[who] else {"at": "off", "id": None}


def _step(state: State) -> Json:
    step = state.step
    shown: Json = {key: getattr(step, key) for key in _STEP}
    shown["hops"] = [list(hop) for hop in step.hops]
    shown["can_embark"] = state.players[state.active].pos in PORTS and not step.walked
    return shown


def _route(me: Player) -> Json:
    """The suggested order of visits, the spaces of the whole round, and how many sections it has."""
    order, spaces = suggest_round(me.pos, me.todo)
    return {"visits": list(order), "spaces": list(spaces), "sections": len(spaces) - 1, "ends": BETHEL}
