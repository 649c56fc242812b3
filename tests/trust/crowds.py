"""T2, T3, T4, T8: many processes at the same games at the same moment. Each function runs in a child of the
zygote."""

import os
import random
import time
import uuid
from typing import Any

from tests.trust.actors import Child, at_once, make_due, new_game, pending, people, sealed_game

PATIENCE = 180  # seconds before a process gives up what should have happened long ago, on a busy machine too


# T2
# ------------------------------------------------------------------------------------------------------------
def sweep_together(games: int, sweepers: int) -> dict[str, Any]:
    """Schedulers and workers at the same due games until all are over; every resolution is claimed by one of
    them."""
    codes = Child(_make_due_games, games).wait()
    claims = [child.wait() for child in [Child(_sweep_until_over, codes, seed) for seed in range(sweepers)]]
    return {"claims": claims, "resolved": Child(_resolved, codes).wait()}


def _make_due_games(games: int) -> list[str]:
    made = [sealed_game(2, rounds=1) for _ in range(games)]
    for game in made:
        make_due(pending(game))
    return [game.code for game in made]


def _sweep_until_over(codes: list[str], seed: int) -> int:
    """How many steps this process resolved. The order is its own, so that processes meet anywhere."""
    from apps.games.models import Step
    from apps.games.services.steps import due
    from apps.games.timing.clock import database_now

    mine, draw = 0, random.Random(seed)
    while steps := list(Step.objects.pending().filter(game__code__in=codes).values_list("pk", flat=True)):
        due.seal_due_steps(database_now())
        draw.shuffle(steps)
        mine += sum(due.resolve(pk) for pk in steps)
    return mine


def _resolved(codes: list[str]) -> int:
    from apps.games.models import Step

    return Step.objects.resolved().filter(game__code__in=codes, mode="sealed").count()


def seal_together(games: int, players: int) -> dict[str, Any]:
    """Everybody at live tables seals at the same moment and wakes the resolver; every resolution is claimed
    by one of them."""
    codes = Child(_make_live_games, games, players).wait()
    claims = [child.wait() for child in [Child(_seal_and_go_on, codes, number) for number in range(players)]]
    return {"claims": claims, "resolved": Child(_resolved, codes).wait()}


def _make_live_games(games: int, players: int) -> list[str]:
    from apps.games.timing.pace import Pace

    return [sealed_game(players, rounds=1, pace=Pace(kind="live")).code for _ in range(games)]


def _seal_and_go_on(codes: list[str], number: int) -> int:
    """How many steps this process resolved."""
    from apps.games.models import Seat
    from apps.games.services.steps import due
    from apps.orders.services import submit

    mine = 0
    for seat in (
        Seat.objects.filter(game__code__in=codes, number=number).select_related("game", "user").order_by("pk")
    ):
        submit(seat, pending(seat.game).n, {"do": "offer", "coins": 0}, seat.user, "sealed once")
        mine += due.advance(seat.game_id)
    return mine


# T3
# ------------------------------------------------------------------------------------------------------------
def submit_across_deadline(players: int, seconds: float) -> dict[str, Any]:
    """Seats submit as fast as they can before, at and after the deadline, while two processes try to resolve.
    The deadline comes so many seconds after everybody's first order."""
    code = Child(_sealed_game, players).wait()
    writers = [Child(_write_orders, code, number) for number in range(players)]
    resolvers = [Child(_resolve_when_due, code) for _ in range(2)]
    Child(_set_deadline, code, players, seconds).wait()
    accounts = [child.wait() for child in writers]
    for child in resolvers:
        child.wait()
    return {"code": code, "accounts": accounts, **Child(_what_was_kept, code).wait()}


def _sealed_game(players: int) -> str:
    return sealed_game(players).code


def _set_deadline(code: str, players: int, seconds: float) -> None:
    from django.db import transaction

    from apps.games.models import Step

    step, end = Step.objects.get(game__code=code, mode="sealed"), time.monotonic() + PATIENCE
    while time.monotonic() < end and step.submissions.values("seat").distinct().count() < players:
        time.sleep(0.02)
    with (
        transaction.atomic()
    ):  # the clock is read under the lock, so that the new deadline is later than every order kept
        Step.objects.select_for_update().get(pk=step.pk)
        make_due(step, seconds)


