"""In whose hands a mail is. Every change is a conditional UPDATE: one row changed means that it is ours.

A worker that dies before DATA loses nothing: its rows come back when the lease ends. After DATA began, nobody
but a human sends again: the row becomes UNKNOWN. So no mail leaves twice by itself, however many workers
there are.
"""

import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.db import transaction
from django.utils.translation import gettext as _

from apps.courier.models import Attempt, Mail
from apps.courier.transport.carriers import Answer

LEASE = timedelta(minutes=10)
DELAYS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 30, 60))  # the last one repeats

log = structlog.get_logger(__name__)


def new_claim() -> str:
    return secrets.token_hex(16)


def claim_mails(claim: str, now: datetime, limit: int, provider: str | None = None) -> list[Mail]:
    """Take up to `limit` mails that are due, codes first."""
    due = Mail.objects.due(now)
    if provider is not None:
        due = due.filter(provider=provider)
    candidates = list(due.order_by("rank", "next_attempt_at", "pk").values_list("pk", flat=True)[:limit])
    if not candidates:
        return []
    Mail.objects.filter(pk__in=candidates, state=Mail.State.WAITING).update(
        state=Mail.State.SENDING, claim=claim, claimed_until=now + LEASE, handed_at=None
    )
    return list(
        Mail.objects.filter(claim=claim, state=Mail.State.SENDING, handed_at=None).order_by(
            "rank", "next_attempt_at", "pk"
        )
    )


def begin_hand_over(mail: Mail, claim: str, now: datetime) -> bool:
    """Note, before DATA, that from now on the mail may have left. False when the lease was lost meanwhile."""
    mine = Mail.objects.filter(pk=mail.pk, claim=claim, state=Mail.State.SENDING, handed_at=None)
    return mine.update(handed_at=now, claimed_until=now + LEASE) == 1


@transaction.atomic
def record(mail: Mail, claim: str, answer: Answer, now: datetime) -> None:
    """Write what the other side said, and what follows from it. A late answer still settles a doubt."""
    settled = Mail.objects.filter(pk=mail.pk, claim=claim, state__in=(Mail.State.SENDING, Mail.State.UNKNOWN))
    changes = _consequences(mail, answer, now)
    settled.update(claimed_until=None, handed_at=None, attempts=mail.attempts + 1, **changes)
    Attempt.objects.create(
        mail=mail,
        at=now,
        code=answer.code,
        result=changes["state"],
        answer=_without_address(answer.text, mail.address),
    )
    log.info(
        "mail attempt", mail=mail.pk, provider=mail.provider, result=changes["state"].value, smtp=answer.code
    )


def release(mails: Iterable[Mail], claim: str) -> None:
    """Give back what was claimed and not touched."""
    pks = [mail.pk for mail in mails]
    mine = Mail.objects.filter(pk__in=pks, claim=claim, state=Mail.State.SENDING, handed_at=None)
    mine.update(state=Mail.State.WAITING, claim="", claimed_until=None)


def recover_lapsed(now: datetime) -> int:
    """What dead workers held: back in the queue if DATA had not begun, in doubt otherwise."""
    lapsed = list(Mail.objects.lapsed(now).values_list("pk", "claim", "handed_at"))
    return sum(_recover(pk, claim, handed_at, now) for pk, claim, handed_at in lapsed)


@transaction.atomic
def _recover(pk: int, claim: str, handed_at: datetime | None, now: datetime) -> bool:
    held = Mail.objects.lapsed(now).filter(pk=pk, claim=claim, handed_at=handed_at)
    if handed_at is None:
        return held.update(state=Mail.State.WAITING, claim="", claimed_until=None) == 1
    if held.update(state=Mail.State.UNKNOWN, claimed_until=None) == 0:
        return False
    Attempt.objects.create(mail_id=pk, at=now, result=Mail.State.UNKNOWN, answer=_("envoi interrompu"))
    return True


def next_try(attempts: int, give_up_at: datetime, now: datetime) -> datetime | None:
    """When to try again after so many failures; None once the last day has passed. The last try is at the
    very end."""
    if now >= give_up_at:
        return None
    return min(now + DELAYS[min(attempts, len(DELAYS) - 1)], give_up_at)


def _consequences(mail: Mail, answer: Answer, now: datetime) -> dict[str, Any]:
    if answer.result == Mail.State.SENT:
        sent = {"state": Mail.State.SENT, "sent_at": now}
        return {**sent, "content": b""} if mail.is_secret else sent
    if answer.result != Mail.State.WAITING:
        return {"state": answer.result}
    again = next_try(mail.attempts, mail.give_up_at, now)
    if again is None:
        return {"state": Mail.State.EXPIRED}
    return {"state": Mail.State.WAITING, "claim": "", "next_attempt_at": again}


def _without_address(text: str, address: str) -> str:
    """Servers like to repeat the address; referees read these answers and have no business with it."""
    return " ".join(text.replace(address, "[…]").split())[:300]
