"""An address that only takes what a form sends has nothing to show: opened as a page, it says so instead of
staying blank.

One comes there by logging in after a form was sent without a session, or by reloading what a form answered.
"""

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

from apps.site import errors


class MethodMiddleware(MiddlewareMixin):
    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if (
            response.status_code != 405
            or request.method not in ("GET", "HEAD")
            or getattr(request, "htmx", False)
        ):
            return response
        page = errors.not_allowed(request)
        page["Allow"] = response["Allow"]
        return page
