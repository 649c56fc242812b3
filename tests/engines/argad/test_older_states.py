"""A battle kept by an earlier version of the engine is read and played on: fields that went are ignored, new
ones have defaults."""

from pathlib import Path

from engines.argad.state import State
from engines.core import codec
from engines.core.dice import Dice
from tests.engines.argad.board import RULE

KEPT = Path(__file__).parent / "older" / "ambush.json"


def test_kept_battle_is_read_and_played_to_the_next_turn():
    state = codec.load(KEPT.read_bytes(), State)
    assert (state.phase, state.turn, len(state.figures)) == ("combat", 3, len({f.id for f in state.figures}))
    moves = {seat: RULE.default(state, seat, "absent") for seat in RULE.asks(state).seats}
    after = RULE.apply(state, moves, Dice(b"older", 1)).state
    assert (after.phase, after.turn) == ("plot", 4)
    assert codec.load(codec.dump(after), State) == after
