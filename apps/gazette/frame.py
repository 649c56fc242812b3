"""The wall around what authors write: a document of its own, without scripts, forms, cookies or foreign
requests."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from csp.constants import NONE, SELF
from csp.decorators import csp
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.clickjacking import xframe_options_sameorigin

POLICY = {
    "default-src": [NONE],
    "img-src": [SELF],
    "media-src": [SELF],
    "style-src": [SELF],
    "font-src": [SELF],
    "base-uri": [NONE],
    "form-action": [NONE],
    "frame-ancestors": [SELF],
    # Links open beside the page, in a window that is no longer ours.
    "sandbox": ["allow-popups", "allow-popups-to-escape-sandbox"],
}


def sandbox(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """For a view that answers with a whole document written by authors."""

    @csp(POLICY)
    @xframe_options_sameorigin
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response["Referrer-Policy"] = "no-referrer"
        response["Cache-Control"] = "private, no-cache"
        return response

    return answer
