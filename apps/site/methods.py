"""An address that only takes what a form sends has nothing to show: opened as a page, it says so instead of
staying blank.

One comes there by logging in after a form was sent without a session, or by reloading what a form answered.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from apps.site import errors


class MethodMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if (
            response.status_code != 405
            or request.method not in ("GET", "HEAD")
            or getattr(request, "htmx", False)
        ):
            return response
        page = errors.not_allowed(request)
        page["Allow"] = response["Allow"]
        return page
