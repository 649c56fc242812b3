"""The few letters about an account that we write ourselves; the sign-in library sends the others. All in the Scribe's hand."""

from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string

from apps.accounts.models import User


def send(user: User, name: str, context: dict[str, Any], kind: str = "security") -> None:
    """Templates accounts/email/<name>_{subject.txt,message.txt,message.html}. Silent without an address."""
    if not user.email:
        return
    context = {"user": user, "site_url": settings.SITE_URL, **context}
    prefix = f"accounts/email/{name}"
    subject = " ".join(render_to_string(f"{prefix}_subject.txt", context).split())
    message = EmailMultiAlternatives(
        subject, render_to_string(f"{prefix}_message.txt", context).strip(), to=[user.email]
    )
    message.attach_alternative(render_to_string(f"{prefix}_message.html", context), "text/html")
    message.send()
