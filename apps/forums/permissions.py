"""Who may read, write and moderate. What one may not read is not there (404); why one may not write is said
in words."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _

from apps.accounts.models import Person, User
from apps.accounts.permissions import can_moderate, is_member
from apps.forums.models import (
    Board,
    Conversation,
    Participant,
    Post,
    Subscription,
    Topic,
    TopicRead,
)
from apps.forums.reading import access_public_board, access_public_topic
from apps.games.models import Game, Seat
from apps.games.permissions import can_manage, is_its_referee

Writers = Board.Writers
OWN_EDITS_FOR = timedelta(days=30)
MOST_ID = 2**63 - 1  # what a column of numbers can hold


# Reading
# ------------------------------------------------------------------------------------------------------------
def access_board(user: Person, slug: str) -> Board:
    if not user.is_authenticated:
        return access_public_board(slug)
    return get_object_or_404(Board.objects.visible_to(user).select_related("game"), slug=slug)


def access_topic(user: Person, pk: int) -> Topic:
    """With all the page needs to know of this reader, in one query."""
    if pk > MOST_ID:
        raise Http404
    if not user.is_authenticated:
        return access_public_topic(pk)
    topics = Topic.objects.visible_to(user).select_related("board__game", "poll")
    topic: Topic = get_object_or_404(_with_reader(topics, user, timezone.now()), pk=pk)
    return topic


def _with_reader(topics: QuerySet[Topic], user: User, now: datetime) -> QuerySet[Any]:
    """has_poll, read_number, is_followed, has_news (notices to put out), is_silenced."""
    reads = TopicRead.objects.filter(user=user, topic=OuterRef("pk")).values("number")[:1]
    news = user.notices.unread().filter(url__startswith="/forums/")
    return topics.annotate(  # type: ignore[no-redef]  # declared on the model for its readers
        has_poll=Q(poll__isnull=False),
        read_number=Coalesce(Subquery(reads), Value(0)),
        is_followed=Exists(Subscription.objects.filter(user=user, topic=OuterRef("pk"))),
        has_news=Exists(news.filter(kind__in=("mention", "reply", "topic"))),
        is_silenced=Exists(user.sanctions.running(now)),
    )


def access_post(user: Person, pk: int) -> Post:
    """A post that this person may read, in a topic that is shown."""
    readable = Topic.objects.visible_to(user).values("pk")
    posts = Post.objects.select_related("topic__board__game", "author")
    post = get_object_or_404(posts, pk=pk, topic__in=readable)
    if post.hidden_at is not None and not can_moderate(user):
        raise Http404
    return post


def access_conversation(user: Person, code: str) -> tuple[Conversation, Participant]:
    """A conversation and the side on which this person stands in it."""
    sides = Participant.objects.of(user).select_related("conversation__game", "seat", "user")
    mine = sides.filter(conversation__code=code).order_by("pk").first()
    if mine is None:
        raise Http404
    return mine.conversation, mine


# Writing
# ------------------------------------------------------------------------------------------------------------
def why_not_open(user: Person, board: Board) -> str:
    """Why this person may not open a topic here; empty when they may."""
    return _why_not(user, board, board.openers)


def why_not_reply(user: Person, topic: Topic) -> str:
    if topic.locked and not can_moderate(user):
        return _("Ce sujet est fermé : on peut encore le lire.")
    return _why_not(user, topic.board, topic.board.writers)


def _why_not(user: Person, board: Board, writers: str) -> str:
    if not user.is_authenticated:
        return _("Entrez avec votre compte pour écrire ici.")
    if board.is_chronicle:
        return _("Cette chronique est close : on la lit, on n’y écrit plus.")
    if writers == Writers.MODERATORS and not can_moderate(user):
        return _("Seuls les aides de camp ouvrent des sujets ici.")
    if writers == Writers.MEMBERS and not (is_member(user) or can_moderate(user)):
        return _("Ce tableau est réservé aux membres de l’association.")
    if writers == Writers.PLAYERS and not (board.game and _takes_part(user, board.game)):
        return _("Seuls les joueurs de cette partie écrivent ici ; tout le monde peut lire.")
    return ""


def _takes_part(user: Person, game: Game) -> bool:
    return bool(seats_spoken_for(user, game)) or is_its_referee(user, game) or can_moderate(user)


def seats_spoken_for(user: Person, game: Game | None) -> list[Seat]:
    """The lords in whose name somebody may speak: their own seats, never those served as steward."""
    if game is None or not user.is_authenticated:
        return []
    found = getattr(game, "_spoken_for", None)
    if found is None or found[0] != user.pk:
        found = (user.pk, list(Seat.objects.filter(game=game, user=user).order_by("number")))
        game._spoken_for = found
    return found[1]


def can_write_as_lord(user: Person, game: Game | None) -> bool:
    """Letters of a game are written by those who sit at its table, where others sit too."""
    return game is not None and not game.is_solo and bool(seats_spoken_for(user, game))


def can_edit(user: Person, post: Post) -> bool:
    """One's own words; moderators edit with a mark. `why_not_edit` says when it is too late."""
    if not user.is_authenticated or post.hidden_at is not None:
        return False
    return post.author_id == user.pk or can_moderate(user)


def why_not_edit(user: Person, post: Post, now: datetime) -> str:
    if can_moderate(user):
        return ""
    if post.topic.board.is_chronicle:
        return _("Cette chronique est close : ses messages ne changent plus.")
    if post.topic.locked:
        return _("Ce sujet est fermé : ses messages ne changent plus.")
    if now - post.created_at > OWN_EDITS_FOR:
        return _("Un message se modifie pendant trente jours ; ensuite, répondez plutôt.")
    return ""


def can_close_chronicle(user: Person, board: Board) -> bool:
    return board.game is not None and board.game.is_over and can_manage(user, board.game)


def why_silenced(user: User, now: datetime) -> str:
    """The sentence that answers somebody who was silenced or banned; empty for everybody else."""
    sanction = user.sanctions.running(now).order_by("-until").first()
    if sanction is None:
        return ""
    until = (
        _("jusqu’au %(day)s") % {"day": timezone.localtime(sanction.until).strftime("%d/%m/%Y à %H h %M")}
        if sanction.until
        else _("sans terme")
    )
    return _(
        "Vous ne pouvez pas écrire (%(kind)s %(until)s). La raison et l’appel sont sur la page « Mes "
        "sanctions »."
    ) % {
        "kind": sanction.get_kind_display(),
        "until": until,
    }
