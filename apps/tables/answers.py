"""What the extra pages of a table share: whose seat a form speaks for, and the table that answers it."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from apps.accounts.requests import Request
from apps.games.models import Game, Seat
from apps.games.permissions import access_game, access_own_seat
from apps.games.table.sight import access_sight
from apps.games.views.table import table_context


def access_seat_of(request: Request, code: str, slug: str) -> tuple[Game, Seat]:
    """The game and the reader's own seat that the form names, or 404."""
    game = access_game(request.user, code)
    number = request.POST.get("seat", "")
    if game.slug != slug or not number.isdecimal() or len(number) > 3:
        raise Http404
    return game, access_own_seat(request.user, game, int(number))


def table_again(request: Request, game: Game, seat: Seat) -> HttpResponse:
    """The table as it stands now, as a fragment or as a page."""
    if not request.htmx:
        return redirect(f"{game.get_absolute_url()}?siege={seat.number}")
    sight = access_sight(game, request.user, seat.number)
    return render(request, "games/_table.html", table_context(request, sight))
