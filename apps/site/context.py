"""What every template may use: the theme and the number of things that wait for the reader."""

from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from apps.site.hooks import waiting_for
from apps.site.theme import chosen_theme


def site(request: HttpRequest) -> dict[str, Any]:
    return {
        "theme": chosen_theme(request),
        "development_pages": settings.DEBUG or settings.DEVELOPMENT_PAGES,
        "waiting": cache(lambda: _waiting(request)),  # called once, by the templates that show it
    }


def _waiting(request: HttpRequest) -> int:
    user = getattr(request, "user", None)
    return waiting_for(user) if user is not None and user.is_authenticated else 0
