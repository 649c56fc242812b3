"""What visitors read most, a board, a topic and its posts, asked for in SQL: Django takes longer to build
these queries than a database to answer them (bench topic-page).

The objects hold the columns that pages show; any other is read when somebody asks for it.
"""

from datetime import UTC, datetime
from typing import Any

from django.db import connection
from django.db.models import Model
from django.http import Http404

from apps.accounts.models import User
from apps.forums.models import Board, Poll, Post, Topic
from apps.forums.models.topics import POSTS_A_PAGE, TOPICS_A_PAGE
from apps.games.models import Game


class Shown:
    """A table under its name in a query, and those of its columns that are shown."""

    def __init__(self, alias: str, model: type[Model], names: str) -> None:
        self.model, self.names = model, frozenset(names.split())
        in_order = [field.attname for field in model._meta.concrete_fields if field.attname in self.names]
        self.columns = ", ".join(f"{alias}.{name}" for name in in_order)

    def object_of(self, values: list[Any]) -> Any:
        """None where a join found nothing."""
        return self.model.from_db(connection.alias, self.names, values) if values[0] is not None else None


BOARD = Shown(
    "board",
    Board,
    "id slug kind title about game_id readers openers writers closed_at topic_count post_count",
)
GAME = Shown(
    "game",
    Game,
    "id code name slug rules_version kind status visibility spectators referee_id creator_id",
)
TOPIC = Shown(
    "topic",
    Topic,
    "id title board_id author_id voice signed_name pinned locked hidden_at last_number post_count",
)
POLL = Shown("poll", Poll, "id topic_id question several ends_at voters")
POST = Shown(
    "post",
    Post,
    "id topic_id number author_id voice signed_name signed_title signed_arms html created_at edited_at "
    "edited_by_moderator hidden_at hidden_why",
)
AUTHOR = Shown("author", User, "id username arms role retired_at")
LINE = Shown(
    "topic",
    Topic,
    "id board_id title author_id voice signed_name created_at pinned locked last_number post_count "
    "last_post_at last_post_id",
)
OPENER, LAST = Shown("opener", User, "id username"), Shown("last", Post, "id author_id voice signed_name")
SPEAKER = Shown("speaker", User, "id username")

ONE_BOARD = f"""
    SELECT {BOARD.columns}, {GAME.columns}
    FROM forums_board board
    LEFT JOIN games_game game ON game.id = board.game_id
    WHERE board.slug = %s
"""
ONE_TOPIC = f"""
    SELECT {TOPIC.columns}, {BOARD.columns}, {GAME.columns}, {POLL.columns}
    FROM forums_topic topic
    JOIN forums_board board ON board.id = topic.board_id
    LEFT JOIN games_game game ON game.id = board.game_id
    LEFT JOIN forums_poll poll ON poll.topic_id = topic.id
    WHERE topic.id = %s AND topic.hidden_at IS NULL
"""
LINES = f"""
    SELECT {LINE.columns}, {OPENER.columns}, {LAST.columns}, {SPEAKER.columns}
    FROM forums_topic topic
    LEFT JOIN accounts_user opener ON opener.id = topic.author_id
    LEFT JOIN forums_post last ON last.id = topic.last_post_id
    LEFT JOIN accounts_user speaker ON speaker.id = last.author_id
    WHERE topic.board_id = %s AND topic.hidden_at IS NULL
    ORDER BY topic.pinned DESC, topic.last_post_at DESC
    LIMIT %s OFFSET %s
"""
# A range of an index, whatever the length of the topic.
A_PAGE = f"""
    SELECT {POST.columns}, {AUTHOR.columns}
    FROM forums_post post
    LEFT JOIN accounts_user author ON author.id = post.author_id
    WHERE post.topic_id = %s AND post.number > %s AND post.number <= %s
    ORDER BY post.number
"""


def access_public_board(slug: str) -> Board:
    """If it is for everyone's eyes, with its game."""
    for board, game in _read(ONE_BOARD, [slug], BOARD, GAME):
        board.game = game
        if board.is_public:
            return board
    raise Http404


def access_public_topic(pk: int) -> Topic:
    """If it is for everyone's eyes, with its board, its game and its poll."""
    for topic, board, game, poll in _read(ONE_TOPIC, [pk], TOPIC, BOARD, GAME, POLL):
        board.game = game
        topic.board = board
        topic.has_poll = poll is not None
        if topic.has_poll:
            poll.topic = topic
        if board.is_public:
            return topic
    raise Http404


def topics_of(board: Board, page: int) -> list[Topic]:
    """One page, with who opened each and who spoke last: as `queries.topics_of` gives them to a visitor."""
    topics = []
    wanted = [board.pk, TOPICS_A_PAGE, (page - 1) * TOPICS_A_PAGE]
    for topic, opener, last, speaker in _read(LINES, wanted, LINE, OPENER, LAST, SPEAKER):
        topic.author, topic.last_post = opener, last
        if last is not None:
            last.author = speaker
        topics.append(topic)
    return topics


def posts_of(topic: Topic, page: int) -> list[Post]:
    """One page, with those who wrote it."""
    after = (page - 1) * POSTS_A_PAGE
    posts = []
    for post, author in _read(A_PAGE, [topic.pk, after, after + POSTS_A_PAGE], POST, AUTHOR):
        post.topic = topic
        post.author = author
        posts.append(post)
    return posts


def _read(sql: str, values: list[Any], *tables: Shown) -> list[list[Any]]:
    """The objects of each row, table by table."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        rows = cursor.fetchall()
    found = []
    for row in rows:
        cells, objects = [_in_utc(cell) if isinstance(cell, datetime) else cell for cell in row], []
        for table in tables:
            objects.append(table.object_of(cells[: len(table.names)]))
            del cells[: len(table.names)]
        found.append(objects)
    return found


def _in_utc(moment: datetime) -> datetime:
    """SQLite keeps moments of that clock without saying so."""
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
