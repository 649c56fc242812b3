"""Pages cost the same whatever they show, and reading writes nothing for visitors."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from apps.forums.models import Board
from apps.forums.services import boards, posting, telling
from apps.forums.services.posting import NewPoll, NewPost
from apps.games.services.seats import absence

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
WRITES = ("INSERT", "UPDATE", "DELETE", "SAVEPOINT")


def cost(client, url):
    with CaptureQueriesContext(
        connection,
    ) as found:
        assert client.get(url).status_code == 200
    return [query["sql"] for query in found.captured_queries]


def fill(topic, posts):
    for n in range(posts):
        posting.write_post(topic, f"Message {n}", timezone.now(), author=topic.author)


def test_a_topic_of_fifteen_posts_costs_a_visitor_at_most_six_queries_and_no_write(as_user, open_topic):
    topic = open_topic(poll=NewPoll("Quand ?", ("Lundi", "Mardi")))
    fill(topic, 2)
    few = cost(as_user(), topic.get_absolute_url())
    fill(topic, 12)
    many = cost(as_user(), topic.get_absolute_url())
    assert len(many) == len(few) <= 6
    assert [sql for sql in many if sql.startswith(WRITES)] == []


def test_a_topic_costs_a_reader_at_most_six_queries_of_its_own(as_user, bob, stage, game, open_topic):
    """Besides the session, the account, its activity and the counter of the header, which every page has."""
    topic = open_topic(board=stage)
    fill(topic, 14)
    client = as_user(bob)
    client.get(topic.get_absolute_url())
    frame = cost(client, reverse("forums:search"))
    page = cost(client, topic.get_absolute_url())
    assert len(page) - len(frame) <= 6


def test_a_board_of_twenty_topics_costs_a_visitor_at_most_six_queries_and_no_write(
    as_user, alice, moderator, talk
):
    def open_some(n):
        for _n in range(n):
            posting.open_topic(moderator, talk, "Sujet", NewPost("Texte"), timezone.now())

    open_some(1)
    few = cost(as_user(), talk.get_absolute_url())
    open_some(19)
    many = cost(as_user(), talk.get_absolute_url())
    assert len(many) == len(few) <= 6
    assert [sql for sql in many if sql.startswith(WRITES)] == []


def test_the_box_of_letters_costs_the_same_with_one_and_three(as_user, alice, bob):
    from apps.forums.services import letters

    def write():
        letters.send(alice, letters.NewLetter("players", "Salut", "Toi", [bob]), timezone.now())

    client = as_user(bob)
    client.get(reverse("forums:letters"))
    write()
    one = cost(client, reverse("forums:letters"))
    write()
    write()
    assert len(cost(client, reverse("forums:letters"))) == len(one)


def test_the_index_costs_the_same_with_one_and_three_topics(as_user, bob, open_topic):
    client = as_user(bob)
    client.get(reverse("forums:index"))
    open_topic()
    one = cost(client, reverse("forums:index"))
    open_topic()
    assert len(cost(client, reverse("forums:index"))) == len(one)


@pytest.mark.parametrize("readers", ["game", "members"])
def test_who_may_read_a_private_board_is_asked_once_for_everybody(
    make_game, make_user, alice, bob, referee, readers
):
    """Whoever sits, serves, created the table or referees the site; each as `visible_to` says it of one."""
    game = make_game(private=True)
    board = boards.board_of(game)
    Board.objects.filter(pk=board.pk).update(readers=readers)
    board = Board.objects.select_related("game").get(pk=board.pk)
    steward, dismissed = make_user("Intendant"), make_user("Congedie")
    for seat, user in zip(
        game.seats.select_related("game").order_by("number"), (steward, dismissed), strict=True
    ):
        absence.name_steward(seat, user, 2)
    absence.dismiss_steward(game.seats.select_related("game").get(number=1))
    careless = make_user("SansFacteur", role="referee")
    member = make_user("Membre", member_until=timezone.localdate() + timedelta(days=9))
    people = [alice, bob, steward, dismissed, referee, careless, member, make_user("Passant")]

    def asked(some):
        with CaptureQueriesContext(connection) as found:
            told = telling.readers_among(some, board)
        return told, len(found.captured_queries)

    everybody, many = asked(people)
    assert everybody == [one for one in people if Board.objects.visible_to(one).filter(pk=board.pk).exists()]
    assert careless not in everybody
    assert len(everybody) in range(2, 6)
    more = [make_user(f"Suiveur-{role}-{n}", role=role) for role in ("referee", "player") for n in range(2)]
    assert (many, asked([*people, *more])[1]) == ((3, 3) if readers == "game" else (1, 1))
