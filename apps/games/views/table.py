"""The page of a running or finished game: the board, what is asked, what happened, each step of the past."""

import json
from functools import cache
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.requests import SignedInRequest
from apps.games.models import Game, Step
from apps.games.permissions import access_game, can_manage, seats_open_to
from apps.games.problems import StaleStep, say_outcome
from apps.games.queries.decisions import steps_sealed_by
from apps.games.services.lobby import sandbox
from apps.games.services.steps import due
from apps.games.table import presentation
from apps.games.table.sight import Sight, access_sight, look
from apps.site.numbers import whole_number
from apps.site.plain_json import NotPlain, read_json
from apps.site.requests import Request
from engines.core.contract import Imagines, has_secrets
from engines.core.texts import render as render_text

STEPS_A_PAGE = 60  # of the history
LONGEST_CHOICE = 4000  # characters of an address


@never_cache
@require_safe
def game_page(request: Request, code: str) -> HttpResponse:
    game = access_game(request.user, code)
    if game.status == Game.Status.GATHERING:
        return redirect("games:gathering", code=code)
    sight = look(game, request.user, seat=wanted_seat(request), draft=wanted_draft(request))
    if sight is None:
        return closed_door(request, game)
    return render(request, "games/table.html", table_context(request, sight))


def closed_door(request: Request, game: Game) -> HttpResponse:
    """A game one may know of and not look into: a seat of it may be free all the same."""
    seats = [] if game.is_over else list(game.seats.wanting_substitute().order_by("number"))
    return render(request, "games/closed.html", {"game": game, "seats": seats}, status=200 if seats else 403)


@never_cache
@require_safe
def board_fragment(request: Request, code: str) -> HttpResponse:
    """What a live page fetches when something happened."""
    game = access_game(request.user, code)
    drafted_at = whole_number(request.GET.get("pas"))
    seat, draft = wanted_seat(request), wanted_draft(request)
    sight = access_sight(game, request.user, seat=seat, draft=draft, drafted_at=drafted_at)
    return render(request, "games/_table.html", table_context(request, sight))


@require_safe
def step_page(request: Request, code: str, n: int) -> HttpResponse:
    """Any past position, as these eyes saw it then; after the end, with everything revealed."""
    game = access_game(request.user, code)
    # Whom the present is kept from is not told its number.
    newest = access_sight(game, request.user, seat=wanted_seat(request))
    sight = access_sight(game, request.user, n=n, seat=wanted_seat(request))
    if sight.shown_step.n != n:
        raise Http404
    context = table_context(request, sight)
    last = newest.shown_step.n
    context |= {
        "replay": True,
        "may_fork": request.user.is_authenticated and sandbox.can_fork(game, sight.number),
        "imagines": not (game.is_over or game.is_solo) and isinstance(game.rules, Imagines),
        "previous": n - 1 if n else None,
        "following": n + 1 if n < last else None,
        "last": last,
        "lends_eyes": sight.reveals_all and has_secrets(game.rules),
    }
    return render(request, "games/step.html", context)


@require_safe
def history(request: Request, code: str) -> HttpResponse:
    """Every step with a link."""
    game = access_game(request.user, code)
    sight = access_sight(game, request.user, seat=wanted_seat(request))
    steps = (
        game.steps.resolved()
        .defer("state", "draws", "moves")
        .filter(n__lte=sight.shown_step.n)
        .order_by("-n")
    )
    page = Paginator(steps, STEPS_A_PAGE).get_page(request.GET.get("page"))
    shown = presentation.of(game.slug)
    rows = [(step, *shown.history(sight, step)) for step in page]
    return render(
        request, "games/history.html", {**table_context(request, sight), "rows": rows, "page": page}
    )


@require_safe
def go_to_step(request: Request, code: str) -> HttpResponse:
    """The number somebody wrote in the bar of the past; beyond the end it is the end."""
    seat = wanted_seat(request)
    newest = access_sight(access_game(request.user, code), request.user, seat=seat)
    wanted = whole_number(request.GET.get("n"))
    address = reverse("games:step", args=[code, min(wanted or 0, newest.shown_step.n)])
    return redirect(address if seat is None else f"{address}?siege={seat}")


