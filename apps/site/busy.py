"""When the database is too busy, or away, a page says so instead of failing."""

from collections.abc import Callable

import structlog
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse

from apps.site import errors

log = structlog.get_logger("kalan.site")


class BusyMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, OperationalError):
            return None
        log.error("database does not answer", path=request.path, exc_info=exception)
        return errors.busy(request)
