"""The demonstration's court is not silent: something to read, something that waits."""

import pytest
from django.urls import reverse
from django.utils import timezone

from apps.accounts.models import User
from apps.demo.loading import load_demo
from apps.forums.models import Board, Participant, Poll, Post
from apps.forums.services import posting

pytestmark = pytest.mark.django_db


@pytest.fixture
def court(db):
    assert load_demo() is True
    return Board.objects.get(game__slug="gloire", game__seats__user__username="Hawkmoon")


def test_the_demonstration_speaks_in_three_voices_and_leaves_the_visitor_his_words(court, as_user):
    visitor = User.objects.get(username="Hawkmoon")
    topic = court.topics.get()
    assert list(topic.posts.order_by("number").values_list("voice", flat=True)) == ["lord", "tale", "player"]
    for slug in ("annonces", "nouveaux-venus"):
        assert as_user(visitor).get(reverse("forums:board", args=[slug])).status_code == 200
        assert Board.objects.get(slug=slug).topic_count == 1
    assert Poll.objects.get().options.count() == 5
    unread = Participant.objects.of(visitor).get()
    assert (unread.read_number, unread.conversation.last_number) == (0, 1)
    for number in range(6):  # no flood limit is near
        posting.reply(visitor, topic, posting.NewPost(f"réponse {number}"), timezone.now())
    assert Post.objects.filter(topic=topic).count() == 9
    assert load_demo() is False
