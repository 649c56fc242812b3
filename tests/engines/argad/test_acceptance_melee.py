"""Acceptance tests 29 to 41 of the specification: blows, charges, tiers, recoil, leaving melee."""

from fractions import Fraction

import pytest

from engines.argad.events import Tale
from engines.argad.field.battlefield import Field
from engines.argad.knowledge.odds import blow, outcome_of
from engines.argad.melee.aftermath import conclude
from engines.argad.melee.strikers import find_strikers, modifiers
from engines.argad.orders import Packet, Strike
from engines.argad.state import Formation
from tests.engines.argad.board import area, at, battle, brawl, chief, combat, events, faces, man, order, plot


def odds(modifier: int, cls: int, armour: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(*pair) for pair in blow(modifier, cls, armour))


def total(field: Field, striker: str, foe: str, weapon: str) -> int:
    return sum(v for _, v in modifiers(field, field.figures[striker], field.figures[foe], weapon))


def test_29_kill_recoil_miss():
    """Test 29."""
    assert odds(0, 3, 0) == (Fraction(1, 2), Fraction(1, 6), Fraction(1, 3))
    assert odds(0, 5, 5) == (Fraction(1, 6), Fraction(1, 6), Fraction(2, 3))


def test_30_franc_archer():
    """Test 30: class 2, armour 4."""
    assert odds(0, 2, 4) == (Fraction(1, 3), Fraction(1, 2), Fraction(1, 6))


def test_31_natural_one_and_natural_seven():
    """Test 31."""
    assert outcome_of(1, 3, 2, 2) == "miss"
    assert outcome_of(7, -2, 5, 5) == "kill"
    assert odds(-1, 5, 5) == (Fraction(1, 36), Fraction(5, 36), Fraction(5, 6))


def couched(foe, **more):
    """A man-at-arms who has just charged home."""
    knight = chief("A01", 50, 60, armour=5, mount="cavalier", weapons=("heavy_lance",), heading=0)
    state = battle(knight, foe, chief("B09", 60, 70), **more)
    knight.now.contacts = foe.now.contacts = ()
    knight.now.charged, knight.now.lance, knight.now.moved = foe.id, True, True
    foe.now.charged_by = ("A01",)
    return Field(state)


def test_32_couched_charge():
    """Test 32: +3 on foot, +2 on a cavalier; the braced lance replies at 0; a vougier not charged is at 0."""
    field = couched(man("B01", 53.5, 60, 4, armour=4, weapons=("lance",)))
    assert total(field, "A01", "B01", "heavy_lance") == 3
    assert odds(3, 4, 4)[0] == Fraction(5, 6)
    assert total(field, "B01", "A01", "lance") == 0
    riders = couched(man("B01", 55, 60, 4, armour=4, mount="cavalier"))
    assert total(riders, "A01", "B01", "heavy_lance") == 2
    calm = Field(
        battle(
            chief("A01", 50, 60, mount="cavalier"),
            man("B01", 53.5, 60, weapons=("pole",)),
            chief("B09", 60, 70),
        )
    )
    assert total(calm, "B01", "A01", "pole") == 0


def test_33_cavalry_in_bad_ground():
    """Test 33: no +1 in brush while foot keeps -1; in forest neither."""
    for kind, ours, theirs in (("brush", 0, -1), ("forest", 0, 0)):
        state = battle(
            chief("A01", 50, 60, mount="cavalier"),
            man("B01", 53.5, 60),
            chief("B09", 60, 70),
            terrain=[area(kind, 0, 0, 180, 120)],
        )
        field = Field(state)
        assert (total(field, "A01", "B01", "sword"), total(field, "B01", "A01", "sword")) == (ours, theirs)


def test_34_the_longer_weapon_first():
    """Test 34: killed or recoiling he strikes nobody, yet others may still strike him."""
    lancer, sword = man("A01", 50, 60, weapons=("lance",)), man("B01", 52, 60)
    for die, killed in ((4, True), (3, False)):
        state = battle(lancer, sword, chief("A09", 45, 60), chief("B09", 60, 60))
        result, told, _ = brawl(state, faces({"strike:A01": [die]}))
        assert ("B01" in result.killed) is killed
        assert ("B01" in result.recoiled) is not killed
        assert [e.params["target"] for e in told if e.kind == "strike"] == ["B01"]
    state = battle(
        man("A01", 50, 60, weapons=("lance",)),
        man("A02", 52, 62, 2),
        man("B01", 52, 60),
        chief("A09", 45, 60),
        rules="basic",
    )
    result, told, _ = brawl(state, faces({"strike:A01": [3], "strike:A02": [6]}))
    assert [e.params["blows"][0][0] for e in told if e.kind == "strike"] == ["A01", "A02"]
    assert result.killed == {"B01": "A02"}


