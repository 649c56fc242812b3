"""Django's own mail, and the sign-in library's, through the outbox like everything else."""

import copy
import secrets
from collections.abc import Iterable, Sequence

from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.message import EmailAlternative
from django.utils import timezone

from apps.courier.composing import message as wire
from apps.courier.composing.mails import frame_html, outbox_row
from apps.courier.models import Mail
from apps.courier.services.posting import keep_in_outbox

KIND = "security"  # it always leaves, at once


class OutboxBackend(BaseEmailBackend):
    """One row for each reader, in the caller's transaction; each reader sees their own address alone."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        keep_in_outbox([row for message in email_messages for row in _rows(message)])
        return len(email_messages)


def _rows(message: EmailMessage) -> Iterable[Mail]:
    for address in dict.fromkeys(wire.plain_address(to) for to in message.recipients()):
        yield _row(message, address)


def _row(message: EmailMessage, address: str) -> Mail:
    message_id, subject = wire.new_message_id(), wire.one_line(str(message.subject))
    own = copy.copy(message)
    own.to, own.cc, own.bcc, own.subject = [address], [], [], subject
    own_headers = ("to", "cc", "message-id")
    kept = {name: value for name, value in message.extra_headers.items() if name.lower() not in own_headers}
    own.extra_headers = wire.automatic_headers(KIND) | kept | {"Message-ID": message_id}
    own.alternatives = [  # type: ignore[attr-defined]  # plain messages get one as well
        _in_frame(part, subject) for part in getattr(message, "alternatives", ())
    ]
    row = outbox_row(
        key=f"django:{secrets.token_hex(16)}",
        kind=KIND,
        address=address,
        subject=subject,
        message_id=message_id,
        content=wire.on_the_wire(own.message().as_bytes()),
        now=timezone.now(),
    )
    row.user_id = _owner(address)
    return row


def _in_frame(part: EmailAlternative, subject: str) -> EmailAlternative:
    """The HTML that a template of the sign-in library gives stands in the frame of all our mail."""
    if part.mimetype != "text/html":
        return part
    return EmailAlternative(frame_html(str(part.content), subject), part.mimetype)


def _owner(address: str) -> int | None:
    """Whose address it is, so that they find the mail in their list; whoever proved it comes first."""
    holders = EmailAddress.objects.filter(email__iexact=address).order_by("-verified", "pk")
    return holders.values_list("user_id", flat=True).first()
