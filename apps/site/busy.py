"""When the database is too busy, or away, a page says so instead of failing."""

import structlog
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

from apps.site import errors

log = structlog.get_logger("kalan.site")


class BusyMiddleware(MiddlewareMixin):
    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, OperationalError):
            return None
        log.error("database does not answer", path=request.path, exc_info=exception)
        return errors.busy(request)
