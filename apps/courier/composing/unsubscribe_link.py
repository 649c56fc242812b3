"""The address in a mail that stops its kind with one click, without a log-in: the signed token is the
authority."""

from django.conf import settings
from django.core import signing
from django.urls import reverse

from apps.accounts.models import User
from apps.accounts.registries.mail_kinds import MailKind, mail_kind

SALT = "kalan.unsubscribe"
DIGEST = "digest"


def unsubscribe_url(user: User, kind: str) -> str:
    """Empty for kinds that always leave."""
    if not can_be_stopped(kind):
        return ""
    token = signing.dumps([user.pk, kind], salt=SALT)
    return settings.SITE_URL + reverse("courier:unsubscribe", args=[token])


def can_be_stopped(kind: str) -> bool:
    """The daily mail is no choice by itself: stopping it stops what it gathers."""
    return kind == DIGEST or not mail_kind(kind).is_imposed


def read_token(token: str) -> tuple[User, MailKind] | None:
    """Who wants to stop what; None when the link was not written by us, or its owner has left."""
    try:
        user_id, kind = signing.loads(token, salt=SALT)
        user = User.objects.filter(pk=user_id, retired_at=None).first()
        return (user, mail_kind(kind)) if user is not None and can_be_stopped(kind) else None
    except (signing.BadSignature, ValueError, TypeError, KeyError):
        return None
