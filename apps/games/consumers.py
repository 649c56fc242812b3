"""The websocket of a page: it follows topics it may see, and receives short frames. It sends nothing that changes a game."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from channels.db import database_sync_to_async

from apps.games.live import Follower, hub
from apps.games.queries import latest_news, topics_visible_to

CLOSED_UNAUTHORISED = 4401
LONGEST_FRAME = 2000  # bytes a client may send
MOST_TOPICS = 12
MOST_FRAMES = 40  # a page sends one; whoever sends more is closed

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


async def follow_topics(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """ws/: the client's first frame names its topics; each accepted one is answered with where it stands now."""
    await receive()  # websocket.connect
    await send({"type": "websocket.accept"})
    follower = Follower()
    sender = asyncio.get_running_loop().create_task(_forward(follower, send))
    try:
        await _listen(scope, receive, send, follower)
    finally:
        hub().leave(follower)
        sender.cancel()
        await asyncio.gather(sender, return_exceptions=True)  # a socket that died under us is no fault


async def _listen(scope: dict[str, Any], receive: Receive, send: Send, follower: Follower) -> None:
    frames = 0
    while (message := await receive())["type"] == "websocket.receive":
        frames += 1
        wanted = _wanted(message.get("text") or "")
        if wanted is None or frames > MOST_FRAMES or len(follower.topics.union(wanted)) > MOST_TOPICS:
            await send({"type": "websocket.close", "code": 4400})
            return
        topics = await database_sync_to_async(topics_visible_to)(scope["user"], wanted)
        if not topics:
            await send({"type": "websocket.close", "code": CLOSED_UNAUTHORISED})
            return
        for topic in topics:
            hub().follow(follower, topic)
        # Read only now that news are heard: a step between the two would be missed the other way round.
        for topic, news in (await database_sync_to_async(latest_news)(topics)).items():
            follower.push(topic, json.dumps({"topic": topic, **news}, separators=(",", ":")))


def _wanted(text: str) -> list[str] | None:
    """The topics named by the client's frame {"follow": [...]}; None when the frame is not one of ours."""
    if len(text) > LONGEST_FRAME:
        return None
    try:
        topics = json.loads(text)["follow"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    if not isinstance(topics, list) or not all(isinstance(topic, str) for topic in topics):
        return None
    return topics


async def _forward(follower: Follower, send: Send) -> None:
    while True:
        for frame in await follower.frames():
            await send({"type": "websocket.send", "text": frame})
