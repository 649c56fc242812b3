"""T27: many sockets with random drops, all equal to the server in the end. T28: abuse of the socket."""

import asyncio
import json
import socket as network
import subprocess
import sys
import time
import urllib.request

import pytest
import websockets
from websockets.exceptions import ConnectionClosed, InvalidStatus

from apps.games import live
from tests.trust.long import amount, figure
from tests.trust.sockets import Page, Table
from tests.trust.worlds import ROOT


@pytest.fixture(scope="module")
def table(world):
    """A running server and a game of two on it."""
    with network.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = (world.folder / "server.log").open("wb")
    command = [sys.executable, "-m", "tests.trust.server", str(port)]
    server = subprocess.Popen(command, cwd=ROOT, env=world.environment, stdout=log, stderr=log)
    try:
        _wait_for(port, server, world.folder / "server.log")
        code, cookies = world.do("crowds:table_for_pages")
        yield Table(port, code, cookies)
    finally:
        server.kill()
        server.wait()


def _wait_for(port: int, server: subprocess.Popen, log) -> None:
    for _ in range(1200):
        assert server.poll() is None, log.read_text()[-3000:]
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/sante/", timeout=5)
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the server did not answer within two minutes")


async def play(table: Table, pages: list[Page], steps: int) -> dict[int, float]:
    """Make moves while the pages live; when each move was acknowledged."""
    lives = [asyncio.create_task(page.live()) for page in pages]
    made, loop = {}, asyncio.get_running_loop()
    end = loop.time() + 180
    while any(page.n < 0 for page in pages):
        assert loop.time() < end, "not every page was told where the game stands"
        await asyncio.sleep(0.05)
    first = (await asyncio.to_thread(table.step_shown, 0)) + 1
    for n in range(first, first + steps):
        assert await asyncio.to_thread(table.send, (n - 1) % 2, n, {"do": "keep"}) == 201
        made[n] = loop.time()
        await asyncio.sleep(0.05)
    end = loop.time() + 240  # a thousand sockets that come back at once want their time on a busy machine
    while loop.time() < end and any(page.n != max(made) for page in pages):
        await asyncio.sleep(0.1)
    for page in pages:
        page.stopped = True
    for life in lives:
        life.cancel()
    await asyncio.gather(*lives, return_exceptions=True)
    return made


def test_every_page_ends_equal_to_the_server_whatever_drops(table):
    """T27."""
    pages = [Page(table, seed, drops=0.3) for seed in range(amount(50, 1000))]
    made = asyncio.run(play(table, pages, 6))
    assert {page.n for page in pages} == {max(made)} == {table.step_shown(0)}
    drops = sum(page.reconnections for page in pages)
    assert drops > len(pages) / 5
    late = sorted(page.told_at[n] - made[n] for page in pages for n in made if n in page.told_at)
    figure(
        f"T27: {len(pages)} sockets, {drops} drops, all at step {max(made)}; p99 after the acknowledgement {late[int(len(late) * 0.99)]:.2f} s"
    )


def test_move_reaches_undisturbed_pages_at_once(table):
    """Within a second on a quiet machine; on any machine before the look into SQL that would find it anyway."""
    pages = [Page(table, seed, drops=0.0) for seed in range(amount(20, 200))]
    made = asyncio.run(play(table, pages, 3))
    late = sorted(page.told_at[n] - made[n] for page in pages for n in made if n in page.told_at)
    figure(f"T27: {len(pages)} undisturbed sockets: p95 after the acknowledgement {late[int(len(late) * 0.95)]:.2f} s")
    assert len(late) == len(pages) * len(made)
    assert late[int(len(late) * 0.95)] < amount(live.COMPARE_EVERY * 2 / 3, 1.0)


# T28 -----------------------------------------------------------------------------------------------------------------
async def closed_with(table: Table, *frames: str | bytes, cookie: bool = True) -> int:
    """The code with which the server closed, after these frames."""
    headers = {"Cookie": f"kalan={table.cookies[0]}"} if cookie else {}
    address, origin = f"ws://127.0.0.1:{table.port}/ws/", f"http://127.0.0.1:{table.port}"
    async with websockets.connect(address, additional_headers=headers, origin=origin) as connection:
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
            async with websockets.connect(f"ws://127.0.0.1:{table.port}/ws/", origin="https://elsewhere.example"):
                return 101
        except InvalidStatus as refused:
            return refused.response.status_code

    assert asyncio.run(connect()) == 403


def test_server_still_serves_after_the_abuse(table):
    pages = [Page(table, 0, drops=0.0)]
    made = asyncio.run(play(table, pages, 1))
    assert pages[0].n == max(made)
