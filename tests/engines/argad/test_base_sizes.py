"""Bases of other sizes (1.2): 25 mm on foot, or 15 mm and 2 × 4 for horses; no distance of movement or fire
changes."""

import pytest

from engines.argad.field.battlefield import Field
from engines.argad.field.geometry import overlap
from engines.argad.fire.aim import chance
from engines.argad.movement.allowance import allowance
from engines.argad.movement.ranks import line_up
from engines.argad.state import SHAPES, base_of, between, by_id, fights, on_table, paces
from engines.core.table import Table, bot_player, seat_names
from tests.engines.argad.board import RULE, at, battle, chief, man, order, plot

FEET = {"usual": "disc", "wide": "disc25", "small": "disc15"}
HORSES = {"usual": "horse", "wide": "horse", "small": "horse20"}


@pytest.mark.parametrize(
    ("size", "foot", "horse"), [("wide", (125, 0), (125, 250)), ("small", (75, 0), (100, 200))]
)
def test_a_battle_is_fought_on_them_and_nobody_stands_on_another(size, foot, horse):
    table = Table(RULE, seat_names(2), {"scenario": "village", "bases": size}, b"socles")
    table.finish([bot_player(RULE.bots["normal"])] * 2, 400)
    assert table.state.phase == "over"
    shapes = {f.mount: SHAPES[f.base] for f in table.moments[3].before.figures}
    assert {shapes[mount] for mount in shapes if mount == "foot"} == {foot}
    assert {shapes[mount] for mount in shapes if mount in ("cavalier", "mounted_inf")} <= {horse}
    for moment in table.moments:
        figures = [f for f in on_table(moment.step.state) if fights(f)]
        for n, a in enumerate(figures):
            for b in figures[n + 1 :]:
                assert not overlap(base_of(a), base_of(b), 60), (moment.n, a.id, b.id)


@pytest.mark.parametrize("size", FEET)
def test_moves_ranges_and_two_paces_are_the_same(size):
    archer = man("A01", 20, 60, weapons=("bow",), base=FEET[size])
    rider = man("A02", 20, 70, mount="cavalier", base=HORSES[size])
    foe = man("B01", 0, 60, base=FEET[size])
    state = battle(chief("A09", 16, 60, base=FEET[size]), archer, rider, foe)
    state.bases = size
    assert [allowance(state, f) for f in (archer, rider)] == [2000, 4000]
    assert [paces(f) for f in (archer, rider)] == [200, 500]
    foe.x = archer.x + 2000 + 2 * SHAPES[FEET[size]][0]  # edge to edge
    assert between(archer, foe) == 2000
    assert chance(Field(state), archer, foe, "bow").needs == {"B01": 5}
    foe.x += 1
    assert chance(Field(state), archer, foe, "bow").needs == {"B01": 6}


@pytest.mark.parametrize("size", FEET)
def test_ranks_close_base_to_base(size):
    men = [man(f"A0{n}", 40 + 4 * n, 64, shield="large", base=FEET[size]) for n in range(1, 6)]
    state = battle(chief("A09", 50, 60, shield="large", base=FEET[size]), *men, man("B01", 50, 10))
    state.bases = size
    figures = by_id(state)
    close = order("A01,A02,A03,A04,A05", "form_close", front=270)
    for id, way in line_up(state, close, figures).items():
        figures[id].x, figures[id].y = way[-1] if way else (figures[id].x, figures[id].y)
    gaps = [min(between(a, b) for b in figures.values() if b is not a and b.side == 0) for a in men]
    assert all(0 < gap <= 5 for gap in gaps)


@pytest.mark.parametrize("size", FEET)
def test_gap_of_the_first_rank_is_measured_in_bases(size):
    """As wide as the base it is free, half as wide on command, less than that it is shut."""
    r = SHAPES[FEET[size]][0]
    for apart, mode in ((2 * r, "direct"), (r + 20, "gap"), (r - 20, "")):
        front = [man(f"A0{n}", 20, 60, base=FEET[size]) for n in (1, 2)]
        front[0].y, front[1].y = 6000 - r - apart // 2, 6000 + r + apart // 2
        archer = man("A03", 15, 60, weapons=("bow",), base=FEET[size])
        state = battle(
            chief("A09", 10, 60, base=FEET[size]), *front, archer, man("B01", 50, 60, base=FEET[size])
        )
        state.bases = size
        found = chance(Field(state), archer, at(state, "B01"), "bow")
        assert (found.mode if found else "") == mode


@pytest.mark.parametrize("size", FEET)
def test_mounting_and_dismounting_keep_to_the_size(size):
    state = battle(
        chief("A01", 40, 60, mount="cavalier", base=HORSES[size]), man("B01", 160, 60, base=FEET[size])
    )
    state.bases = size
    off = plot(state, [order("A01", "dismount")])
    assert at(off, "A01").base == FEET[size]
    assert at(plot(off.state, [order("A01", "mount")]), "A01").base == HORSES[size]
