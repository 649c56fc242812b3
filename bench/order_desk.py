"""Order desk, map and realm of Europe with a hundred lords: CPU, queries, compressed weight of one request.

The process is warm, as a web server's is. The reader has sealed orders and drafted others, other people play,
one of them has written on the game's forum: everything that costs a page something is there.

Run from the project root: python bench/order_desk.py [turns played before measuring]
"""
# ruff: noqa: E402  (the settings come before the imports that need them)

import gzip
import os
import sys
import tempfile
from pathlib import Path
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
FOLDER = tempfile.TemporaryDirectory()
os.environ["KALAN_DATA_DIR"] = FOLDER.name

import django

django.setup()

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from apps.demo.loading import bot_action
from apps.forums.services import posting
from apps.forums.services.boards import board_of
from apps.games.models import Game, Step
from apps.games.services.lobby import gathering, starting
from apps.games.services.steps import due
from apps.games.timing.clock import database_now
from apps.games.timing.pace import Pace
from apps.orders.services import submit
from tests import dice
from tests.deciding import save_draft

CPU_GOAL, QUERY_GOAL, WEIGHT_GOAL = 25.0, 12, 250_000
RUNS = 30


def court(turns: int) -> tuple[Game, Any]:
    """A hundred lords, some turns old; the first is a person with a full draft."""
    call_command("migrate", verbosity=0)
    reader = get_user_model().objects.create_user(
        "Hawkmoon", "hawkmoon@example.test", "un mot de passe solide"
    )
    new = gathering.new_game("gloire", "Europe à cent", {"map": "europe_100"}, 100, pace=Pace())
    game = gathering.create_game(reader, new)
    others = [get_user_model().objects.create_user(f"Voisin{n}", f"voisin{n}@example.test") for n in range(5)]
    for person in (reader, *others):
        gathering.join_game(game, person, person.username)
    gathering.fill_with_bots(game)
    game = starting.start_game(game)
    seat = game.seats.get(number=0)
    for _turn in range(turns):
        step = Step.objects.pending().select_related("game").get(game=game)
        submit(seat, step.n, bot_action(step, seat), reader, f"measure-{step.n}")
        due.seal(step.pk, database_now(), early=True)
        due.resolve(step.pk)
    step = Step.objects.pending().select_related("game").get(game=game)
    action = bot_action(step, seat)
    submit(seat, step.n, {"orders": action["orders"][:-1]}, reader, "sealed")
    save_draft(seat, step.n, action, "", reader)
    word = posting.NewPost("Le royaume est grand, et je n’y connais personne.")
    posting.open_topic(others[0], board_of(game), "Qui est là ?", word, database_now())
    print(f"Europe, 100 lords, turn {turns + 1}, {len(action['orders'])} orders in the draft")
    return game, reader


def measure(client: Client, address: str) -> tuple[float, int, int]:
    """Least CPU milliseconds of many requests (other work on the machine only adds), queries, bytes after
    gzip."""
    answer = client.get(address)
    if answer.status_code != 200:
        raise SystemExit(f"{address} answers {answer.status_code}")
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    asked = len(queries)
    times = []
    for _run in range(RUNS):
        started = process_time()
        client.get(address)
        times.append(1000 * (process_time() - started))
    return min(times), asked, len(gzip.compress(answer.content, 6))


def main() -> None:
    dice.load("order-desk")  # the same court in every run
    game, reader = court(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
    client = Client()
    client.force_login(reader, backend="allauth.account.auth_backends.AuthenticationBackend")
    results = []
    for what, address in (
        ("order desk", f"/parties/{game.code}/"),
        ("map", f"/parties/{game.code}/cour/carte/"),
    ):
        cpu, queries, weight = measure(client, address)
        print(f"{what:<12} {cpu:6.1f} ms CPU, {queries} queries, {weight / 1000:.0f} kB compressed")
        results.append((cpu, queries, weight))
    cpu, queries, weight = measure(client, f"/parties/{game.code}/cour/royaume/")
    print(f"{'realm':<12} {cpu:6.1f} ms CPU, {queries} queries, {weight / 1000:.0f} kB; it has no goal")
    cpu, queries, weight = (max(column) for column in zip(*results, strict=True))
    met = cpu <= CPU_GOAL and queries <= QUERY_GOAL and weight <= WEIGHT_GOAL
    print(
        f"order-desk: {cpu:.1f} ms CPU, {queries} queries, {weight / 1000:.0f} kB, "
        f"goal ≤ 25 ms CPU, ≤ 12 queries, ≤ 250 kB, {'met' if met else 'short'}"
    )


if __name__ == "__main__":
    main()
