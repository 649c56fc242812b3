"""The console: what is due, overdue, quarantined or silent; and for one game, acts that are previewed,
confirmed, logged."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from apps.accounts.permissions import can_referee, explain_second_factor
from apps.accounts.requests import SignedInRequest
from apps.courier.models import Mail
from apps.games.forms import RefereeActForm
from apps.games.models import Game
from apps.games.permissions import CODE, can_manage, can_open_orders, can_see_signals
from apps.games.problems import Refusal
from apps.games.referee import acts, double_accounts, inspection, view_acts
from apps.games.referee import console as overview
from apps.games.referee.acts import DoneAlready, Outdated
from apps.games.referee.view_fields import posted_fields
from apps.site.requests import Request

GAMES_A_PAGE = 40


@never_cache
@require_safe
def console(request: Request) -> HttpResponse:
    """All games for a referee; for whoever opened private tables, those."""
    user = request.user
    if not user.is_authenticated or not (user.is_referee or overview.has_private_tables(user)):
        raise Http404
    if user.is_referee and not can_referee(user):
        return explain_second_factor(request)
    asked = request.GET.get("voir", "")
    chosen = asked if asked in overview.VIEWS else ""
    page = Paginator(overview.games(user, chosen), GAMES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "rows": overview.rows(page.object_list),
        "tiles": overview.tiles(user, chosen),
        "failing": Mail.objects.failing().count() if user.is_referee else 0,
    }
    return render(request, "games/referee/console.html", context)


def for_managers(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """For those who have the console of that game; a referee without a second factor is told what is
    missing. What is refused is said on the console."""

    @login_required
    @never_cache
    @wraps(view)
    def gate(request: SignedInRequest, code: str, *arguments: Any, **named: Any) -> HttpResponse:
        games = Game.objects.select_related("creator", "referee")
        game = games.filter(code=code).first() if CODE.fullmatch(code) else None
        if game is None:
            raise Http404
        if can_manage(request.user, game):
            try:
                return view(request, game, *arguments, **named)
            except Refusal as refusal:
                messages.error(request, refusal.text)
                return redirect("referee:game", code=code)
        if request.user.is_referee and not can_referee(request.user):
            return explain_second_factor(request)
        raise Http404

    return gate


@for_managers
@require_safe
def game(request: Request, game: Game) -> HttpResponse:
    return _console_page(request, game)


def _console_page(request: Request, game: Game, **more: Any) -> HttpResponse:
    may_look, signals = can_open_orders(request.user, game), can_see_signals(request.user, game)
    board = overview.board(game, with_mail=signals, may_look=may_look)
    context = {
        **board,
        "game": game,
        "acts": game.referee_acts.select_related("actor")[:200],
        "signals": double_accounts.signals(game) if signals else [],
        "shows_signals": signals,
        "groups": view_acts.offers(game, board["step"], may_look=may_look),
        "may_look": may_look,
        **more,
    }
    return render(request, "games/referee/game.html", context)


@for_managers
@require_http_methods(["GET", "HEAD", "POST"])
def dry_run(request: SignedInRequest, game: Game) -> HttpResponse:
    """What resolving now would do, as the public would read it. The game does not change."""
    _require_may_look(request, game)
    if request.method != "POST":
        return redirect("referee:game", code=game.code)
    return _console_page(request, game, rehearsal=inspection.dry_run(game, request.user))


@for_managers
@require_http_methods(["GET", "HEAD", "POST"])
def act(request: SignedInRequest, game: Game, verb: str) -> HttpResponse:
    """First a preview, then the act itself once the game's name was typed. A page come back to leads to the
    console."""
    chosen = view_acts.ACTS.get(verb)
    if chosen is None:
        raise Http404
    if chosen.looks:
        _require_may_look(request, game)
    if request.method != "POST":
        return redirect("referee:game", code=game.code)
    form = RefereeActForm(request.POST if "confirm" in request.POST else None, game=game, words=chosen.words)
    if not form.is_valid():
        return _confirm_page(request, game, chosen, form)
    return _carry_out(request, game, chosen, form)


def _carry_out(
    request: SignedInRequest, game: Game, chosen: view_acts.Act, form: RefereeActForm
) -> HttpResponse:
    preview = partial(chosen.preview, request)
    try:
        done = acts.carry_out(
            game,
            request.POST.get("shown", ""),
            preview,
            lambda locked: chosen.do(request, locked, form.cleaned_data["reason"]),
        )
    except Outdated as outdated:
        return _confirm_page(request, Game.objects.get(pk=game.pk), chosen, form, outdated=outdated.text)
    except DoneAlready as already:
        messages.info(request, already.text)
        return redirect(chosen.goal, code=game.code)
    if chosen.then is not None:
        chosen.then(done)
    messages.success(request, _("C’est fait, et inscrit au journal de la partie."))
    return redirect(chosen.goal, code=game.code)


def _confirm_page(
    request: SignedInRequest, game: Game, chosen: view_acts.Act, form: RefereeActForm, outdated: str = ""
) -> HttpResponse:
    preview = chosen.preview(request, game)
    rehearses = chosen.rehearses and can_open_orders(request.user, game)
    context = {
        "game": game,
        "label": chosen.label,
        "preview": preview,
        "aside": chosen.aside(request, game) if chosen.aside else [],
        "rehearsal": inspection.dry_run(game, request.user) if rehearses else None,
        "shown": acts.mark(game, preview),
        "form": form,
        "hidden": posted_fields(request),
        "outdated": outdated,
    }
    return render(request, "games/referee/confirm.html", context, status=409 if outdated else 200)


@for_managers
@require_http_methods(["GET", "HEAD", "POST"])
def sealed_orders(request: SignedInRequest, game: Game) -> HttpResponse:
    """Opening them is an act like the others; what was opened is read here until the turn is resolved."""
    if request.method == "POST":
        return act(request, game.code, verb="ordres")
    _require_may_look(request, game)
    rows = inspection.opened_orders(game, request.user)
    return render(request, "games/referee/orders.html", {"game": game, "rows": rows})


def _require_may_look(request: Request, game: Game) -> None:
    """What is sealed stays so even for the creator of a private game, if he plays in it."""
    if not can_open_orders(request.user, game):
        raise Http404
