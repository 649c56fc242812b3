"""What this browser remembers of a table: which congregation begins the suggested round."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.views.decorators.http import require_POST

from apps.accounts.requests import SignedInRequest
from apps.tables.answers import access_seat_of, table_again
from apps.tables.missionnaires.wishes import remember


@require_POST
@login_required
def first(request: SignedInRequest, code: str) -> HttpResponse:
    """The suggested round begins there; the same town again, or any other word, leaves it to the adviser."""
    game, seat = access_seat_of(request, code, "missionnaires")
    remember(request.session, game.code, seat.number, request.POST.get("town", ""))
    return table_again(request, game, seat)
