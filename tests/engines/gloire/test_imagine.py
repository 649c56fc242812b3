"""A position imagined from one lord's view: nothing of the others is in it, all he knows is, and it plays
on."""

import pytest

from engines.core import codec
from engines.core.contract import errors
from engines.core.dice import Dice
from engines.core.table import Table, bot_player, seat_names
from engines.gloire.orders.names import fold
from engines.gloire.standing import averages
from engines.gloire.state import Call, Intel
from tests.engines.gloire.build import (
    AMARETHUSE,
    HAWKMOON,
    HYLIATH,
    RULES_1,
    add_garrison,
    add_knight,
    opening,
)

MAPS = [("scandinavie", 10, 12), ("moyen_orient", 20, 6), ("europe", 30, 5), ("europe_100", 100, 3)]


def played(key, seats, turns, seed=b"imagine"):
    """A game of bots, some turns old."""
    table = Table(RULES_1, seat_names(seats), {"map": key}, seed)
    play_on(table, turns)
    return table.state


def play_on(table, turns):
    players = [bot_player(bot) for bot in RULES_1.bots.values()]
    for _turn in range(turns):
        table.let_play([players[seat % len(players)] for seat in range(len(table.names))])


def at_war():
    """Turn 7 of a realm with friends, foes, spies and armies everywhere."""
    state = opening()
    state.turn, state.alliances, state.wars = 7, [(3, 5), (5, 8)], [(0, 3), (0, 5), (1, 2)]
    for seat, place in ((0, "DOLON"), (0, "DOLON"), (3, "LIVO-JOKI"), (5, "NARVIK"), (5, "NARVIK")):
        add_knight(state, seat, 40.125 + seat, place, 300, wage=40)
        add_garrison(state, seat, place, 200)
    state.calls = [Call(3, 5, (0,), 6), Call(5, 8, (0,), 6)]
    state.lords[HAWKMOON].intel = {"DOLON": Intel(6, 0.3125, "wall", 777)}
    return state


@pytest.mark.parametrize(("key", "seats", "turns"), MAPS)
def test_the_imagined_game_looks_the_same_and_plays_on(key, seats, turns):
    state = played(key, seats, turns)
    seat = RULES_1.asks(state).seats[-1]
    imagined = RULES_1.imagine(state, seat, Dice(b"a", 1))
    assert RULES_1.view(imagined, seat) == RULES_1.view(state, seat)
    assert RULES_1.menu(imagined, seat) == RULES_1.menu(state, seat)
    assert codec.load(codec.dump(imagined), type(state)) == imagined
    table = Table(RULES_1, seat_names(seats), {"map": key}, b"sandbox")
    table.state = imagined
    play_on(table, 3)
    for moment in table.moments:
        for mover, action in moment.moves.items():
            assert errors(RULES_1.check(moment.before, mover, action)) == []
    assert table.state.turn == state.turn + 3


@pytest.mark.parametrize("seat", [AMARETHUSE, HYLIATH, HAWKMOON, 8, None])
def test_what_is_hidden_changes_nothing(seat):
    """The same view and the same dice give the same position, whatever lies behind the view."""
    state = at_war()
    imagined = RULES_1.imagine(state, seat, Dice(b"a", 1))
    assert RULES_1.view(imagined, seat) == RULES_1.view(state, seat)
    for n in range(3):
        other = RULES_1.scramble(state, seat, Dice(b"scramble", n))
        assert codec.dump(other) != codec.dump(state)
        assert codec.dump(RULES_1.imagine(other, seat, Dice(b"a", 1))) == codec.dump(imagined)


def test_dice_make_another_guess():
    state = played("scandinavie", 10, 6)
    guesses = [RULES_1.imagine(state, 0, Dice(b"guess", n)) for n in range(5)]
    purses = {tuple(lord.treasury for lord in guess.lords[1:]) for guess in guesses}
    armies = {tuple((one.place, one.men) for one in guess.knights if one.lord != 0) for guess in guesses}
    assert len(purses) == len(armies) == 5


def test_own_house_is_kept_and_a_spy_is_believed():
    state = at_war()
    imagined = RULES_1.imagine(state, HAWKMOON, Dice(b"a", 1))
    mine = [(k.id, k.name, k.men, k.place, k.wage) for k in state.knights if k.lord == HAWKMOON]
    assert [(k.id, k.name, k.men, k.place, k.wage) for k in imagined.knights if k.lord == HAWKMOON] == mine
    assert imagined.lords[HAWKMOON] == state.lords[HAWKMOON]
    assert [call for call in imagined.calls if HAWKMOON in (call.caller, call.called)] == state.calls
    dolon = imagined.lands["DOLON"]
    assert (dolon.wealth, dolon.fort) == (0.3125, "wall")
    there = [one.men for one in (*imagined.knights, *imagined.garrisons) if one.place == "DOLON"]
    assert sum(there) == 777


def test_the_opening_is_known_to_all():
    """Turn 1: the rules say what everyone has; only the wealth of neutral lands is anyone's guess."""
    state = opening()
    imagined = RULES_1.imagine(state, HAWKMOON, Dice(b"a", 1))
    assert imagined.knights == state.knights
    assert imagined.lords == state.lords
    assert imagined.garrisons == []
    fiefs = [lord.home for lord in state.lords]
    assert [imagined.lands[name] for name in fiefs] == [state.lands[name] for name in fiefs]
    wealth = [land.wealth for name, land in imagined.lands.items() if name not in fiefs]
    assert wealth != [land.wealth for name, land in state.lands.items() if name not in fiefs]


def test_imagined_knights_are_possible_ones():
    """No name borne twice, no id used twice, nobody poorer than nought or standing where he may not."""
    state = played("moyen_orient", 20, 9)
    for seat in (None, 0, 7):
        imagined = RULES_1.imagine(state, seat, Dice(b"a", 2))
        knights = imagined.knights
        assert len({fold(one.name) for one in knights}) == len({one.id for one in knights}) == len(knights)
        assert min(one.renown for one in knights) >= 1
        assert min(lord.treasury for lord in imagined.lords) >= 0
        lords = [lord for lord in range(20) if imagined.lords[lord].alive]
        assert sorted(one.lord for one in knights if one.is_lord) == lords
        for one in (*knights, *imagined.garrisons):
            owner = imagined.lands[one.place].owner
            assert (
                owner is None or owner == one.lord or tuple(sorted((owner, one.lord))) in imagined.alliances
            )
        assert imagined.next_knight > max(int(one.id[1:]) for one in knights)


def test_a_fallen_lord_and_a_finished_game():
    state = at_war()
    state.lords[1].alive, state.lords[1].fell, state.lords[1].treasury = False, 5, 0
    state.knights = [knight for knight in state.knights if knight.lord != 1]
    state.wars = [(0, 3), (0, 5)]
    imagined = RULES_1.imagine(state, 1, Dice(b"a", 1))
    assert RULES_1.view(imagined, 1) == RULES_1.view(state, 1)
    assert [round(one, 2) for one in averages(imagined).standings] == [
        round(one, 2) for one in averages(state).standings
    ]
    state.winner, state.victory = 0, "lands"
    assert RULES_1.imagine(state, 1, Dice(b"a", 1)) is state
