"""A zone held for some turns (6.4), and men caught without their harness (1.2)."""

import msgspec

from engines.argad.movement.allowance import allowance
from engines.argad.orders import Plot, as_json
from engines.argad.scenario.objectives import points_of
from engines.argad.scenario.scenarios import SCENARIOS
from engines.argad.scenario.troops import Recruit, Troop, enlist
from engines.argad.state import Objective
from engines.argad.view import view_of
from engines.core import codec
from engines.core.dice import Dice
from tests.engines.argad.board import RULE, area, at, battle, man

ZONE = {"zone": [50, 40, 60, 60], "min": 1, "turns": 2}


def turn(state):
    """Everybody holds; nobody is near enough to fight."""
    return RULE.apply(state, {0: as_json(Plot()), 1: as_json(Plot())}, Dice(b"zone", state.turn)).state


def zone_battle(*men, **args):
    state = battle(*men, man("B01", 170, 110), terrain=[area("brush", 45, 30, 65, 70)])
    state.objectives = [Objective("o", 0, "in_zone", 5, args={**ZONE, **args})]
    return state


def test_zone_pays_after_the_last_of_its_turns_and_stays_paid():
    state = zone_battle(man("A01", 55, 50))
    seen = []
    for _ in range(3):
        seen.append((state.objectives[0].held, points_of(state, state.objectives[0])))
        state = turn(state)
    at(state, "A01").x = 0
    seen.append((state.objectives[0].held, points_of(state, state.objectives[0])))
    assert seen == [(0, 0), (1, 0), (2, 5), (3, 5)]


def test_zone_counts_only_the_turns_with_enough_men_of_the_kind():
    state = turn(zone_battle(man("A01", 55, 50), man("A02", 90, 50), min=2))
    assert state.objectives[0].held == 0
    chiefless = turn(zone_battle(man("A01", 55, 50), role="chief"))
    assert chiefless.objectives[0].held == 0
    led = turn(zone_battle(man("A01", 55, 50, roles=("chief",)), role="chief"))
    assert led.objectives[0].held == 1


def test_who_hides_holds_nothing_so_that_the_count_tells_nobody_of_him():
    state = zone_battle(man("A01", 55, 50, hidden=True, posture="crouched"))
    after = turn(state)
    assert at(after, "A01").hidden
    assert after.objectives[0].held == 0
    assert view_of(after, 1).points == {"o": 0}


def test_zone_at_the_end_is_as_before():
    state = zone_battle(man("A01", 55, 50))
    del state.objectives[0].args["turns"]
    assert points_of(state, state.objectives[0]) == 5
    at(state, "A01").x = 0
    assert points_of(state, state.objectives[0]) == 0


# --- harness ------------------------------------------------------------------------------------------------

KNIGHTS = Troop(
    "Chevaliers",
    "feudal",
    (
        Recruit("Sire", 5, armour=5, roles=("troop_chief",), cls_unarmoured=4),
        Recruit("Chevalier", 5, armour=5, cls_unarmoured=4),
        Recruit("Sergent", 4, armour=4),
        Recruit("Valet", 2),
    ),
)


def surprised(side: int) -> dict:
    """The ambush, the men of one role caught without their harness."""
    raw = msgspec.json.decode(codec.dump(SCENARIOS["ambush"]))
    raw["roles"][side]["surprised"] = True
    return {"scenario": "custom", "custom": raw}


def test_surprised_men_fight_without_armour_and_the_player_s_own_character_stays_five():
    state = RULE.setup(["A", "B"], surprised(0), Dice(b"chemise", 0)).state
    moves = {0: {"kind": "muster", "troop": codec.builtins(KNIGHTS)}, 1: {"kind": "muster", "troop": "picts"}}
    assert RULE.check(state, 0, moves[0]) == []
    raised = RULE.apply(state, moves, Dice(b"chemise", 1)).state
    mine = [f for f in raised.figures if f.seat == 0]
    assert [(f.name, f.cls, f.armour) for f in mine] == [
        ("Sire", 5, 0),
        ("Chevalier", 4, 0),
        ("Sergent", 4, 0),
        ("Valet", 2, 0),
    ]
    assert [f.cost for f in mine] == [f.cost for f in enlist(state, KNIGHTS, 0)]
    assert {allowance(raised, f) for f in mine} == {2000}


def test_organiser_takes_a_harness_off_and_gives_it_back():
    state = battle(man("A01", 40, 50, 5, armour=5, cls_unarmoured=4), man("B01", 90, 50))
    seen = []
    for n, value in enumerate((0, 0, 1)):  # taking it off twice loses nothing
        act = {
            "kind": "set_attr",
            "reason": "Surpris au lit",
            "fig": "A01",
            "attr": "harness",
            "value": value,
        }
        assert RULE.check_organise(state, act) == []
        state = RULE.organise(state, act, Dice(b"lit", n)).state
        seen.append((at(state, "A01").cls, at(state, "A01").armour, at(state, "A01").stripped))
    assert seen == [(4, 0, (5, 5)), (4, 0, (5, 5)), (5, 5, ())]
