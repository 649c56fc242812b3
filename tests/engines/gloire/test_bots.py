"""Bots play legally, from their view alone, and finish their games."""

import pytest

from engines.core.contract import Seen
from engines.core.dice import Dice
from engines.gloire.state import Call
from tests.engines.gloire.build import HAWKMOON, RULES_1, add_garrison, add_knight, opening


def forbidden(draft=None):
    raise AssertionError("the bots of this game need no menu")


def seen(state, seat):
    return Seen(seat, RULES_1.view(state, seat), forbidden)


def finished(seed, turns=80, tempers=None):
    names = tempers or list(RULES_1.bots)
    state = RULES_1.setup([f"Lord {n}" for n in range(10)], {"turns": turns}, Dice(seed, 0)).state
    while (ask := RULES_1.asks(state)) is not None:
        moves = {}
        for seat in ask.seats:
            action = RULES_1.bots[names[seat % len(names)]](seen(state, seat), Dice(seed + b"%d" % seat, state.turn))
            assert not [p for p in RULES_1.check(state, seat, action) if p.level == "error"], action
            moves[seat] = action
        state = RULES_1.apply(state, moves, Dice(seed, state.turn)).state
    return state


def test_there_are_three_temperaments():
    assert list(RULES_1.bots) == ["batisseur", "conquerant", "diplomate"]


@pytest.mark.parametrize("seed", [b"one", b"two"])
def test_a_game_of_bots_ends_with_a_real_victory(seed):
    assert finished(seed).victory in ("standing", "lands", "alliance", "last")


def test_bots_play_from_the_view_alone():
    """What is hidden is scrambled: the orders stay the same."""
    state = opening()
    state.wars = [(0, 5)]
    for seat, place in ((0, "DOLON"), (0, "THULE"), (3, "OULU"), (5, "NARVIK")):
        add_knight(state, seat, 40 + seat, place, 300)
        add_garrison(state, seat, "DOLON" if seat == 0 else place, 200)
    other = RULES_1.scramble(state, HAWKMOON, Dice(b"scramble", 1))
    for bot in RULES_1.bots.values():
        assert bot(seen(state, HAWKMOON), Dice(b"b", 1)) == bot(seen(other, HAWKMOON), Dice(b"b", 1))


def test_bots_answer_a_call():
    """An ally who calls sees war declared on his enemy."""
    state = opening()
    state.turn, state.alliances, state.wars = 2, [(3, 5)], [(0, 3)]
    state.calls = [Call(3, 5, (0,), 1)]
    for bot in RULES_1.bots.values():
        orders = bot(seen(state, HAWKMOON), Dice(b"b", 1))["orders"]
        assert {"code": "GUE", "lord": 0} in orders


def test_bots_do_not_attack_those_they_are_not_at_war_with():
    state = opening()
    state.lands["THULE"].owner = state.lands["VADVET-JAKKO"].owner = state.lands["SVARTSEN"].owner = 0
    state.lands["LOFOTEN"].owner = 3
    state.knights[HAWKMOON].men = 3000
    for bot in RULES_1.bots.values():
        orders = bot(seen(state, HAWKMOON), Dice(b"b", 1))["orders"]
        assert not [order for order in orders if order["code"] == "ATT"]


def test_bots_ride_in_the_royal_joust():
    state = opening()
    state.turn = 5
    for bot in RULES_1.bots.values():
        assert {"code": "PAR", "knight": "*"} in bot(seen(state, HAWKMOON), Dice(b"b", 1))["orders"]


def test_a_dead_lord_gives_no_orders():
    state = opening()
    state.lords[HAWKMOON].alive = False
    assert RULES_1.bots["batisseur"](seen(state, HAWKMOON), Dice(b"b", 1)) == {"orders": []}
