"""The wall around the HTML of a mail: shown in a frame, without scripts, forms, cookies or foreign
requests."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from csp.constants import NONE, SELF, UNSAFE_INLINE
from csp.decorators import csp
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.clickjacking import xframe_options_sameorigin

POLICY = {
    "default-src": [NONE],
    "style-src": [UNSAFE_INLINE],
    "img-src": ["data:"],
    "base-uri": [NONE],
    "form-action": [NONE],
    "frame-ancestors": [SELF],
    "sandbox": ["allow-popups", "allow-popups-to-escape-sandbox"],
}


def in_sandbox(view: Callable[..., str]) -> Callable[..., HttpResponseBase]:
    """For a view that returns HTML written for a mail; its links open beside the page."""

    @csp(POLICY)
    @xframe_options_sameorigin
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return HttpResponse(
            view(request, *args, **kwargs).replace("<head>", '<head><base target="_blank">', 1)
        )

    return answer