def _write_orders(code: str, number: int) -> dict[str, Any]:
    """What this player was told until some orders were refused: receipts and refusals, in order."""
    from apps.games.problems import Refusal
    from apps.orders.services import submit

    seat = _seat(code, number)
    step = seat.game.steps.get(mode="sealed")
    accepted, refused, end = [], [], time.monotonic() + PATIENCE
    while time.monotonic() < end and len(accepted) < 195 and len(refused) < 20:
        key = f"key-{number}-{len(accepted)}-{len(refused)}"
        coins = (len(accepted) + len(refused)) % 10
        try:
            accepted.append(
                [submit(seat, step.n, {"do": "offer", "coins": coins}, seat.user, key).receipt, coins]
            )
        except Refusal as refusal:
            refused.append(type(refusal).__name__)
        time.sleep(0.005 if len(accepted) < 150 else 0.2)
    return {"accepted": accepted, "refused": sorted(set(refused)), "refusals": len(refused)}


def _resolve_when_due(code: str) -> None:
    from apps.games.models import Step
    from apps.games.services.steps import due
    from apps.games.timing.clock import database_now

    end = time.monotonic() + PATIENCE
    step = Step.objects.get(game__code=code, mode="sealed")
    while time.monotonic() < end and step.status != "resolved":
        due.seal_due_steps(database_now())
        due.resolve(step.pk)
        step.refresh_from_db()
        time.sleep(0.01)


def _what_was_kept(code: str) -> dict[str, Any]:
    from apps.games.models import Step

    step = Step.objects.get(game__code=code, mode="sealed")
    kept = step.submissions.order_by("seat__number", "revision").values_list("seat__number", "receipt")
    return {
        "status": step.status,
        "kept": [list(row) for row in kept],
        "moves": {str(seat): action["coins"] for seat, action in step.all_moves().items()},
        "late": step.submissions.filter(created_at__gte=step.due_at).count(),
    }


# T4
# ------------------------------------------------------------------------------------------------------------
def same_post(processes: int, threads: int, mode: str) -> dict[str, Any]:
    """One request sent many times at once to the real view: statuses and receipts."""
    code, cookie, n, action = Child(_table_for_posts, mode).wait()
    start = time.time() + 0.5 + 0.1 * processes
    senders = [Child(_post_together, code, cookie, n, action, threads, start) for _ in range(processes)]
    answers = [answer for child in senders for answer in child.wait()]
    return {"answers": answers, **Child(_submissions, code, n).wait()}


def _table_for_posts(mode: str) -> tuple[str, str, int, str]:
    game = sealed_game(2) if mode == "sealed" else new_game(2)
    action = '{"do":"offer","coins":1}' if mode == "sealed" else '{"do":"stake","coins":1}'
    return game.code, session_of(people(1)[0]), pending(game).n, action


def session_of(user: Any) -> str:
    """A signed-in session, as the cookie that carries it."""
    from django.test import Client

    client = Client()
    client.force_login(user)
    return client.cookies["kalan"].value


def _post_together(
    code: str, cookie: str, n: int, action: str, threads: int, start: float
) -> list[list[Any]]:
    answers: list[list[Any]] = []

    def post() -> None:
        from django.db import connection
        from django.test import Client

        client = Client()
        client.cookies["kalan"] = cookie
        body = {"step": n, "seat": 0, "key": "the-same-request", "action": action}
        time.sleep(max(0.0, start - time.time()))
        answer = client.post(f"/ordres/{code}/", body, headers={"accept": "application/json"})
        told = answer.json()
        answers.append([answer.status_code, told.get("receipt") or told["error"]])
        connection.close()

    at_once(post, threads)
    return answers


def _submissions(code: str, n: int) -> dict[str, Any]:
    from apps.games.models import Step

    step = Step.objects.get(game__code=code, n=n)
    return {"submissions": step.submissions.count(), "pending": pending(step.game).n}


def same_words(what: str, processes: int, threads: int) -> dict[str, Any]:
    """One form of the forums sent many times at once: what each was answered, and how often it was kept."""
    address, cookie, body = Child(_words_to_send, what).wait()
    start = time.time() + 0.5 + 0.1 * processes
    senders = [Child(_send_together, address, cookie, body, threads, start) for _ in range(processes)]
    return {
        "answers": [answer for child in senders for answer in child.wait()],
        "kept": Child(_kept, body).wait(),
    }


def _words_to_send(what: str) -> tuple[str, str, dict[str, str]]:
    """An address, a session and a form whose words nobody else writes."""
    from django.utils import timezone

    from apps.forums.models import Board
    from apps.forums.services import posting

    reader, writer = people(2)
    body = {
        "key": uuid.uuid4().hex,
        "voice": "player",
        "text": f"mots {uuid.uuid4().hex}",
        "title": "Un sujet",
    }
    if what == "topic":
        return "/forums/tableau/nouveaux-venus/nouveau/", session_of(writer), body
    if what == "letter":
        letter = {**body, "recipients": reader.username, "subject": "Une lettre"}
        return "/forums/lettres/ecrire/", session_of(writer), letter
    board = Board.objects.get(slug="nouveaux-venus")
    new = posting.NewPost(f"premier {uuid.uuid4().hex}")
    topic = posting.open_topic(reader, board, "Un sujet", new, timezone.now())
    return f"/forums/sujet/{topic.pk}/repondre/", session_of(writer), body