def test_35_two_vikings_strike_together():
    """Test 35: lance and great axe at tier 3, dice 4 and 2, best die with best modifier: 5 kills."""
    state = battle(
        man("A01", 50, 60, 4, armour=4, weapons=("lance",)),
        man("A02", 52, 62, 4, armour=4, weapons=("great_axe",)),
        chief("A09", 45, 60),
        man("B01", 52, 60, 4, armour=4),
        chief("B09", 60, 60),
    )
    result, told, _ = brawl(state, faces({"strike:A01": [4], "strike:A02": [2]}))
    assert "B01" in result.killed
    assert [(e.params["tier"], e.params["outcome"]) for e in told if e.kind == "strike"] == [(3, "kill")]


def test_36_alone_against_three_picks_after_the_die():
    """Test 36: a 3 kills a villager, a 5 the sergeant."""
    for die, victims in ((3, {"B02", "B03"}), (5, {"B01"})):
        state = battle(
            chief("A01", 50, 60, 4),
            man("B01", 52, 60, 4, armour=4, cost=10),
            man("B02", 50, 62, 2),
            man("B03", 50, 58, 2),
        )
        result, _, _ = brawl(
            state, faces({"strike:A01": [die], "strike:B01": [1], "strike:B02": [1], "strike:B03": [1]})
        )
        assert set(result.killed) <= victims
        assert len(result.killed) == 1


def picts(third: dict, close: bool):
    men = [man("A01", 50, 60, 4), man("A02", 48, 60, weapons=("lance",)), man("A03", 46, 60, **third)]
    state = battle(
        *men,
        chief("A09", 44, 62),
        man("B01", 53.5, 60, 4, mount="cavalier", weapons=("lance",)),
        chief("B09", 90, 100),
    )
    if close:
        state.formations = [Formation("F", ("A01", "A02", "A03"), 0, 1, forming=False)]
        for figure in men:
            figure.formation = "F"
    return state


def test_37_ranks_of_lances():
    """Test 37: two Pict dice with the rider's in tier 3; a third lance only in close order; a third javelin
    at tier 4."""
    _, told, _ = brawl(
        picts({"weapons": ("lance",)}, close=False),
        faces({"strike:A01": [1], "strike:A02": [1], "strike:B01": [1]}),
    )
    assert [(e.params["tier"], len(e.params["blows"])) for e in told if e.kind == "strike"] == [
        (3, 2),
        (3, 1),
    ]
    strikers = [s.fig for s in find_strikers(Field(picts({"weapons": ("lance",)}, close=True)))]
    assert strikers == ["A01", "A02", "A03", "B01"]
    state = picts({"weapons": ("javelin",)}, close=False)
    for figure in state.figures:
        figure.now.contacts = ()
    at(state, "A01").now.new_contacts, at(state, "B01").now.new_contacts = ("B01",), ("A01",)
    state.phase = "combat"
    step = combat(state, dice=faces({"shot:A03": [6]}))
    assert [v["timing"] for v in events(step, "volley")] == ["contact"]
    assert at(step, "B01").place == "dead"
    assert events(step, "strike") == []


@pytest.mark.parametrize(
    ("a", "b", "dice", "dead"),
    [
        ({"cls": 4}, {"cls": 3}, (6, 6), {"B01"}),
        ({"cls": 3, "armour": 4}, {"cls": 3}, (6, 6), {"B01"}),
        ({"cls": 3}, {"cls": 3}, (6, 5), {"B01"}),
        ({"cls": 3}, {"cls": 3}, (5, 5), {"A01", "B01"}),
    ],
)
def test_38_tie_break(a, b, dice, dead):
    """Test 38: class, then armour, then the die, else both."""
    state = battle(
        man("A01", 50, 60, **a), man("B01", 52, 60, **b), chief("A09", 45, 60), chief("B09", 60, 60)
    )
    result, _, _ = brawl(state, faces({"strike:A01": [dice[0]], "strike:B01": [dice[1]]}))
    assert set(result.killed) == dead


def pushed(*figures, dice=None):
    state = battle(*figures, chief("A09", 30, 30), chief("B09", 150, 100))
    field, tale = Field(state), Tale(state)
    from engines.argad.melee.blows import Fight

    conclude(field, Fight({}, {"A01": ["B01"]}), dice or faces(), tale)
    return state


