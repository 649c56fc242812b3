"""Fire, rule by rule, where the acceptance tests are silent: pools on one man, slingers, ambushes, shots
during the moves."""

import pytest

from engines.argad.field.battlefield import Field
from engines.argad.fire.aim import chance, targets, why_not
from engines.argad.orders import Aim, Fire, Packet
from engines.argad.state import Formation
from engines.core.table import look
from tests.engines.argad.board import (
    RULE,
    area,
    at,
    battle,
    chief,
    combat,
    events,
    faces,
    line,
    man,
    order,
    plot,
)

BOW = {"weapons": ("bow",)}


def volley(naturals: tuple[int, ...], distance: float, **dice):
    """So many bowmen in voice of their chief shoot at one isolated man."""
    archers = [man(f"A0{n}", 20, 52 + 3 * n, **BOW) for n in range(1, len(naturals) + 1)]
    state = battle(chief("A09", 17, 58), *archers, man("B01", 22 + distance, 58))
    rolled = {f"shot:A0{n}": [face] for n, face in enumerate(naturals, 1)}
    return combat(plot(state).state, dice=faces({**rolled, **dice}))


def test_several_sixes_on_one_man_are_all_numbered():
    """3.8: two sixes on an isolated man count 6 and 7, and 7 is enough at long range, without a reroll."""
    step = volley((6, 6), 50)
    assert [row[4] for row in events(step, "volley")[0]["dice"] if row[5]] == [7]
    assert at(step, "B01").place == "dead"
    assert events(step, "volley")[0]["rerolls"] == []


def test_a_lone_six_on_one_man_is_rerolled():
    step = volley((6, 2), 50, **{"reroll:normal:0:B01": [5]})
    assert events(step, "volley")[0]["rerolls"] == [5]
    assert at(step, "B01").place == "table"


def test_the_shooter_who_needs_least_is_served_first():
    """D13: the far archer's six does not take the only man from the near archer's five."""
    state = battle(
        chief("A09", 30, 64), man("A01", 10, 60, **BOW), man("A02", 42, 60.5, **BOW), man("B01", 60, 60, hp=1)
    )
    dice = faces({"shot:A01": [6], "shot:A02": [5]})
    step = combat(plot(state).state, dice=dice)
    assert events(step, "volley")[0]["rerolls"] == []
    assert at(step, "B01").place == "dead"


@pytest.mark.parametrize(("weapon", "covered"), [("sling", 0), ("staff_sling", 1)])
def test_only_the_hand_slinger_rises_out_of_his_cover(weapon, covered):
    """2.4: he who shoots in the same FIRE has lost the hedge; a staff sling is swung from behind it."""
    hedge = line("hedge", (36, 50), (36, 70))
    state = battle(
        chief("A09", 20, 66),
        man("A01", 20, 60, **BOW),
        man("B01", 37.2, 60, weapons=(weapon,)),
        chief("B09", 50, 66),
        terrain=[hedge],
    )
    for figure in state.figures:
        figure.hp = 9
    packet = Packet(shots=(Aim(("A01",), "B01"),))
    step = combat(plot(state).state, packet, dice=faces({"shot:A01": [6], "shot:B01": [1]}))
    needs = {row[2]: row[3] for v in events(step, "volley") for row in v["dice"] if row[0] == "A01"}
    assert needs == {"B01": 5 + covered}


def test_the_bonus_on_a_group_is_lost_out_of_voice():
    """2.7: out of command only the mali stay."""
    group = [man(f"B0{n}", 28, 56 + 3 * n) for n in (1, 2, 3)]
    for y, need in ((66, 5), (110, 6)):
        state = battle(chief("A09", 20, y), man("A01", 20, 60, weapons=("staff_sling",)), *group)
        field = Field(state)
        found = chance(field, at(state, "A01"), group[0], "staff_sling")
        assert found is not None
        assert found.needs["B01"] == need


def test_a_pavise_on_the_back_shelters_who_reloads():
    """3.10."""
    for act, cover in (("hold", 0), ("reload", 1)):
        back = man("B01", 37, 60, shield="pavise", traits=("pavise_on_back",))
        state = battle(chief("A09", 20, 64), man("A01", 20, 60, **BOW), back)
        back.now.act = act
        found = chance(Field(state), at(state, "A01"), back, "bow")
        assert found is not None
        assert found.cover["B01"] == cover


def test_a_rear_rank_that_strikes_into_the_fight_is_in_it():
    """3.6: thrown at rear ranks only, not at those who strike friends with long weapons."""
    state = battle(
        chief("A09", 40, 66),
        man("A01", 42, 60, weapons=("javelin",)),
        man("A02", 50, 60),
        man("B01", 52, 60),
        man("B02", 54, 60, weapons=("lance",)),
        man("B03", 56, 60),
        chief("B09", 80, 90),
    )
    found = targets(Field(state), at(state, "A01"), "javelin")
    assert [sorted(shot.needs) for shot in found] == [["B03"]]


# --- ambush -------------------------------------------------------------------------------------------------


def ambush(**more):
    lurkers = [
        man(f"B0{n}", 60, 56 + 3 * n, weapons=("bow",), posture="crouched", hidden=True) for n in (1, 2)
    ]
    brush = area("brush", 55, 50, 65, 70)
    return battle(
        chief("A01", 42, 60),
        *lurkers,
        chief("B09", 60, 65, posture="crouched", hidden=True),
        terrain=[brush],
        **more,
    )


