"""T27: many sockets with random drops, all equal to the server in the end. T28: abuse of the socket."""

import asyncio
import json
import os
import time

import pytest
import websockets
from websockets.exceptions import ConnectionClosed, InvalidStatus

from apps.games.live import hub
from tests.trust.long import amount, figure
from tests.trust.pages import Crowd, Story
from tests.trust.sockets import Table

pytestmark = pytest.mark.postgres


@pytest.fixture(scope="module")
def server(world):
    """The port of a running server."""
    with world.serve() as port:
        yield port


@pytest.fixture(scope="module")
def table(world, server):
    """A private game of two."""
    return Table(server, *world.do("crowds:table_for_pages"))


# T27
# ------------------------------------------------------------------------------------------------------------
class Following:
    """A public table, and a crowd of pages of as many people that follow it."""

    def __init__(self, world, port: int, pages: int, drops: float) -> None:
        code, players, onlookers = world.do("crowds:table_with_onlookers", pages)
        self.world, self.table = world, Table(port, code, players)
        self.crowd = Crowd(port, code, onlookers, drops, processes=amount(1, 2))
        self.n = 0

    def play(self, steps: int, every: float) -> None:
        for n in range(self.n + 1, self.n + 1 + steps):
            assert self.table.send((n - 1) % 2, n, {"do": "keep"}) == 201
            time.sleep(every)
        self.n += steps
        assert self.crowd.until(self.n)

    def end(self) -> tuple[Story, dict[int, float]]:
        """What the pages learnt, and when each step was written."""
        story = self.crowd.end()
        assert set(story.known) == {self.n} == {self.table.step_shown(0)}
        written = self.world.do("crowds:resolved_at", self.table.code)
        return story, {int(n): moment for n, moment in written.items()}


def figures(what: str, seconds: list[float]) -> str:
    ordered = sorted(seconds)
    shares = {"p50": 0.5, "p99": 0.99}
    told = " ".join(
        f"{name} {ordered[int(len(ordered) * share)] * 1000:.0f}" for name, share in shares.items()
    )
    return f"{what}: {told}, slowest {ordered[-1] * 1000:.0f} ms"


def machine() -> str:
    return f"load {os.getloadavg()[0]:.1f}"


def test_every_page_ends_equal_to_the_server_whatever_drops(world, server):
    """T27."""
    pages = amount(50, 1000)
    following = Following(world, server, pages, drops=0.3)
    following.play(amount(6, 10), every=amount(0.05, 0.5))
    story, written = following.end()
    assert len(story.returns) > pages / 5
    figure(f"T27: {pages} sockets, {len(story.returns)} drops, all at step {following.n}; {machine()}")
    figure(figures("connected, from the step to the page", story.delays(written)))
    figure(figures("back, from the open socket to the page", [one.told - one.open for one in story.returns]))
    figure(figures("back, from the first try to the page", [one.told - one.tried for one in story.returns]))


def test_pages_cut_at_the_same_instant_all_come_back(world, server):
    """T27: as after a restart."""
    pages = amount(50, 1000)
    following = Following(world, server, pages, drops=0)
    following.play(1, every=0)
    assert following.crowd.cut()
    following.play(1, every=0)
    story, _written = following.end()
    assert len(story.returns) == pages
    figure(f"T27: {pages} sockets cut at once; {machine()}")
    figure(figures("back, from the first try to the page", [one.told - one.tried for one in story.returns]))


def test_move_reaches_undisturbed_pages_at_once(world, server):
    """Within a second on a quiet machine; on any machine before the look into SQL that would find it
    anyway."""
    pages = amount(20, 1000)
    following = Following(world, server, pages, drops=0)
    following.play(3, every=amount(0.05, 1))
    story, written = following.end()
    late = sorted(story.delays(written))
    figure(f"T27: {pages} undisturbed sockets; {machine()}; " + figures("from the step to the page", late))
    assert story.returns == []
    assert late[int(len(late) * 0.95)] < amount(hub.COMPARE_EVERY * 2 / 3, 1.0)


# T28
# ------------------------------------------------------------------------------------------------------------
async def closed_with(table: Table, *frames: str | bytes, cookie: bool = True) -> int:
    """The code with which the server closed, after these frames."""
    headers = {"Cookie": f"kalan={table.cookies[0]}"} if cookie else {}
    address, origin = f"ws://127.0.0.1:{table.port}/ws/", f"http://127.0.0.1:{table.port}"
    async with websockets.connect(
        address, additional_headers=headers, origin=origin, open_timeout=60
    ) as connection:
        try:
            for frame in frames:
                await connection.send(frame)
            async with asyncio.timeout(60):
                while True:
                    await connection.recv()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006


def follow(*topics: str) -> str:
    return json.dumps({"follow": list(topics)})


BAD_FRAMES = {
    "huge": ("x" * 3000, 4400),
    "very huge": ("x" * 1_000_000, 4400),
    "binary": (b"\x00\x01", 4400),
    "not JSON": ("{", 4400),
    "deep": ("[" * 1900, 4400),
    "wrong shape": ('{"follow": {"a": 1}}', 4400),
    "numbers": ('{"follow": [1, 2]}', 4400),
    "too many": (follow(*[f"game:{n:012d}" for n in range(20)]), 4400),
    "unknown topic": (follow("game:000000000000"), 4401),
    "someone else": (follow("user:999999"), 4401),
    "null character": (follow("game:\0"), 4401),
    "half a character": ('{"follow": ["game:\\ud800"]}', 4401),
    "nothing": (follow(), 4401),
}


@pytest.mark.parametrize("abuse", BAD_FRAMES)
def test_bad_frame_closes_the_socket_with_a_reason(table, abuse):
    frame, code = BAD_FRAMES[abuse]
    assert asyncio.run(closed_with(table, frame)) == code


def test_private_game_is_unknown_to_a_visitor(table):
    assert asyncio.run(closed_with(table, follow(f"game:{table.code}"), cookie=False)) == 4401


def test_flood_of_frames_is_cut_off(table):
    frames = [follow(f"game:{table.code}")] * 500
    assert asyncio.run(closed_with(table, *frames)) in (4400, 1006)


def test_foreign_origin_is_refused(table):
    async def connect() -> int:
        try:
            async with websockets.connect(
                f"ws://127.0.0.1:{table.port}/ws/", origin="https://elsewhere.example"
            ):
                return 101
        except InvalidStatus as refused:
            return refused.response.status_code

    assert asyncio.run(connect()) == 403


def test_server_still_serves_after_the_abuse(world, server):
    following = Following(world, server, pages=1, drops=0)
    following.play(1, every=0)
    following.end()
