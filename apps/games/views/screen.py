"""One screen for several people: the curtain between two of them, and the word that opens it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from apps.accounts.requests import SignedInRequest
from apps.games.models import Game, Report, Seat, Step
from apps.games.permissions import access_game, seats_answered_by
from apps.games.table import screen
from apps.games.table.sight import access_sight
from apps.games.views.table import table_context
from apps.site.numbers import whole_number
from apps.site.requests import Request


@require_POST
@login_required
def here(request: SignedInRequest, code: str) -> HttpResponse:
    """« Je suis Anna » : her page opens in this browser. Without a seat, whoever was there leaves the
    screen."""
    game = access_game(request.user, code)
    own = seats_answered_by(request.user, game)
    if game.kind != Game.Kind.HOTSEAT or not own:
        raise Http404
    if not request.POST.get("seat"):
        screen.leave(request)
        return redirect(game)
    number = whole_number(request.POST["seat"])
    seat = next((seat for seat in own if seat.number == number), None)
    if seat is None:
        raise Http404
    _forget_words(request)
    if screen.is_shared(game) and screen.may_come(seat, Step.objects.pending_of(game)):
        screen.say_here(request, seat)
    return _open_page(request, game, seat)


def _open_page(request: Request, game: Game, seat: Seat) -> HttpResponse:
    """First what the last turn brought, if it was not read yet; else the table."""
    if request.htmx:
        return render(request, "games/_table.html", table_context(request, access_sight(game, request.user)))
    unread = Report.objects.filter(seat=seat, read_at=None, step__n__gt=0).order_by("-step__n")
    n = unread.values_list("step__n", flat=True).first()
    return redirect(game) if n is None else redirect("games:report", code=game.code, n=n)


def lower_curtain(request: SignedInRequest, missing: screen.NobodyThere) -> HttpResponse:
    """The curtain instead of a page that is somebody's. Once it is seen, whoever was there before is there no
    longer."""
    if request.htmx:  # a part of a page was asked for: the whole of it goes
        return HttpResponseClientRedirect(missing.game.get_absolute_url())
    if request.method not in ("GET", "HEAD"):
        return redirect(missing.game)
    screen.leave(request)
    _forget_words(request)
    curtain = screen.curtain_of(missing.game, request.user, missing.wanted)
    answer = render(request, "games/curtain.html", {"game": missing.game, "curtain": curtain})
    add_never_cache_headers(answer)
    return answer


def _forget_words(request: Request) -> None:
    """What was said to one person and not shown yet is not shown to the next."""
    for _said in messages.get_messages(request):
        pass
