"""Opening a game of 500 steps: CPU to find the position and what its player may do, and to serve its whole
page."""

import json
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.worlds import databases, inside, ready, verdict

STEPS, RUNS, GOAL = 500, 60, 10.0


def measure() -> None:
    ready()
    from django.test import Client

    from apps.games.models import Game
    from apps.games.table.sight import look
    from tests.trust.actors import people

    game = long_game()
    user = people(1)[0]
    client = Client()
    client.force_login(user)

    def open_game() -> None:
        sight = look(Game.objects.get(pk=game.pk), user)
        assert sight.menu is not None
        assert sight.sentences_of(sight.shown_step) is not None

    def open_page() -> None:
        assert client.get(game.get_absolute_url()).status_code == 200

    print(json.dumps({"opened": median(open_game), "page": median(open_page), "steps": game.steps.count()}))


def long_game():
    """A stake and its undo, again and again: the log only grows."""
    from apps.orders.services import submit, undo
    from tests.trust.actors import new_game

    game = new_game(2)
    seat = game.seats.select_related("user", "game").get(number=0)
    for n in range(1, STEPS, 2):
        submit(seat, n, {"do": "stake", "coins": 1}, seat.user, f"key number {n}")
        undo(seat, n + 1, seat.user)
    return game


def median(work) -> float:
    """Milliseconds of CPU, in the middle of many runs."""
    work()
    spent = []
    for _ in range(RUNS):
        start = time.process_time()
        work()
        spent.append((time.process_time() - start) * 1000)
    return statistics.median(spent)


def main() -> int:
    figures = {name: inside(__file__, server) for name, server in databases()}
    for name, one in figures.items():
        print(
            f"{name:<9} {one['steps']} steps: opened in {one['opened']:.1f} ms of CPU, the whole page in "
            f"{one['page']:.1f} ms"
        )
    worst = max(one["opened"] for one in figures.values())
    return verdict("open-game", f"{worst:.1f} ms CPU", f"≤ {GOAL:.0f} ms", worst <= GOAL)


if __name__ == "__main__":
    sys.exit(measure() if sys.argv[1:2] == ["inside"] else main())
