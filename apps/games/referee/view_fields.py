"""What the forms of the console bring, read or refused with a word that says what would be right."""

from datetime import datetime

from django.utils.dateparse import parse_datetime
from django.utils.timezone import make_aware
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.games.models import Game, Seat
from apps.games.problems import Refusal
from apps.site.numbers import whole_number
from apps.site.requests import Request

NAMES = ("number", "to", "until", "username", "orders")  # what a form may bring besides the reason


def posted_fields(request: Request) -> dict[str, str]:
    return {name: request.POST[name] for name in NAMES if name in request.POST}


def posted_seat(request: Request, game: Game) -> Seat:
    number = whole_number(request.POST.get("number"))
    seats = game.seats.select_related("user")
    seat = seats.filter(number=number).first() if number is not None else None
    if seat is None:
        raise Refusal(_("Choisissez un siège de cette partie."))
    return seat


def posted_person(request: Request) -> User:
    name = request.POST.get("username", "").replace("\0", "").strip()
    if not name:
        raise Refusal(_("Dites qui prend ce siège : le nom d’un joueur inscrit ici."))
    user = User.objects.present().filter(username__iexact=name).first()
    if user is None:
        raise Refusal(
            _("Personne ne porte le nom « %(name)s » ici : vérifiez l’orthographe.") % {"name": name[:40]}
        )
    return user


def posted_moment(request: Request) -> datetime | None:
    text = request.POST.get("until", "")
    if not text:
        return None
    try:
        moment = parse_datetime(text)
        aware = moment if moment is None or moment.tzinfo else make_aware(moment)
    except (ValueError, OverflowError):  # well written, and no such day
        aware = None
    if aware is None:
        raise Refusal(_("Cette date est illisible : écrivez par exemple 2026-12-04T23:00."))
    return aware


def posted_step(request: Request) -> int:
    to = whole_number(request.POST.get("to"))
    if to is None:
        raise Refusal(_("Dites à quel pas revenir : un nombre, comme dans l’historique de la partie."))
    return to
