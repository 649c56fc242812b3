"""Advice from a view alone: it must agree with what the turn then does."""

import copy

import pytest
from msgspec.structs import replace

from engines.core.dice import Dice
from engines.gloire.advice.advisors import (
    best_gift,
    best_plan,
    effect,
    knight_prices,
    levy,
    levy_cost,
    steady_gift,
    treasury_forecast,
)
from engines.gloire.advice.foresight import supposed_state, what_if
from engines.gloire.advice.simulator import battle_odds, duel_odds
from engines.gloire.formulas import duel_gain, duel_loss
from engines.gloire.phases.battle import Side
from engines.gloire.phases.jousts import _duel
from engines.gloire.play import Turn
from tests.engines.gloire.build import AMARETHUSE, HAWKMOON, RULES_1, add_knight, events_of, opening, play


@pytest.fixture
def view():
    return RULES_1.view(opening(), HAWKMOON)


@pytest.mark.parametrize("level", range(10))
def test_the_grand_argentier_foretells_the_turn(view, level):
    gift = best_gift(view, "NARVIK", level)
    told = effect(view, "NARVIK", level, gift)
    rich = opening()
    rich.lords[HAWKMOON].treasury = 20_000
    step = play(rich, {HAWKMOON: f"IMP {level} NARVIK\nRED {gift} NARVIK"})
    assert events_of(step, "tax_raised")[0]["ecus"] == told.raised
    assert events_of(step, "gift_given")[0]["happiness"][1] == pytest.approx(told.happiness[2], abs=0.01)
    assert events_of(step, "gift_given")[0]["wealth"][1] == pytest.approx(told.wealth[2], abs=0.001)


def test_the_best_gift_is_the_last_that_helps(view):
    gift = best_gift(view, "NARVIK", 5)
    assert effect(view, "NARVIK", 5, gift).ratio == pytest.approx(10)
    assert effect(view, "NARVIK", 5, gift - 2).ratio < 10


def test_the_best_gifts_of_the_worked_game():
    """8.1.3: 944 and 1,245 écus at level 6, with products of 7,083 and 9,341."""
    for product, gift in ((7083, 944), (9341, 1245)):
        land = {"owner": 5, "population": product * 2, "wealth": 0.5, "happiness": 20.0}
        view = {"lands": {"X": land}, "averages": {"happiness": 20.0}}
        assert best_gift(view, "X", 6) == pytest.approx(gift, abs=1)


def test_the_steady_gift_keeps_happiness(view):
    for level in range(1, 6):
        told = effect(view, "NARVIK", level, steady_gift(view, "NARVIK", level))
        assert told.happiness[2] == pytest.approx(20, abs=0.05)
    assert steady_gift(view, "NARVIK", 6) is None


@pytest.mark.parametrize("budget", [3000, 0, -500, -1300])
def test_the_best_plan_keeps_to_its_budget(budget):
    state = opening()
    for name in ("VADVET-JAKKO", "THULE", "LAPPLAND"):
        state.lands[name].owner = HAWKMOON
    view = RULES_1.view(state, HAWKMOON)
    plan = best_plan(view, budget)
    assert {one.land for one in plan} == {"NARVIK", "VADVET-JAKKO", "THULE", "LAPPLAND"}
    assert sum(one.net for one in plan) >= -budget
    assert all(one.happiness[2] >= 0.59 * view["averages"]["happiness"] for one in plan)


def test_a_larger_budget_never_makes_a_worse_plan():
    state = opening()
    state.lands["THULE"].owner = HAWKMOON
    view = RULES_1.view(state, HAWKMOON)
    happy = [sum(one.happiness[2] for one in best_plan(view, budget)) for budget in (-1500, 0, 2000, 8000)]
    assert happy == sorted(happy)


def test_the_levy_calculator_agrees_with_the_levy(view):
    told = levy(view, "NARVIK", 1000)
    step = play(opening(), {HAWKMOON: "ARM NARVIK 1000 C6"})
    assert events_of(step, "levy")[0]["men"] == told.men
    assert step.state.lands["NARVIK"].happiness == pytest.approx(told.happiness, abs=0.01)


@pytest.mark.parametrize("men", [1, 99, 250, 1000])
def test_the_cost_of_a_levy_is_enough_and_not_too_much(view, men):
    cost = levy_cost(view, "NARVIK", men)
    assert levy(view, "NARVIK", cost).men >= men
    assert levy(view, "NARVIK", cost - 6).men < men


def test_the_price_of_knights(view):
    """A knight of 101 where the mean is 100 costs 1,020."""
    price = knight_prices(view)
    assert price.dearest == 1020
    assert price.mean == pytest.approx(341, abs=3)
    assert price.surely == 4


def test_the_battle_simulator_knows_the_sure_cases():
    strong = battle_odds(Side(3000, 100, 100), [Side(200, 50, 100)], Dice(b"a", 0), runs=50)
    assert (strong.wins, strong.death) == (1.0, 0.0)
    weak = battle_odds(Side(20, 30, 0), [Side(2000, 100, 100)], Dice(b"a", 0), runs=50)
    assert (weak.wins, weak.death) == (0.0, 1.0)
    even = battle_odds(Side(1000, 100, 500), [Side(1000, 100, 500)], Dice(b"a", 0), runs=400)
    assert 0.35 < even.wins < 0.65


