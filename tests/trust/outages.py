"""T7, in children of the zygote: players and workers at a database that crashes under them.

Whoever gets an error asks again, as a browser or the next sweep would: the same request under the same key.
"""

import time
from collections.abc import Callable
from typing import Any, TypeVar

from tests.trust.actors import Child, make_due, pending, sealed_game
from tests.trust.crowds import _resolved, _seat

T = TypeVar("T")
PATIENCE = 180  # seconds before a process gives up, on a busy machine too


def play_through_crashes(players: int, orders: int, games: int) -> dict[str, Any]:
    """Seats seal orders at one table while two workers resolve due games, until all is done. Which games those
    were, and what players and workers say."""
    code, due_codes = Child(_prepared, players, games).wait()
    writers = [Child(_write_orders, code, number, orders) for number in range(players)]
    workers = [Child(_resolve_all, due_codes) for _ in range(2)]
    accounts = [child.wait() for child in writers]
    claims = [child.wait() for child in workers]
    return {"code": code, "due_codes": due_codes, "accounts": accounts, "claims": claims}


def found_after_crashes(code: str, due_codes: list[str]) -> dict[str, Any]:
    """What the database holds once it stays up: acknowledged orders, games resolved."""
    return {"kept": _kept(code), "resolved": _resolved(due_codes)}


def _one_line() -> None:
    """Before the first connection of this process: it needs one, and a pool that holds several finds several
    dead."""
    from django.db import connection

    connection.settings_dict["OPTIONS"]["pool"]["max_size"] = 1


def _prepared(players: int, games: int) -> tuple[str, list[str]]:
    _one_line()

    def table() -> str:
        return sealed_game(players).code

    def due() -> str:
        game = sealed_game(2, rounds=1)
        make_due(pending(game))
        return game.code

    return _again(table)[0], [_again(due)[0] for _ in range(games)]


def _write_orders(code: str, number: int, orders: int) -> dict[str, Any]:
    """Receipts in the order in which they were given, and how often the database failed in between."""
    from apps.orders.services import submit

    _one_line()
    seat, failures = _again(lambda: _seat(code, number))
    step, more = _again(lambda: seat.game.steps.get(mode="sealed"))
    failures, receipts = failures + more, []
    for one in range(orders):
        action, key = {"do": "offer", "coins": one % 10}, f"key-{number}-{one}"
        receipt, more = _again(lambda a=action, k=key: submit(seat, step.n, a, seat.user, k).receipt)
        receipts.append(receipt)
        failures += more
        time.sleep(0.02)
    return {"receipts": receipts, "failures": failures}


def _resolve_all(codes: list[str]) -> dict[str, int]:
    """As the workers do: what fails is found again by the next sweep."""
    from apps.games.models import Step
    from apps.games.services.steps import due
    from apps.games.timing.clock import database_now

    def sweep() -> tuple[int, int]:
        due.seal_due_steps(database_now())
        waiting = list(Step.objects.pending().filter(game__code__in=codes).values_list("pk", flat=True))
        return sum(due.resolve(pk) for pk in waiting[:1]), len(waiting)

    _one_line()
    claimed, failures, waiting = 0, 0, 1
    while waiting:
        (done, waiting), more = _again(sweep)
        claimed, failures = claimed + done, failures + more
        time.sleep(0.05)
    return {"claimed": claimed, "failures": failures}


def _kept(code: str) -> list[list[Any]]:
    from apps.games.models import Step

    step = Step.objects.get(game__code=code, mode="sealed")
    rows = step.submissions.order_by("seat__number", "revision").values_list("seat__number", "receipt")
    return [list(row) for row in rows]


def _again(work: Callable[[], T]) -> tuple[T, int]:
    """The answer of `work`, asked until the database lets it answer; how often it did not."""
    from django.db import Error, connection

    failures, end = 0, time.monotonic() + PATIENCE
    while True:
        try:
            return work(), failures
        except Error:
            connection.close()
            failures += 1
            assert time.monotonic() < end, "the database never came back"
            time.sleep(0.05)


# T6
# ------------------------------------------------------------------------------------------------------------
def tables() -> list[Any]:
    """A table where offers are sealed, one where moves are made in turn, a court that waits; the first
    player's cookie."""
    from tests.trust.actors import new_game, people
    from tests.trust.crowds import session_of

    return [sealed_game(2).code, new_game(2).code, session_of(people(1)[0])]


def post(code: str, n: int, action: dict[str, Any], key: str) -> list[Any]:
    """A move of the first seat through the view, in a process without an event loop as the web workers are:
    status, seconds."""
    import json

    from django.test import Client

    from apps.games.live import hub
    from tests.trust.actors import people

    client = Client()
    client.force_login(people(1)[0])
    body = {"step": n, "seat": 0, "key": key, "action": json.dumps(action)}
    start = time.monotonic()
    answer = client.post(f"/ordres/{code}/", body, headers={"accept": "application/json"})
    seconds = time.monotonic() - start
    hub._voice.finish()  # this process ends at once
    return [answer.status_code, seconds]


def visit(addresses: list[str]) -> dict[str, int]:
    """What a visitor's pages answer, and a sign-in."""
    from django.test import Client

    client = Client(raise_request_exception=False)
    found = {address: client.get(address).status_code for address in addresses}
    credentials = {"login": "Sire0", "password": "un mot de passe"}
    return {**found, "sign-in": client.post("/compte/login/", credentials).status_code}


def pending_step(code: str) -> int:
    from apps.games.models import Step

    return Step.objects.pending().get(game__code=code).n


def time_is_up(code: str) -> None:
    from apps.games.models import Game

    make_due(pending(Game.objects.get(code=code)))


def story(code: str) -> dict[str, Any]:
    """How far a game came, and what the first seat's last sealed order was."""
    from apps.games.models import Step

    step = Step.objects.filter(game__code=code, mode="sealed").order_by("n").first()
    return {
        "status": step.status,
        "orders": step.submissions.filter(seat__number=0).count(),
        "resolved_as": step.all_moves().get(0),
    }
