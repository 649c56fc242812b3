"""Live updates: "step n is there". One message a process, a set of sockets, and nothing that must not be
lost.

A frame carries no secret: the page fetches its own fragment. A slow socket keeps only the newest news of each
topic, so its queue is bounded by the number of topics it follows. Steps only grow, so an older one never
overtakes a newer. Whatever the layer lost, a look into SQL finds a little later.
"""

import asyncio
import atexit
import json
import os
import threading
import weakref
from collections import defaultdict
from concurrent.futures import Future
from concurrent.futures import wait as wait_for
from typing import Any

import structlog
from channels.db import database_sync_to_async
from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.db import transaction

from apps.games.live.presence import mark_connected
from apps.games.live.topics import game_topic
from apps.games.models import Game
from apps.games.queries.lists import latest_news

log = structlog.get_logger("kalan.live")

GROUP = "kalan.live"
COMPARE_EVERY = 15.0  # seconds between two looks into SQL for news that the layer lost
SUBSCRIBE_AGAIN_AFTER = 1.0
LONGEST_TELLING = 5.0  # seconds for the layer to take a piece of news
LAST_WORDS = 1.0  # seconds that a process which ends waits for its news to leave

_loop: asyncio.AbstractEventLoop | None = None


def bind_loop(loop: asyncio.AbstractEventLoop) -> None:
    """The embedded process tells where its sockets live, so that worker threads can reach them."""
    global _loop
    _loop = loop


def announce(topic: str, **news: Any) -> None:
    """Tell everyone who follows `topic`, once the transaction is committed. Losing it costs a refresh."""
    transaction.on_commit(lambda: _send(topic, news), robust=True)


def announce_game(game: Game, **news: Any) -> None:
    announce(game_topic(game.code), **news)


def _send(topic: str, news: dict[str, Any]) -> None:
    layer = get_channel_layer()
    bound = _loop if _loop is not None and _loop.is_running() else None
    if layer is None or _in_process(layer):
        if bound is not None and bound in _hubs:
            bound.call_soon_threadsafe(_hubs[bound].deliver, topic, news)
        return
    _voice.say(layer, {"type": "live.news", "topic": topic, "news": news}, bound)


class _Voice:
    """How a process speaks to the layer: from the loop of its sockets, or from one of its own in a thread,
    kept with its connection for the next news. Nobody waits for a layer that is slow or away."""

    def __init__(self) -> None:
        self.own: asyncio.AbstractEventLoop | None = None
        self.leaving: set[Future[None]] = set()
        self.guard = threading.Lock()

    def say(self, layer: Any, message: dict[str, Any], loop: asyncio.AbstractEventLoop | None) -> None:
        told = asyncio.run_coroutine_threadsafe(self._tell(layer, message), loop or self._own_loop())
        self.leaving.add(told)
        told.add_done_callback(self.leaving.discard)

    def finish(self) -> None:
        wait_for(list(self.leaving), LAST_WORDS)

    async def _tell(self, layer: Any, message: dict[str, Any]) -> None:
        try:
            async with asyncio.timeout(LONGEST_TELLING):
                await layer.group_send(GROUP, message)
        except Exception as fault:  # whatever the layer's client raises: the look into SQL tells it later
            log.warning("news lost", fault=type(fault).__name__)

    def _own_loop(self) -> asyncio.AbstractEventLoop:
        with self.guard:
            if self.own is None:
                self.own = asyncio.new_event_loop()
                threading.Thread(target=self.own.run_forever, name="live-voice", daemon=True).start()
            return self.own


_voice = _Voice()
os.register_at_fork(after_in_child=_voice.__init__)  # type: ignore[misc]  # its thread is not in the child
atexit.register(_voice.finish)


def _in_process(layer: Any) -> bool:
    """One process has nobody else to tell; its hub is called directly, since a full in-memory channel drops
    silently."""
    return isinstance(layer, InMemoryChannelLayer)


