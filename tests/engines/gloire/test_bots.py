"""Bots play legally, from their view alone, and finish their games."""

import pytest

from engines.core.contract import Seen
from engines.core.dice import Dice
from engines.gloire.state import Call
from tests.engines.gloire.build import (
    AMARETHUSE,
    HAWKMOON,
    HYLIATH,
    JON,
    RULES_1,
    SOPHIE,
    WELLDONE,
    add_garrison,
    add_knight,
    opening,
)


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
            action = RULES_1.bots[names[seat % len(names)]](
                seen(state, seat), Dice(seed + b"%d" % seat, state.turn)
            )
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


def test_bots_do_not_attack_where_a_friend_of_the_enemy_may_stand():
    """5.8.1: fighting a guest whose lord is not an enemy is a felony too."""
    state = opening()
    state.lands["THULE"].owner = AMARETHUSE
    state.wars = [(AMARETHUSE, HAWKMOON)]
    state.knights[HAWKMOON].men = 0
    add_knight(state, HAWKMOON, 90, "NARVIK", 9000)
    attack = [{"code": "ATT", "knight": "C11", "land": "THULE"}]
    for bot in RULES_1.bots.values():
        assert _attacks(bot(seen(state, HAWKMOON), Dice(b"b", 1)), "THULE") == attack
    state.alliances = [(AMARETHUSE, HYLIATH)]
    state.lands["LAPPLAND"].owner = HYLIATH  # beside THULE
    for bot in RULES_1.bots.values():
        assert _attacks(bot(seen(state, HAWKMOON), Dice(b"b", 1)), "THULE") == []
    state.wars = [(AMARETHUSE, HAWKMOON), (HYLIATH, HAWKMOON)]
    for bot in RULES_1.bots.values():
        assert _attacks(bot(seen(state, HAWKMOON), Dice(b"b", 1)), "THULE") == attack


def _attacks(action, land):
    attacks = [order for order in action["orders"] if order["code"] == "ATT" and order["land"] == land]
    return [{key: order[key] for key in ("code", "knight", "land")} for order in attacks]


def test_bots_keep_the_peace_they_make():
    """No occasion of war with a lord comes within two turns of an occasion of peace with him."""
    state = opening()
    for land, owner in (
        ("THULE", AMARETHUSE),
        ("SVARTSEN", WELLDONE),
        ("VADVET-JAKKO", HYLIATH),
        ("LOFOTEN", JON),
    ):
        state.lands[land].owner = owner  # no free land beside NARVIK
    for lord in (AMARETHUSE, WELLDONE, HYLIATH, JON):
        state.lords[lord].treasury = 0
    for name, bot in RULES_1.bots.items():
        wars, peaces = {}, {}
        for turn in range(8, 32):
            state.turn = turn
            for at_war in (False, True):
                state.wars = [(0, HAWKMOON), (2, HAWKMOON), (3, HAWKMOON), (HAWKMOON, 9)] if at_war else []
                for order in bot(seen(state, HAWKMOON), Dice(b"b", 1))["orders"]:
                    if order["code"] in ("GUE", "PAI"):
                        (wars if order["code"] == "GUE" else peaces).setdefault(order["lord"], set()).add(
                            turn
                        )
        assert set(peaces) == {AMARETHUSE, WELLDONE, HYLIATH, JON}, name
        assert len(wars) >= 3, name
        for lord, turns in wars.items():
            assert not {turn + n for turn in peaces[lord] for n in range(3)} & turns, name


def test_bots_call_only_allies_who_can_reach_the_enemy():
    state = opening()
    state.turn, state.wars, state.alliances = (
        3,
        [(AMARETHUSE, HAWKMOON)],
        [(HYLIATH, HAWKMOON), (HAWKMOON, SOPHIE)],
    )
    state.lords[AMARETHUSE].treasury = 90_000
    state.lands[
        "LAPPLAND"
    ].owner = AMARETHUSE  # two steps from LIVO-JOKI, Hyliath's; ÖSEL, Sophie's, lies far
    for bot in RULES_1.bots.values():
        calls = [o["lord"] for o in bot(seen(state, HAWKMOON), Dice(b"b", 1))["orders"] if o["code"] == "APP"]
        assert calls == [HYLIATH]


def test_bots_ride_in_the_royal_joust():
    state = opening()
    state.turn = 5
    for bot in RULES_1.bots.values():
        assert {"code": "PAR", "knight": "*"} in bot(seen(state, HAWKMOON), Dice(b"b", 1))["orders"]


def test_a_dead_lord_gives_no_orders():
    state = opening()
    state.lords[HAWKMOON].alive = False
    assert RULES_1.bots["batisseur"](seen(state, HAWKMOON), Dice(b"b", 1)) == {"orders": []}
