"""Who may follow what live, where it stands, and how a crowd that arrives at once is let in."""

import asyncio
import json

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import DatabaseError, connection
from django.test import Client

from apps.games.live import consumers, presence
from apps.games.live.shared_look import AT_ONCE, SharedLook
from apps.games.models import Game
from apps.games.queries.lists import latest_news, public_codes, topics_visible_to
from apps.games.services.seats import absence
from apps.orders.services import submit
from tests.apps.games.conftest import pending

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


# Who may follow what
# ------------------------------------------------------------------------------------------------
@pytest.fixture
def people(alice, bob, charlie, make_user):
    return [alice, bob, charlie, make_user("Diane"), make_user("Roi", role="referee"), AnonymousUser()]


def test_topics_are_those_of_the_games_that_one_may_see(make_game, people, alice):
    _alice, _bob, _charlie, diane, *_others = people
    secret = make_game(private=True)
    absence.name_steward(secret.seats.get(user=alice), diane, 2)
    games = [secret, make_game(), make_game(start=False, private=True)]
    wanted = [f"game:{game.code}" for game in games]
    for user in people:
        seen = set(Game.objects.visible_to(user).values_list("code", flat=True))
        assert topics_visible_to(user, wanted) == sorted(f"game:{code}" for code in seen), user
        assert topics_visible_to(user, wanted, public_codes(wanted)) == topics_visible_to(user, wanted), user
    counts = [len(topics_visible_to(user, wanted)) for user in people]
    assert counts == [3, 3, 1, 2, 1, 1]  # a referee without a second factor is a player like others


def test_own_topic_and_no_other_persons(alice, bob):
    wanted = [f"user:{alice.pk}", f"user:{bob.pk}", "user:", "game:", "game:\0", "gamé:a", "anything"]
    assert topics_visible_to(alice, wanted) == [f"user:{alice.pk}"]
    assert topics_visible_to(AnonymousUser(), wanted) == []


def test_latest_news_are_the_last_resolved_step(make_game, django_assert_num_queries):
    moved, fresh, waiting = make_game(), make_game(), make_game(start=False)
    seat = moved.seats.select_related("user", "game").get(number=0)
    submit(seat, 1, {"do": "keep"}, seat.user, "kept")
    topics = [f"game:{game.code}" for game in (moved, fresh, waiting)] + [
        "game:nowhere",
        f"user:{seat.user_id}",
    ]
    with django_assert_num_queries(1):
        found = latest_news(topics)
    assert found == {f"game:{moved.code}": {"n": 1}, f"game:{fresh.code}": {"n": 0}}
    assert pending(moved).n == 2


# A crowd
# ------------------------------------------------------------------------------------------------------------
def test_those_who_ask_at_once_share_a_look():
    looks = []

    def squares(numbers):
        looks.append(len(numbers))
        return [number * number for number in numbers]

    async def crowd() -> list[int]:
        together = SharedLook(squares)
        return await asyncio.gather(*(together(number) for number in range(AT_ONCE * 2 + 10)))

    assert asyncio.run(crowd()) == [number * number for number in range(AT_ONCE * 2 + 10)]
    assert looks == [AT_ONCE, AT_ONCE, 10]


@pytest.mark.parametrize("onlookers", [1, 30])
def test_crowd_before_a_public_table_costs_three_queries(
    make_game, make_user, onlookers, django_assert_num_queries
):
    """Sessions, people, tables: however many come back after a restart."""
    wanted = (f"game:{make_game().code}",)
    people = [make_user(f"Badaud{number}") for number in range(onlookers)]
    sessions = [cookie_of(person) for person in people]
    with django_assert_num_queries(3):
        found = consumers._admissions([(session, wanted) for session in sessions])
    assert found == [(person.pk, list(wanted)) for person in people]


