"""At a screen that several people share: who is there, and a curtain for whoever is not."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers
from django.utils.deprecation import MiddlewareMixin

from apps.accounts.requests import SignedInRequest
from apps.games.table import screen
from apps.games.views.screen import lower_curtain


class ScreenMiddleware(MiddlewareMixin):
    """Tells the account who said last that he is at this screen, and shows no page of a game from a browser's
    memory then."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if getattr(request.user, "at_screen", None):
            add_never_cache_headers(response)
        return response

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: dict[str, Any]) -> None:
        if "code" in kwargs and request.user.is_authenticated:
            request.user.at_screen = request.session.get(screen.SESSION)

    def process_exception(self, request: SignedInRequest, exception: Exception) -> HttpResponse | None:
        return lower_curtain(request, exception) if isinstance(exception, screen.NobodyThere) else None
