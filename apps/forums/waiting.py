"""How much is new for a reader, in the head of every page and on the tabs of a game.

Django takes longer to build two of these queries than a database to answer them: they are written in SQL
(bench order-desk).
"""

from datetime import datetime

from django.db import connection
from django.db.models import F, Q

from apps.accounts.models import User
from apps.forums.models import Board, Participant
from apps.forums.queries import unread_since
from apps.games.models import Game

NOTICES = "SELECT count(*) FROM forums_notice WHERE user_id = %s AND read_at IS NULL"
# As `queries.with_unread` says it.
TOPICS = """
    SELECT count(*)
    FROM forums_topic topic
    LEFT JOIN forums_topicread seen ON seen.topic_id = topic.id AND seen.user_id = %s
    LEFT JOIN forums_boardread mark ON mark.board_id = topic.board_id AND mark.user_id = %s
    WHERE topic.board_id = %s AND topic.hidden_at IS NULL AND topic.last_post_at > %s
        AND topic.last_number > COALESCE(seen.number, 0)
        AND (mark.at IS NULL OR topic.last_post_at > mark.at)
"""


def unread_notices(user: User) -> int:
    return _count(NOTICES, user.pk)


def unread_topics_on(board: Board, user: User, now: datetime) -> int:
    """Of a board that the reader may read, such as that of the game being looked at."""
    since = connection.ops.adapt_datetimefield_value(unread_since(user, now))
    return _count(TOPICS, user.pk, user.pk, board.pk, since)


def unread_letters(user: User, game: Game) -> int:
    """Conversations of this game with something new, for somebody who sits in it: as himself, as his lord, or
    at the desk of the table that he leads. The sides are those of `ParticipantQuerySet.of`."""
    mine = Q(user=user) | Q(seat__in=[seat.pk for seat in game.table if seat.user_id == user.pk])
    if game.referee_id == user.pk and game.may_be_watched_by(user):
        mine |= Q(is_desk=True)
    sides = Participant.objects.filter(mine, conversation__game=game, left_at=None, archived_at=None)
    return sides.filter(conversation__last_number__gt=F("read_number")).order_by().count()


def _count(sql: str, *values: int | str | None) -> int:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return int(cursor.fetchone()[0])
