"""The troop builder: ready troops, mine, one shared by its address, and raising one at a table. Works without
JavaScript."""

import uuid
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.requests import SignedInRequest
from apps.games.engine.positions import position_before
from apps.games.models import Game, Step
from apps.games.permissions import access_game, access_seat
from apps.games.problems import Refusal
from apps.orders.services import submit
from apps.site.numbers import whole_number
from apps.site.requests import Request
from apps.tables.argad import services
from apps.tables.argad.board.figures import figure_svg, sprite
from apps.tables.argad.builder.form import MOST_ROWS, builder_context, read_form, recruit_like
from apps.tables.argad.models import KeptTroop
from apps.tables.argad.queries import troop_by, troop_choices
from engines.argad.scenario.troop_text import LONGEST, read_troop_text, write_troop
from engines.argad.scenario.troops import READY, Troop, cut_to, points, read_troop, troop_cost, what_is_wrong
from engines.core.contract import errors
from engines.core.texts import render as say


@never_cache
@require_safe
def index(request: Request) -> HttpResponse:
    return _list(request)


def _list(request: Request, pasted: str = "", wrong: Sequence[str] = (), status: int = 200) -> HttpResponse:
    """The troops to choose among, and what was pasted if it could not be read."""
    ready = [(id, _card(Troop(_(troop.name), troop.era, troop.figures))) for id, troop in READY.items()]
    mine = [(kept, _card(_troop_of(kept))) for kept in KeptTroop.objects.of(request.user)[:60]]
    context = {"ready": ready, "mine": mine, "sprite": sprite(), "pasted": pasted, "wrong": wrong}
    return render(request, "argad/troops.html", context, status=status)


def _card(troop: Troop) -> dict[str, Any]:
    """What a list shows of a troop: its men as pictures, its cost, its count."""
    return {
        "name": troop.name,
        "cost": points(troop_cost(troop)),
        "count": sum(recruit.n for recruit in troop.figures),
        "pictures": [(recruit.n, recruit.name, figure_svg(recruit, 38)) for recruit in troop.figures],
    }


def _troop_of(kept: KeptTroop) -> Troop:
    troop, _problems = read_troop(kept.data)
    return troop or Troop(kept.name, "feudal", ())


@never_cache
@login_required
def new(request: SignedInRequest) -> HttpResponse:
    """A new troop, from nothing or after another (`?depuis=vikings`)."""
    if request.method == "POST":
        return _apply_verb(request, None)
    start = troop_by(request.GET.get("depuis", ""))
    if start is None:
        start = Troop(_("Ma troupe"), "feudal", (recruit_like("militia:0"),))
    return _page(request, None, start, 100)


@never_cache
@login_required
def edit(request: SignedInRequest, code: str) -> HttpResponse:
    kept = get_object_or_404(KeptTroop.objects.of(request.user).coded(code))
    if request.method == "POST":
        return _apply_verb(request, kept)
    return _page(request, kept, _troop_of(kept), kept.budget)


def _apply_verb(request: SignedInRequest, kept: KeptTroop | None) -> HttpResponse:
    """One verb: check, add a line, remove, double or raise one, keep the whole."""
    troop, budget = read_form(request.POST)
    verb, _sep, row = request.POST.get("verb", "check").partition(":")
    if verb == "save":
        try:
            saved = services.keep_troop(request.user, troop, budget, kept)
        except Refusal as refusal:
            messages.error(request, refusal.text)
            return _page(request, kept, troop, budget, status=409)
        messages.success(request, _("La troupe est enregistrée."))
        return redirect(saved)
    figures = list(troop.figures)
    opened = -1
    if verb == "add" and len(figures) < MOST_ROWS:
        figures.append(recruit_like(request.POST.get("model", "")))
        opened = len(figures) - 1
    elif (number := whole_number(row)) is not None and number < len(figures):
        figures = _rearrange(figures, verb, number)
    return _page(request, kept, Troop(troop.name, troop.era, tuple(figures)), budget, opened=opened)


def _rearrange(figures: list[Any], verb: str, row: int) -> list[Any]:
    if verb == "remove":
        return figures[:row] + figures[row + 1 :]
    if verb == "double" and len(figures) < MOST_ROWS:
        return [*figures[: row + 1], figures[row], *figures[row + 1 :]]
    if verb == "up" and row:
        figures[row - 1], figures[row] = figures[row], figures[row - 1]
    return figures


def _page(
    request: Request,
    kept: KeptTroop | None,
    troop: Troop,
    budget: int,
    *,
    opened: int = -1,
    status: int = 200,
) -> HttpResponse:
    context = {"kept": kept, "sprite": sprite(), **builder_context(troop, budget, opened)}
    return render(request, "argad/troops_build.html", context, status=status)


