"""Fifty courts due at the same instant: how long after the deadline the last is resolved, with the embedded
jobs."""

import asyncio
import json
import sys
import time
from datetime import timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.worlds import databases, inside, percentile, ready, verdict

GAMES, GOAL = 50, 10.0
LORDS = 10


def measure() -> None:
    ready()
    from apps.games.models import Step
    from apps.games.timing.clock import database_now

    steps = [prepare(number) for number in range(GAMES)]
    due = database_now() + timedelta(seconds=4)
    Step.objects.filter(pk__in=steps).update(due_at=due)
    start = time.process_time()
    asyncio.run(wait_for(steps))
    cpu = time.process_time() - start
    late = [
        (moment - due).total_seconds()
        for moment in Step.objects.filter(pk__in=steps).values_list("resolved_at", flat=True)
    ]
    print(json.dumps({"last": max(late), "median": percentile(late, 0.5), "cpu": cpu / GAMES}))


def prepare(number: int) -> int:
    """A court of Scandinavie: nine bots, one lord whose orders are sealed; its pending step."""
    from apps.games.services.lobby import gathering, starting
    from apps.games.timing.pace import Pace
    from apps.orders.services import submit
    from tests.trust.actors import pending, people

    (user,) = people(1)
    new = gathering.new_game(
        "gloire",
        f"Cour {number}",
        {"map": "scandinavie"},
        LORDS,
        pace=Pace(kind="hours", every=24),
        early=False,
    )
    game = gathering.create_game(user, new)
    seat = gathering.join_game(game, user, "Hawkmoon")
    gathering.fill_with_bots(game)
    game = starting.start_game(game)
    step = pending(game)
    seat.game = game
    submit(seat, step.n, {"orders": []}, user, "sealed order")
    return step.pk


async def wait_for(steps: list[int]) -> None:
    """The jobs as `make run` has them: one worker of two threads and the schedule."""
    from config.embedded import _jobs

    async with _jobs():
        end = time.monotonic() + 120
        while time.monotonic() < end and await asyncio.to_thread(unresolved, steps):
            await asyncio.sleep(0.25)


def unresolved(steps: list[int]) -> int:
    from apps.games.models import Step

    return Step.objects.pending().filter(pk__in=steps).count()


def main() -> int:
    figures = {name: inside(__file__, server) for name, server in databases()}
    for name, one in figures.items():
        print(
            f"{name:<9} last {one['last']:.1f} s, median {one['median']:.1f} s after the deadline; "
            f"{one['cpu'] * 1000:.0f} ms of CPU a court of {LORDS}"
        )
    last = max(one["last"] for one in figures.values())
    return verdict("due-games", f"{last:.1f} s for {GAMES} courts", f"≤ {GOAL:.0f} s", last <= GOAL)


if __name__ == "__main__":
    sys.exit(measure() if sys.argv[1:2] == ["inside"] else main())
