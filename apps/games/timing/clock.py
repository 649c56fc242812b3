"""The one clock that decides deadlines: the database's."""

from datetime import UTC, datetime

from django.db import connection


def database_now() -> datetime:
    """Read after the lock is taken, so that waiting for it counts against the late."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT clock_timestamp()")
            return cursor.fetchone()[0].astimezone(UTC)
        cursor.execute("SELECT strftime('%Y-%m-%dT%H:%M:%f', 'now')")
        return datetime.fromisoformat(cursor.fetchone()[0]).replace(tzinfo=UTC)
