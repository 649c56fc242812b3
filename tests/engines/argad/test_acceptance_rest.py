"""Acceptance tests 42 to 47 of the specification: walls, close order, hazards, morale, costs, determinism,
leaks."""

import json

import pytest

from engines.argad.events import Tale
from engines.argad.field.battlefield import Field, wall_half_arc
from engines.argad.fire.aim import chance
from engines.argad.phases.trials import hazard_test, morale_test
from engines.argad.scenario.troops import READY, Recruit, cost, troop_cost
from engines.argad.state import Formation, Objective
from engines.core import codec
from engines.core.dice import Dice
from engines.core.table import Table, bot_player, seat_names
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


def test_42_wall_arcs():
    """Test 42: 90, 135, 360 degrees; 270 for a wall that moved; a shot at 50 degrees."""
    assert [2 * wall_half_arc(n, False) for n in (3, 4, 9)] == [900, 1350, 3600]
    assert 2 * wall_half_arc(9, True) == 2700
    for bearers, covered in ((3, 0), (4, 1)):
        men = [man(f"B0{n}", 50, 50 + 2 * n, shield="large", formation="F") for n in range(1, bearers + 1)]
        # fifty degrees off a front that looks to the east, seen from the first man
        shooter = man("A01", 50 + 12 * 0.642788, 52 - 12 * 0.766044, weapons=("bow",))
        state = battle(shooter, chief("A09", 62, 40), *men)
        state.formations = [Formation("F", tuple(f.id for f in men), 0, 1, forming=False)]
        field = Field(state)
        found = chance(field, shooter, men[0], "bow")
        assert found is not None
        assert found.cover["B01"] == covered


def close_block(touched: bool):
    men = [man(f"A0{n}", 50, 50 + 2 * n, shield="large") for n in (1, 2, 3)]
    foe = man("B01", 60 if touched else 120, 54)
    state = battle(*men, chief("A09", 50, 58), foe)
    attack = [order("B01", "charge", target="A02")] if touched else []
    step = plot(state, [order("A01,A02,A03", "form_close", front=0)], attack)
    return combat(step.state) if step.state.phase == "combat" else step


def test_43_forming_close_order():
    """Test 43: fails if touched; else active at the next start, 12 cm forward, 8 back, broken by brush."""
    assert close_block(touched=True).state.formations == []
    step = close_block(touched=False)
    assert {at(step, id).formation for id in ("A01", "A02", "A03", "A09")} == {step.state.formations[0].id}
    for goal, reached in ((62, 62.0), (38, 42.0)):
        moved = plot(step.state, [order("A01,A02,A03,A09", "move", (goal, 52))])
        assert at(moved, "A01").x == pytest.approx(reached * 100, abs=1)
        assert len(moved.state.formations) == 1
    step.state.terrain = (area("brush", 40, 40, 60, 70),)
    broken = plot(step.state, [order("A01,A02,A03,A09", "move", (53, 52))])
    assert broken.state.formations == []


def test_44_hazard_and_jump():
    """Test 44: class 3 in mail: 1 safe, 2 danger, 3 dies; a jumper of class 4 with a 3 refuses."""
    state = battle(man("A01", 20, 60, armour=4))
    results = [hazard_test(state.figures[0], faces({"h": [die]}), "h").result for die in (1, 2, 3)]
    assert results == ["safe", "danger", "dies"]
    wall = line("low_wall", (40, 40), (40, 80))
    rider = battle(man("A01", 20, 60, 4, mount="cavalier"), man("B01", 170, 110), terrain=[wall])
    leap = [order("A01", "jump", (55, 60))]
    refused = plot(rider, leap, dice=faces({"jump:A01": [6, 1], "jump_hazard:A01": [3]}))
    assert events(refused, "jump")[0]["result"] == "refuses"
    assert at(refused, "A01").x < 4000
    assert at(refused, "A01").place == "table"
    over = plot(rider, leap, dice=faces({"jump:A01": [5, 1]}))
    assert at(over, "A01").x == 5500
    short = battle(man("A01", 33, 60, 4, mount="cavalier"), man("B01", 170, 110), terrain=[wall])
    assert events(plot(short, leap, dice=faces({"jump:A01": [5, 4]})), "jump")[0]["result"] == "refuses"


