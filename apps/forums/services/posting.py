"""Opening topics, answering, changing one's words. Numbers and counters move under the topic's lock."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any

from django.core.files.base import ContentFile
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.forums.markup import LONGEST, render_markdown
from apps.forums.models import Board, Picture, Poll, PollOption, Post, Revision, Topic
from apps.forums.permissions import can_edit, why_not_edit, why_not_open, why_not_reply, why_silenced
from apps.forums.pictures import Encoded
from apps.forums.queries import addresses_of, people_named
from apps.forums.search import words_of
from apps.forums.services import telling
from apps.forums.services.boards import follow, mark_topic_read
from apps.forums.services.flood import require_calm
from apps.forums.services.keys import key_of, once
from apps.forums.voices import Speaker, signature
from apps.games.problems import Refusal, require
from apps.site.limits import REVISIONS_A_POST


@dataclass(frozen=True)
class NewPost:
    text: str
    speaker: Speaker = field(default_factory=Speaker)
    pictures: tuple[Encoded, ...] = ()
    key: str = ""
    follow: bool = True


@dataclass(frozen=True)
class NewPoll:
    question: str
    options: tuple[str, ...]
    several: bool = False
    ends_at: datetime | None = None


def open_topic(
    user: User, board: Board, title: str, new: NewPost, now: datetime, poll: NewPoll | None = None
) -> Topic:
    """A topic and its first post. The same form sent twice gives the same topic."""
    own = user.posts.select_related("topic__board")
    write = partial(_open_topic, user, board, title, new, now, poll)
    return once(own, key_of(new.key, new.text), write).topic


def _open_topic(
    user: User, board: Board, title: str, new: NewPost, now: datetime, poll: NewPoll | None
) -> Post:
    require(why_not_open(user, board) or why_silenced(user, now))
    require_calm(user, Topic, now)
    topic = Topic.objects.create(
        board=board,
        title=" ".join(title.split())[:120],
        author=user,
        voice=new.speaker.voice,
        signed_name=new.speaker.seat.name if new.speaker.seat else "",
        created_at=now,
        last_post_at=now,
    )
    if poll is not None:
        _put_question(topic, poll)
    post = _append(user, topic, new, now)
    Board.objects.filter(pk=board.pk).update(topic_count=F("topic_count") + 1)
    telling.of_new_topic(topic, post, now)
    return post


def reply(user: User, topic: Topic, new: NewPost, now: datetime) -> Post:
    """The same form sent twice gives the same post."""
    return once(user.posts.all(), key_of(new.key, new.text), partial(_reply, user, topic, new, now))


def _reply(user: User, topic: Topic, new: NewPost, now: datetime) -> Post:
    topic = Topic.objects.select_for_update(of=("self",)).select_related("board__game").get(pk=topic.pk)
    require(why_not_reply(user, topic) or why_silenced(user, now))
    post = _append(user, topic, new, now)
    telling.of_reply(topic, post, now)
    return post


@transaction.atomic
def edit_post(
    user: User, post: Post, text: str, now: datetime, reason: str = "", dropped: Collection[str] = ()
) -> Post:
    """The former words stay readable in the history, pictures that are `dropped` (their codes) are gone for
    good; a moderator's hand leaves a mark and an entry in the log."""
    post = (
        Post.objects.select_for_update(of=("self",))
        .select_related("topic__board__game", "author")
        .get(pk=post.pk)
    )
    if not can_edit(user, post):
        raise Refusal(_("Ce message ne se modifie plus."))
    require(why_not_edit(user, post, now) or why_silenced(user, now))
    require_calm(user, Revision, now)
    own = post.author_id == user.pk
    if own:
        require(_why_no_more_versions(post))
    went = _take_away(post, dropped)
    if text == post.text and not went:
        return post
    Revision.objects.create(
        post=post,
        text=post.text,
        written_at=post.edited_at or post.created_at,
        replaced_at=now,
        by=user,
        reason=reason,
    )
    post.text, post.edited_at, post.edited_by = text[:LONGEST], now, user
    post.edited_by_moderator = post.edited_by_moderator or not own
    post.html, post.words = html_of(post), words_of(post, post.topic)
    post.save(update_fields=["text", "html", "words", "edited_at", "edited_by", "edited_by_moderator"])
    if not own:
        telling.of_moderator_edit(user, post, reason, now)
    return post


def _why_no_more_versions(post: Post) -> str:
    if post.revisions.count() < REVISIONS_A_POST:
        return ""
    words = _(
        "Ce message a déjà changé %(n)d fois : il ne change plus. Écrivez plutôt une réponse ; votre "
        "texte est là."
    )
    return words % {"n": REVISIONS_A_POST}


def html_of(post: Post) -> str:
    """Its HTML as it should be now, pictures that were hidden or taken away left out."""
    shown = {picture.place: picture for picture in post.pictures.filter(hidden_at=None)}
    places = [shown.get(place) for place in range(1, max(shown, default=0) + 1)]
    return render_markdown(post.text, pictures=places, people=addresses_of(people_named(post.text)))


# Parts
# ------------------------------------------------------------------------------------------------------------
def _append(user: User, topic: Topic, new: NewPost, now: datetime) -> Post:
    """Inside a transaction with the topic locked (or just made)."""
    require_calm(user, Post, now)
    key = key_of(new.key, new.text)
    post = write_post(
        topic, new.text, now, author=user, voice=new.speaker.voice, key=key, **signature(new.speaker)
    )
    if new.pictures:
        _attach(post, new.pictures)
    if new.follow:
        follow(user, topic=topic)
    mark_topic_read(user, topic, post.number)
    return post


def write_post(topic: Topic, text: str, now: datetime, **fields: Any) -> Post:
    """The row and every counter that follows from it."""
    text = text[:LONGEST]
    post = Post(topic=topic, number=topic.last_number + 1, text=text, created_at=now, **fields)
    post.html = render_markdown(text, people=addresses_of(people_named(text)))
    post.words = words_of(post, topic)
    post.save()
    topic.last_number, topic.post_count = post.number, topic.post_count + 1
    topic.last_post, topic.last_post_at = post, now
    topic.save(update_fields=["last_number", "post_count", "last_post", "last_post_at"])
    Board.objects.filter(pk=topic.board_id).update(
        post_count=F("post_count") + 1, last_post_at=now, last_topic=topic.pk
    )
    return post


def _attach(post: Post, pictures: tuple[Encoded, ...]) -> None:
    for place, encoded in enumerate(pictures, start=1):
        picture = Picture(post=post, place=place, width=encoded.width, height=encoded.height)
        picture.file.save(f"{picture.code}.webp", ContentFile(encoded.content), save=False)
        picture.save()
    post.html = html_of(post)
    post.save(update_fields=["html"])


def _take_away(post: Post, codes: Collection[str]) -> int:
    """How many pictures went, files included."""
    leaving = list(post.pictures.filter(code__in=codes))
    for picture in leaving:
        transaction.on_commit(partial(picture.file.storage.delete, str(picture.file.name)))
        picture.delete()
    return len(leaving)


def _put_question(topic: Topic, new: NewPoll) -> None:
    poll = Poll.objects.create(topic=topic, question=new.question, several=new.several, ends_at=new.ends_at)
    PollOption.objects.bulk_create(
        PollOption(poll=poll, text=text, order=order) for order, text in enumerate(new.options)
    )