@require_POST
@login_required
def check(request: SignedInRequest) -> HttpResponse:
    """The builder as it stands, priced and judged; for live pages."""
    troop, budget = read_form(request.POST)
    kept = KeptTroop.objects.of(request.user).filter(code=request.POST.get("kept", "")).first()
    return render(request, "argad/_troops_builder.html", {"kept": kept, **builder_context(troop, budget)})


@never_cache
@require_safe
def show(request: Request, code: str) -> HttpResponse:
    """A troop shared by its address."""
    kept = get_object_or_404(KeptTroop.objects.coded(code).select_related("owner"))
    troop = _troop_of(kept)
    context = {
        "kept": kept,
        "text": write_troop(troop),
        "sprite": sprite(),
        **builder_context(troop, kept.budget),
    }
    return render(request, "argad/troops_show.html", context)


@require_POST
@login_required
def copy(request: SignedInRequest, code: str) -> HttpResponse:
    try:
        mine = services.copy_kept(request.user, get_object_or_404(KeptTroop.objects.coded(code)))
    except Refusal as refusal:
        messages.error(request, refusal.text)
        return redirect("argad:troop", code=code)
    messages.success(request, _("Une copie est dans vos troupes : elle est à vous."))
    return redirect("argad:troop-edit", code=mine.code)


@require_POST
@login_required
def remove(request: SignedInRequest, code: str) -> HttpResponse:
    kept = get_object_or_404(KeptTroop.objects.of(request.user).coded(code))
    kept.delete()
    messages.success(request, _("La troupe « %(name)s » est supprimée.") % {"name": kept.name})
    return redirect("argad:troops")


@require_POST
@login_required
def paste(request: SignedInRequest) -> HttpResponse:
    """A troop pasted as text becomes a new one in the builder."""
    text = request.POST.get("text", "").replace("\0", "")[: LONGEST + 1]
    troop, problems = read_troop_text(text)
    if troop is None:
        return _list(request, text, [say(problem.text, _) for problem in problems], status=422)
    trimmed = Troop(troop.name, troop.era, troop.figures[:MOST_ROWS])
    return _page(request, None, trimmed, max(100, -(-min(600, _cost_or_0(trimmed)) // 2)))


def _cost_or_0(troop: Troop) -> int:
    return 0 if errors(what_is_wrong(troop, 300)) else troop_cost(troop)


# --- at a table ---------------------------------------------------------------------------------------------


@never_cache
@login_required
def raise_troop(request: SignedInRequest, code: str) -> HttpResponse:
    """While troops are raised: choose a ready one, cut to the budget, or one of mine; it is sealed like any
    order."""
    game = access_game(request.user, code)
    step = Step.objects.pending_of(game)
    if game.slug != "argad" or step is None:
        raise Http404
    state = position_before(step)
    if state.phase != "muster":
        return redirect(game)
    seat = access_seat(request.user, code, whole_number(request.POST.get("seat") or request.GET.get("siege")))
    budget = state.seats[seat.number].budget
    if request.method == "POST":
        return _seal_troop(request, game, seat)
    rows = [_offer(word, label, budget) for word, label in troop_choices(request.user)]
    context = {
        "game": game,
        "seat": seat,
        "role": state.seats[seat.number].role,
        "budget": budget,
        "offers": rows,
        "n": step.n,
        "key": uuid.uuid4().hex,
        "sprite": sprite(),
    }
    return render(request, "argad/troops_raise.html", context)


def _offer(word: str, label: str, budget: int) -> dict[str, Any]:
    troop = troop_by(word)
    part = cut_to(troop, budget) if troop is not None and word in READY else troop
    wrong = errors(what_is_wrong(part, budget)) if part is not None else []
    return {
        "word": word,
        "label": label,
        "card": _card(part) if part is not None and not any(p.where for p in wrong) else None,
        "wrong": [say(problem.text, _) for problem in wrong],
        "mine": word not in READY,
    }


def _seal_troop(request: SignedInRequest, game: Game, seat: Any) -> HttpResponse:
    word = request.POST.get("troop", "")
    known = {choice for choice, _label in troop_choices(request.user)}
    kept = KeptTroop.objects.of(request.user).filter(code=word).first()
    if word not in known:
        messages.error(request, _("Choisissez une des troupes proposées."))
        return redirect("argad:raise", code=game.code)
    action = {"kind": "muster", "troop": kept.data if kept else word}
    try:
        step = whole_number(request.POST.get("step")) or 0
        submit(seat, step, action, request.user, request.POST.get("key", "")[:64])
    except Refusal as refusal:
        messages.error(request, refusal.text)
        return redirect("argad:raise", code=game.code)
    messages.success(request, _("Votre troupe est levée, sous scellés jusqu’à ce que tous aient choisi."))
    return redirect(game)
