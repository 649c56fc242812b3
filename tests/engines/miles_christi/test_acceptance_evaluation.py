"""The specification's acceptance tests 13 to 26 and 28: evaluation, renewal, end."""

import pytest

from engines.core.dice import Dice, LoadedDice
from engines.miles_christi.state import State
from engines.miles_christi.tracks import grow_gap, reduce_gap
from engines.miles_christi.turn import advance
from tests.engines.miles_christi.table import (
    RULE,
    SEPULCHRE,
    TEMPLE,
    TEUTONIC,
    at,
    bare,
    markers,
    militias,
    play,
    refused,
)


def evaluate(state: State, phase: str = "edessa", die: int | None = None) -> tuple[State, list]:
    """Run the evaluation from a phase on, up to the next decision."""
    state.phase, state.cursor, state.ask = phase, 0, ""
    dice = LoadedDice({"baphomet:1": [die - 1], "baphomet:4": [die - 1]} if die else {})
    out: list = []
    advance(state, dice, out)
    return state, out


@pytest.mark.parametrize(
    ("action", "after"),
    [
        ("edessa military up", (8, 5)),
        ("edessa military down", (2, 5)),
        ("edessa religious up", (5, 8)),
        ("edessa religious down", (5, 2)),
    ],
)
def test_three_militias_in_edessa_move_one_track_by_three(action, after):
    """Acceptance 13."""
    state = bare(turn=12)
    state.zones["edessa"] = [TEMPLE] * 3
    state, _ = evaluate(state)
    assert (state.active, state.ask) == (TEMPLE, "edessa")
    assert markers(play(state, action).state, TEMPLE) == after


def test_acre_costs_four_military_and_two_religious():
    """Acceptance 14: and never below zero."""
    state = bare(turn=12)
    state.zones["acre"] = [TEMPLE]
    assert markers(evaluate(state, "zones")[0], TEMPLE) == (1, 3)
    state = bare(turn=12, orders=("lazarus", "teutonic", "sepulchre"))
    state.zones["acre"] = [0]
    assert markers(evaluate(state, "zones")[0], 0) == (0, 6)


def test_antioch_and_tripoli_move_the_military_track():
    """Specification, evaluation 2 and 3."""
    state = bare(turn=12)
    state.zones["antioch"][:3] = [TEMPLE, TEMPLE, TEUTONIC]
    state.zones["tripoli"][0] = SEPULCHRE
    state, _ = evaluate(state, "zones")
    assert [markers(state, seat) for seat in range(3)] == [(7, 5), (9, 2), (5, 3)]


def test_jerusalem_brings_two_and_two():
    """Acceptance 15."""
    state = bare(turn=12)
    state.zones["jerusalem"][:2] = [TEUTONIC, TEUTONIC]
    assert markers(evaluate(state, "zones")[0], TEUTONIC) == (12, 6)


def test_reducing_by_five_a_gap_of_three_loses_the_rest():
    """Acceptance 16."""
    assert reduce_gap(8, 5, 5) == (5, 5)
    state = bare(turn=12)
    state.players[SEPULCHRE].military, state.players[SEPULCHRE].religious, state.players[SEPULCHRE].envoys = (
        5,
        8,
        2,
    )
    assert markers(evaluate(state, "envoys")[0], SEPULCHRE) == (5, 5)


def test_reducing_equal_markers_raises_both():
    """Acceptance 17."""
    assert reduce_gap(6, 6, 2) == (8, 8)


def test_three_envoys_reduce_by_ten_and_one_moves_three():
    """Specification, evaluation 6."""
    state = bare(turn=12)
    state.players[TEUTONIC].military, state.players[TEUTONIC].envoys = 14, 3
    state.players[TEMPLE].envoys = 1
    state, _ = evaluate(state, "envoys")
    assert state.ask == "envoy"
    state = play(state, "envoy religious down").state
    assert (markers(state, TEMPLE), markers(state, TEUTONIC)) == ((5, 2), (4, 2))


def test_growing_by_ten_from_four_raises_the_other_by_the_rest():
    """Acceptance 18."""
    assert grow_gap(4, 9, 10) == (0, 15)
    assert grow_gap(9, 4, 10) == (15, 0)


def test_growing_by_five_from_zero_raises_the_other():
    """Acceptance 19."""
    assert grow_gap(0, 7, 5) == (0, 12)
    assert grow_gap(7, 0, 5) == (12, 0)


def test_die_strikes_everybody_on_its_number():
    """Acceptance 20: the struck return to the bag, the others go to their halls."""
    state = bare(turn=12)
    state.baphomet[2] = [TEUTONIC, SEPULCHRE]
    state.baphomet[4] = [TEUTONIC]
    state.players[TEUTONIC].blessings = 1
    state, out = evaluate(state, "baphomet", die=3)
    assert [event.params["value"] for event in out if event.kind == "die"] == [3]
    assert (markers(state, TEUTONIC), markers(state, SEPULCHRE)) == ((16, 2), (14, 0))
    assert (state.bag, state.phase) == ([0, 2, 1], "over")
    assert [event.params["seat"] for event in out if event.kind == "spared"] == [TEUTONIC]


def test_hall_militia_without_a_token_grows_the_gap_by_five():
    """Acceptance 21."""
    state = bare(turn=12)
    state.players[SEPULCHRE].hall = 1
    assert markers(evaluate(state, "halls")[0], SEPULCHRE) == (9, 0)


