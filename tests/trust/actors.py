"""What the programs of this folder share: a Django without connections, forked children, and games to attack.

A child does one thing, answers with JSON through a pipe and dies without cleaning up.
"""

import json
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from typing import Any

KILLED = -signal.SIGKILL


def ready() -> None:
    """Django with the small game and its herald, loaded once before the forks."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from django.urls import get_resolver

    from engines.core import registry
    from tests.trust import herald

    registry.register("enchere", "tests.small_game")
    registry.rules_of("enchere")
    get_resolver().check()
    herald.install()


def at_once(deed: Callable[[], None], threads: int) -> None:
    """So many threads of this process do the same."""
    crowd = [threading.Thread(target=deed) for _ in range(threads)]
    for one in crowd:
        one.start()
    for one in crowd:
        one.join()


class Child:
    """A forked process doing `work(*arguments)`."""

    def __init__(self, work: Callable[..., Any], *arguments: Any) -> None:
        self.pipe, end = os.pipe()
        sys.stdout.flush()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self.pipe)
            _live(end, work, arguments)
        os.close(end)

    def wait(self) -> Any:
        """Its answer; `KILLED` when it was killed; an exception with its traceback when it failed."""
        with os.fdopen(self.pipe, "rb") as pipe:
            answer = pipe.read()
        _pid, status = os.waitpid(self.pid, 0)
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL:
            return KILLED
        told = json.loads(answer) if answer else {"fault": f"status {status}"}
        if "fault" in told:
            raise AssertionError(told["fault"])
        return told["answer"]


def _live(end: int, work: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    status = 0
    try:
        told = {"answer": work(*arguments)}
    except BaseException:
        told, status = {"fault": traceback.format_exc()}, 1
    with os.fdopen(end, "wb") as pipe:
        pipe.write(json.dumps(told, default=str).encode())
    os._exit(status)


def do(work: Callable[..., Any], *arguments: Any) -> Any:
    return Child(work, *arguments).wait()


def warm_up() -> None:
    """Make the tables and play a little, so that children find everything loaded; no connection is left
    open."""
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0, interactive=False)
    sealed_game(2)
    connection.close()
    if connection.vendor == "postgresql":
        connection.close_pool()


# Games
# ------------------------------------------------------------------------------------------------------------
def people(count: int) -> list[Any]:
    from django.contrib.auth import get_user_model

    users = get_user_model().objects
    names = [f"Sire{number}" for number in range(count)]
    known = {user.username: user for user in users.filter(username__in=names)}
    return [
        known.get(name) or users.create_user(name, f"{name.lower()}@example.test", "un mot de passe")
        for name in names
    ]


def new_game(seats: int = 3, **more: Any) -> Any:
    """A started game of `enchere`."""
    from apps.games.services.lobby import gathering, starting
    from apps.games.timing.pace import Pace

    more = {"pace": Pace(kind="hours", every=24), "early": False, "rounds": 4, **more}
    start, options = more.pop("start", True), {"purse": "heavy", "rounds": more.pop("rounds")}
    game = gathering.create_game(
        people(seats)[0], gathering.new_game("enchere", "Une table", options, seats, **more)
    )
    for user in people(seats):
        gathering.join_game(game, user, f"Sire {user.username}", invitation=game.invitation)
    return starting.start_game(game) if start else game


def sealed_game(seats: int = 3, **more: Any) -> Any:
    """A game whose pending step is sealed: everyone is asked for a secret offer."""
    from apps.orders.services import submit

    game = new_game(seats, **more)
    table = list(game.seats.order_by("number"))
    card = position(game).players[0].hand[0]
    submit(table[0], 1, {"do": "play", "card": card, "face": "hidden"}, table[0].user, "played")
    for n, seat in enumerate(table, start=2):
        submit(seat, n, {"do": "announce", "coins": 0}, seat.user, "announced")
    return game


def position(game: Any) -> Any:
    from apps.games.engine.positions import current_position

    return current_position(game)[1]


def pending(game: Any) -> Any:
    from apps.games.models import Step

    return Step.objects.pending().select_related("game").get(game=game)


def make_due(step: Any, seconds: float = 0) -> None:
    """The deadline is now, or so many seconds from now, by the database's clock."""
    from datetime import timedelta

    from apps.games.models import Step
    from apps.games.timing.clock import database_now

    Step.objects.filter(pk=step.pk).update(due_at=database_now() + timedelta(seconds=seconds))


def faults() -> list[str]:
    """What verify_world finds, overdue steps apart: a test may leave a game waiting."""
    from apps.games.records.verification import find_world_faults

    return [fault for fault in find_world_faults() if "overdue" not in fault]


def game_with_letters() -> str:
    """A running game whose players were written to."""
    return sealed_game(2).code


def real_games() -> list[str]:
    """One running game of bots of a sealed title and one of a table's, some steps old."""
    from apps.games.services.lobby import gathering, starting
    from apps.games.services.steps import due
    from apps.games.timing.pace import Pace

    codes = []
    for slug, seats, steps in (("gloire", 10, 2), ("theopolis", 2, 12)):
        new = gathering.new_game(slug, f"Automates de {slug}", {}, seats, pace=Pace(kind="hours", every=24))
        game = gathering.create_game(people(1)[0], new)
        gathering.fill_with_bots(game)
        game = starting.start_game(game)
        for _step in range(steps):
            due.seal(pending(game).pk, pending(game).opened_at, early=True)
            due.resolve(pending(game).pk)
        codes.append(game.code)
    return codes
