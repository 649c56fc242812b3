"""Error pages. The last one needs nothing that could have failed: no context, no database, no static
manifest."""

import json
import sys
from typing import Any

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseServerError, JsonResponse
from django.shortcuts import render
from django.template import Context, loader
from django.template.backends.django import Template
from django.utils.translation import gettext as _


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "403.html", {"reason": _reason_of(exception)}, status=403)


def not_allowed(request: HttpRequest) -> HttpResponse:
    return render(request, "405.html", status=405)


def server_error(request: HttpRequest) -> HttpResponse:
    """Called while the fault is being handled. A database that was away before any view was reached is no
    fault of ours."""
    if isinstance(sys.exc_info()[1], OperationalError):
        return busy(request)
    return HttpResponseServerError(_bare("500.html"))


def busy(request: HttpRequest) -> HttpResponse:
    """The database did not answer in time, or went away: what was sent is very likely not kept, and never
    half."""
    words = _(
        "Le serveur est débordé et n’a pas confirmé votre envoi. Rechargez la page dans un instant : si "
        "votre envoi n’y est pas, recommencez."
    )
    if request.headers.get("Accept", "").startswith("application/json"):
        answer: HttpResponse = JsonResponse({"error": words, "problems": []}, status=503)
    elif getattr(request, "htmx", False):
        answer = with_toast(HttpResponse(status=503), words)
    else:
        answer = HttpResponse(_bare("503.html"), status=503)
    answer["Retry-After"] = "5"
    return answer


def with_toast(answer: HttpResponse, words: str) -> HttpResponse:
    """An answer that the page will not put in place still says why."""
    answer["HX-Trigger"] = json.dumps({"toast": {"text": words, "level": "error"}})
    return answer


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    why = _(
        "Votre formulaire a attendu trop longtemps, ou votre navigateur refuse les cookies. Rechargez la "
        "page, puis recommencez."
    )
    return render(request, "403.html", {"reason": why}, status=403)


def _reason_of(exception: Any) -> str:
    """The sentence of a PermissionDenied raised with one; nothing otherwise."""
    words = str(exception or "")
    return words if " " in words else ""


def _bare(name: str) -> str:
    """A page drawn without request or context processors: they may be what failed."""
    template = loader.get_template(name)
    assert isinstance(template, Template)
    return template.template.render(Context())
