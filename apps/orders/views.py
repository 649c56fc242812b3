"""What players send: moves, sealed orders, drafts, the ready lamp, taking back. One service each, then the table again."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.requests import Request, SignedInRequest
from apps.games.models import Game, Seat
from apps.games.permissions import access_game, access_own_seat
from apps.games.problems import IllegalAction, Refusal
from apps.games.queries.decisions import in_words, versions_of
from apps.games.services.steps import due, moves
from apps.games.table.sight import access_sight, look
from apps.games.views.table import table_context, wanted_seat
from apps.orders.services import save_draft
from apps.site.errors import toasted
from apps.site.limits import VERSIONS_A_PAGE
from apps.site.numbers import whole_number
from apps.site.plain_json import NotPlain, read_json


class BadRequest(Refusal):
    status = 400
    message = _("Cette demande est illisible : rechargez la page et recommencez.")


def answering(view: Any) -> Any:
    """A view that decides for a seat: POST, signed in, its refusals shown where they belong."""

    @require_POST
    @login_required
    def wrapped(request: SignedInRequest, code: str) -> HttpResponse:
        game = access_game(request.user, code)
        try:
            seat = access_own_seat(request.user, game, _number(request.POST.get("seat"), optional=True))
            return view(request, game, seat)
        except Refusal as refusal:
            return refused(request, game, refusal)

    return wrapped


@answering
def submit(request: SignedInRequest, game: Game, seat: Seat) -> HttpResponse:
    """A move, or orders to seal."""
    receipt = moves.submit(
        seat, _number(request.POST.get("step")), _action(request), request.user, _key(request)
    )
    if game.kind == Game.Kind.HOTSEAT:
        due.resolve_once_all_sealed(game, receipt.step)
    if wants_json(request):
        shown = {
            "step": receipt.step,
            "revision": receipt.revision,
            "receipt": receipt.receipt,
            "salt": receipt.salt,
            "at": receipt.at,
        }
        return JsonResponse(shown, status=201)
    if not receipt.resolved and game.kind != Game.Kind.HOTSEAT:  # there the curtain says who has sealed
        text = _("Vos ordres sont scellés (version %(revision)d). Reçu : %(receipt)s…")
        messages.success(request, text % {"revision": receipt.revision, "receipt": receipt.receipt[:12]})
    return answered(request, game)


@never_cache
@login_required
@require_safe
def versions(request: SignedInRequest, code: str) -> HttpResponse:
    """All that my seat ever sealed, with what proves it; once the game is over, whichever seat one looks through."""
    sight = look(access_game(request.user, code), request.user, seat=wanted_seat(request))
    if sight is None or sight.me is None:
        raise Http404
    page = Paginator(versions_of(sight.me), VERSIONS_A_PAGE).get_page(request.GET.get("page"))
    rows = in_words(list(page), sight.me)
    return render(
        request, "orders/versions.html", {**table_context(request, sight), "rows": rows, "page": page}
    )


@answering
def undo(request: SignedInRequest, game: Game, seat: Seat) -> HttpResponse:
    moves.undo(seat, _number(request.POST.get("step")), request.user)
    return answered(request, game)


@answering
def ready(request: Request, game: Game, seat: Seat) -> HttpResponse:
    moves.set_ready(seat, _number(request.POST.get("step")), request.POST.get("ready") == "1")
    return answered(request, game)


@answering
def draft(request: SignedInRequest, game: Game, seat: Seat) -> HttpResponse:
    """Save what is being prepared; the answer says what `check` thinks of it."""
    saved = save_draft(
        seat,
        _number(request.POST.get("step")),
        _action(request),
        request.POST.get("text", ""),
        request.user,
    )
    if wants_json(request):
        return JsonResponse(saved.as_json())
    return answered(request, game)


def answered(request: Request, game: Game) -> HttpResponse:
    """The table as it now stands: the fragment for a live page, otherwise a redirection so that reloading sends nothing."""
    if not request.htmx:
        following = request.POST.get("next", "")
        return redirect(following if _own_address(following) else game)
    game = access_game(request.user, game.code)
    return render(request, "games/_table.html", table_context(request, access_sight(game, request.user)))


def refused(request: Request, game: Game, refusal: Refusal) -> HttpResponse:
    """What is wrong and what would be right, with a fresh table; nothing was changed."""
    if wants_json(request):
        problems = refusal.problems if isinstance(refusal, IllegalAction) else ()
        shown = [
            {"code": problem.code, "text": str(problem.text), "where": problem.where} for problem in problems
        ]
        return JsonResponse({"error": refusal.text, "problems": shown}, status=refusal.status)
    if not request.htmx:
        messages.error(request, refusal.text)
        return redirect(game)
    sight = access_sight(access_game(request.user, game.code), request.user)
    sight.refusal = refusal.text
    answer = render(request, "games/_table.html", table_context(request, sight), status=refusal.status)
    return (
        toasted(answer, refusal.text) if refusal.status >= 500 else answer
    )  # htmx shows no page of a failure


def wants_json(request: Request) -> bool:
    return request.headers.get("Accept", "").startswith("application/json")


def _action(request: Request) -> Any:
    try:
        return read_json(request.POST.get("action", ""))
    except NotPlain:
        raise BadRequest from None


def _number(text: str | None, *, optional: bool = False) -> Any:
    if optional and not text:
        return None
    number = whole_number(text)
    if number is None:
        raise BadRequest
    return number


def _key(request: Request) -> str:
    key = request.POST.get("key", "")
    if not 8 <= len(key) <= 64 or "\0" in key:
        raise BadRequest
    return key


def _own_address(address: str) -> bool:
    return address.startswith("/") and not address.startswith(("//", "/\\"))
