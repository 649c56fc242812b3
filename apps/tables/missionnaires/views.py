"""At a single screen: the next player says that he is there, and his congregations are shown in this browser."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from apps.games.permissions import access_game, access_own_seat
from apps.games.sight import look
from apps.games.views.table import table_context

CONFIRMED = "missionnaires_here"  # in the session: the key of the one list that may be shown


@require_POST
@login_required
def here(request: HttpRequest, code: str) -> HttpResponse:
    game = access_game(request.user, code)
    number = request.POST.get("seat", "")
    if game.slug != "missionnaires" or not number.isdecimal() or len(number) > 3:
        raise Http404
    seat = access_own_seat(request.user, game, int(number))
    request.session[CONFIRMED] = request.POST.get("key", "")[:64]
    if not request.htmx:
        return redirect(f"{game.get_absolute_url()}?siege={seat.number}")
    sight = look(game, request.user, seat=seat.number)
    return render(request, "games/_table.html", table_context(request, sight))
