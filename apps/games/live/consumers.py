"""The websocket of a page: it follows topics it may see, and receives short frames. It sends nothing that
changes a game."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from django.conf import settings
from django.db import Error as DatabaseFault
from django.http import parse_cookie

from apps.accounts.login.sessions import readers_of
from apps.games.live.hub import Follower, frame_of, hub
from apps.games.live.presence import mark_connected
from apps.games.live.shared_look import SharedLook
from apps.games.queries.lists import latest_news, public_codes, topics_visible_to

log = structlog.get_logger("kalan.live")

CLOSED_TRY_LATER = 1013
CLOSED_MALFORMED = 4400
CLOSED_UNAUTHORISED = 4401
LONGEST_FRAME = 2000  # bytes a client may send
MOST_TOPICS = 12
MOST_FRAMES = 40  # a page sends one; whoever sends more is closed

Admitted = tuple[int | None, list[str]]  # the account, None for a visitor, and the topics it may follow
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


async def follow_topics(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """ws/: the client's first frame names its topics; each accepted one is answered with where it stands
    now."""
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


async def refuse(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Any other address: closed before it was accepted, which the browser is told as a 403."""
    await receive()  # websocket.connect
    await send({"type": "websocket.close"})


async def _listen(scope: dict[str, Any], receive: Receive, send: Send, follower: Follower) -> None:
    session, frames = _session_key(scope), 0
    while (message := await receive())["type"] == "websocket.receive":
        frames += 1
        wanted = _topics_in(message.get("text") or "")
        if wanted is None or frames > MOST_FRAMES or len(follower.topics.union(wanted)) > MOST_TOPICS:
            await send({"type": "websocket.close", "code": CLOSED_MALFORMED})
            return
        try:
            admitted = await _admit(follower, session, wanted)
        except DatabaseFault as fault:
            log.warning("cannot let a page in", fault=type(fault).__name__)
            await send({"type": "websocket.close", "code": CLOSED_TRY_LATER})
            return
        if not admitted:
            await send({"type": "websocket.close", "code": CLOSED_UNAUTHORISED})
            return


async def _admit(follower: Follower, session: str, wanted: list[str]) -> bool:
    """Follow what the session may follow, and hear where it stands; False when it may follow nothing of
    it."""
    follower.user, topics = await find_allowed((session, tuple(wanted)))
    for topic in topics:
        hub().follow(follower, topic)
    # Read only now that news are heard: a step between the two would be missed the other way round.
    for topic, news in (await find_standing(topics) if topics else {}).items():
        follower.push(topic, frame_of(topic, news), news["n"])
    return bool(topics)


def _session_key(scope: dict[str, Any]) -> str:
    cookies = next((value for name, value in scope["headers"] if name == b"cookie"), b"")
    return parse_cookie(cookies.decode("latin1")).get(settings.SESSION_COOKIE_NAME, "")


def _admissions(asked: list[tuple[str, tuple[str, ...]]]) -> list[Admitted]:
    """For each session and the topics it wants, its account and those that it may follow: it is there from
    now on. Only private games are asked for one by one."""
    readers = readers_of(session for session, _wanted in asked)
    public = public_codes(topic for _session, wanted in asked for topic in wanted)
    found: dict[tuple[str, tuple[str, ...]], Admitted] = {}
    for session, wanted in set(asked):
        reader = readers[session]
        found[session, wanted] = reader.pk, topics_visible_to(reader, wanted, public)
    mark_connected((user, topic) for user, topics in found.values() if user is not None for topic in topics)
    return [found[one] for one in asked]


def _standing(asked: list[list[str]]) -> list[dict[str, dict[str, Any]]]:
    """Where each list of topics stands, read in one query."""
    news = latest_news({topic for topics in asked for topic in topics})
    return [{topic: news[topic] for topic in topics if topic in news} for topics in asked]


# Those who come together are looked up together.
find_allowed = SharedLook(_admissions)
find_standing = SharedLook(_standing)


def _topics_in(text: str) -> list[str] | None:
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