def test_owner_chooses_which_of_equal_markers_is_lower():
    """Specification, "Grow the gap": our own rule."""
    state = bare(turn=12)
    state.players[TEMPLE].hall = 1
    state, _ = evaluate(state, "halls")
    assert (state.active, state.ask) == (TEMPLE, "lower")
    assert markers(play(state, "lower military").state, TEMPLE) == (0, 5)
    assert markers(play(state, "lower religious").state, TEMPLE) == (5, 0)


@pytest.mark.parametrize(("coins", "presented"), [(8, True), (7, False)])
def test_application_in_round_two_costs_eight(coins, presented):
    """Acceptance 22: who cannot pay cannot use it."""
    state = bare(turn=6)
    me = state.players[SEPULCHRE]
    me.hall, me.applications, me.coins = 1, 1, coins
    me.recruits = 5
    state, out = evaluate(state, "halls")
    assert [event.params["cost"] for event in out if event.kind == "elected"] == ([8] if presented else [])
    assert (state.players[SEPULCHRE].masters, state.players[SEPULCHRE].applications) == (
        (1, 0) if presented else (0, 1)
    )


def test_a_token_must_be_chosen_when_several_kinds_are_usable():
    """Specification, evaluation 8."""
    state = bare(turn=12)
    me = state.players[SEPULCHRE]
    me.hall, me.applications, me.coins, me.blasphemies = 1, 1, 3, 1
    assert evaluate(state, "halls")[0].phase == "over"
    assert markers(state, SEPULCHRE) == (7, 2)
    state = at(bare(turn=12), "present", "halls", SEPULCHRE)
    me = state.players[SEPULCHRE]
    me.hall, me.applications, me.coins, me.blessings = 1, 1, 4, 1
    assert refused(state, "present blasphemy") == "no_such_token"
    assert markers(play(state, "present blessing").state, SEPULCHRE) == (7, 5)
    elected = play(state, "present application").state
    assert (elected.players[SEPULCHRE].masters, markers(elected, SEPULCHRE)) == (1, (5, 3))


def test_grand_masters_stay_and_reduce_the_gap_by_two_each_round():
    """Acceptance 23."""
    state = bare(turn=3)
    state.players[TEUTONIC].masters = 2
    state, _ = evaluate(state)
    assert (state.turn, state.players[TEUTONIC].masters, markers(state, TEUTONIC)) == (4, 2, (4, 2))
    state = bare(turn=6)
    state.players[TEUTONIC].masters = 2
    state.players[TEUTONIC].military = 4
    state, _ = evaluate(state)
    assert (state.players[TEUTONIC].masters, markers(state, TEUTONIC)) == (2, (4, 4))


def test_recruits_join_before_turns_four_seven_and_ten():
    """Acceptance 24: one, two, three of each Order."""
    joined = {}
    state = RULE.setup(["A", "B", "C"], {}, Dice(b"recruits", 0)).state
    step = 0
    while RULE.asks(state) is not None:
        step += 1
        seat = state.active
        turn = state.turn
        after = RULE.apply(state, {seat: RULE.default(state, seat, "absent")}, Dice(b"recruits", step)).state
        if after.players[0].recruits != state.players[0].recruits:
            joined[turn + 1] = [
                old.recruits - new.recruits for old, new in zip(state.players, after.players, strict=True)
            ]
        assert [militias(after, seat) for seat in range(3)] == [18, 18, 18]
        state = after
    assert joined == {4: [1, 1, 1], 7: [2, 2, 2], 10: [3, 3, 3]}


def test_what_is_left_in_the_bag_goes_to_the_halls():
    """Acceptance 25."""
    state = bare(turn=3)
    state.bag = [12, 12, 12]
    state, out = evaluate(state, "gather")
    assert [sum(player.card) for player in state.players] == [12, 12, 12]
    assert sum(player.hall for player in state.players) == 3
    assert state.bag == [0, 0, 0]
    assert sum(event.params["count"] for event in out if event.kind == "excess") == 3


def test_first_deal_leaves_nothing_in_the_bag():
    """Specification, deal."""
    step = RULE.setup(["A", "B", "C", "D"], {}, Dice(b"deal", 0))
    assert [sum(player.card) for player in step.state.players] == [12] * 4
    assert (step.state.bag, [player.hall for player in step.state.players]) == ([0] * 4, [0] * 4)


@pytest.mark.parametrize(
    ("rows", "places"),
    [
        ([(5, 5, 0), (9, 8, 9), (20, 18, 9)], [1, 2, 3]),
        ([(5, 5, 0), (9, 9, 0), (3, 3, 9)], [2, 1, 3]),
        ([(5, 5, 3), (5, 5, 4), (5, 5, 2)], [2, 1, 3]),
        ([(5, 5, 3), (5, 5, 3), (4, 4, 9)], [1, 1, 3]),
        ([(6, 4, 3), (4, 6, 3), (4, 6, 2)], [1, 1, 3]),
    ],
)
def test_ties_are_broken_by_gap_level_coins_then_shared(rows, places):
    """Acceptance 26."""
    state = bare(turn=12)
    state.phase = "over"
    for player, (military, religious, coins) in zip(state.players, rows, strict=True):
        player.military, player.religious, player.coins = military, religious, coins
    ranking = RULE.outcome(state).ranking
    assert [rank.place for rank in sorted(ranking, key=lambda rank: rank.seat)] == places


def test_no_deal_after_turn_twelve():
    """Acceptance 28."""
    state = bare(turn=12)
    state.zones["jerusalem"][0] = TEMPLE
    state, out = evaluate(state)
    assert (state.phase, state.turn, RULE.asks(state)) == ("over", 12, None)
    assert [event.kind for event in out][-1] == "over"
    assert not [event for event in out if event.kind in ("dealt", "gathered", "turn")]
    assert RULE.outcome(state).ranking[0].seat == TEMPLE