@require_POST
@login_required
def fork_step(request: SignedInRequest, code: str, n: int) -> HttpResponse:
    """Try something else from here, in a private sandbox."""
    game = access_game(request.user, code)
    if not game.steps.resolved().filter(n=n).exists():
        raise Http404
    mine, eyes = seats_open_to(request.user, game), whole_number(request.POST.get("siege"), 999)
    with say_outcome(request):
        return redirect(sandbox.fork(game, n, request.user, mine[0].number if mine else None, eyes))
    return redirect("games:step", code=code, n=n)


@require_POST
@login_required
def resolve_now(request: SignedInRequest, code: str) -> HttpResponse:
    """Training and sandboxes are resolved when the player says so: the turn that his page showed, and once.
    At one screen for several, when all have sealed."""
    game = access_game(request.user, code)
    step = Step.objects.pending_of(game)
    if not game.is_solo or not game.seats.filter(user=request.user).exists() or step is None:
        raise Http404
    if step.n != whole_number(request.POST.get("step")):
        messages.info(request, StaleStep().text)
    elif game.kind != Game.Kind.HOTSEAT:
        due.resolve_now(step)
    elif not due.resolve_once_all_sealed(game, step.n):
        messages.error(request, _("Tous n’ont pas encore décidé : passez l’écran à ceux qui manquent."))
    return redirect(game)


def table_context(request: Request, sight: Sight, **more: Any) -> dict[str, Any]:
    game = sight.game
    shown = presentation.of(game.slug)
    return {
        "game": game,
        "sight": sight,
        "presentation": shown,
        "tabs": game_tabs(request, sight),
        # Only boards that show them.
        "sentences": cache(lambda: sight.sentences_of(game.steps.get(pk=sight.shown_step.pk))),
        "choices": cache(lambda: _choices(sight)),
        "manages": cache(lambda: can_manage(request.user, game)),
        "waits_for_its_owner": cache(lambda: due.waits_for_its_owner(sight.pending, sight.seats)),
        "has_sealed": cache(lambda: sight.me is not None and steps_sealed_by(sight.me).exists()),
        **more,
    }


def _choices(sight: Sight) -> list[dict[str, Any]]:
    """The menu as buttons: a complete choice is sent, an incomplete one leads to the next question."""
    if sight.menu is None:
        return []
    return [
        {
            "choice": choice,
            "action": json.dumps(choice.action, ensure_ascii=False, separators=(",", ":")),
            "label": render_text(choice.label, _),
            "hint": render_text(choice.hint, _) if choice.hint else "",
        }
        for choice in sight.menu.choices
    ]


def game_tabs(request: Request, sight: Sight) -> list[dict[str, Any]]:
    """The tabs every game has, with those its presentation adds."""
    game = sight.game
    rows = [
        ("games:game", _(str(presentation.of(game.slug).table_tab(sight)))),
        *presentation.of(game.slug).tabs,
        ("games:history", _("Historique")),
        ("games:about", _("La partie")),
    ]
    tabs: list[dict[str, Any]] = [
        {"label": label, "url": reverse(name, args=[game.code])} for name, label in rows
    ]
    added = [
        tab for tab in (extra(game, request.user) for extra in presentation.extra_tabs) if tab is not None
    ]
    tabs[-2:-2] = [{"label": label, "url": url, "count": unread} for label, url, unread in added]
    for tab in tabs:
        tab["current"] = tab["url"] == request.path
    return tabs


def wanted_seat(request: Request) -> int | None:
    return whole_number(request.GET.get("siege"), 999)


def wanted_draft(request: Request) -> Any:
    """The half-made choice in the address. One that the rules cannot continue is no draft (`look`); what
    cannot even be read is a bad request."""
    text = request.GET.get("brouillon", "")
    if not text:
        return None
    try:
        return read_json(text, LONGEST_CHOICE)
    except NotPlain as fault:
        raise BadRequest from fault
