"""Django's own mail, and the sign-in library's, through the outbox like everything else."""

import copy
import secrets
from collections.abc import Iterable, Sequence
from typing import Any

from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from apps.accounts.mail_kinds import mail_kind
from apps.courier import messages
from apps.courier.models import Mail
from apps.courier.services import new_row, write_rows

KIND_HEADER = "X-Kalan-Kind"  # without it a message is of kind "security": it always leaves, at once


class OutboxBackend(BaseEmailBackend):
    """One row for each reader, in the caller's transaction; each reader sees their own address alone."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        rows = [row for message in email_messages for row in _rows(message)]
        write_rows(rows)
        return len(email_messages)


def _rows(message: EmailMessage) -> Iterable[Mail]:
    headers = {
        name: value for name, value in message.extra_headers.items() if name.lower() != KIND_HEADER.lower()
    }
    kind = mail_kind(_header(message, KIND_HEADER) or "security").key
    for address in dict.fromkeys(messages.plain_address(to) for to in message.recipients()):
        yield _row(message, headers, kind, address)


def _row(message: EmailMessage, headers: dict[str, Any], kind: str, address: str) -> Mail:
    message_id, subject = messages.new_message_id(), messages.one_line(str(message.subject))
    letter = copy.copy(message)
    letter.to, letter.cc, letter.bcc, letter.subject = [address], [], [], subject
    own = {name: value for name, value in headers.items() if name.lower() not in ("to", "cc", "message-id")}
    letter.extra_headers = messages.automatic_headers(kind) | own | {"Message-ID": message_id}
    row = new_row(
        key=f"django:{secrets.token_hex(16)}", kind=kind, address=address, subject=subject, message_id=message_id,
        content=messages.on_the_wire(letter.message().as_bytes()), now=timezone.now(),
    )  # fmt: skip
    row.user_id = _owner(address)
    return row


def _owner(address: str) -> int | None:
    """Whose address it is, so that they find the mail in their list; whoever proved it comes first."""
    holders = EmailAddress.objects.filter(email__iexact=address).order_by("-verified", "pk")
    return holders.values_list("user_id", flat=True).first()


def _header(message: EmailMessage, name: str) -> str:
    return next(
        (str(value) for key, value in message.extra_headers.items() if key.lower() == name.lower()), ""
    )
