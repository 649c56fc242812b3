"""What this browser remembers of a table: who is at the single screen, and which congregation begins the suggested round."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from apps.tables.answers import access_seat_of, table_again
from apps.tables.missionnaires.wishes import remember

CONFIRMED = "missionnaires_here"  # in the session: the key of the one list that may be shown


@require_POST
@login_required
def here(request: HttpRequest, code: str) -> HttpResponse:
    """At a single screen the next player says that he is there, and his congregations are shown."""
    game, seat = access_seat_of(request, code, "missionnaires")
    request.session[CONFIRMED] = request.POST.get("key", "")[:64]
    return table_again(request, game, seat)


@require_POST
@login_required
def first(request: HttpRequest, code: str) -> HttpResponse:
    """The suggested round begins there; the same town again, or any other word, leaves it to the adviser."""
    game, seat = access_seat_of(request, code, "missionnaires")
    remember(request.session, game.code, seat.number, request.POST.get("town", ""))
    return table_again(request, game, seat)
