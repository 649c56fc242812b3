"""The one way to write a mail: `compose` from a template of plain text, `compose_words` from words at hand.

Both give a row of the outbox that is not kept yet; `services.posting.post` keeps it. No secret in a subject.
"""

import hashlib
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.html import escape, format_html, linebreaks

from apps.accounts.models import User
from apps.accounts.profile.zones import clock_of, whose_hour
from apps.courier.composing import message
from apps.courier.composing.style_sheet import Sheet
from apps.courier.composing.unsubscribe_link import unsubscribe_url
from apps.courier.models import Mail
from apps.courier.transport.providers import provider_of

PATIENCE = timedelta(hours=48)  # how long deferred mail is tried again


class Link(NamedTuple):
    """The one deep link of a mail."""

    path: str
    label: str

    @property
    def url(self) -> str:
        return settings.SITE_URL + self.path


class Words(NamedTuple):
    """Both bodies of a mail; the HTML is whole, in our frame."""

    text: str
    html: str


def compose(
    to: User,
    *,
    kind: str,
    key: str,
    subject: str,
    template: str,
    context: Mapping[str, Any],
    link: Link,
    list_id: str = "",
    reply_to: str = "",
) -> Mail:
    """A short mail to an account from one plain-text template, by the reader's clock; the HTML is that text,
    escaped, under its subject. `key` names the cause: the same key is never posted twice."""
    with clock_of(to):
        shown = {"reader": to, **context, "hour": whose_hour(to), "url": link.url}
        text = render_to_string(f"{template}.txt", shown).strip()
    html = format_html("<h1>{}</h1>", subject) + linebreaks(escape(text))
    words = Words(f"{text}\n\n{link.label} : {link.url}\n", frame_html(html, subject, link))
    return compose_words(
        to, kind=kind, key=key, subject=subject, words=words, list_id=list_id, reply_to=reply_to
    )


def frame_html(html: str, subject: str, link: Link | None = None) -> str:
    """Trusted HTML of ours as a whole HTML mail: in the frame of all our mail, with one link to the site at
    most. Our colours are written on each tag because mail clients know no style sheet."""
    sheet = _sheet()
    context = {"title": subject, "link": link, "site_url": settings.SITE_URL, "css": sheet.kept}
    return sheet.inline(render_to_string("courier/frame.html", {**context, "body": html}))


@cache  # a file, read once
def _sheet() -> Sheet:
    return Sheet((Path(settings.BASE_DIR) / "templates" / "courier" / "mail.css").read_text())


def compose_words(
    to: User,
    *,
    kind: str,
    key: str,
    subject: str,
    words: Words,
    list_id: str = "",
    reply_to: str = "",
    address: str = "",
) -> Mail:
    """A mail in given words. `to` is an account, or None with an `address`; `list_id` groups mails in the
    reader's client; `reply_to` is where an answer goes, if somebody waits for one."""
    now = timezone.now()
    subject = message.one_line(subject)
    address = message.plain_address(address or (to.email if to is not None else ""))
    message_id = message.new_message_id()
    content = message.render(
        to=address,
        subject=subject,
        message_id=message_id,
        text=words.text,
        html=words.html,
        list_name=list_id or kind,
        unsubscribe=unsubscribe_url(to, kind) if to is not None else "",
        now=now,
        reply_to=reply_to,
    )
    mail = outbox_row(
        key=key,
        kind=kind,
        address=address,
        subject=subject,
        message_id=message_id,
        content=content,
        now=now,
    )
    mail.user = to
    return mail


def outbox_row(
    *, key: str, kind: str, address: str, subject: str, message_id: str, content: bytes, now: datetime
) -> Mail:
    """A mail whose bytes are ready, due at once, for nobody's account yet."""
    return Mail(
        key=stored_key(key),
        kind=kind,
        address=address,
        provider=provider_of(address).key,
        subject=subject[:250],
        message_id=message_id,
        content=content,
        rank=0 if kind == "security" else 1,
        next_attempt_at=now,
        give_up_at=now + PATIENCE,
        created_at=now,
    )


def stored_key(key: str) -> str:
    """A long cause keeps its beginning and the digest of the whole: two causes never share a key."""
    return key if len(key) <= 100 else f"{key[:67]}:{hashlib.sha256(key.encode()).hexdigest()[:32]}"
