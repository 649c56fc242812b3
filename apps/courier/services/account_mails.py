"""The few mails about an account that we write ourselves; the sign-in library sends the others."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string

from apps.accounts.models import Membership, User
from apps.courier.composing.mails import Words, compose_words, frame_html
from apps.courier.services.posting import post


def post_membership_granted(membership: Membership) -> None:
    context = {"membership": membership}
    _post(membership.user, "association", f"membership:{membership.pk}", "membership_granted", context)


def post_account_retired(user: User) -> None:
    """The last one: it always leaves, to the address that is about to be erased."""
    _post(user, "security", f"retired:{user.pk}", "account_retired", {})


def _post(user: User, kind: str, key: str, name: str, context: Mapping[str, Any]) -> None:
    """From accounts/email/<name>_{subject.txt,message.txt,message.html}: they stand on the templates that the
    sign-in library fills."""
    context = {"user": user, "site_url": settings.SITE_URL, **context}
    prefix = f"accounts/email/{name}"
    subject = render_to_string(f"{prefix}_subject.txt", context).strip()
    text = render_to_string(f"{prefix}_message.txt", context).strip()
    html = frame_html(render_to_string(f"{prefix}_message.html", context), subject)
    post([compose_words(user, kind=kind, key=key, subject=subject, words=Words(text, html))])
