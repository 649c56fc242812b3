"""The specification's acceptance tests 1 to 12 and 27: placing, redeploying, resolving."""

import pytest

from engines.miles_christi.state import SERVED
from tests.engines.miles_christi.table import (
    RULE,
    SEPULCHRE,
    TEMPLE,
    TEUTONIC,
    at,
    bare,
    offered,
    opening,
    play,
    refused,
    with_card,
)


@pytest.mark.parametrize(
    ("zone", "coins"), [("edessa", 1), ("antioch", 2), ("tripoli", 3), ("acre", 0), ("jerusalem", 4)]
)
def test_coins_go_to_the_owner_of_the_colour(zone, coins):
    """Acceptance 1."""
    state = play(with_card(opening(), TEMPLE, 2, 3, 0), f"place teutonic {zone}").state
    assert [player.coins for player in state.players] == [0, coins, 0]


def test_third_militia_of_a_colour_in_a_zone_is_refused():
    """Acceptance 2, first half."""
    state = play(with_card(opening(), TEMPLE, 4, 1, 1), "place temple antioch", "place temple antioch").state
    assert refused(state, "place temple antioch") == "third_of_colour"
    assert refused(state, "place teutonic antioch") == ""


def test_third_militia_is_allowed_when_two_stand_there_from_an_earlier_turn():
    """Acceptance 2, second half."""
    state = with_card(opening(), TEMPLE, 4, 1, 1)
    state.zones["antioch"][:2] = [TEMPLE, TEMPLE]
    state = play(state, "place temple antioch", "place temple antioch").state
    assert state.zones["antioch"] == [TEMPLE] * 4 + [-1, -1]


def test_three_militias_left_are_all_placed():
    """Acceptance 3."""
    state = with_card(opening(), TEMPLE, 1, 2, 0)
    state.turn = 3
    state = play(state, "place temple edessa", "place teutonic edessa", "place teutonic antioch").state
    assert state.players[TEMPLE].card == [0, 0, 0]
    assert (state.active, state.ask) == (TEUTONIC, "place")


def test_redeployment_is_offered_to_who_placed_none_of_his_own():
    """Acceptance 4: no coins for it."""
    state = with_card(opening(), TEMPLE, 0, 2, 2)
    state.zones["acre"][0] = TEMPLE
    actions = (
        "place teutonic edessa",
        "place teutonic antioch",
        "place sepulchre edessa",
        "place sepulchre antioch",
    )
    state = play(state, *actions).state
    assert (state.active, state.ask, state.left) == (TEMPLE, "redeploy", 2)
    state = play(state, "redeploy acre jerusalem").state
    assert state.zones["acre"] == [-1]
    assert state.zones["jerusalem"][0] == TEMPLE
    assert state.players[TEMPLE].coins == 0
    state = play(state, "redeploy jerusalem antioch").state
    assert (state.active, state.ask) == (TEUTONIC, "place")


def test_redeployment_is_not_offered_to_who_placed_one_of_his_own():
    """Acceptance 4."""
    state = with_card(opening(), TEMPLE, 1, 2, 1)
    state.zones["acre"][0] = TEMPLE
    actions = (
        "place teutonic edessa",
        "place teutonic antioch",
        "place sepulchre edessa",
        "place temple antioch",
    )
    state = play(state, *actions).state
    assert (state.active, state.ask) == (TEUTONIC, "place")


def test_full_zone_is_refused_and_edessa_is_never_full():
    """Acceptance 5."""
    state = with_card(opening(), TEMPLE, 4, 1, 1)
    state.zones["acre"] = [SEPULCHRE]
    state.zones["edessa"] = [SEPULCHRE] * 30
    assert refused(state, "place temple acre") == "zone_full"
    assert play(state, "place temple edessa").state.zones["edessa"][30] == TEMPLE


def test_limit_of_two_is_lifted_in_edessa_when_nothing_else_is_legal():
    """Specification, action phase: the exception, our own rule."""
    state = with_card(opening(), TEMPLE, 4, 0, 0)
    for zone, spaces in state.zones.items():
        if zone != "edessa":
            spaces[:] = [SEPULCHRE] * len(spaces)
    step = play(with_card(state, TEMPLE, 4, 1, 0), "place temple edessa", "place temple edessa")
    assert refused(step.state, "place temple edessa") == "third_of_colour"
    step = play(step.state, "place teutonic edessa")
    assert step.state.zones["edessa"] == [TEMPLE, TEMPLE, TEUTONIC, TEMPLE]


def test_temple_gains_four_coins_on_a_blessing():
    """Acceptance 6: and others two. Blessings need no decision."""
    state = bare()
    state.zones["blessing"] = [TEMPLE, TEUTONIC]
    state.zones["commandery"][0] = SEPULCHRE
    state.phase = "resolve"
    step = play(at(state, "resolve", "resolve", TEMPLE), "blessing")
    assert [(player.blessings, player.coins) for player in step.state.players] == [(1, 4), (1, 2), (0, 0)]


@pytest.mark.parametrize(("order", "one", "two"), [("temple", 3, 6), ("hospital", 1, 4)])
def test_two_blasphemies_cost_six_or_four(order, one, two):
    """Acceptance 7."""
    state = bare(orders=(order, "teutonic", "sepulchre"))
    state.zones["blasphemy"] = [0, -1]
    state.players[0].coins = two
    state = at(state, "resolve", "resolve")
    assert offered(state) == ["blasphemy 0", "blasphemy 1", "blasphemy 2"]
    bought_one, bought_two = play(state, "blasphemy 1").state, play(state, "blasphemy 2").state
    assert (bought_one.players[0].blasphemies, bought_one.players[0].coins) == (1, two - one)
    assert (bought_two.players[0].blasphemies, bought_two.players[0].coins) == (2, 0)
    state.players[0].coins = two - 1
    assert refused(state, "blasphemy 2") == "too_dear"


