"""One piece of news to 1,000 sockets: p95 and CPU of ours against a consumer for each socket in channels' own
groups; and a crowd that comes back after a restart, let in together or one by one."""

import asyncio
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.worlds import inside, percentile, ready, verdict

SOCKETS, NEWS, WARM = 1000, 30, 3
LATENCY_GOAL, CPU_GOAL = 1 / 5, 1 / 8
CROWD, CROWD_GOAL = 200, 1 / 5


class Crowd:
    """How many frames have arrived at all sockets together, and who waits for the last of them."""

    def __init__(self) -> None:
        self.frames, self.wanted, self.complete = 0, 0, asyncio.Event()

    def count(self) -> None:
        self.frames += 1
        if self.frames == self.wanted:
            self.complete.set()

    async def all_have(self, frames: int) -> None:
        self.wanted = frames * SOCKETS
        if self.frames < self.wanted:
            self.complete.clear()
            await self.complete.wait()


class Socket:
    """The server's end of one connection, without a network."""

    def __init__(self, crowd: Crowd) -> None:
        self.crowd = crowd
        self.inbox: asyncio.Queue = asyncio.Queue()
        self.inbox.put_nowait({"type": "websocket.connect"})
        self.accepted = asyncio.Event()
        self.arrived = 0.0

    async def send(self, message: dict) -> None:
        if message["type"] == "websocket.accept":
            self.accepted.set()
        elif message["type"] == "websocket.send":
            self.arrived = time.perf_counter()
            self.crowd.count()


async def measured(application, tell, scope: dict) -> dict[str, float]:
    """Broadcast some news, each once everybody has the last; p95 in milliseconds, CPU in milliseconds for
    each."""
    crowd = Crowd()
    sockets = [Socket(crowd) for _ in range(SOCKETS)]
    tasks = [asyncio.create_task(application(dict(scope), one.inbox.get, one.send)) for one in sockets]
    for one in sockets:
        await one.accepted.wait()
    waits: list[float] = []
    cpu = 0.0
    for number in range(NEWS + WARM):
        started, spent = time.perf_counter(), time.process_time()
        await tell(number)
        await crowd.all_have(number + 1)
        if number >= WARM:
            cpu += time.process_time() - spent
            waits += [(one.arrived - started) * 1000 for one in sockets]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return {"p95": percentile(waits, 0.95), "cpu": cpu / NEWS * 1000}


async def ours() -> dict[str, float]:
    from apps.games.live import hub
    from apps.games.live.consumers import _forward

    hub.bind_loop(asyncio.get_running_loop())

    async def one_socket(scope: dict, receive, send) -> None:
        """The site's consumer once its topics are allowed: a follower in the hub and the task that empties
        it."""
        follower = hub.Follower()
        await receive()
        hub.hub().follow(follower, "game:table")
        await send({"type": "websocket.accept"})
        await _forward(follower, send)

    async def tell(number: int) -> None:
        await asyncio.to_thread(hub._send, "game:table", {"n": number})

    return await measured(one_socket, tell, {})


async def plain() -> dict[str, float]:
    from channels.generic.websocket import AsyncWebsocketConsumer
    from channels.layers import get_channel_layer

    class OneEach(AsyncWebsocketConsumer):
        async def connect(self):
            await self.channel_layer.group_add("table", self.channel_name)
            await self.accept()

        async def news(self, event):
            await self.send(text_data=json.dumps({"topic": event["topic"], "n": event["n"]}))

    layer = get_channel_layer()

    async def tell(number: int) -> None:
        await layer.group_send("table", {"type": "news", "topic": "game:table", "n": number})

    return await measured(OneEach.as_asgi(), tell, {"type": "websocket", "path": "/ws/", "headers": []})


def come_back() -> dict[str, float]:
    """CPU in milliseconds for each page of a crowd before one public table: sessions, people, what they may
    follow and where it stands, looked up for all of them together and for each alone."""
    from django.test import Client

    from apps.accounts.models import User
    from apps.games.live.consumers import find_allowed, find_standing
    from apps.games.services.lobby import gathering

    people = [User.objects.create_user(f"Badaud {n}", f"b{n}@example.test") for n in range(CROWD)]
    game = gathering.create_game(people[0], gathering.new_game("theopolis", "La place", {}, 2))
    topics, browsers = [f"game:{game.code}"], [Client() for _ in people]
    for person, browser in zip(people, browsers, strict=True):
        browser.force_login(person)
    asked = [(browser.session.session_key, tuple(topics)) for browser in browsers]
    return {
        "together": spent(lambda: (find_allowed.look(asked), find_standing.look([topics] * CROWD))),
        "alone": spent(lambda: [(find_allowed.look([one]), find_standing.look([topics])) for one in asked]),
    }


def spent(work) -> float:
    work()
    started = time.process_time()
    work()
    return (time.process_time() - started) / CROWD * 1000


def measure() -> None:
    ready()
    crowd = come_back()
    print(json.dumps({"ours": asyncio.run(ours()), "plain": asyncio.run(plain()), "crowd": crowd}))


def main() -> int:
    figures = inside(__file__, "")
    crowd = figures.pop("crowd")
    print(f"crowd  {crowd['together']:.2f} ms of CPU for each who comes back, alone {crowd['alone']:.2f} ms")
    for name, one in figures.items():
        print(
            f"{name:<6} p95 {one['p95']:.2f} ms, CPU {one['cpu']:.2f} ms for one piece of news to "
            f"{SOCKETS} sockets"
        )
    latency = figures["ours"]["p95"] / figures["plain"]["p95"]
    cpu = figures["ours"]["cpu"] / figures["plain"]["cpu"]
    back = crowd["together"] / crowd["alone"]
    met = latency <= LATENCY_GOAL and cpu <= CPU_GOAL and back <= CROWD_GOAL
    return verdict(
        "fan-out",
        f"1/{1 / latency:.1f} of the latency, 1/{1 / cpu:.1f} of the CPU, a crowd 1/{1 / back:.1f}",
        "≤ 1/5, ≤ 1/8 and ≤ 1/5",
        met,
    )


if __name__ == "__main__":
    sys.exit(measure() if sys.argv[1:2] == ["inside"] else main())
