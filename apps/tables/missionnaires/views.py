"""What this browser remembers of a table: who is at the single screen, and which congregation begins the suggested round."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from apps.games.models import Game, Seat
from apps.games.permissions import access_game, access_own_seat
from apps.games.sight import look
from apps.games.views.table import table_context
from apps.tables.missionnaires.wishes import remember

CONFIRMED = "missionnaires_here"  # in the session: the key of the one list that may be shown


@require_POST
@login_required
def here(request: HttpRequest, code: str) -> HttpResponse:
    """At a single screen the next player says that he is there, and his congregations are shown."""
    game, seat = _own_seat(request, code)
    request.session[CONFIRMED] = request.POST.get("key", "")[:64]
    return _table(request, game, seat)


@require_POST
@login_required
def first(request: HttpRequest, code: str) -> HttpResponse:
    """The suggested round begins there; the same town again, or any other word, leaves it to the adviser."""
    game, seat = _own_seat(request, code)
    remember(request.session, game.code, seat.number, request.POST.get("town", ""))
    return _table(request, game, seat)


def _own_seat(request: HttpRequest, code: str) -> tuple[Game, Seat]:
    game = access_game(request.user, code)
    number = request.POST.get("seat", "")
    if game.slug != "missionnaires" or not number.isdecimal() or len(number) > 3:
        raise Http404
    return game, access_own_seat(request.user, game, int(number))


def _table(request: HttpRequest, game: Game, seat: Seat) -> HttpResponse:
    if not request.htmx:
        return redirect(f"{game.get_absolute_url()}?siege={seat.number}")
    sight = look(game, request.user, seat=seat.number)
    return render(request, "games/_table.html", table_context(request, sight))
