"""Acceptance tests 16 to 28 of the specification: ranges, cover, several sixes, victims, sight, loads."""

from fractions import Fraction
from itertools import product

import pytest

from engines.argad.field.battlefield import Field
from engines.argad.field.ground import ground_of
from engines.argad.field.sight import look_at
from engines.argad.fire.aim import chance, why_not
from engines.argad.fire.volley import Die, several_sixes
from engines.argad.knowledge.odds import one_die, pool
from engines.argad.orders import Aim, Packet
from engines.argad.state import Formation
from tests.engines.argad.board import (
    area,
    at,
    battle,
    chief,
    combat,
    events,
    faces,
    line,
    man,
    opening,
    order,
    plot,
)

BOWMAN = {"weapons": ("bow",)}


def need(
    state, shooter: str = "A01", target: str = "B01", weapon: str = "bow", victim: str = "B01"
) -> int | None:
    field = Field(state)
    found = chance(field, field.figures[shooter], field.figures[target], weapon)
    return found.needs[victim] if found else None


@pytest.mark.parametrize(
    ("gap", "needed"), [(20.0, 5), (20.1, 6), (40.0, 6), (40.1, 7), (60.0, 7), (60.1, None)]
)
def test_16_bands(gap, needed):
    """Test 16: the upper limit belongs to the band; a crossbow ends at 60."""
    state = battle(
        chief("A02", 20, 64), man("A01", 20, 60, weapons=("bow", "war_crossbow")), man("B01", 22 + gap, 60)
    )
    assert need(state) == needed
    assert need(state, weapon="war_crossbow") == needed


def test_17_bow_against_mail():
    """Test 17: natural 6 (1/6); moving natural 7 (1/36)."""
    state = battle(chief("A02", 20, 64), man("A01", 20, 60, **BOWMAN), man("B01", 37, 60, armour=4))
    assert need(state) == 6
    at(state, "A01").now.moved = True
    assert need(state) == 7
    assert (one_die(6), one_die(7)) == ((1, 6), (1, 36))


def test_18_full_armour_behind_a_slit():
    """Test 18: minus two for crossbow and bow alike."""
    tower = area("house", 36, 50, 50, 70, openings=(opening("slit", (36, 59.5), (36, 60.5)),))
    state = battle(
        chief("A02", 20, 64),
        man("A01", 20, 60, weapons=("bow", "war_crossbow")),
        man("B01", 37.2, 60, armour=5),
        terrain=[tower],
    )
    assert need(state, weapon="war_crossbow") == 7
    assert need(state) == 7


def pavise_wall():
    men = [man(f"B0{n}", 37, 54 + 2 * n, armour=4, shield="pavise", formation="F") for n in (1, 2, 3, 4, 5)]
    state = battle(chief("A02", 20, 64), man("A01", 20, 60, **BOWMAN), *men)
    state.formations = [Formation("F", tuple(f.id for f in men), 180, 1, forming=False)]
    return state


def test_19_pavise_wall_and_mail_stop_at_minus_two():
    """Test 19: the moving archer's own malus comes on top."""
    state = pavise_wall()
    assert need(state, target="B03", victim="B03") == 7
    at(state, "A01").now.moved = True
    assert need(state, target="B03", victim="B03") == 8


def dice_of(*naturals: int, need: int = 8) -> list[Die]:
    return [Die(f"A0{n}", natural, "B01", need) for n, natural in enumerate(naturals, 1)]


def test_20_three_sixes_count_six_seven_eight():
    """Test 20."""
    three = dice_of(6, 6, 6)
    assert several_sixes(three, "r", faces()) == []
    assert [die.hit for die in three].count(True) == 1
    for again, hits in ((6, 1), (5, 0)):
        two = dice_of(6, 6, 2)
        assert several_sixes(two, "r", faces({"r": [again]})) == [again]
        assert sum(die.hit for die in two) == hits


def test_21_odds_of_ten_archers():
    """Test 21, and the rolling code enumerated against the formula for three."""
    assert pool(10, 7) == ((12909191, 22674816), (39998713, 45349632))
    assert pool(3, 7)[0] == (19, 144)
    hit = Fraction(0)
    for naturals in product(range(1, 7), repeat=3):
        for again in range(1, 7):
            dice = dice_of(*naturals, need=7)
            several_sixes(dice, "r", faces({"r": [again]}))
            hit += Fraction(any(die.hit for die in dice), 6**4)
    assert hit == Fraction(19, 144)


def test_22_single_dice():
    """Test 22."""
    assert [Fraction(*one_die(n)) for n in (5, 6, 7, 8)] == [
        Fraction(1, 3),
        Fraction(1, 6),
        Fraction(1, 36),
        Fraction(1, 216),
    ]


def test_23_a_shot_at_the_armoured_man_is_lost():
    """Test 23: the victim is drawn, then his armour counts; no redraw."""
    group = [man("B01", 37, 60), man("B02", 37, 63), man("B03", 37, 66, armour=5)]
    state = battle(chief("A02", 20, 64), man("A01", 20, 60, **BOWMAN), *group)
    state = plot(state).state
    dice = faces({"shot:A01": [5], "victim:normal:0:B01": [3]})
    step = combat(state, Packet(shots=(Aim(("A01",), "B01", aim="any"),)), dice=dice)
    assert events(step, "volley")[0]["dice"] == [["A01", 5, "B03", 7, 5, False]]
    assert events(step, "killed") == []