def test_who_lies_in_wait_stays_down_and_the_question_of_combat_tells_nothing():
    """S4, 3.0: with nobody in sight COMBAT is not asked, however near the ambush is."""
    step = plot(ambush())
    assert step.state.phase == "plot"
    assert all(at(step, id).hidden for id in ("B01", "B02", "B09"))


@pytest.mark.parametrize("timing", ["before", "normal"])
def test_an_ambush_rises_to_shoot(timing):
    """2.4: hidden only when crouched all the turn; told when to shoot, he rises, is seen, and shoots."""
    fire = Fire(timing=timing)
    step = plot(
        ambush(), [], [order("B01,B02", "hold", fire=fire)], dice=faces({"shot:B01": [5], "shot:B02": [1]})
    )
    if timing == "normal":
        assert step.state.phase == "combat"
        step = combat(step.state, dice=faces({"shot:B01": [5], "shot:B02": [1]}))
    assert [v["timing"] for v in events(step, "volley")] == [timing]
    assert (at(step, "B01").posture, at(step, "B01").hidden) == ("standing", False)


def test_a_bots_ambush_shoots():
    state = ambush()
    at(state, "B01").weapons = at(state, "B02").weapons = ("light_crossbow",)
    at(state, "A01").x = 4600
    action = RULE.bots["normal"](look(RULE, state, 1), faces())
    assert {o["fire"]["timing"] for o in action["orders"] if o.get("do", "hold") == "hold"} == {"before"}


# --- shots during the moves ---------------------------------------------------------------------------------

HOUSES = (area("house", 46, 40, 50, 56, id="h1"), area("house", 46, 64, 50, 90, id="h2"))


def passing(
    start: tuple[float, float], end: tuple[float, float], timing: str = "during", rules: str = "standard"
):
    """A bowman looks through the gap between two houses; an enemy walks beyond them."""
    state = battle(
        chief("A09", 18, 63),
        man("A01", 20, 60, **BOW),
        man("B01", *start),
        chief("B09", 120, 20),
        terrain=HOUSES,
        rules=rules,
    )
    dice = faces({"shot:A01": [6]})
    return plot(state, [order("A01", "hold", fire=Fire(timing=timing))], [order("B01", "move", end)], dice)


def test_a_fleeting_target_is_shot_at_minus_one():
    """3.8: out of sight at both ends, seen between: one more is needed."""
    step = passing((53, 51), (53, 69))
    assert [(v["timing"], v["dice"][0][3]) for v in events(step, "volley")] == [("during", 7)]


def test_who_was_in_sight_at_the_start_is_not_fleeting():
    step = passing((53, 60), (53, 76))
    assert [v["dice"][0][3] for v in events(step, "volley")] == [6]


def test_who_stays_in_sight_is_left_to_fire():
    step = passing((60, 60), (53, 60))
    assert events(step, "volley") == []
    assert step.state.phase == "combat"


def test_who_joins_a_fight_is_shot_on_his_way():
    """He touches friends at the end: FIRE could not reach him any more."""
    state = battle(chief("A09", 18, 63), man("A01", 20, 60, **BOW), man("A02", 40, 68), man("B01", 40, 52))
    step = plot(
        state,
        [order("A01", "hold", fire=Fire(timing="during"))],
        [order("B01", "charge", target="A02")],
        dice=faces({"shot:A01": [5]}),
    )
    assert [v["timing"] for v in events(step, "volley")] == ["during"]


def test_two_who_only_glimpse_one_another_do_not_shoot():
    """3.8: fleeting against fleeting is impossible."""
    state = battle(
        chief("A09", 18, 48),
        man("A01", 44, 48, **BOW),
        man("B01", 53, 72),
        chief("B09", 120, 20),
        terrain=HOUSES,
    )
    dodge = order("A01", "move", (44, 60), (44, 66), fire=Fire(timing="during"))
    step = plot(state, [dodge], [order("B01", "move", (53, 60), (53, 52))])
    assert events(step, "volley") == []


# --- point-blank --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("told", "thrown"), [((), 0), (("A01",), 1)])
def test_a_charger_throws_first_only_if_he_is_told(told, thrown):
    """3.11: a javelin may be thrown just before the contact of a charge, instead of a blow."""
    state = battle(man("A01", 50, 60, weapons=("javelin",)), chief("A09", 46, 60), man("B01", 60, 60))
    state = plot(state, [order("A01", "charge", target="B01")]).state
    dice = faces({"shot:A01": [1], "strike:A01": [1], "strike:B01": [1]})
    step = combat(state, Packet(auto=True, point_blank=told), dice=dice)
    assert len(events(step, "volley")) == thrown
    assert at(step, "A01").javelins == 3 - thrown


def test_a_stone_wall_of_pavises_still_holds():
    """The formation's wall is untouched by the change of who carries a pavise."""
    men = [man(f"B0{n}", 37, 54 + 2 * n, shield="pavise", formation="F") for n in (1, 2, 3)]
    state = battle(chief("A09", 20, 64), man("A01", 20, 60, **BOW), *men)
    state.formations = [Formation("F", tuple(f.id for f in men), 180, 1, forming=False)]
    found = chance(Field(state), at(state, "A01"), men[0], "bow")
    assert found is not None
    assert set(found.cover.values()) == {2}
    assert why_not(Field(state), at(state, "A01"), "bow") == ""
