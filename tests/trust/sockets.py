"""Clients of the live updates: a page that follows one game as static/js/live.js does, and the table's players."""

import asyncio
import http.client
import json
import random
from urllib.parse import urlencode

import websockets
from websockets.exceptions import WebSocketException

CSRF = "c" * 32


class Table:
    """One game on a running server, moved over HTTP."""

    def __init__(self, port: int, code: str, cookies: list[str]) -> None:
        self.port, self.code, self.cookies = port, code, cookies

    def send(self, seat: int, n: int, action: dict) -> int:
        """Make a move as that seat's page would; the status of the answer."""
        headers = {
            "Cookie": f"kalan={self.cookies[seat]}; kalan-csrf={CSRF}",
            "X-CSRFToken": CSRF,
            "Accept": "application/json",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        body = urlencode({"step": n, "seat": seat, "key": f"the-key-of-{n}-{seat}", "action": json.dumps(action)})
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request("POST", f"/ordres/{self.code}/", body, headers)
        status = connection.getresponse().status
        connection.close()
        return status

    def step_shown(self, seat: int) -> int:
        """What the page of that seat shows when it fetches its fragment."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request("GET", f"/parties/{self.code}/plateau/", headers={"Cookie": f"kalan={self.cookies[seat]}"})
        page = connection.getresponse().read().decode()
        connection.close()
        return int(page.split('data-step="', 1)[1].split('"', 1)[0])


class Page:
    """What one open page knows: the last step it was told of. It reconnects when its socket drops."""

    def __init__(self, table: Table, seed: int, drops: float) -> None:
        self.table, self.draw, self.drops = table, random.Random(seed), drops
        self.n, self.frames, self.reconnections, self.stopped = -1, 0, -1, False
        self.told_at: dict[int, float] = {}

    async def live(self) -> None:
        while not self.stopped:
            try:
                await self._follow()
            except (WebSocketException, OSError):
                await asyncio.sleep(0.05 + self.draw.random() * 0.2)

    async def _follow(self) -> None:
        headers = {"Cookie": f"kalan={self.table.cookies[0]}"}
        address = f"ws://127.0.0.1:{self.table.port}/ws/"
        origin = f"http://127.0.0.1:{self.table.port}"
        async with websockets.connect(
            address, additional_headers=headers, origin=origin, open_timeout=60, ping_interval=None
        ) as socket:
            self.reconnections += 1
            await socket.send(json.dumps({"follow": [f"game:{self.table.code}"]}))
            async for frame in socket:
                self._read(json.loads(frame))
                if self.stopped or self.draw.random() < self.drops:
                    return

    def _read(self, news: dict) -> None:
        self.frames += 1
        if "n" in news:
            self.n = news["n"]
            self.told_at.setdefault(self.n, asyncio.get_running_loop().time())
