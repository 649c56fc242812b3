"""What is counted in SQL is what the lists show."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from apps.forums import queries, waiting
from apps.forums.models import Notice, Participant, Topic, TopicRead
from apps.forums.services import boards, letters
from apps.forums.services.letters import NewLetter
from apps.games.models import Game

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def on_board(board, reader):
    """As the tab of a game counts them, and as the list of forums does."""
    now = timezone.now()
    counted = waiting.unread_topics_on(board, reader, now)
    assert counted == queries.unread_by_board(reader, now).get(board.pk, 0)
    return counted


def in_letters(game, reader):
    """As the tab of a game counts them, and as the box of letters does."""
    game = Game.objects.get(pk=game.pk)
    game.table = list(game.seats.all())
    sides = Participant.objects.of(reader).filter(conversation__game=game, archived_at=None)
    counted = waiting.unread_letters(reader, game)
    assert counted == sides.filter(conversation__last_number__gt=F("read_number")).count()
    return counted


def test_topics_are_unread_until_they_are_read_hidden_old_or_the_board_is_marked(
    moderator, bob, stage, open_topic
):
    topics = [open_topic(moderator, board=stage) for _n in range(5)]
    assert on_board(stage, bob) == 5
    TopicRead.objects.create(user=bob, topic=topics[0], number=1)
    assert on_board(stage, bob) == 4
    Topic.objects.filter(pk=topics[1].pk).update(hidden_at=timezone.now())
    assert on_board(stage, bob) == 3
    Topic.objects.filter(pk=topics[2].pk).update(last_post_at=timezone.now() - queries.UNREAD_FOR)
    assert on_board(stage, bob) == 2
    Topic.objects.filter(pk=topics[3].pk).update(last_post_at=timezone.now() + timedelta(hours=1))
    boards.mark_boards_read(bob, [stage], timezone.now())
    assert on_board(stage, bob) == 1


def test_a_lord_has_letters_to_read_until_he_read_archived_or_left_them(alice, bob, charlie, game):
    mine, his = game.seats.get(user=alice), game.seats.get(user=bob)
    for _n in range(3):
        letters.send(alice, NewLetter("lords", "Paix", "Signons.", [his], game, mine), timezone.now())
    assert (in_letters(game, alice), in_letters(game, bob)) == (0, 3)
    first, second, third = Participant.objects.filter(seat=his)
    letters.mark_read(bob, first, timezone.now())
    assert in_letters(game, bob) == 2
    Participant.objects.filter(pk=second.pk).update(archived_at=timezone.now())
    assert in_letters(game, bob) == 1
    Participant.objects.filter(pk=third.pk).update(left_at=timezone.now())
    assert in_letters(game, bob) == 0


@pytest.mark.parametrize("leads", [True, False])
def test_the_desk_counts_for_whoever_leads_his_own_table(alice, bob, game, leads):
    Game.objects.filter(pk=game.pk).update(referee=bob, creator=bob if leads else alice)
    game.refresh_from_db()
    letters.send(alice, NewLetter("referee", "Question", "Est-ce permis ?", game=game), timezone.now())
    assert in_letters(game, bob) == int(leads)


def test_notices_wait_until_they_are_read(alice, bob, game):
    letters.send(alice, NewLetter("players", "Bonjour", "Ça va ?", [bob]), timezone.now())
    assert (waiting.unread_notices(alice), waiting.unread_notices(bob)) == (0, 1)
    Notice.objects.update(read_at=timezone.now())
    assert waiting.unread_notices(bob) == 0
