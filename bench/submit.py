"""Sealing orders: CPU for each, and the wait of 20 writers at once, on SQLite and Postgres."""

import json
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.worlds import databases, inside, percentile, ready, verdict

ORDERS, WRITERS, ORDERS_EACH = 150, 20, 12
CPU_GOAL, WAIT_GOAL = 15.0, 1000.0  # milliseconds


def measure() -> None:
    ready()
    from apps.orders.services import submit
    from tests.trust.actors import pending, sealed_game

    def seal(seat, n: int, key: int) -> None:
        submit(seat, n, {"do": "offer", "coins": key % 10}, seat.user, f"key number {key}")

    game = sealed_game(3)
    seats, n = list(game.seats.select_related("user", "game")), pending(game).n
    seal(seats[0], n, 0)
    start = time.process_time()
    for key in range(1, ORDERS + 1):
        seal(seats[key % 3], n, key)
    cpu = (time.process_time() - start) / ORDERS * 1000
    print(json.dumps({"cpu": cpu, "p95": percentile(together(seal), 0.95)}))


def together(seal) -> list[float]:
    """Twenty writers at five games; how long each order waited for its receipt, in milliseconds."""
    from django.db import connection

    from tests.trust.actors import pending, sealed_game

    tables = [sealed_game(4) for _ in range(5)]
    waits: list[float] = []

    def write(seat, n: int) -> None:
        for key in range(ORDERS_EACH):
            start = time.perf_counter()
            seal(seat, n, key)
            waits.append((time.perf_counter() - start) * 1000)
            connection.close()  # as at the end of a request: the next writer may have it

    seats = [(seat, pending(game).n) for game in tables for seat in game.seats.select_related("user", "game")]
    writers = [threading.Thread(target=write, args=pair) for pair in seats]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert (len(writers), len(waits)) == (WRITERS, WRITERS * ORDERS_EACH)
    return waits


def main() -> int:
    figures = {name: inside(__file__, server) for name, server in databases()}
    for name, one in figures.items():
        print(
            f"{name:<9} {one['cpu']:.1f} ms of CPU an order; p95 {one['p95']:.0f} ms (wall) with "
            f"{WRITERS} writers"
        )
    cpu, p95 = max(one["cpu"] for one in figures.values()), max(one["p95"] for one in figures.values())
    met = cpu <= CPU_GOAL and p95 <= WAIT_GOAL
    return verdict(
        "submit",
        f"{cpu:.1f} ms CPU, p95 {p95:.0f} ms",
        f"≤ {CPU_GOAL:.0f} ms CPU and p95 ≤ {WAIT_GOAL:.0f} ms",
        met,
    )


if __name__ == "__main__":
    sys.exit(measure() if sys.argv[1:2] == ["inside"] else main())
