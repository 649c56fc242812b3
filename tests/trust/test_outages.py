"""T6: Redis killed, frozen, flushed. T7: PostgreSQL crashed and started again. Each on a server of the test's
own.

The site runs as one process with its jobs on that Redis; moves are made by processes without an event loop,
as web workers are.
"""

import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.trust.long import amount, figure
from tests.trust.services import Postgres, Redis
from tests.trust.sockets import Table
from tests.trust.worlds import World

PATIENCE = 120.0  # seconds for something that happens by itself, on a busy machine too
LONGEST_ANSWER = 30.0  # seconds a player waits at most while Redis says nothing
PAGES = ["/", "/compte/login/", "/forums/"]


@pytest.fixture(scope="module")
def redis():
    with Redis() as made:
        yield made


@pytest.fixture(scope="module")
def postgres():
    with Postgres() as made:
        yield made


@pytest.fixture(scope="module")
def house(redis, postgres, tmp_path_factory):
    """A world on both."""
    made = World(tmp_path_factory.mktemp("house"), postgres.url, redis.url)
    try:
        yield made.create()
    finally:
        made.destroy()


@pytest.fixture(scope="module")
def server(house):
    with house.serve() as port:
        yield port


class Listener:
    """One open page: every frame that its socket was sent."""

    def __init__(self, port: int, code: str, cookie: str) -> None:
        headers, origin = {"Cookie": f"kalan={cookie}"}, f"http://127.0.0.1:{port}"
        self.line = connect(
            f"ws://127.0.0.1:{port}/ws/", origin=origin, additional_headers=headers, open_timeout=60
        )
        self.code, self.frames = code, []
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with suppress(ConnectionClosed), self.line as self.socket:
            self.socket.send(json.dumps({"follow": [f"game:{self.code}"]}))
            for frame in self.socket:
                self.frames.append(json.loads(frame))

    def heard(self, name: str) -> list[int]:
        return [frame[name] for frame in list(self.frames) if name in frame]

    def close(self) -> None:
        self.socket.close()


def eventually(happens, every: float = 0.2) -> float:
    """Wait for it; how many seconds it took."""
    start = time.monotonic()
    while not happens():
        assert time.monotonic() < start + PATIENCE, "it never happened"
        time.sleep(every)
    return time.monotonic() - start


class Evening:
    """Two tables and an open page; what players were acknowledged."""

    def __init__(self, house, port: int) -> None:
        self.house = house
        self.sealed, self.turns, self.cookie = house.do("outages:tables")
        self.n, self.offers = house.do("outages:pending_step", self.sealed), 0
        self.page = Listener(port, self.sealed, self.cookie)
        eventually(lambda: self.page.heard("n"))

    def offer(self) -> float:
        """Seal one more offer; how long its player waited."""
        action, key = {"do": "offer", "coins": self.offers % 10}, f"offer number {self.offers}"
        status, seconds = self.house.do("outages:post", self.sealed, self.n, action, key)
        assert status == 201
        self.offers += 1
        return seconds

    def move(self) -> float:
        status, seconds = self.house.do("outages:post", self.turns, 1, {"do": "keep"}, "the-only-move")
        assert status == 201
        return seconds

    def live_again(self) -> float:
        """News that only the layer carries reach the page: nobody looks into SQL for them."""
        before = len(self.page.heard("sealed"))

        def told() -> bool:
            self.offer()
            return len(self.page.heard("sealed")) > before

        return eventually(told, every=0.5)

    def resolved_by_itself(self) -> float:
        self.house.do("outages:time_is_up", self.sealed)
        seconds = eventually(lambda: self.house.do("outages:story", self.sealed)["status"] == "resolved")
        told = self.house.do("outages:story", self.sealed)
        last = {"do": "offer", "coins": (self.offers - 1) % 10}
        assert told == {"status": "resolved", "orders": self.offers, "resolved_as": last}
        eventually(lambda: self.n in self.page.heard("n"))
        return seconds


@pytest.fixture
def evening(house, server):
    made = Evening(house, server)
    yield made
    made.page.close()


