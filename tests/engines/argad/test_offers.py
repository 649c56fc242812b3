"""What the short lists of a squad offer at the water, at walls, gates and carts: only where it can be done,
and it is then done."""

import msgspec
import pytest

from engines.argad.movement.boats import THWARTS
from engines.argad.orders import Plot, as_json
from engines.argad.state import Item, Opening
from engines.core.dice import Dice
from tests.engines.argad.board import RULE, area, at, battle, chief, cm, line, man

LAKE = area("deep", 20, 20, 80, 60)
FAR = man("B01", 170, 110)
FORT = line(
    "rampart",
    (40, 40),
    (80, 40),
    (80, 80),
    (40, 80),
    (40, 40),
    openings=(Opening("porte", "gate", (cm(80), cm(57)), (cm(80), cm(63)), False),),
    work=(1, 1),
)
CART = area("cart", 98, 58, 102, 62, work=(2, 1))


def offered(state) -> dict[str, object]:
    """What the first squad may choose, by its verb."""
    return {choice.verb: choice for choice in RULE.menu(state, 0).choices}


def taken(state, verb: str):
    """The battle after that choice; the other side holds."""
    action = offered(state)[verb].action
    assert RULE.check(state, 0, action) == []
    return RULE.apply(state, {0: action, 1: as_json(Plot())}, Dice(b"offres", 1)).state


def aboard(x: float, y: float):
    skiff = Item("barque", "boat", cm(x), cm(y))
    sailor = chief("A01", (skiff.x + THWARTS[0][0]) / 100, (skiff.y + THWARTS[0][1]) / 100, aboard="barque")
    return battle(sailor, FAR, terrain=[LAKE], items=[skiff])


def test_landing_is_offered_where_the_boat_touches_the_bank_and_done():
    state = aboard(22, 22)
    assert str(offered(state)["land"].label) == "Chef\u00a0: débarquer"
    after = taken(state, "land")
    assert at(after, "A01").aboard == ""
    assert not 2000 < at(after, "A01").x < 8000 or not 2000 < at(after, "A01").y < 6000  # on dry ground


def test_in_the_middle_of_the_water_there_is_only_rowing():
    state = aboard(50, 40)
    assert {"land", "advance", "charge", "embark"} & set(offered(state)) == set()
    after = taken(state, "row")
    boat = after.items[0]
    assert cm(9) < ((boat.x - cm(50)) ** 2 + (boat.y - cm(40)) ** 2) ** 0.5 <= cm(10.05)


@pytest.mark.parametrize(("x", "there"), [(22, True), (30, False)])
def test_embarking_is_offered_from_alongside(x, there):
    state = battle(chief("A01", x, 18), FAR, terrain=[LAKE], items=[Item("barque", "boat", cm(22), cm(22))])
    assert ("embark" in offered(state)) is there
    if there:
        assert at(taken(state, "embark"), "A01").aboard == "barque"


@pytest.mark.parametrize(("x", "there"), [(77.5, True), (82.5, False), (70, False)])
def test_gate_is_opened_from_inside_by_who_stands_at_it(x, there):
    state = battle(chief("A01", x, 60), FAR, terrain=[FORT])
    assert ("work" in offered(state)) is there
    if there:
        gate = taken(state, "work").terrain[0].openings[0]
        assert (gate.id, gate.open) == ("porte", True)


def test_open_gate_asks_for_no_more_work():
    wide = msgspec.structs.replace(FORT, openings=(msgspec.structs.replace(FORT.openings[0], open=True),))
    assert "work" not in offered(battle(chief("A01", 77.5, 60), FAR, terrain=[wide]))


def test_cart_is_dragged_away_by_the_two_men_it_takes():
    alone = battle(chief("A01", 96.5, 60), FAR, terrain=[CART])
    assert [piece.id for piece in taken(alone, "work").terrain] == ["cart"]
    pair = battle(chief("A01", 96.5, 59), man("A02", 96.5, 61.5, unit="Chef"), FAR, terrain=[CART])
    assert offered(pair)["work"].action["orders"][0]["figs"] == ["A01", "A02"]
    assert taken(pair, "work").terrain == ()


def test_ladder_in_hand_is_raised_at_the_wall_then_climbed():
    ladder = Item("échelle", "ladder", 0, 0, carrier="A01", weight="heavy")
    state = battle(chief("A01", 38, 60, carried=("échelle",)), FAR, terrain=[FORT], items=[ladder])
    assert "climb" not in offered(state)
    raised = taken(state, "work")
    assert [piece.kind for piece in raised.terrain] == ["rampart", "ladder"]
    up = taken(raised, "climb")
    assert cm(40) < at(up, "A01").x < cm(80)


def test_without_a_ladder_a_wall_offers_nothing():
    assert {"work", "climb"} & set(offered(battle(chief("A01", 38, 60), FAR, terrain=[FORT]))) == set()


def test_riders_neither_work_climb_nor_embark():
    state = battle(chief("A01", 36, 60, mount="cavalier"), FAR, terrain=[FORT, CART])
    ladder = line("ladder", (38.7, 60), (41.3, 60))
    state.terrain = (*state.terrain, ladder)
    assert {"work", "climb", "embark"} & set(offered(state)) == set()
