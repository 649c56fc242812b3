"""Two questions a proxy or a watcher asks: is the process alive, and is everything it needs at work."""

import shutil
import tempfile
from typing import Any

import redis
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

PATIENCE = 1.0  # seconds for Redis: a watcher must not wait for what it asks about


@never_cache
@require_safe
def alive(request: HttpRequest) -> HttpResponse:
    return HttpResponse("vivant\n", content_type="text/plain; charset=utf-8")


@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """Each part by name, true when it does its work; 503 when one does not. Overdue steps are no fault of a
    part.

    Asked of the parts themselves: pages go on without Redis (`config/cache.py`), so nobody else would notice.
    """
    parts = {"database": _database_takes_writes(), "disk": _disk_has_room(), **_redis_answers()}
    overdue = _overdue_steps() if parts["database"] else None
    return JsonResponse({**parts, "overdue": overdue}, status=200 if all(parts.values()) else 503)


def _database_takes_writes() -> bool:
    """A write that changes no row: refused by a database that is away, read-only or a standby."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("UPDATE django_migrations SET name = name WHERE 1 = 0")
    except DatabaseError:
        return False
    return True


def _disk_has_room() -> bool:
    """Media, mail and SQLite live in the data folder: it must take a file, and have more left than a busy
    day needs."""
    try:
        with tempfile.TemporaryFile(dir=settings.DATA_DIR) as file:
            file.write(b"\0" * 4096)
            file.flush()
        return shutil.disk_usage(settings.DATA_DIR).free >= settings.LEAST_FREE_DISK
    except OSError:
        return False


def _redis_answers() -> dict[str, bool]:
    """The cache, the broker of jobs and the live updates, each at its own address; what is kept in memory
    always works."""
    layer: dict[str, Any] = settings.CHANNEL_LAYERS["default"]
    live = layer.get("CONFIG", {}).get("hosts", [""])[0]
    places = {
        "cache": settings.CACHES["default"].get("LOCATION", ""),
        "broker": settings.CELERY_BROKER_URL,
        "live": live,
    }
    found = {address: _pings(address) for address in set(map(str, places.values()))}
    return {part: found[str(address)] for part, address in places.items()}


def _pings(address: str) -> bool:
    if not address.startswith(("redis://", "rediss://", "unix://")):
        return True
    options: dict[str, Any] = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE, "retry": None}
    try:
        with redis.Redis.from_url(address, **options) as client:
            return bool(client.ping())
    except (redis.RedisError, OSError):
        return False


def _overdue_steps() -> int:
    from apps.games.queries.lists import overdue_steps

    return overdue_steps().count()
