"""Boards: the one of a game, created with it; its end as a chronicle; reading and following."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.forums.models import Board, BoardRead, ModeratorAct, Subscription, Topic, TopicRead
from apps.forums.permissions import can_close_chronicle
from apps.forums.services.moderation_log import record
from apps.games.models import Game
from apps.games.problems import Refusal


def board_of(game: Game) -> Board | None:
    """The forum of a game, made now if it is not there yet. Solo games have none."""
    if game.is_solo:
        return None
    board, _is_new = Board.objects.get_or_create(
        game=game,
        defaults={
            "slug": f"partie-{game.code}",
            "kind": Board.Kind.GAME,
            "title": game.name,
            "emblem": game.slug,
            "readers": Board.Readers.GAME,
            "openers": Board.Writers.PLAYERS,
            "writers": Board.Writers.PLAYERS,
        },
    )
    return board


@transaction.atomic
def close_chronicle(board: Board, referee: User, now: datetime, *, closed: bool) -> None:
    """When a game has ended its forum becomes its chronicle, on the referee's word; the same word reopens
    it."""
    if not can_close_chronicle(referee, board):
        raise Refusal(_("La chronique se clôt quand la partie est finie, sur la parole de son arbitre."))
    board.closed_at, board.closed_by = (now, referee) if closed else (None, None)
    board.save(update_fields=["closed_at", "closed_by"])
    record(referee, ModeratorAct.Kind.CHRONICLE, now, what=board.title, url=board.get_absolute_url())


# Reading and following
# -----------------------------------------------------------------------------------------------
def mark_topic_read(user: User, topic: Topic, number: int) -> None:
    """The mark never goes back: older pages may be read again."""
    TopicRead.objects.bulk_create(
        [TopicRead(user=user, topic=topic, number=number)],
        update_conflicts=True,
        unique_fields=["user", "topic"],
        update_fields=["number"],
    )


def mark_boards_read(user: User, boards: Any, now: datetime) -> None:
    BoardRead.objects.bulk_create(
        [BoardRead(user=user, board=board, at=now) for board in boards],
        update_conflicts=True,
        unique_fields=["user", "board"],
        update_fields=["at"],
    )


def follow(user: User, *, topic: Topic | None = None, board: Board | None = None) -> None:
    Subscription.objects.bulk_create(
        [Subscription(user=user, topic=topic, board=board)], ignore_conflicts=True
    )


def unfollow(user: User, *, topic: Topic | None = None, board: Board | None = None) -> None:
    Subscription.objects.filter(user=user, topic=topic, board=board).delete()
