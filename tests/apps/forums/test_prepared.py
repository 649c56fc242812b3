"""A query that was put together once gives what the query itself would give."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.utils import timezone

from apps.forums import permissions, queries
from apps.forums.models import Post, Topic
from apps.forums.permissions import access_board, access_topic
from apps.forums.prepared import PreparedObjects
from apps.forums.services import moderation, posting
from apps.forums.services.boards import board_of
from apps.forums.services.posting import NewPoll, NewPost

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
NOBODY = AnonymousUser()


def fields(thing):
    return {name: value for name, value in vars(thing).items() if name != "_state"}


def test_objects_deferred_columns_and_joined_rows_are_those_of_the_query(
    open_topic, alice, bob, django_assert_num_queries
):
    topic = open_topic(poll=NewPoll("Quand ?", ("Lundi", "Mardi")))
    posting.reply(bob, topic, NewPost("Oui"), timezone.now())
    plain = permissions._topics(NOBODY, topic.pk).get()
    found = access_topic(NOBODY, topic.pk)
    assert fields(found) == fields(plain)
    assert found.get_deferred_fields() == plain.get_deferred_fields()
    with django_assert_num_queries(1):
        posts = queries.posts_of(found, 1)
    with django_assert_num_queries(0):
        assert [(post.author.username, post.number) for post in posts] == [("Alice", 1), ("Bob", 2)]
        assert (found.board.title, found.poll.question) == (plain.board.title, "Quand ?")
    assert [post.created_at for post in posts] == [post.created_at for post in topic.posts.all()]


def test_the_same_plan_serves_other_values_and_no_rows(open_topic, talk):
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
    assert queries.first_topics_for_visitors(hidden.board) == []


def test_the_first_page_of_a_board_is_in_the_order_of_the_others(open_topic, talk, moderator):
    topics = [open_topic(user=moderator, title=f"Sujet {n}") for n in range(3)]
    Topic.objects.filter(pk=topics[0].pk).update(pinned=True)
    plain = list(queries.topics_of(talk, NOBODY, timezone.now()))
    found = queries.first_topics_for_visitors(talk)
    assert [topic.pk for topic in found] == [topic.pk for topic in plain]
    assert [fields(topic) for topic in found] == [fields(topic) for topic in plain]


def test_a_value_that_looks_like_a_mark_is_a_value():
    find = PreparedObjects(lambda number, text: Post.objects.filter(number=number, text=text), kinds=(int, str))
    assert find(2_000_000_111, "\x010") == []
    assert find(1, "x'; DROP TABLE forums_post; --") == []
