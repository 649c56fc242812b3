"""Properties of whole battles: nobody stands on another, nobody runs too far, the dead do not strike, stocks
stay sound."""

from itertools import pairwise

import pytest

from engines.argad.field.geometry import UNIT, Base, bearing, gap, in_polygon, length_inside, overlap
from engines.argad.movement.allowance import allowance
from engines.argad.state import State, base_of, by_id, fights, on_table
from engines.core import codec
from engines.core.dice import Dice
from engines.core.table import Table, bot_player, seat_names
from tests.engines.argad.board import RULE

pytestmark = pytest.mark.xdist_group("battles of properties")  # one process: each battle is fought once
BATTLES = [("convoy", 3, "full"), ("siege", 3, "standard"), ("ambush", 2, "basic"), ("village", 4, "full")]


@pytest.fixture(scope="module", params=BATTLES, ids=lambda b: f"{b[0]}-{b[1]}-{b[2]}")
def table(request):
    scenario, seats, rules = request.param
    table = Table(RULE, seat_names(seats), {"scenario": scenario, "preset": rules, "cards": 2}, b"properties")
    table.finish([bot_player(RULE.bots["normal"])] * seats, 400)
    return table


def test_no_two_bases_overlap(table):
    for moment in table.moments:
        figures = [f for f in on_table(moment.step.state) if fights(f)]
        for n, a in enumerate(figures):
            for b in figures[n + 1 :]:
                assert not overlap(base_of(a), base_of(b), 60), (moment.n, a.id, b.id)


def test_nobody_outruns_his_allowance(table):
    for moment in table.moments:
        if moment.before.phase != "plot":
            continue
        figures = by_id(moment.before)
        for event in moment.step.events:
            if event.kind == "move" and None not in event.params["track"]:
                figure = figures[event.params["fig"]]
                track = event.params["track"]
                walked = sum(gap(Base(*a, 0), Base(*b, 0)) for a, b in pairwise(track))
                assert walked <= max(allowance(moment.before, figure), 2000) + 250, (moment.n, figure.id)


def test_the_dead_neither_strike_nor_shoot(table):
    for moment in table.moments:
        dead = {f.id for f in moment.before.figures if f.place not in ("table", "reserve")}
        fallen: set[str] = set()
        for event in moment.step.events:
            if event.kind == "killed":
                fallen.add(event.params["fig"])
            elif event.kind == "strike":
                assert not {row[0] for row in event.params["blows"]} & (dead | fallen)
            elif event.kind == "volley":
                assert not {row[0] for row in event.params["dice"]} & dead


def test_stocks_and_places_are_sound(table):
    for moment in table.moments:
        for figure in moment.step.state.figures:
            assert figure.javelins >= 0
            assert figure.hp >= 0
            assert figure.place in ("reserve", "table", "dead", "captured", "exited", "fled")
        assert isinstance(moment.step.state, State)


def test_a_battle_ends_within_its_turns_and_replays_to_the_byte(table):
    assert table.state.turn <= table.state.last_turn
    moment = table.moments[len(table.moments) // 2]
    again = RULE.apply(moment.before, moment.moves, Dice(table.seed, moment.n))
    assert codec.digest(again.state) == codec.digest(moment.step.state)


def test_unit_vectors_and_bearings_are_exact_inverses():
    assert all(bearing(*UNIT[angle]) == angle for angle in range(3600))
    assert all(abs(x * x + y * y - (1 << 40)) < 1 << 22 for x, y in UNIT)


def test_clipping():
    square = ((0, 0), (1000, 0), (1000, 1000), (0, 1000))
    assert length_inside((-500, 500), (1500, 500), square) == 1000
    assert in_polygon(999, 1, square)
    assert not in_polygon(1001, 1, square)