def test_24_the_exposed_fall_first():
    """Test 24: two in the open, three behind a hedge, two hits with natural fives."""
    hedge = line("hedge", (36, 58), (36, 72))
    group = [
        man("B01", 37.2, 54),
        man("B02", 37.2, 57),
        *(man(f"B0{n}", 37.2, 51 + 3 * n) for n in (3, 4, 5)),
    ]
    state = battle(
        chief("A03", 19, 64),
        man("A01", 20, 56, **BOWMAN),
        man("A02", 20, 60, **BOWMAN),
        *group,
        terrain=[hedge],
    )
    state = plot(state).state
    dice = faces({"shot:A01": [5], "shot:A02": [5]})
    step = combat(state, Packet(shots=(Aim(("A01", "A02"), "B01"),)), dice=dice)
    assert sorted(e["fig"] for e in events(step, "killed")) == ["B01", "B02"]


@pytest.mark.parametrize(
    ("kind", "thickness", "visible"),
    [
        ("forest", 9.9, True),
        ("forest", 10.1, False),
        ("dense_forest", 1.9, True),
        ("dense_forest", 2.1, False),
    ],
)
def test_25_forest_thickness(kind, thickness, visible):
    """Test 25."""
    wood = area(kind, 30, 50, 30 + thickness, 70)
    state = battle(man("A01", 20, 60), man("B01", 45, 60), terrain=[wood])
    look = look_at(ground_of(state.terrain, 18000, 12000), state.figures[0], state.figures[1])
    assert look.visible is visible
    assert look.cover == (1 if visible else 0)


def test_26_crouching():
    """Test 26: hidden in brush and behind stone, not behind a light fence."""
    for terrain, visible, cover in (
        (area("brush", 40, 50, 60, 70), False, 0),
        (line("low_fence", (43.8, 50), (43.8, 70)), True, 1),
        (line("low_wall", (43.8, 50), (43.8, 70)), False, 0),
    ):
        state = battle(man("A01", 20, 60), man("B01", 45, 60, posture="crouched"), terrain=[terrain])
        look = look_at(ground_of(state.terrain, 18000, 12000), state.figures[0], state.figures[1])
        assert (look.visible, look.cover) == (visible, cover)


def test_27_a_crossbow_is_reloaded_in_peace():
    """Test 27."""
    state = battle(
        chief("A02", 18, 64), man("A01", 20, 60, weapons=("war_crossbow",)), man("B01", 37, 60, armour=5)
    )
    step = combat(plot(state).state, dice=faces({"shot:A01": [1]}))
    assert at(step, "A01").unloaded == ("war_crossbow",)
    again = plot(step.state)
    assert why_not(Field(again.state), at(again, "A01"), "war_crossbow") == "unloaded"
    peace = combat(plot(step.state, [order("A01", "reload")]).state)
    assert at(peace, "A01").unloaded == ()
    touched = plot(step.state, [order("A01", "reload")], [order("B01", "move", (25, 60))])
    assert touched.state.phase == "combat"
    nearer = plot(
        battle(man("A01", 20, 60, weapons=("war_crossbow",), unloaded=("war_crossbow",)), man("B01", 30, 60)),
        [order("A01", "reload")],
        [order("B01", "charge", target="A01")],
    )
    after = combat(nearer.state, dice=faces({"strike:B01": [1], "strike:A01": [1]}))
    assert at(after, "A01").unloaded == ("war_crossbow",)


def test_28_two_javelins_beside_a_lance():
    """Test 28: the third throw is refused; a thrown lance leaves the sword."""
    state = battle(
        chief("A02", 18, 64),
        man("A01", 20, 60, weapons=("lance", "javelin")),
        man("B01", 37, 60, 5, armour=5),
    )
    for left in (1, 0):
        state = combat(plot(state).state, dice=faces({"shot:A01": [1]})).state
        assert at(state, "A01").javelins == left
    state = plot(state).state
    assert why_not(Field(state), at(state, "A01"), "javelin") == "no_javelin"
    step = combat(state, Packet(shots=(Aim(("A01",), "B01", "lance"),)), dice=faces({"shot:A01": [1]}))
    assert len(events(step, "volley")) == 1
    assert at(step, "A01").weapons == ("javelin",)


def test_into_the_melee_anybody_may_be_hit():
    """3.6, option: on the troop chief's order the victim is drawn among all who fight there."""
    for rules, shots in (("standard", 0), ("full", 1)):
        state = battle(
            chief("A09", 20, 63),
            man("A01", 20, 60, **BOWMAN),
            man("A02", 35, 60, 5),
            man("B01", 37, 60),
            rules=rules,
        )
        state = plot(state).state
        dice = faces({"shot:A01": [6], "victim:normal:0:B01": [1], "strike:A02": [1], "strike:B01": [1]})
        step = combat(state, Packet(shots=(Aim(("A01",), "B01"),)), dice=dice)
        assert len(events(step, "volley")) == shots
        assert (at(step, "A02").place == "dead") is bool(shots)
