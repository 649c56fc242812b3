"""What the bot does beyond marching at the enemy: it hides beside the road, lies in wait, and goes round who
bars the way."""

from itertools import pairwise
from math import isqrt

from engines.argad.bot.advisors import Known
from engines.argad.bot.ambush import hidden_places, lie_in_wait
from engines.argad.bot.plan import Plan
from engines.argad.field.geometry import to_segment2
from engines.argad.orders import lean
from engines.argad.state import Objective
from engines.core.dice import Dice
from engines.core.table import Table, bot_player, seat_names
from tests.engines.argad.board import RULE, area, battle, chief, line, man


def ambush_set_up():
    table = Table(RULE, seat_names(2), {"scenario": "ambush"}, b"embuscade")
    table.let_play([bot_player(RULE.bots["normal"])] * 2)
    return table.state


def test_the_ambush_lies_beside_the_road_and_is_legal():
    state = ambush_set_up()
    places = hidden_places(state, 1)
    assert (
        RULE.check(state, 1, {"kind": "deploy", "places": {id: list(spot) for id, spot in places.items()}})
        == []
    )
    road = next(piece.points for piece in state.terrain if piece.kind == "road")
    far = [isqrt(min(to_segment2(x, y, a, b) for a, b in pairwise(road))) for x, y in places.values()]
    assert len(far) >= 8
    assert max(far) <= 2500
    assert hidden_places(state, 0) == {}  # the column has nowhere to hide


def test_who_lies_in_wait_leaps_at_the_best_who_comes_near():
    lurker = man("B01", 60, 60, posture="crouched", hidden=True)
    state = battle(
        chief("A01", 90, 60, mount="cavalier"),
        man("A02", 110, 60),
        lurker,
        chief("B09", 20, 20),
        terrain=[area("brush", 55, 50, 65, 70)],
    )
    order = lie_in_wait(Known(state, 1), lurker, [state.figures[0], state.figures[1]])
    assert order is not None
    assert [(c.if_.k, c.if_.who, c.then.do, c.then.target) for c in order.when] == [
        ("enemy_within", "A01", "charge", "A01")
    ]
    assert RULE.check(state, 1, {"kind": "plot", "orders": [lean(order)]}) == []


def test_a_column_goes_round_who_bars_the_way():
    state = battle(
        chief("A01", 60, 60, mount="cavalier"),
        *(man(f"B0{n}", 75, 54 + 3 * n) for n in (1, 2, 3)),
        terrain=[line("road", (0, 60), (180, 60), width=500)],
    )
    state.objectives.append(Objective("o", 0, "exit", 1, False, {"edge": "east"}))
    [order] = Plan(Known(state, 0), Dice(b"x", 1), 1, 0).orders()
    legs = list(zip(((6000, 6000), *order.path), order.path, strict=False))
    assert all(isqrt(to_segment2(f.x, f.y, *leg)) > 300 for f in state.figures if f.seat == 1 for leg in legs)
