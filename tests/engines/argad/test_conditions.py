"""Conditional orders and fire plans (3.3): each « if », its fallback, two who wait for each other, fire that
is held."""

import pytest

from engines.argad.orders import Condition, Fire, Packet, When, as_json
from engines.argad.orders import Plot as PlotOrders
from engines.argad.state import Formation
from tests.engines.argad.board import RULE, at, battle, chief, combat, events, faces, man, order, plot


def told(when: When, do: str = "charge", target: str = "B01", **more):
    return order("A01", "hold", when=(Condition(when, order("A01", do, target=target), **more),))


@pytest.mark.parametrize(
    ("when", "walk", "sprung"),
    [
        (When("enemy_within", distance=1200), (62, 50), True),
        (When("enemy_within", distance=1200), (79, 50), False),
        (When("enemy_enters", zone=(6000, 4500, 7000, 5500)), (65, 50), True),
        (When("enemy_enters", zone=(6000, 4500, 7000, 5500)), (79, 50), False),
        (When("time", time=40), (79, 50), True),
        (When("enemy_visible", who="B01"), (79, 50), True),
        (When("ally_down", role="banner"), (79, 50), True),
        (When("ally_down", role="musician"), (79, 50), False),
    ],
)
def test_condition_springs_when_it_comes_true(when, walk, sprung):
    fallen = man("A08", 20, 20, roles=("banner",))
    state = battle(man("A01", 50, 50), man("B01", 80, 50), chief("A09", 48, 44), fallen)
    fallen.place = "dead"
    step = plot(state, [told(when)], [order("B01", "move", walk)])
    assert bool(events(step, "condition")) is sprung
    assert (at(step, "A01").x > 5000) is sprung


def test_waiting_costs_its_part_of_the_move():
    """A light man who waits two fifths of the turn has twelve of his twenty centimetres left."""
    state = battle(man("A01", 50, 50), man("B01", 110, 50), chief("A09", 48, 44))
    then = Condition(When("time", time=40), order("A01", "move", (70, 50)))
    step = plot(state, [order("A01", "hold", when=(then,))])
    assert 6190 <= at(step, "A01").x <= 6250


def test_charged_man_steps_aside_only_if_he_is_the_one():
    state = battle(man("A01", 50, 50), man("A02", 50, 80), man("B01", 66, 50), chief("A09", 40, 40))
    flee = Condition(When("enemy_charges_me"), order("A01", "keep_distance", distance=1000))
    other = Condition(When("enemy_charges_me"), order("A02", "keep_distance", distance=1000))
    orders = [order("A01", "hold", when=(flee,)), order("A02", "hold", when=(other,))]
    step = plot(state, orders, [order("B01", "charge", target="A01")])
    assert [event["fig"] for event in events(step, "condition")] == ["A01"]


def test_squad_keeps_its_places_on_a_conditional_path():
    state = battle(man("A01", 50, 50), man("A02", 50, 54), man("B01", 90, 50), chief("A09", 48, 44))
    then = order("A01,A02", "move", (60, 50))
    step = plot(state, [order("A01,A02", "hold", when=(Condition(When("time", time=5), then),))])
    assert (at(step, "A01").x, at(step, "A01").y) == (6000, 5000)
    assert (at(step, "A02").x, at(step, "A02").y) == (6000, 5400)


def reloading(moved: bool):
    """A crossbowman who waits for an enemy that never comes; otherwise he reloads."""
    shooter = man("A01", 50, 50, weapons=("war_crossbow",), unloaded=("war_crossbow",))
    state = battle(shooter, chief("A09", 48, 44), man("B01", 170, 110))
    wait = Condition(When("enemy_within", distance=500), order("A01", "hold"), order("A01", "reload"))
    step = plot(
        state, [order("A01", "move", (60, 50), when=(wait,)) if moved else order("A01", "hold", when=(wait,))]
    )
    return combat(step.state) if step.state.phase == "combat" else step


def test_fallback_is_done_when_the_condition_never_came():
    assert at(reloading(moved=False), "A01").unloaded == ()


