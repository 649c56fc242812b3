"""The last steps of a table: what a chronicle tells, and from where on it is news to its reader."""

import pytest

from apps.games.engine.positions import position_before
from apps.games.models import Game, Step
from apps.games.services.lobby import gathering, starting
from apps.games.table.sight import look
from apps.games.timing.pace import Pace
from apps.orders.services import submit
from apps.tables.past import news_from, recent


def asking(n, *seats, kind=Step.Kind.MOVE):
    return Step(n=n, kind=kind, base=n - 1, asked=list(seats))


@pytest.mark.parametrize(("seat", "first"), [(0, 2), (1, 4), (2, 3), (3, 1), (None, 4)])
def test_news_begin_after_the_reader_s_own_last_decision(seat, first):
    steps = [asking(4, 1), asking(3, 1), asking(2, 2), asking(1, 0)]
    assert news_from(steps, seat) == first


def test_setup_is_nobody_s_decision():
    assert news_from([asking(1, 1), asking(0, 0, 1, kind=Step.Kind.SETUP)], 0) == 0


@pytest.fixture
def table(alice, bob, charlie) -> Game:
    pace = Pace(kind="hours", every=24)
    game = gathering.create_game(
        alice, gathering.new_game("miles_christi", "La table d’essai", {}, 3, pace=pace)
    )
    for user in (alice, bob, charlie):
        gathering.join_game(game, user, f"Frère {user.username}")
    return starting.start_game(game)


def test_all_that_is_news_is_told_however_few_steps_are_asked_for(table):
    """The first to play has placed his four; then the others place theirs, one step a militia."""
    first = table.steps.pending().get().asked[0]
    for _ in range(10):
        step = table.steps.select_related("game").pending().get()
        seat = table.seats.get(number=step.asked[0])
        action = table.rules.default(position_before(step), seat.number, "absent")
        submit(seat, step.n, action, seat.user, f"coup-{step.n}")
    reader = table.seats.get(number=first).user
    told = [(step.n, news) for step, news in recent(look(table, reader), 2)]
    own = max(n for n, asked in table.steps.resolved().values_list("n", "asked") if asked == [first])
    assert told == [(n, True) for n in range(10, own, -1)]
    assert [n for n, _ in told if n > own + 2]  # more than the two that were asked for
