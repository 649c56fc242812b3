"""The few letters about an account that we write ourselves; the sign-in library sends the others. All in the Scribe's hand."""

from typing import Any

from django.conf import settings
from django.template.loader import render_to_string

from apps.accounts.models import User
from apps.courier.rendering import framed


def send(user: User, name: str, context: dict[str, Any], *, key: str, kind: str = "security") -> None:
    """Templates accounts/email/<name>_{subject.txt,message.txt,message.html}; `key` names the cause. Silent without an address."""
    from apps.courier.services import Letter, post  # the courier stands on accounts

    context = {"user": user, "site_url": settings.SITE_URL, **context}
    prefix = f"accounts/email/{name}"
    subject = render_to_string(f"{prefix}_subject.txt", context).strip()
    text = render_to_string(f"{prefix}_message.txt", context).strip()
    html = framed(render_to_string(f"{prefix}_message.html", context), title=subject)
    post(Letter(key=key, kind=kind, user=user, subject=subject, text=text, html=html))