@pytest.mark.parametrize(("order", "cost"), [("teutonic", 0), ("temple", 2)])
def test_teutonic_order_applies_for_nothing(order, cost):
    """Acceptance 8."""
    state = bare(orders=(order, "sepulchre", "lazarus"))
    state.zones["application"] = [0]
    state.players[0].coins = 2
    after = play(at(state, "resolve", "resolve"), "application 1").state
    assert (after.players[0].applications, after.players[0].coins) == (1, 2 - cost)
    state.players[0].coins = 0
    assert refused(state, "application 1") == ("too_dear" if cost else "")


def test_second_militia_of_a_colour_in_the_commandery_is_refused():
    """Acceptance 9."""
    state = play(with_card(opening(), TEMPLE, 4, 1, 1), "place temple commandery").state
    assert refused(state, "place temple commandery") == "commandery_taken"
    assert refused(state, "place teutonic commandery") == ""


def test_desertion_spares_grand_masters_and_fills_the_bag():
    """Acceptance 10."""
    state = bare()
    state.zones["commandery"][0] = TEMPLE
    state.zones["jerusalem"][0] = TEUTONIC
    state.players[TEUTONIC].hall = 1
    state.players[SEPULCHRE].masters = 2
    state.players[TEMPLE].coins = 6
    state = play(at(state, "resolve", "resolve"), "commandery desert").state
    assert offered(state) == ["desert jerusalem teutonic", "desert commandery temple", "desert hall teutonic"]
    assert refused(state, "desert jerusalem sepulchre") == "nobody_there"
    state = play(state, "desert jerusalem teutonic", "desert hall teutonic").state
    assert state.bag == [0, 2, 0]
    assert state.players[SEPULCHRE].masters == 2
    assert (state.players[TEMPLE].coins, state.players[TEUTONIC].hall) == (0, 0)


@pytest.mark.parametrize(("order", "costs"), [("temple", (3, 5, 7)), ("lazarus", (1, 3, 5))])
def test_pope_column_costs(order, costs):
    """Acceptance 11."""
    state = bare(orders=(order, "teutonic", "sepulchre"))
    state.players[0].card = [2, 2, 2]
    paid = []
    for _ in costs:
        state.zones["pope"][0] = 0
        state.players[0].coins, state.turn = 7, 1
        state = play(at(state, "pope", "pope"), "visit").state
        paid.append(7 - state.players[0].coins)
    assert tuple(paid) == costs
    state.zones["pope"][0] = 0
    assert refused(at(state, "pope", "pope"), "visit") == "column_full"


def test_unaffordable_pope_sends_to_the_hall_or_to_baphomet():
    """Acceptance 12."""
    state = bare()
    state.zones["pope"][0] = TEMPLE
    state.players[TEMPLE].coins = 2
    state.players[TEMPLE].card = [2, 2, 2]
    state = at(state, "pope", "pope")
    assert refused(state, "visit") == "too_dear"
    assert offered(state) == ["hall", *(f"baphomet {number}" for number in range(1, 7))]
    in_hall, adoring = play(state, "hall").state, play(state, "baphomet 5").state
    assert (in_hall.players[TEMPLE].hall, in_hall.players[TEMPLE].coins) == (1, 2)
    assert (adoring.baphomet[4], adoring.players[TEMPLE].coins) == ([TEMPLE], 10)


def test_turn_order_bought_by_two_players():
    """Acceptance 27: in turn order each takes a free place, the third keeps what is left."""
    state = bare()
    state.players[0].card = state.players[1].card = state.players[2].card = [4, 0, 0]
    state.zones["commandery"] = [TEMPLE, SEPULCHRE]
    state.players[TEMPLE].coins = 2
    state = play(at(state, "resolve", "resolve"), "commandery rank 3").state
    assert (state.active, refused(state, "commandery rank 3")) == (SEPULCHRE, "rank_taken")
    assert state.players[SEPULCHRE].coins == 0
    step = play(state, "commandery rank 1", "hall", "hall")
    assert (step.state.turn, step.state.order) == (2, [SEPULCHRE, TEUTONIC, TEMPLE])
    assert step.state.bought == [-1, -1, -1]


def test_resolved_militia_keeps_its_space_until_it_is_sent_away():
    """Decision in docs/rules: a resolved militia can desert but no longer be redeployed."""
    state = bare()
    state.zones["commandery"][0] = TEMPLE
    state.zones["blessing"] = [TEMPLE]
    state.zones["edessa"] = [TEMPLE]
    state.players[TEMPLE].coins = 4
    step = play(at(state, "resolve", "resolve"), "blessing", "commandery redeploy")
    assert step.state.zones["blessing"] == [TEMPLE + SERVED]
    assert {action.split()[1] for action in offered(step.state) if action != "stop"} == {"edessa"}
    assert refused(step.state, "redeploy edessa blessing") == "zone_full"
    assert refused(step.state, "redeploy blessing edessa") == "nobody_there"


def test_undo_is_possible_between_placements():
    """Nothing is drawn while placing: the host may take a step back."""
    step = play(with_card(opening(), TEMPLE, 4, 1, 1), "place temple antioch")
    assert (step.reveals, RULE.asks(step.state).seats) == (False, (TEMPLE,))
