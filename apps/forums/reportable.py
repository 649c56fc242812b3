"""What can be reported, and how a moderator finds it, shows it and hides it. Other apps register theirs.

`register(kind, find)`: find(pk) gives a `Reportable`, or None when there is no such thing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import get_user_model
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _

from apps.accounts.models import Person, User
from apps.forums.models import Message, Participant, Post, Report, Topic

Target = Report.Target


@dataclass(frozen=True)
class Reportable:
    kind: str
    pk: int
    label: str
    about: User | None  # the account that answers for it; None when only the server may know
    excerpt: str
    url: str
    seen_by: Callable[[Any], bool]
    thing: Any = None
    hide: Callable[[Any, str, Any, bool], None] | None = None  # (moderator, reason, now, hidden)


Find = Callable[[int], Reportable | None]
_finders: dict[str, Find] = {}


def register(kind: str, find: Find) -> None:
    _finders[kind] = find


def find(kind: str, pk: int) -> Reportable | None:
    finder = _finders.get(kind)
    return finder(pk) if finder is not None else None


def access_reportable(user: Person, kind: str, pk: int) -> Reportable:
    """Something this person can see and therefore report; 404 otherwise."""
    found = find(kind, pk)
    if found is None or not found.seen_by(user):
        raise Http404
    return found


def _post(pk: int) -> Reportable | None:
    post = Post.objects.select_related("topic__board", "author").filter(pk=pk).first()
    if post is None:
        return None
    return Reportable(
        Target.POST,
        pk,
        _("Message de %(who)s dans « %(topic)s »") % {"who": post.signature, "topic": post.topic.title},
        post.author,
        post.text,
        post.get_absolute_url(),
        lambda user: (
            post.hidden_at is None and Topic.objects.visible_to(user).filter(pk=post.topic_id).exists()
        ),
        thing=post,
    )


def _letter(pk: int) -> Reportable | None:
    letter = Message.objects.select_related("conversation", "author").filter(pk=pk).first()
    if letter is None:
        return None
    return Reportable(
        Target.LETTER,
        pk,
        _("Lettre signée %(who)s") % {"who": letter.signature},
        letter.author,
        letter.text,
        letter.conversation.get_absolute_url(),
        lambda user: Participant.objects.of(user).filter(conversation=letter.conversation_id).exists(),
        thing=letter,
    )


def _player(pk: int) -> Reportable | None:
    player = get_user_model().objects.present().filter(pk=pk, is_bot=False).first()
    if player is None:
        return None
    return Reportable(
        Target.PLAYER,
        pk,
        _("Le joueur %(who)s") % {"who": player.username},
        player,
        player.presentation,
        reverse("accounts:player", args=[player.username]),
        lambda user: user.pk != player.pk,
        thing=player,
    )


register(Target.POST, _post)
register(Target.LETTER, _letter)
register(Target.PLAYER, _player)
