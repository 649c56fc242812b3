"""What this browser remembers of a table: which congregation begins the suggested round."""

from django.http import HttpRequest

from apps.games.models import Seat
from apps.orders.http import Surface, at_seat
from apps.tables.missionnaires.wishes import remember


class OwnTable(Surface):
    slug = "missionnaires"
    keeps_eyes = True


@at_seat(OwnTable())
def first(request: HttpRequest, seat: Seat) -> None:
    """The suggested round begins there; the same town again, or any other word, leaves it to the adviser."""
    remember(request.session, seat.game.code, seat.number, request.POST.get("town", ""))