def test_fallback_is_no_second_action():
    """3.3, one action: who marched does not reload as well."""
    assert at(reloading(moved=True), "A01").unloaded == ("war_crossbow",)


def test_two_who_wait_for_each_other_hesitate():
    """3.4, the sealed form: mutual conditions without a fallback."""
    state = battle(man("A01", 50, 50), man("B01", 80, 50))
    mine = told(When("enemy_within", distance=500, who="B01"))
    theirs = order(
        "B01",
        "hold",
        when=(
            Condition(When("enemy_within", distance=500, who="A01"), order("B01", "charge", target="A01")),
        ),
    )
    step = plot(state, [mine], [theirs])
    assert sorted(event["fig"] for event in events(step, "hesitates")) == ["A01", "B01"]


@pytest.mark.parametrize(
    ("when", "wrong"),
    [
        (When("enemy_within"), "centimètres"),
        (When("time", time=140), "centièmes"),
        (When("ally_down"), "qui doit tomber"),
        (When("enemy_enters", zone=(7000, 4500, 6000, 5500)), "la zone"),
    ],
)
def test_condition_that_can_never_come_true_is_refused(when, wrong):
    state = battle(man("A01", 50, 50), man("B01", 80, 50))
    [problem] = RULE.check(state, 0, as_json(PlotOrders(orders=(told(when),))))
    assert problem.code == "bad_condition"
    assert wrong in problem.text.msgid


@pytest.mark.parametrize(("unless", "shots"), [(0, 1), (1800, 1), (1700, 0)])
def test_fire_is_held_unless_an_enemy_is_near(unless, shots):
    """3.3, hold_fire_unless: base to base, where the march ends."""
    state = battle(man("A01", 50, 50, weapons=("bow",)), chief("A09", 48, 44), man("B01", 70, 50))
    step = plot(state, [order("A01", "hold", fire=Fire(timing="normal", unless=unless))])
    if step.state.phase == "combat":
        step = combat(step.state)
    assert len(events(step, "volley")) == shots


def contact_state():
    """A bowman just charged by a veteran, whom his arrow kills more surely than his blow."""
    state = battle(man("A01", 50, 50, weapons=("bow",)), chief("A09", 48, 44), man("B01", 60, 50, cls=5))
    return plot(state, [], [order("B01", "charge", target="A01")]).state


def test_point_blank_shot_is_the_usage_and_may_be_kept():
    """3.11, point-blank yes or no; who keeps his shot strikes instead."""
    dice = {"shot:A01": [1], "strike:A01": [1], "strike:B01": [1]}
    shot = combat(contact_state(), dice=faces(dice))
    assert [event["timing"] for event in events(shot, "volley")] == ["contact"]
    assert not any("A01" in str(event["blows"]) for event in events(shot, "strike"))
    kept = combat(contact_state(), Packet(auto=True, hold=("A01",)), dice=faces(dice))
    assert events(kept, "volley") == []
    assert any("A01" in str(event["blows"]) for event in events(kept, "strike"))


def test_free_swing_gives_one_more_and_leaves_the_ranks():
    """2.7 heavy2h, 3.14: swung freely only outside the close order, which that man then leaves."""
    axe = man("A01", 50, 50, weapons=("great_axe",), shield="large", formation="F")
    friends = [
        man("A02", 50, 52, shield="large", formation="F"),
        man("A03", 50, 54, shield="large", formation="F"),
    ]
    state = battle(axe, *friends, chief("A09", 47, 52), man("B01", 52, 50))
    state.phase = "combat"
    state.formations = [Formation("F", ("A01", "A02", "A03"), 0, 1, forming=False)]
    for free, names in (((), []), (("A01",), ["heavy2h"])):
        done = combat(
            state, Packet(auto=True, free_swing=free), dice=faces({"strike:A01": [2], "strike:B01": [1]})
        )
        blows = [blow for event in events(done, "strike") for blow in event["blows"] if blow[0] == "A01"]
        assert [name for name, _value in blows[0][3]] == names
        assert bool(at(done, "A01").formation) is not bool(free)
