"""T27, inside one process: slow readers are bounded, lost news are found again in SQL, hubs do not outlive
their loop."""

import asyncio
import gc

import pytest
from django.db import transaction

from apps.games.live import hub as live
from tests.trust import actors

pytestmark = pytest.mark.postgres

TOPICS = [f"game:{n:012d}" for n in range(5)]


@pytest.fixture(autouse=True)
def one_process(settings):
    """The hub is asked here, not the layer: a loop that ends with its test keeps no line to Redis open."""
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}


def test_slow_reader_keeps_only_the_newest_of_each_topic():
    async def flood() -> list[str]:
        hub, slow = live.Hub(), live.Follower()
        for topic in TOPICS:
            hub.follow(slow, topic)
        for n in range(10_000):
            for topic in TOPICS:
                hub.deliver(topic, {"n": n})
            assert len(slow.pending) <= len(TOPICS)
        return await slow.frames()

    frames = asyncio.run(flood())
    assert sorted(frames) == [f'{{"topic":"{topic}","n":9999}}' for topic in TOPICS]


def test_step_read_before_the_news_came_does_not_hide_them():
    """A page comes while a move is made: SQL was read before, the news came first."""

    async def come() -> list[str]:
        hub, page = live.Hub(), live.Follower()
        hub.follow(page, TOPICS[0])
        hub.deliver(TOPICS[0], {"n": 5})
        page.push(TOPICS[0], live.frame_of(TOPICS[0], {"n": 4}), 4)
        return await page.frames()

    assert asyncio.run(come()) == [f'{{"topic":"{TOPICS[0]}","n":5}}']


def test_news_without_a_step_and_the_step_do_not_replace_each_other():
    async def both(first: dict, second: dict) -> set[str]:
        hub, page = live.Hub(), live.Follower()
        hub.follow(page, TOPICS[0])
        hub.deliver(TOPICS[0], first)
        hub.deliver(TOPICS[0], second)
        return set(await page.frames())

    told = {f'{{"topic":"{TOPICS[0]}","n":5}}', f'{{"topic":"{TOPICS[0]}","seats":1}}'}
    assert asyncio.run(both({"n": 5}, {"seats": 1})) == told
    assert asyncio.run(both({"seats": 1}, {"n": 5})) == told


def test_follower_that_left_holds_nothing():
    async def come_and_go() -> live.Hub:
        hub = live.Hub()
        for _ in range(100):
            follower = live.Follower()
            for topic in TOPICS:
                hub.follow(follower, topic)
            hub.deliver(TOPICS[0], {"n": 1})
            hub.leave(follower)
        return hub

    hub = asyncio.run(come_and_go())
    assert (dict(hub.followers), hub.told) == ({}, {})


def test_each_event_loop_has_its_own_hub():
    async def mine() -> int:
        return id(live.hub())

    for _ in range(20):
        asyncio.run(mine())
    gc.collect()  # the Redis layer makes a loop refer to itself
    assert len(live._hubs) <= 1


class Layer:
    """Where news go in production: another process. Takes its time, and may never answer."""

    told: list[str] = []
    answers = True

    async def group_send(self, group: str, message: dict) -> None:
        while not Layer.answers:
            await asyncio.sleep(0.01)
        Layer.told.append(f"{message['topic']} {message['news']}")


@pytest.fixture
def layer(settings):
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": f"{__name__}.Layer"}}
    Layer.told, Layer.answers = [], True
    yield Layer
    Layer.answers = True
    live._voice.finish()


def test_nobody_waits_for_a_layer_that_does_not_answer(layer):
    layer.answers = False
    for n in range(50):
        live._send(TOPICS[0], {"n": n})
    assert (layer.told, len(live._voice.leaving)) == ([], 50)
    layer.answers = True
    live._voice.finish()
    assert sorted(layer.told) == sorted(f"{TOPICS[0]} {{'n': {n}}}" for n in range(50))


@pytest.mark.django_db(transaction=True)
def test_news_leave_when_they_are_true_and_not_before(layer):
    """A page that hears of a step fetches it at once: it must be there. What is taken back is never told."""
    with transaction.atomic():
        live.announce(TOPICS[0], n=1)
        live._voice.finish()
        assert layer.told == []
        transaction.set_rollback(True)
    live._voice.finish()
    assert layer.told == []
    with transaction.atomic():
        live.announce(TOPICS[0], n=1)
    live._voice.finish()
    assert layer.told == [f"{TOPICS[0]} {{'n': 1}}"]


def test_forked_process_speaks_for_itself(layer):
    """A worker whose parent has spoken already: threads do not survive a fork."""
    live._send(TOPICS[0], {"n": 1})
    live._voice.finish()

    def speak() -> list[str]:
        live._send(TOPICS[0], {"n": 2})
        live._voice.finish()
        return layer.told

    assert actors.do(speak) == [f"{TOPICS[0]} {{'n': {n}}}" for n in (1, 2)]


@pytest.mark.django_db(transaction=True)
def test_news_that_the_layer_lost_are_found_in_the_database():
    """A page that heard nothing is told at the next look into SQL, and only then."""
    game = actors.new_game(2)

    async def miss_a_step() -> list[str]:
        hub, page = live.Hub(), live.Follower()
        hub.follow(page, f"game:{game.code}")
        await hub.catch_up()
        first = await page.frames()
        await hub.catch_up()
        assert not page.pending
        await asyncio.to_thread(_move_silently, game)
        await hub.catch_up()
        return first + await page.frames()

    told = asyncio.run(miss_a_step())
    assert told == [f'{{"topic":"game:{game.code}","n":{n}}}' for n in (0, 1)]


def _move_silently(game) -> None:
    from django.db import connection

    from apps.orders.services import submit

    seat = game.seats.select_related("user", "game").get(number=0)
    submit(seat, 1, {"do": "stake", "coins": 1}, seat.user, "nobody is told")
    connection.close()
