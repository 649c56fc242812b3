"""Sending a mail again: the same bytes under the same Message-ID."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from apps.courier.composing.mails import PATIENCE
from apps.courier.models import Attempt, Mail
from apps.courier.services.hints import hint_delivery


def can_resend(mail: Mail, *, by_owner: bool, delivered: bool = False) -> bool:
    """Referees: what failed or is in doubt. The owner also: what their own choice held back. With
    `delivered`, what was handed over as well: its reader may have lost it."""
    states = (*Mail.RESENDABLE, Mail.State.HELD) if by_owner else Mail.RESENDABLE
    states = (*states, Mail.State.SENT) if delivered else states
    return mail.state in states and not mail.is_secret


@transaction.atomic
def resend(mail: Mail, now: datetime, *, by_owner: bool, delivered: bool = False) -> bool:
    """With a fresh 48 hours. False when there is nothing to send again."""
    if not can_resend(mail, by_owner=by_owner, delivered=delivered):
        return False
    changed = Mail.objects.filter(pk=mail.pk, state=mail.state).update(
        state=Mail.State.WAITING,
        claim="",
        claimed_until=None,
        handed_at=None,
        attempts=0,
        next_attempt_at=now,
        give_up_at=now + PATIENCE,
    )
    if not changed:
        return False
    who = _("renvoi demandé par son destinataire") if by_owner else _("renvoi demandé par un arbitre")
    Attempt.objects.create(mail=mail, at=now, result=Mail.State.WAITING, answer=who)
    hint_delivery()
    return True
