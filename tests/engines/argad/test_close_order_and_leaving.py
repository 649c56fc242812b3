"""Close order around an anchor (3.14), leaving a melee (3.13), charges after bad ground (3.12), the chief who
hesitates (2.9)."""

import pytest

from engines.argad.orders import Packet, Strike
from tests.engines.argad.board import (
    RULE,
    area,
    at,
    battle,
    brawl,
    chief,
    combat,
    events,
    faces,
    line,
    man,
    order,
    plot,
)


def ended(step):
    return combat(step.state) if step.state.phase == "combat" else step


# --- close order --------------------------------------------------------------------------------------------


def scattered(*more, **chief_more):
    men = [man(f"A0{n}", 40 + 2 * n, 48 + 5 * n, shield="large") for n in (1, 2, 3)]
    return battle(*men, chief("A09", 52, 58, **chief_more), man("B01", 120, 58), *more)


def test_the_men_come_to_the_chief_and_stand_base_to_base():
    step = ended(plot(scattered(), [order("A01,A02,A03", "form_close", front=0)]))
    block = step.state.formations[0]
    assert block.members == ("A01", "A02", "A03", "A09")
    assert {at(step, id).x for id in block.members} == {5200}
    assert sorted(at(step, id).y for id in block.members) == [5597, 5800, 6003, 6206]


def test_no_ranks_around_a_chief_who_walks_off():
    step = ended(
        plot(scattered(), [order("A01,A02,A03", "form_close", front=0), order("A09", "move", (58, 58))])
    )
    assert step.state.formations == []
    assert [e["why"] for e in events(step, "formation") if e["what"] == "failed"] == ["anchor"]


def test_no_ranks_when_the_anchor_falls():
    state = scattered(man("B02", 66, 58, weapons=("bow",)), man("B03", 66, 61, weapons=("bow",)), hp=1)
    moved = plot(state, [order("A01,A02,A03", "form_close", front=0)])
    dice = faces({"shot:B02": [6], "shot:B03": [6], "victim:normal:1:A01": [4, 1]})
    step = combat(moved.state, dice=dice)
    assert at(step, "A09").place == "dead"
    assert step.state.formations == []


def test_without_chief_or_banner_there_is_no_line_to_form():
    state = battle(*(man(f"A0{n}", 50, 50 + 2 * n, shield="large") for n in (1, 2, 3)), man("B01", 120, 54))
    problems = RULE.check(
        state, 0, {"kind": "plot", "orders": [{"figs": ["A01", "A02", "A03"], "do": "form_close"}]}
    )
    assert {problem.code for problem in problems} == {"no_anchor"}


# --- leaving ------------------------------------------------------------------------------------------------


def test_who_leaves_does_not_walk_over_his_enemy():
    state = battle(man("A01", 50, 60), man("B01", 52, 60), chief("A09", 20, 60))
    step = plot(state, [order("A01", "leave_melee", (66, 60))], dice=faces({"slow:A01": [1]}))
    assert at(step, "A01").x <= 5010


def test_an_encircled_man_does_not_leave():
    ring = [
        man(f"B0{n}", 50 + dx, 60 + dy)
        for n, (dx, dy) in enumerate(
            [(2, 0), (-2, 0), (0, 2), (0, -2), (1.5, 1.5), (-1.5, 1.5), (1.5, -1.5), (-1.5, -1.5)], 1
        )
    ]
    state = battle(man("A01", 50, 60), chief("A09", 20, 60), *ring)
    action = {"kind": "plot", "orders": [{"figs": ["A01"], "do": "leave_melee", "path": [[4000, 6000]]}]}
    assert [problem.code for problem in RULE.check(state, 0, action)] == ["encircled"]


def test_a_comrade_takes_the_place_of_who_leaves():
    """3.13: the friend is then in contact and may strike; the leaver stands where he stood."""
    state = battle(man("A01", 50, 60), man("A02", 45, 60, 4), man("B01", 52, 60), chief("A09", 40, 66))
    step = plot(state, [order("A01", "leave_melee", target="A02")], dice=faces({"slow:A01": [2]}))
    assert at(step, "A01").x == pytest.approx(4500, abs=5)
    assert at(step, "A02").now.new_contacts == ("B01",)
    fought = combat(step.state, dice=faces({"strike:A02": [5], "strike:B01": [1]}))
    assert [e["by"] for e in events(fought, "killed")] == ["A02"]


def test_only_a_free_comrade_on_foot_relieves():
    state = battle(
        man("A01", 50, 60), man("A02", 45, 60, mount="cavalier"), man("B01", 52, 60), chief("A09", 40, 66)
    )
    action = {"kind": "plot", "orders": [{"figs": ["A01"], "do": "leave_melee", "target": "A02"}]}
    assert [problem.code for problem in RULE.check(state, 0, action)] == ["no_relief"]


# --- charges and jumps --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("edge", "valid"), [(24, True), (38, False)])
def test_a_charge_counts_the_easy_ground_before_the_contact(edge, valid):
    """3.12: brush behind him slows the rider, but twelve straight centimetres of grass after it are a
    charge."""
    knight = man("A01", 20, 60, 5, mount="cavalier", weapons=("lance",), heading=0)
    state = battle(knight, man("B01", 42, 60), terrain=[area("brush", 10, 50, edge, 70)])
    step = plot(
        state, [order("A01", "charge", target="B01")], dice=faces({"slow:A01": [1, 1], "run:A01": [6, 6]})
    )
    assert [e["valid"] for e in events(step, "charge")] == [valid]


def test_mounted_infantry_jumps_too():
    """2.3: whoever is mounted and not in full armour may jump; his run is counted."""
    state = battle(
        man("A01", 20, 60, 4, mount="mounted_inf"),
        man("B01", 170, 110),
        terrain=[line("low_wall", (40, 40), (40, 80))],
    )
    step = plot(state, [order("A01", "jump", (52, 60))], dice=faces({"jump:A01": [3, 2]}))
    assert [e["result"] for e in events(step, "jump")] == ["over"]
    assert at(step, "A01").x == 5200


# --- a chief's courage, a player's wish ---------------------------------------------------------------------


def test_a_chief_whose_courage_fails_hesitates_all_the_next_turn():
    """2.9: no action and no orders for one turn, then he is himself again."""
    state = battle(
        chief("A01", 20, 60, 3),
        man("A02", 50, 60, 3, roles=("banner",)),
        man("B01", 52, 60, 5),
        chief("B09", 60, 70),
        rules="full",
    )
    dice = faces({"strike:A02": [1], "strike:B01": [6], "morale:A01": [6]})
    step = combat(plot(state).state, dice=dice)
    assert at(step, "A01").hesitating is True
    refused = {"kind": "plot", "orders": [{"figs": ["A01"], "do": "move", "path": [[2200, 6000]]}]}
    assert [problem.code for problem in RULE.check(step.state, 0, refused)] == ["will_not_obey"]
    after = ended(plot(step.state))
    assert at(after, "A01").hesitating is False


def test_a_man_alone_strikes_whom_his_player_prefers_among_those_he_can_kill():
    """D23: a five could kill the sergeant; the packet wants the second villager."""
    state = battle(
        chief("A01", 50, 60, 4),
        man("B01", 52, 60, 4, armour=4, cost=10),
        man("B02", 50, 62, 2),
        man("B03", 50, 58, 2),
    )
    packet = {0: Packet(strikes=(Strike("A01", "B03"),))}
    dice = faces({"strike:A01": [5], "strike:B01": [1], "strike:B02": [1], "strike:B03": [1]})
    result, _, _ = brawl(state, dice, packet)
    assert set(result.killed) == {"B03"}