OUTAGES = {
    "killed": (Redis.kill, Redis.start),
    "frozen": (Redis.freeze, Redis.thaw),
    "flushed": (Redis.flush, lambda redis: None),
}


@pytest.mark.parametrize("outage", OUTAGES)
def test_redis_lost_costs_no_order_and_the_site_goes_on_by_itself(house, redis, evening, outage):
    """T6."""
    begin, end = OUTAGES[outage]
    evening.live_again()
    begin(redis)
    try:
        waits = [evening.offer(), evening.move()]
        pages = house.do("outages:visit", PAGES)
    finally:
        end(redis)
    back, resolved = evening.live_again(), evening.resolved_by_itself()
    figure(
        f"T6 {outage}: an order waited {waits[0]:.1f} s, a move {waits[1]:.1f} s; "
        f"live again after {back:.1f} s, the next deadline kept after {resolved:.1f} s"
    )
    assert max(waits) < LONGEST_ANSWER
    assert pages == {**dict.fromkeys(PAGES, 200), "sign-in": 302}


def test_deadline_that_passes_without_redis_is_kept_when_it_is_back(house, redis, evening):
    """T6: nobody can be woken meanwhile; nothing is forgotten."""
    evening.offer()
    redis.kill()
    house.do("outages:time_is_up", evening.sealed)
    redis.start()
    figure(f"T6: a deadline without Redis was kept {evening.resolved_by_itself():.1f} s after it came back")


def test_site_goes_on_by_itself_when_the_database_is_back(house, server, postgres, evening):
    """T7: after a restart nobody is given a dead line; whoever sends during an outage waits, or is asked to
    send again."""
    table, keys = Table(server, evening.sealed, [evening.cookie]), count()

    def send(_player: int) -> int:
        return table.send(0, evening.n, {"do": "offer", "coins": 0}, f"offer over HTTP {next(keys)}")

    def send_until_kept() -> list[int]:
        told: list[int] = []
        while 201 not in told:
            told.append(table.send(0, evening.n, {"do": "offer", "coins": 0}, "offer during the outage"))
        return told

    with ThreadPoolExecutor(6) as players:
        assert set(players.map(send, range(12))) == {201}  # together: the pool has several lines now
        postgres.crash()
        postgres.start()
        assert set(players.map(send, range(12))) == {201}
        postgres.crash()
        sending = players.submit(send_until_kept)
        time.sleep(1)
        postgres.start()
        assert set(sending.result(PATIENCE)) <= {201, 503}
    evening.offers = 25
    evening.offer()
    figure(f"T7: the next deadline was kept after {evening.resolved_by_itself():.1f} s")
    assert house.do("actors:faults") == []


def test_crashes_of_the_database_lose_no_acknowledged_order_and_double_nothing(house, postgres):
    """T7."""
    players, games = 3, amount(3, 40)
    orders = amount(180, 190)  # enough for several times the pause between two crashes
    over, crashes = threading.Event(), []
    assert house.do("actors:faults") == []  # its tables are made before anything crashes

    def crash() -> None:
        while not over.wait(
            amount(3.0, 5.0)
        ):  # a pool that met a dead line looks for another one a second later
            postgres.crash()
            postgres.start()
            crashes.append(time.monotonic())

    saboteur = threading.Thread(target=crash)
    saboteur.start()
    try:
        told = house.do("outages:play_through_crashes", players, orders, games)
    finally:
        over.set()
        saboteur.join()
    found = house.do("outages:found_after_crashes", told["code"], told["due_codes"])
    receipts = [
        [number, receipt] for number, one in enumerate(told["accounts"]) for receipt in one["receipts"]
    ]
    failures = [one["failures"] for one in (*told["accounts"], *told["claims"])]
    figure(
        f"T7: {len(crashes)} crashes, {sum(failures)} failed attempts, {len(receipts)} acknowledged orders, "
        f"{games} games resolved; 0 lost, 0 doubled"
    )
    assert crashes
    assert sum(failures) > 0
    assert found["kept"] == receipts
    assert found["resolved"] == games
    assert sum(one["claimed"] for one in told["claims"]) <= games
    assert house.do("actors:faults") == []
