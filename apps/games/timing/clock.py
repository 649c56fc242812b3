"""The one clock that decides deadlines: the database's."""

from datetime import UTC, datetime

from django.db import connection
from django.utils.formats import date_format
from django.utils.timezone import localtime


def database_now() -> datetime:
    """Read after the lock is taken, so that waiting for it counts against the late."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT clock_timestamp()")
            return cursor.fetchone()[0].astimezone(UTC)
        cursor.execute("SELECT strftime('%Y-%m-%dT%H:%M:%f', 'now')")
        return datetime.fromisoformat(cursor.fetchone()[0]).replace(tzinfo=UTC)


def long_date(moment: datetime) -> str:
    """By the reader's clock: « vendredi 4 décembre 2026, 23 h 00 »."""
    return date_format(localtime(moment), r"l j F Y, G \h i")
