"""Each reader's own clock, log-ins tried too often, and when each open session was last used."""

import zoneinfo
from collections.abc import Callable

from allauth.usersessions.models import UserSession
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

SEEN_EVERY = 600  # seconds: a session's last use is noted now and then, not on every page


class ReaderMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.user.is_authenticated:
            return self.get_response(request)
        with timezone.override(zoneinfo.ZoneInfo(request.user.time_zone)):
            return self.get_response(request)


class ThrottleMiddleware(MiddlewareMixin):
    """A log-in that was not even looked at (`throttle`) says so in its status too, on the page that says
    it in words."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if getattr(request, "is_throttled", False):
            response.status_code = 429
        return response


class SessionUseMiddleware(MiddlewareMixin):
    """Notes that a session is in use, for the list of open sessions. One write in ten minutes instead of one
    a page."""

    def process_request(self, request: HttpRequest) -> None:
        now = int(timezone.now().timestamp())
        if request.user.is_authenticated and now - request.session.get("seen_at", 0) >= SEEN_EVERY:
            request.session["seen_at"] = now
            UserSession.objects.create_from_request(request)