def test_failed_look_is_told_to_all_who_took_part_and_the_next_one_works():
    def look(numbers):
        if 13 in numbers:
            raise DatabaseError("away")
        return numbers

    async def crowd() -> tuple[list, int]:
        together = SharedLook(look)
        failed = await asyncio.gather(*(together(number) for number in (12, 13)), return_exceptions=True)
        return failed, await together(14)

    failed, later = asyncio.run(crowd())
    assert [type(fault) for fault in failed] == [DatabaseError, DatabaseError]
    assert later == 14


def test_socket_that_went_away_while_it_waited_disturbs_nobody():
    async def crowd() -> list[int]:
        together = SharedLook(lambda numbers: numbers)
        askers = [asyncio.ensure_future(together(number)) for number in range(3)]
        await asyncio.sleep(0)
        askers[1].cancel()
        return await asyncio.gather(askers[0], askers[2])

    assert asyncio.run(crowd()) == [0, 2]


# The socket
# ---------------------------------------------------------------------------------------------------------
def cookie_of(user) -> str:
    browser = Client()
    browser.force_login(user)
    return browser.session.session_key


@pytest.fixture(autouse=True)
def one_process(settings):
    """Who is let in is asked here, not how news travel: a loop that ends with its test keeps no line to Redis
    open."""
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}


class Socket:
    """The server's end of one page's connection: what it is sent, what it answers."""

    def __init__(self, key: str, *topics: str) -> None:
        self.scope = {"type": "websocket", "headers": [(b"cookie", f"other=1; kalan={key}".encode())]}
        self.inbox: asyncio.Queue = asyncio.Queue()
        self.answers: asyncio.Queue = asyncio.Queue()
        self.inbox.put_nowait({"type": "websocket.connect"})
        self.inbox.put_nowait({"type": "websocket.receive", "text": json.dumps({"follow": topics})})

    async def first_answer(self) -> dict:
        """What follows the acceptance."""
        life = asyncio.ensure_future(consumers.follow_topics(self.scope, self.inbox.get, self.answers.put))
        assert await self.answers.get() == {"type": "websocket.accept"}
        answer = await self.answers.get()
        self.inbox.put_nowait({"type": "websocket.disconnect"})
        await life
        return answer


def told(game) -> dict:
    return {"type": "websocket.send", "text": f'{{"topic":"game:{game.code}","n":0}}'}


@pytest.mark.django_db(transaction=True)
def test_each_of_a_crowd_gets_what_its_own_session_may_see(make_game, alice, charlie):
    secret, public = make_game(private=True), make_game()
    topics = [f"game:{secret.code}", f"game:{public.code}"]
    keys = {"alice": cookie_of(alice), "charlie": cookie_of(charlie), "nobody": ""}

    async def crowd() -> list[dict]:
        sockets = [Socket(key, topic) for topic in topics for key in keys.values() for _tab in range(5)]
        return await asyncio.gather(*(socket.first_answer() for socket in sockets))

    closed = {"type": "websocket.close", "code": consumers.CLOSED_UNAUTHORISED}
    assert asyncio.run(crowd()) == [told(secret)] * 5 + [closed] * 10 + [told(public)] * 15


@pytest.mark.django_db(transaction=True)
def test_page_that_is_let_in_is_known_to_be_there(game, alice, bob):
    topic = f"game:{game.code}"
    assert presence.connected_among(topic, {alice.pk, bob.pk}) == set()
    asyncio.run(Socket(cookie_of(alice), topic).first_answer())
    assert presence.connected_among(topic, {alice.pk, bob.pk}) == {alice.pk}


@pytest.mark.django_db(transaction=True)
def test_database_that_fails_asks_the_page_to_come_later(game, alice):
    key = cookie_of(alice)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE django_session RENAME TO session_away")
    try:
        answer = asyncio.run(Socket(key, f"game:{game.code}").first_answer())
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE session_away RENAME TO django_session")
    assert answer == {"type": "websocket.close", "code": consumers.CLOSED_TRY_LATER}
    assert asyncio.run(Socket(key, f"game:{game.code}").first_answer()) == told(game)