def _send_together(
    address: str, cookie: str, body: dict[str, str], threads: int, start: float
) -> list[list[Any]]:
    answers: list[list[Any]] = []

    def send() -> None:
        from django.db import connection
        from django.test import Client

        client = Client(raise_request_exception=False)
        client.cookies["kalan"] = cookie
        time.sleep(max(0.0, start - time.time()))
        answer = client.post(address, body)
        answers.append([answer.status_code, answer.headers.get("Location", "")])
        connection.close()

    at_once(send, threads)
    return answers


def _kept(body: dict[str, str]) -> int:
    from apps.forums.models import Message, Post

    return Post.objects.filter(text=body["text"]).count() + Message.objects.filter(text=body["text"]).count()


# T8
# ------------------------------------------------------------------------------------------------------------
def play_while_locked(seconds: float) -> dict[str, Any]:
    """Another writer holds the database (SQLite) or the step (Postgres); an order and a due resolution wait
    and succeed."""
    code, due_code = Child(_two_games).wait()
    told, tell = os.pipe()
    holder = Child(_hold_lock, code, due_code, seconds, tell)
    os.close(tell)
    os.read(told, 1)  # the lock is held
    os.close(told)
    writer, resolver = Child(_write_once, code), Child(_resolve_once, due_code)
    return {"holder": holder.wait(), "receipt": writer.wait(), "resolved": resolver.wait()}


def _two_games() -> tuple[str, str]:
    game, due_game = sealed_game(2), sealed_game(2)
    make_due(pending(due_game))
    return game.code, due_game.code


def _hold_lock(code: str, due_code: str, seconds: float, tell: int) -> dict[str, float]:
    from django.db import transaction

    from apps.games.models import Step

    start = time.monotonic()
    with transaction.atomic():
        list(Step.objects.select_for_update().filter(game__code__in=(code, due_code)).values_list("pk"))
        os.write(tell, b"!")
        time.sleep(seconds)
        end = time.monotonic()
    return {"seconds": end - start, "until": end}


def _write_once(code: str) -> dict[str, Any]:
    from apps.orders.services import submit

    seat = _seat(code, 0)
    start = time.monotonic()
    receipt = submit(seat, pending(seat.game).n, {"do": "offer", "coins": 1}, seat.user, "while locked")
    end = time.monotonic()
    return {"revision": receipt.revision, "at": end, "waited": end - start}


def _resolve_once(code: str) -> bool:
    from apps.games.models import Step
    from apps.games.services.steps import due
    from apps.games.timing.clock import database_now

    due.seal_due_steps(database_now())
    return due.resolve(Step.objects.get(game__code=code, mode="sealed").pk)


def _seat(code: str, number: int) -> Any:
    from apps.games.models import Seat

    return Seat.objects.select_related("game", "user").get(game__code=code, number=number)


# T27, T28
# ------------------------------------------------------------------------------------------------------------
def table_for_pages() -> list[Any]:
    """A private game of two and both players' session cookies."""
    game = new_game(2, rounds=12, private=True)
    return [game.code, [session_of(user) for user in people(2)]]


def table_with_onlookers(count: int) -> list[Any]:
    """A public game of two, its players' cookies, and those of so many others: each a person and a session of
    its own."""
    game = new_game(2, rounds=12)
    return [
        game.code,
        [session_of(user) for user in people(2)],
        [_session_row(user) for user in _onlookers(count)],
    ]


def _onlookers(count: int) -> list[Any]:
    from django.contrib.auth import get_user_model

    users = get_user_model().objects
    names = [f"Badaud{number}" for number in range(count)]
    users.bulk_create(
        [users.model(username=name, email=f"{name.lower()}@example.test") for name in names],
        ignore_conflicts=True,
    )
    return list(users.filter(username__in=names))


def _session_row(user: Any) -> str:
    """As `session_of`, without the signals of a sign-in: a thousand of those would take a minute."""
    from django.contrib import auth
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session[auth.SESSION_KEY] = str(user.pk)
    session[auth.BACKEND_SESSION_KEY] = "allauth.account.auth_backends.AuthenticationBackend"
    session[auth.HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return session.session_key


def resolved_at(code: str) -> dict[int, float]:
    """When each step of a game was written, by the clock on the wall: a moment before its transaction was
    committed."""
    from apps.games.models import Step

    rows = Step.objects.resolved().filter(game__code=code).values_list("n", "resolved_at")
    return {n: moment.timestamp() for n, moment in rows}
