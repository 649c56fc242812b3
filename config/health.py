"""Two questions a proxy asks: is the process alive, and is it ready to serve."""

from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def alive(request: HttpRequest) -> HttpResponse:
    return HttpResponse("vivant\n", content_type="text/plain; charset=utf-8")


@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """Database, broker and overdue work; 503 when one of them is wrong. Overdue alone does not stop serving pages."""
    checks = {"database": _database_answers(), "broker": _broker_answers()}
    checks["overdue"] = _overdue_steps() if checks["database"] else None
    healthy = checks["database"] and checks["broker"]
    return JsonResponse(checks, status=200 if healthy else 503)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _broker_answers() -> bool:
    try:
        cache.set("health", 1, 5)
        return cache.get("health") == 1
    except Exception:  # whatever the client of the day raises, the answer is the same
        return False


def _overdue_steps() -> int:
    from apps.games.queries import overdue_steps

    return overdue_steps().count()
