"""Posting mail: rendered, given its identity and written to the outbox in the caller's transaction; and sending again."""

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from apps.accounts.models import MailFrequency
from apps.courier import messages
from apps.courier.hints import hint_delivery
from apps.courier.models import Attempt, Mail
from apps.courier.preferences import unsubscribe_url, wanted_by
from apps.courier.providers import provider_of

PATIENCE = timedelta(hours=48)  # how long deferred mail is tried again
KEPT = timedelta(days=365)
CODES_KEPT = timedelta(days=1)
NOBODYS_KEPT = timedelta(days=7)  # mail of no account: unknown addresses, retired people

STATES = {
    MailFrequency.AT_ONCE: Mail.State.WAITING,
    MailFrequency.DAILY: Mail.State.GATHERING,
    MailFrequency.NEVER: Mail.State.HELD,
}


class Letter(msgspec.Struct):
    """A mail about to be posted. `key` names its cause: the same key is never posted twice."""

    key: str
    kind: str
    user: Any  # the account it is for; None for an address without account
    subject: str
    text: str
    html: str
    address: str = ""  # when it is not the account's own
    list_id: str = ""  # groups mails in the reader's client: a game, a forum
    reply_to: str = ""  # where an answer goes, if somebody waits for one


# Posting -------------------------------------------------------------------------------------------------------------
def post(letter: Letter) -> None:
    post_many([letter])


def post_many(letters: Sequence[Letter]) -> None:
    """Rows for all letters at once. Nothing is sent here: the delivery task finds them after the commit."""
    deliverable = [letter for letter in letters if letter.address or (letter.user and letter.user.email)]
    frequencies = _frequencies(deliverable)
    now = timezone.now()
    write_rows(
        [_row(letter, frequencies.get(_who(letter), MailFrequency.AT_ONCE), now) for letter in deliverable]
    )


def write_rows(rows: Sequence[Mail]) -> None:
    """Into the outbox, those whose cause is not there already; then a hint once the caller has committed."""
    if not rows:
        return
    Mail.objects.bulk_create(rows, ignore_conflicts=True)
    if any(row.state == Mail.State.WAITING for row in rows):
        hint_delivery()


def new_row(
    *, key: str, kind: str, address: str, subject: str, message_id: str, content: bytes, now: datetime
) -> Mail:
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


def _row(letter: Letter, frequency: str, now: datetime) -> Mail:
    subject = messages.one_line(letter.subject)
    address = messages.plain_address(letter.address or letter.user.email)
    message_id = messages.new_message_id()
    stop = unsubscribe_url(letter.user, letter.kind) if letter.user is not None else ""
    content = messages.render(
        to=address, subject=subject, message_id=message_id, text=letter.text, html=letter.html,
        list_name=letter.list_id or letter.kind, unsubscribe=stop, now=now, reply_to=letter.reply_to,
    )  # fmt: skip
    row = new_row(
        key=letter.key,
        kind=letter.kind,
        address=address,
        subject=subject,
        message_id=message_id,
        content=content,
        now=now,
    )
    row.user, row.state = letter.user, STATES[MailFrequency(frequency)]
    return row


def _frequencies(letters: Sequence[Letter]) -> dict[tuple[int, str], str]:
    """How often each reader wants each kind: one query for each kind."""
    readers: dict[str, set[int]] = {}
    for letter in letters:
        if letter.user is not None:
            readers.setdefault(letter.kind, set()).add(letter.user.pk)
    return {
        (user, kind): frequency
        for kind, users in readers.items()
        for user, frequency in wanted_by(sorted(users), kind).items()
    }


def _who(letter: Letter) -> tuple[int, str] | None:
    return (letter.user.pk, letter.kind) if letter.user is not None else None


# Sending again -------------------------------------------------------------------------------------------------------
def can_resend(mail: Mail, *, by_owner: bool, delivered: bool = False) -> bool:
    """Referees: what failed or is in doubt. The owner also: what their own choice held back. With `delivered`, what was
    handed over as well: its reader may have lost it."""
    states = (*Mail.RESENDABLE, Mail.State.HELD) if by_owner else Mail.RESENDABLE
    states = (*states, Mail.State.SENT) if delivered else states
    return mail.state in states and not mail.is_secret


@transaction.atomic
def resend(mail: Mail, now: datetime, *, by_owner: bool, delivered: bool = False) -> bool:
    """The same bytes under the same Message-ID, with a fresh 48 hours. False when there is nothing to send again."""
    if not can_resend(mail, by_owner=by_owner, delivered=delivered):
        return False
    changed = Mail.objects.filter(pk=mail.pk, state=mail.state).update(
        state=Mail.State.WAITING, claim="", claimed_until=None, handed_at=None,
        attempts=0, next_attempt_at=now, give_up_at=now + PATIENCE,
    )  # fmt: skip
    if not changed:
        return False
    who = _("renvoi demandé par son destinataire") if by_owner else _("renvoi demandé par un arbitre")
    Attempt.objects.create(mail=mail, at=now, result=Mail.State.WAITING, answer=who)
    hint_delivery()
    return True


# Forgetting ----------------------------------------------------------------------------------------------------------
def forget_old_mail(now: datetime) -> int:
    """Codes after a day, mail of no account after a week, everything after a year. The BILANs stay on the site."""
    ended = Mail.objects.filter(state__in=Mail.ENDED)
    ended.filter(kind="security", created_at__lt=now - CODES_KEPT).exclude(content=b"").update(content=b"")
    old = Q(created_at__lt=now - KEPT) | Q(user=None, created_at__lt=now - NOBODYS_KEPT)
    return ended.filter(old).delete()[1].get(Mail._meta.label, 0)


@transaction.atomic
def forget_person(user: Any) -> None:
    """For an account that retires: its mail goes, but for the last warning that is on its way to its old address."""
    mails = Mail.objects.filter(user=user)
    mails.filter(kind="security", state__in=(Mail.State.WAITING, Mail.State.SENDING)).update(user=None)
    mails.delete()
