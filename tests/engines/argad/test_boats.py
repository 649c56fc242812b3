"""Rowing boats (specification 2.2, 3.3): ten centimetres a turn, a turn to embark from alongside, a turn to
land."""

from collections import Counter
from typing import Any

import pytest

from engines.argad.events import Tale
from engines.argad.field.geometry import overlap
from engines.argad.field.ground import ground_of
from engines.argad.field.sight import look_at as looked_at
from engines.argad.movement.boats import HULL, THWARTS
from engines.argad.orders import Packet, Plot, as_json
from engines.argad.scenario.proofread import what_is_wrong
from engines.argad.scenario.scenarios import read_scenario
from engines.argad.state import Figure, Item, State, base_of, on_table
from engines.core.codec import dump, load
from engines.core.dice import Dice
from engines.core.table import Table, absent_player, bot_player, seat_names
from tests.engines.argad.board import (
    RULE,
    area,
    at,
    battle,
    chief,
    cm,
    combat,
    events,
    faces,
    man,
    order,
    plot,
    start,
)

LAKE = area("deep", 20, 20, 80, 60)


def boat(x: float, y: float, id: str = "barque") -> Item:
    return Item(id, "boat", cm(x), cm(y))


def sailor(id: str, of: Item, thwart: int = 0, **more: Any) -> Figure:
    dx, dy = THWARTS[thwart]
    return man(id, (of.x + dx) / 100, (of.y + dy) / 100, aboard=of.id, **more)


def lake(*figures: Figure, boats: list[Item], terrain: Any = (LAKE,), **more: Any) -> State:
    return battle(*figures, terrain=terrain, items=boats, **more)


def refusals(state: State, what: Any) -> list[str]:
    return [p.code for p in RULE.check(state, 0, as_json(Plot(orders=(what,))))]


def of(state: State, id: str = "barque") -> Item:
    return next(item for item in state.items if item.id == id)


def test_embarking_takes_a_turn_from_alongside():
    state = lake(chief("A01", 22, 18), man("B01", 170, 100), boats=[boat(22, 22)])
    step = plot(state, [order("A01", "embark", item="barque")])
    assert at(step, "A01").aboard == "barque"
    assert (at(step, "A01").x, at(step, "A01").y) == (cm(22) + THWARTS[0][0], cm(22) + THWARTS[0][1])
    assert events(step, "embarked")[0]["fig"] == "A01"


def test_embarking_from_afar_is_refused():
    state = lake(chief("A01", 22, 16), boats=[boat(22, 22)])
    assert refusals(state, order("A01", "embark", item="barque")) == ["no_boat"]


def test_a_rider_does_not_embark():
    state = lake(chief("A01", 22, 16, mount="cavalier"), boats=[boat(22, 22)])
    assert refusals(state, order("A01", "embark", item="barque")) == ["no_boat"]


def test_four_men_fill_a_boat():
    skiff = boat(22, 22)
    crew = [sailor(f"A0{n + 1}", skiff, n) for n in range(4)]
    state = lake(*crew, chief("A05", 22, 18), boats=[skiff])
    assert refusals(state, order("A05", "embark", item="barque")) == ["no_boat"]


def test_nobody_steps_into_the_boat_of_the_enemy():
    skiff = boat(22, 22)
    state = lake(chief("A01", 22, 18), sailor("B01", skiff), boats=[skiff])
    assert refusals(state, order("A01", "embark", item="barque")) == ["no_boat"]


def test_an_enemy_at_grips_spoils_the_embarking():
    state = lake(chief("A01", 22, 18), man("B01", 22, 12), boats=[boat(22, 22)])
    step = plot(state, [order("A01", "embark", item="barque")], [order("B01", "charge", target="A01")])
    assert step.state.phase == "combat"
    fought = combat(step.state, Packet(), Packet(), faces({"strike:A01": [1], "strike:B01": [1]}))
    assert at(fought, "A01").aboard == ""


def test_a_boat_rows_ten_centimetres_and_its_crew_with_it():
    skiff = boat(30, 40)
    state = lake(sailor("A01", skiff, 0, roles=("troop_chief",)), sailor("A02", skiff, 1), boats=[skiff])
    state.figures.append(man("B01", 170, 100))
    start = (at(state, "A01").x, at(state, "A01").y)
    step = plot(state, [order("A01", "move", (start[0] / 100 + 10, start[1] / 100))])
    assert (of(step.state).x, of(step.state).y) == (cm(40), cm(40))
    assert (at(step, "A01").x, at(step, "A02").x) == (start[0] + 1000, cm(40) + THWARTS[1][0])
    assert at(step, "A02").now.moved is False  # wiped: the next turn has begun
    assert events(step, "rowed")[0]["track"][-1] == [cm(40), cm(40)]
    assert of(step.state).heading == 0


def test_eleven_centimetres_are_too_far_for_a_boat():
    skiff = boat(30, 40)
    rower = sailor("A01", skiff, 0, roles=("troop_chief",))
    state = lake(rower, boats=[skiff])
    assert refusals(state, order("A01", "move", (rower.x / 100 + 11, rower.y / 100))) == ["too_far"]