def test_45_morale():
    """Test 45: 4 + 1 for the banner; 4 obeys, 5 behind a chief who passed, 6 disorder; again: flight."""
    men = [man("A01", 20, 60, 4), man("A02", 20, 63, 4)]
    banner = man("A03", 24, 60, 4, roles=("banner",), unit="Maison")
    state = battle(*men, banner, chief("A09", 80, 60), man("B01", 170, 110), rules="full")

    def result(die: int, passed: bool) -> str:
        return morale_test(state, state.figures[0], faces({"m": [die]}), "m", passed).result

    assert [result(4, False), result(5, True), result(5, False), result(6, True)] == [
        "obeys",
        "obeys",
        "disorder",
        "disorder",
    ]
    from engines.argad.phases.end import test_morale as shake

    for flees in (False, True):
        tale = Tale(state)
        tale.kill(state, at(state, "A09"), "shot", "B01")
        shake(state, faces({"morale:0:U": [6], "morale:0:Maison": [1]}), tale)
        assert at(state, "A01").disorder is True
        assert at(state, "A01").fleeing is flees


def test_46_costs():
    """Test 46: a man of class 3, a mounted banner, an early noble, a knight; and all ready troops."""
    assert cost(Recruit("Homme", 3), "feudal") == 2 * 3
    assert cost(Recruit("Bannière", 4, mount="cavalier", roles=("banner",)), "feudal") == 2 * 12
    assert cost(Recruit("Noble", 4, armour=4), "early") == 2 * 6
    assert cost(Recruit("Chevalier", 5, armour=5, mount="cavalier"), "feudal") == 2 * 12
    assert (
        cost(Recruit("Chevalier", 5, armour=5, mount="cavalier", weapons=("heavy_lance",)), "feudal")
        == 2 * 14
    )
    assert cost(Recruit("Villageois", 2, weapons=("fork",)), "feudal") == 5
    assert cost(Recruit("Franc-archer", 2, armour=4, weapons=("bow",)), "hyw") == 2 * 7
    assert cost(Recruit("Picte", 3, mount="cavalier", saddle=False, weapons=("javelin",)), "early") == 2 * 6
    ready = ("saxons", "vikings", "household", "militia", "english", "french")
    assert [troop_cost(READY[id]) // 2 for id in ready] == [99, 100, 100, 100, 100, 99]
    assert [sum(r.n for r in READY[id].figures) for id in (*ready, "picts")] == [14, 14, 11, 14, 11, 11, 17]


def test_47_the_same_packets_and_seed_give_the_same_events():
    """Test 47, first half: also when the packets come in another order."""
    for scenario, seats in (("village", 2), ("siege", 3)):
        tables = []
        for backwards in (False, True):
            table = Table(RULE, seat_names(seats), {"scenario": scenario}, b"same")
            hashes = []
            for n in range(7):
                ask = RULE.asks(table.state)
                bot = bot_player(RULE.bots["normal"])
                moves = {seat: bot(RULE, table.state, seat, Dice(b"bots", n)) for seat in ask.seats}
                if backwards:
                    moves = dict(reversed(moves.items()))
                step = RULE.apply(table.state, moves, Dice(b"same", n))
                hashes.append(
                    codec.digest([codec.builtins(e) for e in step.events]) + codec.digest(step.state)
                )
                table.state = step.state
            tables.append(hashes)
        assert tables[0] == tables[1]


def test_47_no_secret_in_another_seats_view():
    """Test 47, second half: secret marks planted in a battle never reach the views and events of the other
    side."""
    lurker = man("B07", 100, 60, posture="crouched", hidden=True, notes="EMBUSCADE-SECRETE", unit="Secrets-B")
    state = battle(
        chief("A01", 20, 60), chief("B01", 160, 60), lurker, terrain=[area("brush", 95, 55, 105, 65)]
    )
    state.objectives.append(Objective("BUT-SECRET", 1, "gm", 4, True, {"text": "CACHE-ICI"}))
    step = plot(state, [order("A01", "move", (30, 60))], [order("B07", "crouch")])
    assert step.state.phase == "plot"
    for seat in (0, None):
        shown = codec.dump(RULE.view(step.state, seat)).decode()
        told = json.dumps(
            [codec.builtins(e) for e in step.events if e.audience is None or seat in e.audience]
        )
        for secret in ("EMBUSCADE-SECRETE", "Secrets-B", "B07", "BUT-SECRET", "CACHE-ICI"):
            assert secret not in shown
            assert secret not in told
    assert "B07" in codec.dump(RULE.view(step.state, 1)).decode()
