"""Who wants which mail, and the address that stops one kind with one click. It stops the mail, not the game."""

from typing import Any

from django.conf import settings
from django.core import signing
from django.urls import reverse

from apps.accounts.mail_kinds import MailKind, mail_kind, optional_kinds
from apps.accounts.models import MailFrequency, User
from apps.accounts.queries import mail_choices, mail_frequencies
from apps.accounts.services import choose_mail

SALT = "kalan.unsubscribe"
DIGEST = "digest"


def wanted_by(users: list[int], kind: str) -> dict[int, str]:
    """How often each of these people wants this kind of mail, in one query."""
    return mail_frequencies(users, kind)


def can_be_stopped(kind: str) -> bool:
    """The daily letter is no choice by itself: stopping it stops what it gathers."""
    return kind == DIGEST or not mail_kind(kind).is_imposed


def unsubscribe_url(user: Any, kind: str) -> str:
    """The one-click address; empty for kinds that always leave."""
    if not can_be_stopped(kind):
        return ""
    token = signing.dumps([user.pk, kind], salt=SALT)
    return settings.SITE_URL + reverse("courier:unsubscribe", args=[token])


def read_token(token: str) -> tuple[User, MailKind] | None:
    """Who wants to stop what; None when the link was not written by us, or its owner has left."""
    try:
        user_id, kind = signing.loads(token, salt=SALT)
        user = User.objects.filter(pk=user_id, retired_at=None).first()
        return (user, mail_kind(kind)) if user is not None and can_be_stopped(kind) else None
    except (signing.BadSignature, ValueError, TypeError, KeyError):
        return None


def stop(user: User, kind: MailKind) -> None:
    """No more mail of that kind; the choices of the other kinds stay."""
    choose_mail(user, dict.fromkeys(_stopped_keys(user, kind), MailFrequency.NEVER))


def _stopped_keys(user: User, kind: MailKind) -> list[str]:
    if kind.key != DIGEST:
        return [kind.key]
    chosen = mail_choices(user)
    return [other.key for other in optional_kinds() if chosen[other.key] == MailFrequency.DAILY]
