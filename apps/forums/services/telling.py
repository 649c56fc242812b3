"""Whom a new post concerns: those it names, those who follow. Each only if they may read it; a mail where one
is due."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from apps.accounts.models import User
from apps.accounts.permissions import members_among
from apps.forums import mails
from apps.forums.models import Block, Board, ModeratorAct, Notice, Post, Subscription, Topic
from apps.forums.queries import people_named
from apps.forums.services.moderation_log import record
from apps.forums.services.notices import tell
from apps.games.permissions import seers_among

Kind = Notice.Kind


def of_new_topic(topic: Topic, post: Post, now: datetime) -> None:
    named = _tell_named(topic, post, now)
    followers = _followers(post, {user.pk for user in named}, board=topic.board)
    _tell(followers, Kind.TOPIC, f"board:{topic.board_id}", topic.get_absolute_url(), post, now)


def of_reply(topic: Topic, post: Post, now: datetime) -> None:
    named = _tell_named(topic, post, now)
    followers = _followers(post, {user.pk for user in named}, topic=topic)
    _tell(followers, Kind.REPLY, f"topic:{topic.pk}", post.get_absolute_url(), post, now)


def of_moderator_edit(actor: User, post: Post, reason: str, now: datetime) -> None:
    record(
        actor,
        ModeratorAct.Kind.EDIT,
        now,
        about=post.author,
        what=post.topic.title,
        url=post.get_absolute_url(),
        reason=reason,
    )
    if post.author is not None:
        tell(
            [post.author],
            Kind.MODERATION,
            f"edit:{post.pk}",
            post.get_absolute_url(),
            now=now,
            what=post.topic.title,
        )


def readers_among(users: Iterable[Any], board: Board) -> list[Any]:
    """Those of the people who may read the board, as `Board.objects.visible_to` says it of one; as many
    queries for a hundred as for one."""
    if board.is_public:
        return list(users)
    if board.readers == Board.Readers.MEMBERS:
        users = list(users)
        members = members_among(users)
        return [user for user in users if user.pk in members]
    assert board.game is not None
    return seers_among(users, board.game)


def _tell_named(topic: Topic, post: Post, now: datetime) -> list[Any]:
    """Nobody is named by someone whose letters they refuse."""
    refusing = (
        set(Block.objects.filter(user=post.author).values_list("owner", flat=True))
        if post.author_id
        else set()
    )
    named = [
        user for user in people_named(post.text) if user.pk != post.author_id and user.pk not in refusing
    ]
    named = readers_among(named, topic.board)
    _tell(named, Kind.MENTION, f"mention:{topic.pk}", post.get_absolute_url(), post, now)
    return named


def _followers(post: Post, besides: set[int], **following: Any) -> list[User]:
    ids = set(Subscription.objects.filter(**following).values_list("user_id", flat=True))
    ids -= besides | {post.author_id}
    people = User.objects.present().filter(pk__in=ids)
    return readers_among(people, post.topic.board)


def _tell(people: list[Any], kind: Notice.Kind, cause: str, url: str, post: Post, now: datetime) -> None:
    due = tell(people, kind, cause, url, now=now, who=post.signature, what=post.topic.title)
    mails.post_about(kind, post, due)
