"""What players send from a table: moves and sealed orders, the ready lamp, taking back. And all that a seat
ever sealed."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from apps.accounts.requests import SignedInRequest
from apps.games.models import Seat
from apps.games.permissions import access_game
from apps.games.queries.decisions import in_words, versions_of
from apps.games.table.sight import access_sight
from apps.games.views.table import table_context, wanted_seat
from apps.orders import services
from apps.orders.http import at_seat, deciding
from apps.orders.reading import read_action, step_number
from apps.site.limits import VERSIONS_A_PAGE

submit = deciding(read_action)


@at_seat()
def undo(request: SignedInRequest, seat: Seat) -> None:
    services.undo(seat, step_number(request.POST), request.user)


@at_seat()
def ready(request: SignedInRequest, seat: Seat) -> None:
    services.set_ready(seat, step_number(request.POST), request.POST.get("ready") == "1")


@never_cache
@login_required
@require_safe
def versions(request: SignedInRequest, code: str) -> HttpResponse:
    """All that my seat ever sealed, with what proves it; once the game is over, whichever seat one looks
    through."""
    sight = access_sight(access_game(request.user, code), request.user, seat=wanted_seat(request))
    if sight.me is None:
        raise Http404
    page = Paginator(versions_of(sight.me), VERSIONS_A_PAGE).get_page(request.GET.get("page"))
    rows = in_words(list(page), sight.me)
    return render(
        request, "orders/versions.html", {**table_context(request, sight), "rows": rows, "page": page}
    )
