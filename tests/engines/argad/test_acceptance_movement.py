"""Acceptance tests 1 to 15 of the specification: movement, terrain, contacts, groups, command."""

import pytest

from engines.argad.field.battlefield import Field
from engines.argad.field.groups import Clusters, men_in_command
from engines.argad.fire.aim import why_not
from engines.argad.movement.allowance import allowance
from engines.argad.orders import Stance
from tests.engines.argad.board import area, at, battle, brawl, chief, events, faces, line, man, order, plot

BRUSH = area("brush", 0, 0, 180, 120)
MARSH = area("marsh", 0, 0, 180, 120)
FOREST = area("forest", 0, 0, 180, 120)
SHALLOW = area("shallow", 0, 0, 180, 120)


def walked(step, id: str) -> float:
    before = 20.0
    return round(at(step, id).x / 100 - before, 2)


def far_enemy():
    return man("B01", 175, 115)


@pytest.mark.parametrize(
    ("mount", "armour", "cm"),
    [
        ("foot", 0, 20),
        ("foot", 4, 16),
        ("foot", 5, 12),
        ("cavalier", 0, 40),
        ("cavalier", 4, 40),
        ("cavalier", 5, 32),
        ("mounted_inf", 0, 36),
        ("mounted_inf", 4, 36),
        ("mounted_inf", 5, 32),
    ],
)
def test_01_allowances(mount, armour, cm):
    """Test 1."""
    figure = man("A01", 20, 60, mount=mount, armour=armour)
    assert allowance(battle(figure), figure) == cm * 100


def test_02_mail_clad_foot_in_brush_with_a_five():
    """Test 2: 16 less 5."""
    state = battle(man("A01", 20, 60, armour=4), far_enemy(), terrain=[BRUSH])
    step = plot(state, [order("A01", "move", (36, 60))], dice=faces({"slow:A01": [5]}))
    assert walked(step, "A01") == 11.0


def test_03_light_foot_in_brush_with_a_five():
    """Test 3: 15 in all."""
    state = battle(man("A01", 20, 60), far_enemy(), terrain=[BRUSH])
    step = plot(state, [order("A01", "move", (40, 60))], dice=faces({"slow:A01": [5]}))
    assert walked(step, "A01") == 15.0


def test_04_brush_edge_beyond_the_reduced_move():
    """Test 4: he stops at the edge, 17 cm, outside."""
    state = battle(man("A01", 20, 60), far_enemy(), terrain=[area("brush", 37, 40, 60, 80)])
    step = plot(state, [order("A01", "move", (40, 60))], dice=faces({"slow:A01": [5]}))
    assert walked(step, "A01") == pytest.approx(17.0, abs=0.02)
    assert at(step, "A01").x <= 3700


def test_05_marsh_and_forest_halve_the_move():
    """Test 5: 20/2 - 3 = 7; cavalier 40/2 - 7 = 13."""
    foot = battle(man("A01", 20, 60), far_enemy(), terrain=[MARSH])
    assert walked(plot(foot, [order("A01", "move", (40, 60))], dice=faces({"slow:A01": [3]})), "A01") == 7.0
    rider = battle(man("A01", 20, 60, mount="cavalier"), far_enemy(), terrain=[FOREST])
    step = plot(rider, [order("A01", "move", (60, 60))], dice=faces({"slow:A01": [4, 3]}))
    assert walked(step, "A01") == 13.0


def test_06_stuck_in_water_is_safe_in_a_marsh_it_is_not():
    """Test 6."""
    water = battle(man("A01", 20, 60, armour=5), far_enemy(), terrain=[SHALLOW])
    step = plot(water, [order("A01", "move", (32, 60))], dice=faces({"slow:A01": [6]}))
    assert walked(step, "A01") == 0
    assert len(events(step, "stuck")) == 1
    assert events(step, "hazard") == []
    marsh = battle(man("A01", 20, 60, armour=5), far_enemy(), terrain=[MARSH])
    step = plot(marsh, [order("A01", "move", (32, 60))], dice=faces({"slow:A01": [6]}))
    assert [e["piece"] for e in events(step, "hazard")] == ["marsh"]


def test_07_mounted_dice():
    """Test 7."""
    for terrain, dice, moved, stuck in (
        (BRUSH, [6, 5], 29.0, 0),
        (BRUSH, [6, 6], 0.0, 1),
        (FOREST, [6, 1], 0.0, 1),
    ):
        state = battle(man("A01", 20, 60, mount="cavalier"), far_enemy(), terrain=[terrain])
        step = plot(state, [order("A01", "move", (60, 60))], dice=faces({"slow:A01": dice}))
        assert walked(step, "A01") == moved
        assert len(events(step, "stuck")) == stuck


def test_08_one_slowness_die_for_a_cluster():
    """Test 8: splitting the squad buys no die."""
    five = [man(f"A0{n}", 20, 50 + 3 * n) for n in range(1, 6)]
    state = battle(*five, far_enemy(), terrain=[BRUSH])
    together = plot(state, [order("A01,A02,A03,A04,A05", "move", (38, 53))])
    assert len(events(together, "slow")) == 1
    split = plot(state, [order("A01,A02", "move", (38, 53)), order("A03,A04,A05", "move", (38, 59))])
    assert len(events(split, "slow")) == 1


