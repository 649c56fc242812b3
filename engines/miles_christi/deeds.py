"""What each kind of action does to a position, before the sequence of play goes on."""

from collections.abc import Callable

from engines.miles_christi import evaluation, placing, resolution
from engines.miles_christi.actions import Move
from engines.miles_christi.placing import Events
from engines.miles_christi.state import State, seat_of


def do(state: State, move: Move, out: Events) -> None:
    """Carry out a legal move of the active player; changes the state it is given."""
    _DEEDS[move.kind](state, move, out)


def _place(state: State, move: Move, out: Events) -> None:
    placing.place(state, seat_of(state, move.args[0]), move.args[1], out)


def _desert(state: State, move: Move, out: Events) -> None:
    resolution.desert(state, move.args[0], seat_of(state, move.args[1]), out)


_DEEDS: dict[str, Callable[[State, Move, Events], None]] = {
    "place": _place,
    "redeploy": lambda state, move, out: placing.redeploy(state, move.args[0], move.args[1], out),
    "stop": lambda state, move, out: placing.end_redeployment(state),
    "resolve": lambda state, move, out: resolution.serve(state, move.key, out),
    "desert": _desert,
    "send": lambda state, move, out: resolution.send_away(state, int(move.args[0]), out),
    "visit": lambda state, move, out: resolution.visit(state, out),
    "edessa": lambda state, move, out: evaluation.move_by_edessa(state, move.args[0], move.args[1], out),
    "envoy": lambda state, move, out: evaluation.move_by_envoy(state, move.args[0], move.args[1], out),
    "present": lambda state, move, out: evaluation.present(state, move.args[0], out),
    "lower": lambda state, move, out: evaluation.lower(state, move.args[0], out),
}