class Follower:
    """One socket's pending frames: for each topic the newest step, and the newest of whatever changed without
    one."""

    def __init__(self) -> None:
        self.user: int | None = None  # the account behind the page
        self.topics: set[str] = set()
        self.known: dict[str, int] = {}  # the newest step told of each topic
        self.pending: dict[tuple[str, bool], str] = {}
        self.wake = asyncio.Event()

    def push(self, topic: str, frame: str, n: int | None) -> None:
        """A step that is older than one already told is left out: it was read in SQL before the newer one was
        made."""
        if n is not None:
            if n < self.known.get(topic, -1):
                return
            self.known[topic] = n
        self.pending[topic, n is None] = frame
        self.wake.set()

    async def frames(self) -> list[str]:
        """Wait for news; give everything pending and empty the box."""
        await self.wake.wait()
        self.wake.clear()
        frames = list(self.pending.values())
        self.pending.clear()
        return frames


def frame_of(topic: str, news: dict[str, Any]) -> str:
    return json.dumps({"topic": topic, **news}, separators=(",", ":"))


class Hub:
    """The sockets of this process, by topic. Lives in one event loop."""

    def __init__(self) -> None:
        self.followers: dict[str, set[Follower]] = defaultdict(set)
        self.told: dict[str, int] = {}  # the last step announced on each topic
        self._tasks: set[asyncio.Task[None]] = set()

    def follow(self, follower: Follower, topic: str) -> None:
        follower.topics.add(topic)
        self.followers[topic].add(follower)
        if not self._tasks:
            loop = asyncio.get_running_loop()
            self._tasks = {loop.create_task(self._listen()), loop.create_task(self._compare())}
            for task in self._tasks:  # one that is over would keep its loop, and this hub with it
                task.add_done_callback(self._tasks.discard)

    def leave(self, follower: Follower) -> None:
        for topic in follower.topics:
            self.followers[topic].discard(follower)
            if not self.followers[topic]:
                del self.followers[topic]
                self.told.pop(topic, None)

    def deliver(self, topic: str, news: dict[str, Any]) -> None:
        """Encode once, hand to every follower."""
        followers = self.followers.get(topic, ())
        if followers:
            frame, n = frame_of(topic, news), news.get("n")
            for follower in followers:
                follower.push(topic, frame, n)
            if n is not None:
                self.told[topic] = max(n, self.told.get(topic, -1))

    async def _listen(self) -> None:
        """This process's one subscription to the channel layer, taken again whenever it breaks."""
        layer = get_channel_layer()
        while layer is not None and not _in_process(layer):
            try:
                await self._subscribe(layer)
            except Exception as fault:  # whatever the layer's client raises
                log.warning("live layer does not answer", fault=type(fault).__name__)
                await asyncio.sleep(SUBSCRIBE_AGAIN_AFTER)

    async def _subscribe(self, layer: Any) -> None:
        channel = await layer.new_channel()
        await layer.group_add(GROUP, channel)
        while True:
            message = await layer.receive(channel)
            self.deliver(message["topic"], message["news"])

    async def _compare(self) -> None:
        while True:
            await asyncio.sleep(COMPARE_EVERY)
            try:
                await self.catch_up()
                await self.tell_who_is_here()
            except Exception as fault:  # the database may be away as well
                log.warning("cannot compare with the database", fault=type(fault).__name__)

    async def tell_who_is_here(self) -> None:
        pairs = ((one.user, topic) for topic, ones in self.followers.items() for one in ones)
        await asyncio.to_thread(mark_connected, [(user, topic) for user, topic in pairs if user is not None])

    async def catch_up(self) -> None:
        """SQL is the truth: tell whoever follows a game that has moved on without us."""
        if self.followers:
            for topic, news in (await database_sync_to_async(latest_news)(list(self.followers))).items():
                if self.told.get(topic, -1) < news["n"]:
                    self.deliver(topic, news)


_hubs: "weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Hub]" = weakref.WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running event loop."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())
