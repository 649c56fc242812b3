"""Pages of the map: the whole map with its list, the sheet of a land, the film, the words that can be
completed."""

from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from apps.games.models import Game
from apps.games.permissions import access_game
from apps.games.table.sight import Sight, access_sight
from apps.games.views.table import table_context, wanted_seat
from apps.site.numbers import whole_number
from apps.site.requests import Request
from apps.tables.gloire.map.film import frame_of, turns_of
from apps.tables.gloire.map.land import land_sheet
from engines.gloire.orders.names import fold


def access_court(request: Request, code: str, seat: int | None = None) -> Sight:
    """This reader's look at a court that has begun; 404 for what he may not see."""
    game = access_game(request.user, code)
    if game.slug != "gloire" or game.status == Game.Status.GATHERING:
        raise Http404
    return access_sight(game, request.user, seat=wanted_seat(request) if seat is None else seat)


@never_cache
@require_safe
def map_page(request: Request, code: str) -> HttpResponse:
    """The whole map, its list, and its film. `?tour=n` shows the position after step n."""
    sight = access_court(request, code)
    turns = turns_of(sight)
    past = whole_number(request.GET.get("tour"))
    if past is not None and past != sight.shown_step.n and past in turns:
        sight = access_sight(sight.game, request.user, n=past, seat=wanted_seat(request))
    at = turns.index(sight.shown_step.n)
    context = {
        "turns": turns,
        "earlier": turns[at - 1] if at else None,
        "later": turns[at + 1] if at + 1 < len(turns) else None,
        "first_turn": turns[0],
        "last_turn": turns[-1],
    }
    return render(request, "gloire/map.html", table_context(request, sight, **context))


@require_safe
def film_frame(request: Request, code: str, n: int) -> HttpResponse:
    """One frame of the film, for the slider."""
    sight = access_court(request, code)
    step = sight.game.steps.resolved().filter(n=n, n__lte=sight.shown_step.n).first()
    if step is None:
        raise Http404
    answer = JsonResponse(frame_of(sight, step))
    answer["Cache-Control"] = "private, max-age=86400" if n < sight.shown_step.n else "private, no-store"
    return answer


@never_cache
@require_safe
def land_page(request: Request, code: str, land: str) -> HttpResponse:
    """The sheet of a land: a fragment beside the map, or a page of its own."""
    sight = access_court(request, code)
    if land not in sight.view["lands"]:
        raise Http404
    template = "gloire/_land.html" if request.htmx else "gloire/land.html"
    return render(request, template, table_context(request, sight, sheet=land_sheet(sight, land)))


@never_cache
@require_safe
def find_land(request: Request, code: str) -> HttpResponse:
    """Search a land by any part of its name; the first that begins so, else the first that contains it."""
    sight = access_court(request, code)
    wanted = fold(request.GET.get("q", "")[:40])
    names = sorted(sight.view["lands"], key=lambda name: (not name.startswith(wanted), name))
    found = next((name for name in names if wanted and wanted in name), None)
    if found is not None:
        return redirect("gloire:land", code=code, land=found)
    messages.error(
        request, _("Aucune terre ne s’appelle ainsi sur cette carte : essayez une partie de son nom.")
    )
    return redirect("gloire:map", code=code)


@never_cache
@require_safe
def words(request: Request, code: str) -> HttpResponse:
    """Names for completion while typing orders."""
    sight = access_court(request, code)
    board = sight.board
    return JsonResponse(
        {"words": board.words(), "orders": board.syntax(), "hints": board.hints(), "reach": board.reach()}
    )
