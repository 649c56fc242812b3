"""What the court's pages share: who looks, at which game, and the tabs around."""

from functools import wraps
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from apps.games.models import Game
from apps.games.permissions import access_game
from apps.games.table.sight import Sight, look
from apps.games.views.table import closed_door, table_context, wanted_seat
from apps.site.requests import Request

REALM_TOO = ("/cour/seigneurs/", "/cour/couronnement/")  # pages under the realm's tab


def page(view: Any) -> Any:
    """For `view(request, sight, …) -> (template, context)`: finds the game and its reader, and renders inside
    the tabs."""

    @never_cache
    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def show(request: Request, code: str, **more: Any) -> HttpResponse:
        game = access_game(request.user, code)
        if game.slug != "gloire":
            raise Http404
        if game.status == Game.Status.GATHERING or not game.steps.exists():
            return redirect("games:gathering", code=code)
        sight = look(game, request.user, seat=wanted_seat(request))
        if sight is None:
            return closed_door(request, game)
        answer = view(request, sight, **more)
        if isinstance(answer, HttpResponse):
            return answer
        template, context = answer
        return render(request, template, {**frame(request, sight), **context})

    return show


def frame(request: Request, sight: Sight) -> dict[str, Any]:
    context = table_context(request, sight, me=sight.view["seat"])
    here = request.path
    for page_of_realm in REALM_TOO:
        here = here.replace(page_of_realm, "/cour/royaume/")
    for tab in context["tabs"]:
        tab["current"] = "/cour/" in tab["url"] and here.startswith(tab["url"])
    return context
