"""Posting: mails that were composed go into the outbox, in the caller's transaction."""

from collections.abc import Iterable, Sequence

from apps.accounts.models import MailFrequency
from apps.accounts.queries import mail_frequencies
from apps.courier.models import Mail
from apps.courier.services.hints import hint_delivery

STATES = {
    MailFrequency.AT_ONCE: Mail.State.WAITING,
    MailFrequency.DAILY: Mail.State.GATHERING,
    MailFrequency.NEVER: Mail.State.HELD,
}


def post(mails: Iterable[Mail]) -> None:
    """Those that have an address, as often as their readers want them. Nothing is sent here: the delivery
    task finds them after the commit."""
    addressed = [mail for mail in mails if mail.address]
    _obey_choices(addressed)
    keep_in_outbox(addressed)


def keep_in_outbox(mails: Sequence[Mail]) -> None:
    """Those whose cause is not there already; then a hint once the caller has committed."""
    Mail.objects.bulk_create(mails, ignore_conflicts=True)
    if any(mail.state == Mail.State.WAITING for mail in mails):
        hint_delivery()


def _obey_choices(mails: Sequence[Mail]) -> None:
    """At once, with the daily mail or never: one query for each kind of mail."""
    readers: dict[str, set[int]] = {}
    for mail in mails:
        if mail.user_id is not None:
            readers.setdefault(mail.kind, set()).add(mail.user_id)
    chosen = {kind: mail_frequencies(sorted(users), kind) for kind, users in readers.items()}
    for mail in mails:
        if mail.user_id is not None:
            mail.state = STATES[chosen[mail.kind][mail.user_id]]