def test_a_boat_stops_at_the_bank():
    skiff = boat(76, 40)
    rower = sailor("A01", skiff, 0, roles=("troop_chief",))
    state = lake(rower, man("B01", 170, 100), boats=[skiff])
    step = plot(state, [order("A01", "move", (rower.x / 100 + 10, rower.y / 100))])
    assert cm(78) < of(step.state).x + THWARTS[0][0] <= cm(80)


def test_landing_takes_a_turn_and_puts_him_on_dry_ground_beside_the_boat():
    skiff = boat(78.5, 40)
    state = lake(sailor("A01", skiff, 0, roles=("troop_chief",)), man("B01", 170, 100), boats=[skiff])
    step = plot(state, [order("A01", "land")])
    landed = at(step, "A01")
    assert landed.aboard == ""
    assert landed.x > cm(80)
    assert (landed.x - skiff.x) ** 2 + (landed.y - skiff.y) ** 2 <= (HULL + 100 + 150) ** 2


def test_no_landing_in_the_middle_of_the_lake():
    skiff = boat(50, 40)
    state = lake(sailor("A01", skiff, 0, roles=("troop_chief",)), boats=[skiff])
    assert refusals(state, order("A01", "land")) == ["no_landing"]


@pytest.mark.parametrize("do", ["charge", "crouch", "work", "pick_up", "form_close"])
def test_aboard_one_rows_shoots_or_lands_and_nothing_else(do: str):
    skiff = boat(30, 40)
    state = lake(sailor("A01", skiff, 0, roles=("troop_chief",)), man("B01", 40, 40), boats=[skiff])
    assert "aboard" in refusals(state, order("A01", do, target="B01" if do == "charge" else ""))


def test_a_boat_is_not_carried():
    state = lake(chief("A01", 22, 18), boats=[boat(22, 22)])
    assert refusals(state, order("A01", "pick_up", item="barque")) == ["no_item"]


def test_a_crossbow_is_not_shot_from_a_boat_under_way_but_is_from_one_at_rest():
    skiff = boat(30, 40)
    rower = sailor("A01", skiff, 0, roles=("troop_chief",))
    shooter = sailor("A02", skiff, 1, weapons=("war_crossbow",))
    state = lake(rower, shooter, man("B01", 45, 70), boats=[skiff])
    under_way = plot(state, [order("A01", "move", (rower.x / 100 + 8, rower.y / 100))])
    assert at(under_way, "A02").now.moved is True
    resting = plot(state)
    assert at(resting, "A02").now.moved is False


def test_a_man_in_a_boat_is_no_swimmer_and_has_no_cover():
    skiff = boat(30, 40)
    state = lake(sailor("A01", skiff), man("A02", 40, 40), man("B01", 30, 70), boats=[skiff])
    ground = ground_of(state.terrain, state.width, state.height)
    looks = [looked_at(ground, at(state, "B01"), at(state, id)).cover for id in ("A01", "A02")]
    assert looks == [0, 1]


def test_who_must_recoil_in_a_boat_has_nowhere_to_go():
    skiff = boat(78.5, 40)
    state = lake(sailor("A01", skiff, 1, roles=("troop_chief",)), boats=[skiff])
    sailor_ = at(state, "A01")
    state.figures.append(man("B01", sailor_.x / 100 + 2.02, sailor_.y / 100, 5, weapons=("lance",)))
    start(state)
    fought = combat(plot(state).state, dice=faces({"strike:B01": [3], "strike:A01": [1]}))
    assert [e["fig"] for e in events(fought, "captured")] == ["A01"]


def test_two_boats_never_lie_in_the_same_water():
    one, two = boat(30, 40, "nef"), boat(42, 40, "barque")
    rower = sailor("A01", one, 0, roles=("troop_chief",))
    state = lake(rower, man("B01", 170, 100), boats=[one, two])
    step = plot(state, [order("A01", "move", (rower.x / 100 + 10, rower.y / 100))])
    apart = of(step.state, "barque").x - of(step.state, "nef").x
    assert 2 * HULL <= apart < 1000
    assert at(step, "A01").x == of(step.state, "nef").x + THWARTS[0][0]


def test_a_boat_rowed_over_the_edge_is_gone_with_all_hands():
    pond = area("deep", 0, 20, 80, 60)
    skiff = boat(6, 40)
    rower = sailor("A01", skiff, 0, roles=("troop_chief",))
    state = lake(
        rower,
        sailor("A02", skiff, 1),
        man("B01", 170, 100),
        man("A03", 100, 100),
        boats=[skiff],
        terrain=(pond,),
    )
    step = plot(state, [order("A01", "move", (rower.x / 100 - 9.5, rower.y / 100))])
    assert {at(step, id).place for id in ("A01", "A02")} == {"exited"}
    assert of(step.state).gone == "west"


