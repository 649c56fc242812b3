"""T1: a verb is killed after each of its SQL statements; whoever comes next finishes it; nothing is lost or
doubled."""

import os
import signal
from typing import Any

from tests.trust.actors import KILLED, do, make_due, new_game, pending, position, sealed_game


class KillAfter:
    """Kills this very process once the k-th statement has been executed."""

    def __init__(self, k: int) -> None:
        self.left = k

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return result


def killed_after(k: int, work: Any, *arguments: Any) -> Any:
    from django.db import connection

    connection.ensure_connection()
    with connection.execute_wrapper(KillAfter(k)):
        return work(*arguments)


# Scenarios: prepare a game and give its code; do it; finish it whatever was done already; say what must hold
# -----------
def prepare_resolution() -> str:
    """Two seats sealed orders, the third only left a draft."""
    from apps.orders.services import submit
    from tests.deciding import save_draft

    game = sealed_game(3)
    step, table = pending(game), list(game.seats.order_by("number"))
    for seat, coins in zip(table, (1, 2), strict=False):
        submit(seat, step.n, {"do": "offer", "coins": coins}, seat.user, "sealed order")
    save_draft(table[2], step.n, {"do": "offer", "coins": 3}, "OFFRIR 3", table[2].user)
    make_due(step)
    return game.code


def resolution(code: str) -> None:
    from apps.games.models import Step
    from apps.games.services.steps import due
    from apps.games.timing.clock import database_now

    due.seal_due_steps(database_now())
    for pk in list(Step.objects.filter(game__code=code, status="sealed").values_list("pk", flat=True)):
        due.resolve(pk)


def resolution_holds(code: str) -> None:
    step = _game(code).steps.resolved().get(mode="sealed")
    assert step.all_moves() == {
        0: {"do": "offer", "coins": 1},
        1: {"do": "offer", "coins": 2},
        2: {"do": "offer", "coins": 3},
    }
    assert (step.automatic, step.submissions.count(), step.reports.count()) == ([], 3, 3)
    assert pending(_game(code)).n == step.n + 1


def prepare_move() -> str:
    return new_game(2).code


def move(code: str) -> str:
    """The same request again, as a browser that got no answer sends it."""
    from apps.orders.services import submit

    game = _game(code)
    seat = game.seats.select_related("game").get(number=0)
    return submit(seat, 1, {"do": "stake", "coins": 1}, seat.user, "one request").receipt


def move_holds(code: str) -> None:
    game = _game(code)
    assert (pending(game).n, game.steps.get(n=1).submissions.count()) == (2, 1)
    assert position(game).lot.pot == 1


def prepare_start() -> str:
    return new_game(3, start=False).code


def start(code: str) -> None:
    from apps.games.models import Game
    from apps.games.problems import Refusal
    from apps.games.services.lobby import starting

    if Game.objects.filter(code=code, status="gathering").exists():
        try:
            starting.start_game(_game(code))
        except Refusal:
            raise AssertionError("a gathering game refused to start") from None


def start_holds(code: str) -> None:
    game = _game(code)
    assert (game.status, pending(game).n) == ("running", 1)
    assert [seat.holders.count() for seat in game.seats.all()] == [1, 1, 1]
    assert game.steps.get(n=0).reports.count() == 3


def prepare_undo() -> str:
    code = prepare_move()
    move(code)
    return code


def undo(code: str) -> None:
    from apps.orders.services import undo

    game = _game(code)
    seat = game.seats.select_related("game").get(number=0)
    if pending(game).n == 2:
        undo(seat, 2, seat.user)


def undo_holds(code: str) -> None:
    game = _game(code)
    assert [(step.n, step.kind) for step in game.steps.order_by("n")] == [
        (0, "setup"),
        (1, "move"),
        (2, "undo"),
        (3, "move"),
    ]
    assert position(game).lot.pot == 0


def rollback(code: str) -> None:
    from apps.games.referee import course

    game = _game(code)
    if pending(game).n == 2:
        course.roll_back(game, game.creator, 0, "une erreur")


def rollback_holds(code: str) -> None:
    game = _game(code)
    assert [step.kind for step in game.steps.order_by("n")] == ["setup", "move", "rollback", "move"]
    assert game.referee_acts.filter(kind="rollback").count() == 1


def prepare_bots() -> str:
    from apps.games.services.lobby import gathering, starting
    from tests.trust.actors import people

    game = gathering.create_game(people(1)[0], gathering.new_game("enchere", "Automates", {"rounds": 1}, 2))
    gathering.fill_with_bots(game)
    return starting.start_game(game).code


def bots(code: str) -> None:
    """Carried on to its end by whoever sweeps; a step sealed by a worker that died is found again. The
    courtesies that the dead one left in Redis (45 seconds, `tasks.BUSY`) have lapsed."""
    from django.core.cache import cache

    from apps.games import tasks
    from config.celery import app

    cache.clear()
    app.conf.task_always_eager = True
    tasks.sweep()
    tasks.sweep_quiet()


def bots_hold(code: str) -> None:
    game = _game(code)
    assert (game.status, game.steps.pending().count()) == ("finished", 0)
    assert game.results.count() == 2


def _game(code: str) -> Any:
    from apps.games.models import Game

    return Game.objects.get(code=code)


SCENARIOS = {
    "resolution": (prepare_resolution, resolution, resolution_holds),
    "move": (prepare_move, move, move_holds),
    "start": (prepare_start, start, start_holds),
    "undo": (prepare_undo, undo, undo_holds),
    "rollback": (prepare_undo, rollback, rollback_holds),
    "bots": (prepare_bots, bots, bots_hold),
}


def kill_everywhere(name: str, stride: int = 1) -> dict[str, int]:
    """Kill the verb after its first statement, then after its second…, until it survives."""
    prepare, act, holds = SCENARIOS[name]
    kills, k = 0, 1
    while True:
        code = do(prepare)
        outcome = do(killed_after, k, act, code)
        do(act, code)
        do(holds, code)
        if outcome != KILLED:
            return {"kills": kills, "statements": k - 1}
        kills, k = kills + 1, k + stride
