"""Clients of the live updates: a page that follows one game as static/js/ui/live.js does, and the table's
players."""

import asyncio
import http.client
import json
import random
import time
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import urlencode

import websockets
from websockets.exceptions import WebSocketException

CSRF = "c" * 32
QUICKEST, SPREAD = 0.25, 2.0  # seconds before a page tries again, as in static/js/ui/live.js


class Table:
    """One game on a running server, moved over HTTP."""

    def __init__(self, port: int, code: str, cookies: list[str]) -> None:
        self.port, self.code, self.cookies = port, code, cookies

    def send(self, seat: int, n: int, action: dict, key: str = "") -> int:
        """Make a move as that seat's page would; the status of the answer."""
        headers = {
            "Cookie": f"kalan={self.cookies[seat]}; kalan-csrf={CSRF}",
            "X-CSRFToken": CSRF,
            "Accept": "application/json",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        body = urlencode(
            {"step": n, "seat": seat, "key": key or f"the-key-of-{n}-{seat}", "action": json.dumps(action)}
        )
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request("POST", f"/ordres/{self.code}/", body, headers)
        status = connection.getresponse().status
        connection.close()
        return status

    def step_shown(self, seat: int) -> int:
        """What the page of that seat shows when it fetches its fragment."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request(
            "GET", f"/parties/{self.code}/plateau/", headers={"Cookie": f"kalan={self.cookies[seat]}"}
        )
        page = connection.getresponse().read().decode()
        connection.close()
        return int(page.split('data-step="', 1)[1].split('"', 1)[0])


class News(NamedTuple):
    """A page learnt at `at` of step `unknown`, the first it did not know, and of all up to `n`."""

    at: float
    unknown: int
    n: int


class Arrival(NamedTuple):
    """A connection: when the page tried, when it was open, when it told the page where the game stands."""

    tried: float
    open: float
    told: float


class Page:
    """What one open page knows: the last step it was told of. It comes back when its socket drops, after the
    same pause as a browser's."""

    def __init__(self, port: int, code: str, cookie: str, seed: int, drops: float) -> None:
        self.port, self.topic, self.cookie = port, f"game:{code}", cookie
        self.draw, self.drops = random.Random(seed), drops
        self.n = -1
        self.news: list[News] = []  # over a connection that stood
        self.arrivals: list[Arrival] = []
        self.socket: Any = None

    async def live(self) -> None:
        while True:
            with suppress(WebSocketException, OSError):
                await self._follow()
            await asyncio.sleep(QUICKEST + self.draw.random() * SPREAD)

    def cut(self) -> None:
        """As when the network breaks: nobody says goodbye."""
        if self.socket is not None:
            self.socket.transport.abort()

    async def _follow(self) -> None:
        headers, origin = {"Cookie": f"kalan={self.cookie}"}, f"http://127.0.0.1:{self.port}"
        tried = time.time()
        async with websockets.connect(
            f"ws://127.0.0.1:{self.port}/ws/",
            additional_headers=headers,
            origin=origin,
            open_timeout=60,
            ping_interval=None,
        ) as self.socket:
            opened = time.time()
            await self.socket.send(json.dumps({"follow": [self.topic]}))
            self.n = json.loads(await self.socket.recv())["n"]
            self.arrivals.append(Arrival(tried, opened, time.time()))
            while self.draw.random() >= self.drops:
                self._read(json.loads(await self.socket.recv()))

    def _read(self, news: dict) -> None:
        """The look into SQL may repeat a step that is known; an older one would be believed, and found out by
        the test."""
        if news.get("n", self.n) != self.n:
            self.news.append(News(time.time(), self.n + 1, news["n"]))
            self.n = news["n"]