def test_a_fallen_rower_leaves_his_place():
    skiff = boat(30, 40)
    state = lake(sailor("A01", skiff), man("B01", 170, 100), boats=[skiff])
    Tale(state).kill(state, at(state, "A01"), "shot", "B01")
    assert at(state, "A01").aboard == ""


def test_the_others_see_who_is_aboard():
    skiff = boat(30, 40)
    state = lake(sailor("A01", skiff), man("B01", 170, 100), boats=[skiff])
    seen_by_b = next(f for f in RULE.view(state, 1).figures if f.id == "A01")
    assert seen_by_b.aboard == "barque"
    assert load(dump(state), State).items[0].kind == "boat"


RIVER = {
    "title": "La rivière",
    "seats": [2, 2],
    "turns": 6,
    "size": [90, 60],
    "era": "feudal",
    "terrain": [{"id": "riviere", "kind": "deep", "points": [[30, 0], [60, 0], [60, 60], [30, 60]]}],
    "roles": [
        {"name": "Ouest", "side": 0, "budget": 50, "troop": "vikings", "zones": [{"rect": [20, 5, 29, 55]}]},
        {"name": "Est", "side": 1, "budget": 50, "troop": "english", "zones": [{"rect": [61, 5, 70, 55]}]},
    ],
    "score": [{"kind": "kill_score", "points": 1, "side": 0}, {"kind": "kill_score", "points": 1, "side": 1}],
    "items": [
        {"id": f"barque-{n}", "kind": "boat", "at": at}
        for n, at in enumerate(([32, 20], [32, 30], [58, 25], [58, 40]))
    ],
}


def test_a_boat_on_dry_land_is_refused_by_the_editor():
    items = [{**RIVER["items"][0], "at": [10, 20]}]
    scenario, _ = read_scenario({**RIVER, "items": items})
    assert scenario is not None
    assert [p.code for p in what_is_wrong(scenario)] == ["aground"]


def test_random_battles_around_a_river_keep_every_crew_in_its_boat():
    """Menus alone: men embark, row and land; a crew stands on its thwarts, nobody stands on another, boats
    stay on the water."""
    seen: Counter[str] = Counter()
    for game in range(6):
        table = Table(
            RULE, seat_names(2), {"scenario": "custom", "custom": RIVER}, f"riviere:{game}".encode()
        )
        while table.let_play([boatman] * 2) is not None:
            seen.update(event.kind for event in table.moments[-1].step.events)
            check_afloat(table.state)
    assert seen["embarked"] > 0
    assert seen["rowed"] > 0
    assert seen["landed"] > 0


def test_bots_cross_the_water_that_keeps_them_from_the_enemy():
    """They march to a boat, embark, wait for their fellows, row and land on the far bank; the fight is then
    on."""
    told: Counter[str] = Counter()
    for game in range(2):
        table = Table(
            RULE,
            seat_names(2),
            {"scenario": "custom", "custom": {**RIVER, "turns": 10}},
            f"gue:{game}".encode(),
        )
        while table.let_play([bot_player(RULE.bots["normal"])] * 2) is not None:
            told.update(event.kind for event in table.moments[-1].step.events)
            check_afloat(table.state)
    assert min(told["embarked"], told["rowed"], told["landed"], told["contact"]) > 0


def test_a_looter_rows_over_and_back_with_the_sack():
    """The sack lies across the water and counts only off the near edge."""
    sack = {"id": "sac-1", "kind": "sack", "at": [66, 30]}
    off = {"kind": "items_off", "points": 3, "side": 0, "args": {"item": "sack", "edge": "west"}}
    far = {**RIVER["roles"][1], "zones": [{"rect": [82, 50, 89, 59]}]}
    raw = {
        **RIVER,
        "turns": 24,
        "roles": [RIVER["roles"][0], far],
        "items": [*RIVER["items"], sack],
        "score": [off, *RIVER["score"]],
    }
    table = Table(RULE, seat_names(2), {"scenario": "custom", "custom": raw}, b"butin")
    while table.let_play([bot_player(RULE.bots["normal"]), absent_player]) is not None:
        pass
    assert table.state.items[-1].gone == "west"


def boatman(rules: Any, state: State, seat: int, dice: Dice) -> Any:
    """A random player who takes to the water whenever he is offered it."""
    draft: Any = None
    while True:
        choices = rules.menu(state, seat, draft).choices
        afloat = [c for c in choices if c.verb in ("embark", "row", "land")]
        choice = dice.choice(afloat or choices[1:] or choices, "menu")
        if choice.complete:
            assert rules.check(state, seat, choice.action) == []
            return choice.action
        draft = choice.action


def check_afloat(state: State) -> None:
    ground = ground_of(state.terrain, state.width, state.height)
    for item in state.items:
        assert item.gone or ground.afloat(item.x, item.y)
    for figure in on_table(state):
        if figure.aboard:
            skiff = of(state, figure.aboard)
            assert (figure.x - skiff.x, figure.y - skiff.y) in THWARTS
    men = on_table(state)
    for n, one in enumerate(men):
        assert not any(overlap(base_of(one), base_of(other), 10) for other in men[n + 1 :]), one.id