def test_walls_lower_the_odds():
    odds = [
        battle_odds(Side(1000, 100, 400), [Side(800, 80, 400)], Dice(b"w", 0), fort=fort, runs=200).wins
        for fort in ("none", "palisade", "wall", "fortress")
    ]
    assert odds == sorted(odds, reverse=True)
    assert odds[0] > odds[3]


def test_the_better_jouster_wins_more_often():
    assert duel_odds(100, 50, 60).wins > 0.6
    assert duel_odds(100, 100, 60).wins == pytest.approx(0.5)
    assert duel_odds(100, 50, 60).wins + duel_odds(50, 100, 60).wins == pytest.approx(1)


@pytest.mark.parametrize(
    ("renown", "other", "mean"), [(100, 50, 60), (40, 200, 45), (12, 9, 80), (300, 20, 30), (1, 1, 1)]
)
def test_the_odds_of_a_duel_are_those_of_the_lists(renown, other, mean):
    """The exact figure against four thousand duels ridden as in phase 11."""
    state = opening()
    turn = Turn(state, {}, Dice(b"lists", 1))
    turn._frozen = replace(turn.frozen, renown=float(mean))
    one, two = state.knights[HAWKMOON], state.knights[AMARETHUSE]
    won = 0
    for _ in range(4000):
        one.renown, two.renown = float(renown), float(other)
        won += _duel(turn, one, two, "duel")[0] is one
    told = duel_odds(renown, other, mean)
    assert won / 4000 == pytest.approx(told.wins, abs=0.025)
    assert (told.gain, told.loss) == (duel_gain(renown, other), duel_loss(other, renown))


def test_the_forecast_follows_the_phases(view):
    orders = RULES_1.parse(
        opening(), HAWKMOON, "FOR NARVIK wall\nARM NARVIK 1000 C6\nIMP 5 NARVIK\nRED 500 NARVIK"
    )[0]
    lines = treasury_forecast(view, orders["orders"])
    assert [entry.phase for entry, _ in lines] == [3, 3, 5, 15, 16]
    step = play(opening(), {HAWKMOON: "FOR NARVIK wall\nARM NARVIK 1000 C6\nIMP 5 NARVIK\nRED 500 NARVIK"})
    assert lines[-1][1] == pytest.approx(
        step.state.lords[HAWKMOON].treasury, abs=5
    )  # the levy rate moves a little


def test_what_if_agrees_where_nothing_is_hidden(view):
    text = "IMP 5 NARVIK\nRED 1000 NARVIK\nARM NARVIK 3000 C6\nATT C6 VADVET-JAKKO 100"
    orders = RULES_1.parse(opening(), HAWKMOON, text)[0]["orders"]
    after, _ = what_if(view, orders, {}, Dice(b"test", 1))
    step = play(opening(), {HAWKMOON: text})
    assert after["lands"]["VADVET-JAKKO"]["owner"] == step.state.lands["VADVET-JAKKO"].owner == HAWKMOON
    assert after["me"]["treasury"] == step.state.lords[HAWKMOON].treasury


def test_what_if_depends_on_the_view_and_the_guess_alone():
    """Hidden armies change nothing; a guessed garrison does."""
    state = opening()
    state.wars = [(0, 5)]
    state.knights[HAWKMOON].place, state.knights[HAWKMOON].men = "THULE", 300
    hidden = copy.deepcopy(state)
    add_knight(hidden, AMARETHUSE, 1, "DOLON", 5000)
    hidden.knights[-1].renown = 0.0  # keeps the public averages nearly where they were
    orders = [{"code": "ATT", "knight": "C6", "land": "DOLON", "men": 100}]
    one, _ = what_if(RULES_1.view(state, HAWKMOON), orders, {}, Dice(b"w", 1))
    two, _ = what_if(RULES_1.view(hidden, HAWKMOON), orders, {}, Dice(b"w", 1))
    assert one["lands"]["DOLON"]["owner"] == two["lands"]["DOLON"]["owner"] == HAWKMOON
    feared, _ = what_if(RULES_1.view(state, HAWKMOON), orders, {"DOLON": 3000}, Dice(b"w", 1))
    assert feared["lands"]["DOLON"]["owner"] == AMARETHUSE


def test_the_supposed_world_looks_like_the_view():
    state = opening()
    state.alliances, state.wars = [(3, 5)], [(0, 5)]
    view = RULES_1.view(state, HAWKMOON)
    again = RULES_1.view(supposed_state(view, {}), HAWKMOON)
    assert again["lands"] == view["lands"]
    assert again["me"] == view["me"]
    for mine, other in zip(again["lords"], view["lords"], strict=True):
        assert mine["standing"] == pytest.approx(other["standing"], abs=0.01)
