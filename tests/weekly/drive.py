"""A whole game of ten lords over simulated weeks, nobody touching it: queue, confirmation, start, turns,
BILANs, end.

Run as a program with its own database. Lords act only through the web; time passes by moving deadlines to
now. With KALAN_REAL_WORKERS=1 Celery processes do the work and this program only waits; otherwise tasks run
in place. Prints one JSON object with what it saw.
"""

import json
import os
import sys
import time
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from allauth.account.models import EmailAddress  # noqa: E402
from django.contrib.auth import get_user_model  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402
from django.utils import timezone  # noqa: E402

from apps.courier import tasks as courier_tasks  # noqa: E402
from apps.courier.models import Mail  # noqa: E402
from apps.games import tasks  # noqa: E402
from apps.games.engine.positions import position_before  # noqa: E402
from apps.games.models import Game, Report, Step  # noqa: E402
from apps.games.records.verification import find_world_faults  # noqa: E402
from apps.games.services.lobby import queues  # noqa: E402
from config.celery import app  # noqa: E402
from engines.core.contract import Seen  # noqa: E402
from engines.core.dice import Dice  # noqa: E402

LORDS = 10
REAL_WORKERS = os.environ.get("KALAN_REAL_WORKERS") == "1"
MOST_TURNS = int(os.environ.get("KALAN_WEEKLY_TURNS", "90"))
PATIENCE = 60  # seconds for the workers to resolve a turn


def main() -> None:
    app.conf.task_always_eager = not REAL_WORKERS
    clients = [sign_up(number) for number in range(LORDS)]
    game = through_the_queue(clients)
    while game.status != Game.Status.FINISHED and game.steps.count() <= MOST_TURNS:
        play_turn(game, clients)
        game.refresh_from_db()
    deliver_all()
    print(json.dumps(seen(game)))


def sign_up(number: int) -> Client:
    user = get_user_model().objects.create_user(
        f"Joueur{number}", f"joueur{number}@example.org", "un mot de passe"
    )
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    client = Client()
    client.force_login(user)
    return client


def through_the_queue(clients: list[Client]) -> Game:
    """Everyone asks to play on Monday, is called on Wednesday, confirms; the game starts on Saturday."""
    page = reverse("games:queue", args=["gloire", "scandinavie"])
    for number, client in enumerate(clients):
        expect(client.post(page, {"verb": "enter", "lord_name": f"Seigneur {number}"}), 302)
    wednesday = next_weekday(2)
    queues.run_queues(wednesday)
    for client in clients:
        expect(client.post(page, {"verb": "confirm"}), 302)
    queues.run_queues(wednesday + timedelta(days=4))
    return Game.objects.get(slug="gloire")


def next_weekday(weekday: int) -> datetime:
    today = timezone.now().astimezone(ZoneInfo("Europe/Paris"))
    ahead = (weekday - today.weekday()) % 7 or 7
    return (today + timedelta(days=ahead)).replace(hour=18, minute=0, second=0, microsecond=0)


def play_turn(game: Game, clients: list[Client]) -> None:
    """Each lord reads his page and seals orders through the web; one in eleven forgets; then a week passes.

    In the last week all but one lay down the sword: the race has its winner, however short it was.
    """
    last = step_is_last(game)
    step = Step.objects.pending().select_related("game").get(game=game)
    state = position_before(step)
    seats = {seat.number: seat for seat in game.seats.select_related("user")}
    by_user = {f"Joueur{number}": client for number, client in enumerate(clients)}
    for number in step.asked:
        if not last and (number + step.n) % 11 == 0:
            continue
        action = advised(game, state, number, step.n)
        if last and number != step.asked[0]:
            action = {"orders": [{"code": "ABD"}]}
        client = by_user[seats[number].user.username]
        body = {
            "step": step.n,
            "seat": number,
            "key": f"turn-{step.n}-{number}",
            "action": json.dumps(action),
        }
        expect(
            client.post(reverse("orders:submit", args=[game.code]), body), 302, 404
        )  # 404: the seat was opened to a substitute
    Step.objects.filter(pk=step.pk).update(due_at=timezone.now())
    wait_for_resolution(step)
    for seat in game.seats.filter(state="open"):  # the absent come back
        by_user[seat.user.username].post(
            reverse("games:people-act", args=[game.code, "reprendre"]), {"number": seat.number}
        )


def step_is_last(game: Game) -> bool:
    return game.steps.count() >= MOST_TURNS


def advised(game: Game, state, number: int, n: int):
    rules = game.rules
    bots = list(rules.bots.values())
    seen = Seen(number, rules.view(state, number), lambda draft: rules.menu(state, number, draft))
    return bots[number % len(bots)](seen, Dice(b"weekly", n * 100 + number))


def wait_for_resolution(step: Step) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if not REAL_WORKERS:
            tasks.sweep.delay()
        if Step.objects.filter(pk=step.pk, status=Step.Status.RESOLVED).exists():
            return
        time.sleep(0.05)
    sys.exit(f"step {step.n} was not resolved within {PATIENCE} s")


def deliver_all() -> None:
    end = time.monotonic() + PATIENCE
    while Mail.objects.filter(state__in=("waiting", "sending")).exists() and time.monotonic() < end:
        if not REAL_WORKERS:
            courier_tasks.deliver.delay()
        time.sleep(0.05)


def seen(game: Game) -> dict:
    steps = game.steps.resolved().count()
    return {
        "status": game.status,
        "turns": steps - 1,
        "reports": Report.objects.filter(step__game=game).count(),
        "expected_reports": steps * LORDS,
        "report_mails": Mail.objects.filter(key__startswith="report:").count(),
        "unsent": Mail.objects.exclude(state="sent").count(),
        "message_ids": Mail.objects.values("message_id").distinct().count() == Mail.objects.count(),
        "faults": list(find_world_faults()),
    }


def expect(answer, *statuses: int) -> None:
    if answer.status_code not in statuses:
        sys.exit(f"{answer.request['PATH_INFO']} answered {answer.status_code}: {answer.content[:2000]!r}")


if __name__ == "__main__":
    main()
