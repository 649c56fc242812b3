"""What somebody without an account reads of the forum, and what it costs."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.utils import timezone

from apps.forums import queries
from apps.forums.permissions import access_board, access_topic
from apps.forums.services import moderation, posting
from apps.forums.services.boards import board_of
from apps.forums.services.posting import NewPoll, NewPost

pytestmark = pytest.mark.django_db
NOBODY = AnonymousUser()


def test_a_topic_brings_what_its_page_shows_in_two_queries(open_topic, bob, django_assert_num_queries):
    topic = open_topic(poll=NewPoll("Quand ?", ("Lundi", "Mardi")))
    posting.reply(bob, topic, NewPost("Oui"), timezone.now())
    with django_assert_num_queries(2):
        found = access_topic(NOBODY, topic.pk)
        posts = queries.posts_of(found, 1)
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
