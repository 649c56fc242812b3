"""The secret address that a report is answered at: it names the seat and the turn, and whoever knows it may
give orders there.

It is made from the site's key, so that nothing is stored, and changes with the turn and with the player who
holds the seat. Mail programs may change capitals: it has none.
"""

import re
from base64 import b32encode

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from apps.games.models import Seat

SALT = "kalan.orders.by_mail"
TOKEN = re.compile(r"\+(\d{1,18})-(\d{1,9})-([a-z2-7]{24})$")


def reply_address(seat: Seat, n: int) -> str:
    """Where that seat's orders for step n are sent; empty where the site receives no mail."""
    local, _at, domain = settings.ORDERS_MAILBOX.rpartition("@")
    return f"{local}+{seat.pk}-{n}-{_mark(seat, n)}@{domain}" if local else ""


def seat_at(address: str) -> tuple[Seat, int] | None:
    """Whose orders, for which step; None when no such address was ever given."""
    local, _at, domain = address.strip().strip("<>").lower().rpartition("@")
    mailbox, _at, ours = settings.ORDERS_MAILBOX.lower().rpartition("@")
    found = TOKEN.search(local)
    if not mailbox or found is None or domain != ours or local[: found.start()] != mailbox:
        return None
    seat = Seat.objects.select_related("game", "user").filter(pk=int(found[1]), user__isnull=False).first()
    n = int(found[2])
    return (seat, n) if seat is not None and constant_time_compare(found[3], _mark(seat, n)) else None


def _mark(seat: Seat, n: int) -> str:
    digest = salted_hmac(SALT, f"{seat.pk}:{seat.user_id}:{n}", algorithm="sha256").digest()
    return b32encode(digest[:15]).decode().lower()
