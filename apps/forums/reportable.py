"""What can be reported, and how a moderator finds it, shows it and hides it. Other apps register theirs.

`register(kind, rows, describe)`: where such things are looked up, and what there is to know of one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _

from apps.accounts.models import Person, User
from apps.forums.models import Message, Participant, Post, Report, Topic

Target = Report.Target


@dataclass(frozen=True)
class Reportable:
    kind: str
    label: str
    about: User | None  # the account that answers for it; None when only the server may know
    excerpt: str
    url: str
    seen_by: Callable[[Any], bool]
    thing: Any
    hide: Callable[[Any, str, Any, bool], None] | None = None  # (moderator, reason, now, hidden)


Rows = Callable[[], QuerySet[Any]]
Describe = Callable[[Any], Reportable]
_kinds: dict[str, tuple[Rows, Describe]] = {}


def register(kind: str, rows: Rows, describe: Describe) -> None:
    _kinds[kind] = rows, describe


def find(kind: str, pk: int) -> Reportable | None:
    if kind not in _kinds:
        return None
    rows, describe = _kinds[kind]
    thing = rows().filter(pk=pk).first()
    return describe(thing) if thing is not None else None


def access_reportable(user: Person, kind: str, pk: int) -> Reportable:
    """Something this person can see and therefore report; 404 otherwise."""
    found = find(kind, pk)
    if found is None or not found.seen_by(user):
        raise Http404
    return found


def _describe_post(post: Post) -> Reportable:
    return Reportable(
        Target.POST,
        _("Message de %(who)s dans « %(topic)s »") % {"who": post.signature, "topic": post.topic.title},
        post.author,
        post.text,
        post.get_absolute_url(),
        lambda user: (
            post.hidden_at is None and Topic.objects.visible_to(user).filter(pk=post.topic_id).exists()
        ),
        post,
    )


def _describe_letter(letter: Message) -> Reportable:
    return Reportable(
        Target.LETTER,
        _("Lettre signée %(who)s") % {"who": letter.signature},
        letter.author,
        letter.text,
        letter.conversation.get_absolute_url(),
        lambda user: Participant.objects.of(user).filter(conversation=letter.conversation_id).exists(),
        letter,
    )


def _describe_player(player: User) -> Reportable:
    return Reportable(
        Target.PLAYER,
        _("Le joueur %(who)s") % {"who": player.username},
        player,
        player.presentation,
        reverse("accounts:player", args=[player.username]),
        lambda user: user.pk != player.pk,
        player,
    )


register(Target.POST, lambda: Post.objects.select_related("topic__board", "author"), _describe_post)
register(Target.LETTER, lambda: Message.objects.select_related("conversation", "author"), _describe_letter)
register(Target.PLAYER, lambda: User.objects.present().filter(is_bot=False), _describe_player)
