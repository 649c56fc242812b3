"""How long mail is kept, and what goes with an account that retires."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from apps.accounts.models import User
from apps.courier.models import Mail

KEPT = timedelta(days=365)
CODES_KEPT = timedelta(days=1)
NOBODYS_KEPT = timedelta(days=7)  # mail of no account: unknown addresses, retired people


def forget_old_mail(now: datetime) -> int:
    """Codes after a day, mail of no account after a week, everything after a year. The BILANs stay on the
    site."""
    ended = Mail.objects.filter(state__in=Mail.ENDED)
    ended.filter(kind="security", created_at__lt=now - CODES_KEPT).exclude(content=b"").update(content=b"")
    old = Q(created_at__lt=now - KEPT) | Q(user=None, created_at__lt=now - NOBODYS_KEPT)
    return ended.filter(old).delete()[1].get(Mail._meta.label, 0)


@transaction.atomic
def forget_person(user: User) -> None:
    """For an account that retires: its mail goes, but for the last warning on its way to its old address."""
    mails = Mail.objects.filter(user=user)
    mails.filter(kind="security", state__in=(Mail.State.WAITING, Mail.State.SENDING)).update(user=None)
    mails.delete()
