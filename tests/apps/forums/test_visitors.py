"""What somebody without an account reads of the forum, and what it costs."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.utils import timezone

from apps.forums import queries, reading
from apps.forums.models import Board, Post, Topic
from apps.forums.permissions import access_board, access_topic
from apps.forums.reading import posts_of
from apps.forums.services import moderation, posting
from apps.forums.services.boards import board_of
from apps.forums.services.posting import NewPoll, NewPost
from apps.games.models import Game

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
NOBODY = AnonymousUser()


def test_a_topic_brings_what_its_page_shows_in_two_queries(open_topic, bob, django_assert_num_queries):
    topic = open_topic(poll=NewPoll("Quand ?", ("Lundi", "Mardi")))
    posting.reply(bob, topic, NewPost("Oui"), timezone.now())
    with django_assert_num_queries(2):
        found = access_topic(NOBODY, topic.pk)
        posts = posts_of(found, 1)
    with django_assert_num_queries(0):
        assert [(post.author.username, post.number) for post in posts] == [("Alice", 1), ("Bob", 2)]
        assert (found.board.title, found.poll.question) == (topic.board.title, "Quand ?")
    assert [post.created_at for post in posts] == [post.created_at for post in topic.posts.all()]


def test_what_does_not_exist_is_not_found(open_topic, talk):
    one, other = open_topic(title="Un"), open_topic(title="Deux")
    assert [access_topic(NOBODY, topic.pk).title for topic in (one, other)] == ["Un", "Deux"]
    with pytest.raises(Http404):
        access_topic(NOBODY, other.pk + 1)
    with pytest.raises(Http404):
        access_topic(NOBODY, 10**30)
    assert access_board(NOBODY, talk.slug).pk == talk.pk
    with pytest.raises(Http404):
        access_board(NOBODY, "nulle-part")


def test_what_is_private_or_hidden_stays_so(make_game, open_topic, moderator):
    private = open_topic(board=board_of(make_game(private=True)))
    hidden = open_topic()
    assert access_topic(NOBODY, hidden.pk) == hidden
    moderation.hide_topic(moderator, hidden, "x", timezone.now())
    for topic in (private, hidden):
        with pytest.raises(Http404):
            access_topic(NOBODY, topic.pk)
    with pytest.raises(Http404):
        access_board(NOBODY, private.board.slug)
    assert not queries.topics_of(hidden.board, NOBODY, timezone.now()).exists()


# What is asked for in SQL is what Django's queries give
# ------------------------------------------------------------------------------------------------------------
def columns(one, shown):
    return one and {name: getattr(one, name) for name in shown.names}


@pytest.fixture
def boards(make_game, make_user, talk):
    """One of every kind, a finished game's chronicle among them."""
    of_games = [board_of(make_game(private=private)) for private in (False, True, False, False)]
    Game.objects.filter(forum=of_games[2]).update(kind=Game.Kind.HOTSEAT)
    Board.objects.filter(pk=of_games[3].pk).update(closed_at=timezone.now())
    return [talk, Board.objects.create(slug="membres", title="M", readers=Board.Readers.MEMBERS), *of_games]


def test_boards_and_topics_for_visitors_are_those_that_django_finds(boards, open_topic, moderator):
    poll = NewPoll("Quand ?", ("Lundi", "Mardi"), ends_at=timezone.now())
    topics = [open_topic(moderator, board=board) for board in boards] + [open_topic(moderator, poll=poll)]
    seen = {board.slug: board for board in Board.objects.visible_to(NOBODY).select_related("game")}
    readable = {topic.pk: topic for topic in Topic.objects.visible_to(NOBODY).select_related("poll")}
    assert 0 < len(readable) < len(topics)
    for topic in topics:
        if topic.board.slug not in seen:
            with pytest.raises(Http404):
                access_board(NOBODY, topic.board.slug)
            with pytest.raises(Http404):
                access_topic(NOBODY, topic.pk)
            continue
        expected, board = seen[topic.board.slug], access_board(NOBODY, topic.board.slug)
        found, asked = access_topic(NOBODY, topic.pk), getattr(readable[topic.pk], "poll", None)
        for one in (board, found.board):
            assert columns(one, reading.BOARD) == columns(expected, reading.BOARD)
            assert columns(one.game, reading.GAME) == columns(expected.game, reading.GAME)
        assert columns(found, reading.TOPIC) == columns(readable[topic.pk], reading.TOPIC)
        assert found.has_poll == (asked is not None)
        assert columns(getattr(found, "poll", None), reading.POLL) == columns(asked, reading.POLL)


def test_pages_for_visitors_are_those_that_django_finds(open_topic, alice, bob, moderator, talk):
    topics = [open_topic(moderator, title=f"N° {number}") for number in range(23)]
    topic = topics[0]
    for number in range(17):
        posting.write_post(topic, f"N° {number}", timezone.now(), author=bob if number % 2 else alice)
    moderation.hide_topic(moderator, topics[1], "x", timezone.now())
    moderation.settle_topic(moderator, topics[2], timezone.now(), pinned=True)
    Post.objects.filter(topic__in=topics[3:5]).update(author=None, signed_name="Le Scribe")
    Topic.objects.filter(pk=topics[5].pk).update(author=None, last_post=None)
    talk.refresh_from_db()
    lines = list(queries.topics_of(talk, NOBODY, timezone.now()))
    found = [*reading.topics_of(talk, 1), *reading.topics_of(talk, 2)]
    assert [columns(one, reading.LINE) for one in found] == [columns(one, reading.LINE) for one in lines]
    for one, line in zip(found, lines, strict=True):
        assert columns(one.author, reading.OPENER) == columns(line.author, reading.OPENER)
        assert columns(one.last_post, reading.LAST) == columns(line.last_post, reading.LAST)
        assert not line.last_post or one.last_post.author == line.last_post.author
    for page, numbers in ((1, range(1, 16)), (2, range(16, 19))):
        expected = topic.posts.filter(number__in=numbers).order_by("number")
        posts = posts_of(topic, page)
        assert [columns(one, reading.POST) for one in posts] == [
            columns(one, reading.POST) for one in expected
        ]
        authors = [columns(one.author, reading.AUTHOR) for one in expected]
        assert [columns(one.author, reading.AUTHOR) for one in posts] == authors
