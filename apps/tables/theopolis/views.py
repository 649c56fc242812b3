"""At a single screen: the next player says that he is there, and his hand is turned up in this browser."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from apps.tables.answers import access_seat_of, table_again

CONFIRMED = "theopolis_here"  # in the session: the key of the one hand that may be shown


@require_POST
@login_required
def here(request: HttpRequest, code: str) -> HttpResponse:
    game, seat = access_seat_of(request, code, "theopolis")
    request.session[CONFIRMED] = request.POST.get("key", "")[:64]
    return table_again(request, game, seat)
