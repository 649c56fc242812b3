"""Javelins thrown at a gallop (2.5) and contacts refilled after point-blank shots (3.11)."""

from engines.argad.field.battlefield import Field
from engines.argad.fire.aim import row_for, targets
from engines.argad.fire.riding import gallops, way_towards
from engines.argad.orders import Packet
from tests.engines.argad.board import area, at, battle, chief, combat, events, faces, man, order, plot


def rider(id: str, x: float, y: float):
    return chief(id, x, y, mount="cavalier", weapons=("javelin",), javelins=3)


# --- riding javelins ----------------------------------------------------------------------------------------


def test_twelve_centimetres_towards_the_target_need_no_dice():
    state = battle(rider("A01", 20, 60), man("B01", 50, 60), man("B02", 51, 64))
    step = plot(state, [order("A01", "move", (34, 60))])
    assert events(step, "ride") == []
    assert row_for(at(step, "A01"), "javelin", at(step, "B01")).id == "javelin_riding"


def test_seven_centimetres_are_enough_with_three_and_four():
    state = battle(rider("A01", 20, 60), man("B01", 42, 60))
    step = plot(state, [order("A01", "move", (27, 60))], dice=faces({"ride:A01": [3, 4]}))
    assert [e["need"] for e in events(step, "ride")] == [7]
    assert row_for(at(step, "A01"), "javelin", at(step, "B01")).id == "javelin_riding"


def test_seven_centimetres_are_not_enough_with_four_and_four():
    state = battle(rider("A01", 20, 60), man("B01", 42, 60))
    step = plot(state, [order("A01", "move", (27, 60))], dice=faces({"ride:A01": [4, 4]}))
    assert row_for(at(step, "A01"), "javelin", at(step, "B01")).id == "javelin"


def test_only_the_part_of_the_way_that_faced_the_target_counts():
    """Ten centimetres across, then eight towards him: eight, whatever he travelled in all."""
    state = battle(rider("A01", 20, 60), man("B01", 48, 50))
    step = plot(state, [order("A01", "move", (20, 50), (28, 50))], dice=faces({"ride:A01": [4, 5]}))
    ride = at(step, "A01").now.ride
    assert 700 <= way_towards(ride, (4800, 5000)) <= 1000
    assert gallops(at(step, "A01"), at(step, "B01")) is False


def test_riding_away_from_him_never_counts_and_rolls_nothing():
    state = battle(rider("A01", 30, 60), man("B01", 34, 60))
    step = plot(state, [order("A01", "move", (14, 60))])
    assert events(step, "ride") == []
    assert row_for(at(step, "A01"), "javelin", at(step, "B01")).id == "javelin"


def test_bad_ground_takes_the_gallop_away():
    state = battle(rider("A01", 20, 60), man("B01", 50, 60), terrain=[area("brush", 26, 55, 30, 65)])
    step = plot(state, [order("A01", "move", (36, 60))], dice=faces({"slow:A01": [1, 1]}))
    assert at(step, "A01").now.ride == ()


def test_at_a_gallop_five_is_enough_at_ten_centimetres():
    state = battle(rider("A01", 20, 60), man("B01", 45, 60))
    step = plot(state, [order("A01", "move", (35, 60))])
    needs = targets(Field(step.state), at(step, "A01"), "javelin")[0].needs
    assert needs == {"B01": 5}


def test_over_a_comrade_the_javelin_is_thrown_and_needs_six():
    """The riding throw is direct; over others it is the common one."""
    state = battle(rider("A01", 20, 60), man("A02", 40, 60), man("B01", 45, 60))
    step = plot(state, [order("A01", "move", (34, 60))])
    assert targets(Field(step.state), at(step, "A01"), "javelin")[0].needs == {"B01": 6}


def test_one_roll_for_a_squad_of_riders():
    two = man("A02", 20, 66, mount="cavalier", weapons=("javelin",))
    state = battle(rider("A01", 20, 60), two, man("B01", 42, 63))
    step = plot(state, [order("A01,A02", "move", (27, 60))], dice=faces({"ride:A01": [2, 2]}))
    assert [e["dice"] for e in events(step, "ride")] == [[2, 2], [2, 2]]


# --- refilled contacts --------------------------------------------------------------------------------------


SHOOTS = Packet(auto=True, point_blank=("B01",))


def charge_of_two(second_moves: bool = True, weapon: str = "bow"):
    """A01 charges the archer B01 with A02 close behind him; B01 shoots at point-blank."""
    state = battle(
        man("A01", 40, 60),
        man("A02", 37.9, 60),
        chief("A03", 30, 60),
        chief("B02", 80, 60),
        man("B01", 56, 60, weapons=(weapon,)),
    )
    behind = [order("A02", "move", (51.9, 60))] if second_moves else []
    return plot(state, [order("A01", "charge", target="B01"), *behind])


def test_a_comrade_who_came_behind_steps_over_the_fallen():
    step = charge_of_two()
    fought = combat(step.state, b=SHOOTS, dice=faces({"shot:B01": [6], "strike:A02": [6]}))
    assert [e["fig"] for e in events(fought, "closes_in")] == ["A02"]
    assert [(e["fig"], e["cause"]) for e in events(fought, "killed")] == [("A01", "shot"), ("B01", "melee")]


def test_who_stood_still_does_not_step_over_the_fallen():
    step = charge_of_two(second_moves=False)
    fought = combat(step.state, b=SHOOTS, dice=faces({"shot:B01": [6]}))
    assert events(fought, "closes_in") == []
    assert events(fought, "strike") == []


def test_a_missed_shot_leaves_the_contacts_as_they_are():
    fought = combat(charge_of_two().state, b=SHOOTS, dice=faces({"shot:B01": [1], "strike:A01": [1]}))
    assert events(fought, "closes_in") == []


def test_a_comrade_further_than_two_paces_stays_behind():
    state = battle(
        man("A01", 40, 60),
        man("A02", 34, 60),
        chief("A03", 30, 60),
        chief("B02", 80, 60),
        man("B01", 56, 60, weapons=("bow",)),
    )
    step = plot(state, [order("A01", "charge", target="B01"), order("A02", "move", (50, 60))])
    fought = combat(step.state, b=SHOOTS, dice=faces({"shot:B01": [6]}))
    assert events(fought, "closes_in") == []


def test_a_rider_who_steps_in_has_no_charge_and_drops_his_lance():
    knight = {"mount": "cavalier", "weapons": ("heavy_lance",), "armour": 5}
    state = battle(
        man("A01", 30, 60, 5, **knight),
        man("A02", 24.8, 60, 5, **knight),
        chief("A03", 45, 70),
        chief("B02", 90, 60),
        man("B01", 56, 60, weapons=("war_crossbow",)),
    )
    step = plot(state, [order("A01", "charge", target="B01"), order("A02", "move", (47.4, 60))])
    fought = combat(step.state, b=SHOOTS, dice=faces({"shot:B01": [6], "strike:A02": [3]}))
    assert [e["fig"] for e in events(fought, "closes_in")] == ["A02"]
    assert at(fought, "A02").lance_dropped is True
    blow = events(fought, "strike")[0]["blows"][0]
    assert (blow[0], blow[1], [name for name, _ in blow[3]]) == ("A02", "sword", ["cav"])