def test_39_recoil_and_push():
    """Test 39: 2 cm on foot, 5 mounted; friends are pushed; cornered men surrender; files hold."""
    state = pushed(man("A01", 50, 60), man("B01", 52, 60))
    assert (at(state, "A01").x, at(state, "A01").y) == (4800, 6000)
    state = pushed(man("A01", 50, 60, mount="cavalier"), man("B01", 53.5, 60, mount="cavalier", heading=90))
    assert at(state, "A01").x == 4500
    state = pushed(man("A01", 50, 60, 3), man("A02", 48, 60), man("B01", 53.5, 60, mount="cavalier"))
    assert (at(state, "A01").x, at(state, "A02").x) == (4800, 4600)
    ring = [
        man(f"B0{n}", x, y)
        for n, (x, y) in enumerate(
            [(52, 60), (48, 60), (50, 62), (50, 58), (51.5, 61.5), (48.5, 61.5), (51.5, 58.5), (48.5, 58.5)],
            1,
        )
    ]
    assert at(pushed(man("A01", 50, 60), *ring), "A01").place == "captured"
    held = pushed(man("A01", 50, 60), man("A02", 48, 60), man("B01", 52, 60))
    assert at(held, "A01").x == 5000
    beaten = pushed(man("A01", 50, 60), man("A02", 48, 60), man("B01", 52, 60), man("B02", 54, 60))
    assert at(beaten, "A01").x == 4800


def test_39_foot_does_not_push_a_horse():
    """Test 39: a mounted friend behind and enemies at the sides: he surrenders."""
    sides = [man("B02", 50, 62), man("B03", 50, 58), man("B04", 48.5, 62.5), man("B05", 48.5, 57.5)]
    state = pushed(
        man("A01", 50, 60), man("A02", 47.7, 60, mount="cavalier", heading=90), man("B01", 52, 60), *sides
    )
    assert at(state, "A01").place == "captured"


def leaving(leaver_die: int, pursuer_die: int):
    state = battle(man("A01", 50, 60), man("B01", 52, 60))
    dice = faces({"slow:A01": [leaver_die], "slow:B01": [pursuer_die]})
    return plot(state, [order("A01", "leave_melee", (30, 60))], [order("B01", "charge", target="A01")], dice)


def test_40_leaving_melee():
    """Test 40: 16 cm with a 4; stuck with a 6; caught with 2 or 4, not with 5; no riposte on the enemy he
    left."""
    for die, caught in ((2, True), (4, True), (5, False)):
        step = leaving(4, die)
        assert at(step, "A01").x == 3400
        if step.state.phase == "combat":
            assert bool(at(step, "A01").now.new_contacts) is caught
        else:
            assert caught is False
    caught_step = leaving(4, 2)
    strikers = [s.fig for s in find_strikers(Field(caught_step.state))]
    assert strikers == ["B01"]
    stuck = leaving(6, 1)
    assert at(stuck, "A01").x == 5000
    assert "A01" not in [s.fig for s in find_strikers(Field(stuck.state))]


@pytest.mark.parametrize(("run", "dice", "valid"), [(7, (4, 4), False), (7, (3, 3), True), (12, None, True)])
def test_41_charge_needs_a_run(run, dice, valid):
    """Test 41: 2d must not exceed the straight run; 12 cm need no dice; a failed charge drops the heavy
    lance."""
    knight = man("A01", 50, 60, 5, armour=5, mount="cavalier", weapons=("heavy_lance",), heading=0)
    state = battle(knight, man("B01", 50 + 2.5 + run + 1 + 0.05, 60))
    step = plot(state, [order("A01", "charge", target="B01")], dice=faces({"run:A01": dice} if dice else {}))
    charge = events(step, "charge")[0]
    assert charge["valid"] is valid
    assert bool(charge["dice"]) is (dice is not None)
    assert at(step, "A01").lance_dropped is not valid


def test_a_packet_names_the_target_of_a_blow():
    """A man between two enemies strikes the one his player named, if comrades strike too."""
    state = battle(
        chief("A01", 50, 60), man("A02", 50, 64), man("B01", 52, 60, 5), man("B02", 50, 62, 2), rules="basic"
    )
    packet = {0: Packet(strikes=(Strike("A01", "B01"),))}
    _, told, _ = brawl(state, faces({"strike:A01": [1]}), packet)
    mine = [e.params["target"] for e in told if e.kind == "strike" and e.params["blows"][0][0] == "A01"]
    assert mine == ["B01"]