def test_09_roads():
    """Test 9: a road cancels the forest, not the steep slope."""
    road = line("road", (0, 60), (180, 60), width=500)
    forest = battle(man("A01", 20, 60), far_enemy(), terrain=[FOREST, road])
    assert events(plot(forest, [order("A01", "move", (40, 60))]), "slow") == []
    slope = battle(man("A01", 20, 60), far_enemy(), terrain=[area("steep", 0, 0, 180, 120), road])
    assert len(events(plot(slope, [order("A01", "move", (40, 60))]), "slow")) == 1


def test_10_two_paces_are_immobile():
    """Test 10: 2.0 cm may shoot, 2.1 may not; a cavalier has 5.0."""
    for far, why in ((22.0, ""), (22.1, "moved")):
        state = battle(
            chief("A02", 20, 64), man("A01", 20, 60, weapons=("war_crossbow",)), man("B01", 50, 60)
        )
        step = plot(state, [order("A01", "move", (far, 60))])
        assert why_not(Field(step.state), at(step, "A01"), "war_crossbow") == why
    for far, moved in ((25.0, False), (25.1, True)):
        state = battle(man("A01", 20, 60, mount="cavalier", weapons=("javelin",)), man("B01", 50, 60))
        assert at(plot(state, [order("A01", "move", (far, 60))]), "A01").now.moved is moved


def test_11_an_announced_mover_is_not_immobile():
    """Test 11: the enemy got stuck, nobody moved, the crossbow may not shoot."""
    state = battle(
        man("A01", 20, 60, weapons=("war_crossbow",)),
        man("B01", 60, 60),
        terrain=[area("brush", 55, 50, 70, 70)],
    )
    keep = order("A01", "keep_distance", target="B01", distance=2000)
    step = plot(state, [keep], [order("B01", "move", (45, 60))], dice=faces({"slow:B01": [6]}))
    assert at(step, "A01").x == 2000
    assert at(step, "A01").now.moved is True
    assert why_not(Field(step.state), at(step, "A01"), "war_crossbow") == "moved"


def test_12_head_on_chargers_meet_in_the_middle():
    """Test 12: 30 cm between the bases, 15 each."""
    state = battle(man("A01", 20, 60), man("B01", 52, 60))
    step = plot(state, [order("A01", "charge", target="B01")], [order("B01", "charge", target="A01")])
    assert at(step, "A01").x == pytest.approx(3500, abs=5)
    assert at(step, "B01").x == pytest.approx(3700, abs=5)
    assert at(step, "A01").now.new_contacts == ("B01",)


def test_13_guards_close_a_gap_of_four_not_of_eight():
    """Test 13."""
    for gap, stopped in ((4, True), (8, False)):
        half = gap / 2 + 1
        state = battle(man("A01", 50, 60 - half), man("A02", 50, 60 + half), man("B01", 42, 60))
        step = plot(state, [], [order("B01", "move", (60, 60))])
        assert bool(at(step, "B01").now.new_contacts) is stopped
        assert (at(step, "B01").x >= 5990) is not stopped


def test_14_groups_pairs_and_isolated_men():
    """Test 14."""
    three = Clusters(battle(man("A01", 20, 60), man("A02", 20, 66), man("A03", 20, 72)))
    assert three.is_group("A01")
    two = Clusters(battle(man("A01", 20, 60), man("A02", 20, 66)))
    assert (two.with_figure("A01"), two.is_group("A01")) == (["A01", "A02"], False)
    mixed = Clusters(battle(man("A01", 20, 60), man("A02", 20, 66.25, mount="cavalier")))
    assert mixed.with_figure("A01") == ["A01", "A02"]
    assert not mixed.is_group("A01")
    near = Clusters(battle(man("A01", 20, 60, mount="cavalier"), man("A02", 30, 60, mount="cavalier")))
    assert near.is_group("A01")
    apart = Clusters(battle(man("A01", 20, 60, mount="cavalier"), man("A02", 30.1, 60, mount="cavalier")))
    assert (apart.with_figure("A01"), apart.with_figure("A02")) == (["A01"], ["A02"])


def test_15_voice_carries_twenty_centimetres():
    """Test 15: out of command a natural 6 is not rerolled."""
    for gap, heard in ((20.0, True), (20.1, False)):
        rider = man("B01", 50, 63.5, 5, armour=5, mount="cavalier", heading=90)
        state = battle(chief("A02", 50 - 2 - gap, 60), man("A01", 50, 60, weapons=("lance",)), rider)
        assert ("A01" in men_in_command(state)) is heard
        dice = faces({"strike:A01": [6], "restrike:B01:A01": [6]})
        result, _, _ = brawl(state, dice)
        assert ("B01" in result.killed) is heard
        assert ("restrike:B01:A01" in dice.leftovers()) is not heard


def test_a_guard_who_does_not_look_lets_pass():
    """The stance `guard` switched off: the gap of four is open."""
    blind = Stance(guard=False)
    state = battle(man("A01", 50, 57), man("A02", 50, 63), man("B01", 42, 60))
    step = plot(
        state,
        [order("A01", "hold", stance=blind), order("A02", "hold", stance=blind)],
        [order("B01", "move", (60, 60))],
    )
    assert at(step, "B01").x >= 5990
