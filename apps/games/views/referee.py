"""The console: what is due, overdue, quarantined or silent; and for one game, acts that are previewed, confirmed, logged."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.permissions import referee_required
from apps.accounts.queries import shared_traces
from apps.games import queries
from apps.games.forms import RefereeActForm
from apps.games.models import Game, Step
from apps.games.permissions import CODE, can_manage, can_open_orders
from apps.games.positions import position_before
from apps.games.problems import Refusal
from apps.games.services import referee
from apps.games.views import referee_acts
from engines.core.texts import render as say


@referee_required
@never_cache
@require_safe
def console(request: HttpRequest) -> HttpResponse:
    return render(request, "games/referee/console.html", queries.console(request.user))


def access_managed(request: HttpRequest, code: str) -> Game:
    game = Game.objects.filter(code=code).select_related("creator", "referee").first() if CODE.fullmatch(code) else None
    if game is None or not can_manage(request.user, game):
        raise Http404
    return game


def access_unresolved(request: HttpRequest, code: str) -> Game:
    """What is sealed stays so even for the creator of a private game, if he plays in it."""
    game = access_managed(request, code)
    if not can_open_orders(request.user, game):
        raise Http404
    return game


@login_required
@never_cache
@require_safe
def game(request: HttpRequest, code: str) -> HttpResponse:
    return _console_page(request, access_managed(request, code))


def _console_page(request: HttpRequest, managed: Game, **more: Any) -> HttpResponse:
    seats = list(managed.seats.select_related("user").order_by("number"))
    people = [seat.user for seat in seats if seat.user]
    step = Step.objects.pending().light().filter(game=managed).first()
    context = {
        "game": managed,
        "seats": seats,
        "step": step,
        "answered": queries.answered_seats(managed),
        "acts": managed.referee_acts.select_related("actor")[:100],
        "traces": shared_traces(people) if request.user.is_referee else [],
        "verbs": referee_acts.offered(managed, step),
        "may_look": can_open_orders(request.user, managed),
        "last": managed.steps.resolved().order_by("-n").values_list("n", flat=True).first() or 0,
        **more,
    }
    return render(request, "games/referee/game.html", context)


@login_required
@require_POST
def dry_run(request: HttpRequest, code: str) -> HttpResponse:
    """What resolving now would do, as the public would read it. Nothing is changed."""
    managed = access_unresolved(request, code)
    try:
        computed = referee.dry_run(managed)
    except Refusal as refusal:
        messages.error(request, refusal.text)
        return redirect("referee:game", code=code)
    return _console_page(request, managed, dry=_public_sentences(managed, computed), dry_automatic=computed.automatic)


def _public_sentences(managed: Game, computed: Any) -> list[str]:
    """The referee is shown what everyone will read; sealed orders stay sealed."""
    from engines.core import codec
    from engines.core.contract import Event

    state = codec.load(computed.state, managed.rules.State)
    view = managed.rules.view(state, None)
    events = [event for event in codec.load(computed.events, list[Event]) if event.audience is None]
    told = (managed.rules.narrate(event, view) for event in events)
    return [say(text, _) for text in told if text is not None]


@login_required
@require_POST
def act(request: HttpRequest, code: str, verb: str) -> HttpResponse:
    """First a preview, then the act itself once the game's name was typed."""
    managed = access_managed(request, code)
    if verb not in referee_acts.ACTS:
        raise Http404
    chosen = referee_acts.ACTS[verb]
    form = RefereeActForm(request.POST if "confirm" in request.POST else None, game=managed)
    try:
        if not form.is_valid():
            preview = chosen.preview(request, managed)
            context = {"game": managed, "label": chosen.label, "preview": preview, "form": form}
            return render(request, "games/referee/confirm.html", {**context, "hidden": _hidden(request)})
        chosen.do(request, managed, form.cleaned_data["reason"])
    except Refusal as refusal:
        messages.error(request, refusal.text)
    else:
        messages.success(request, _("C’est fait, et inscrit au journal de la partie."))
    return redirect("referee:game", code=code)


@login_required
@require_POST
def sealed_orders(request: HttpRequest, code: str) -> HttpResponse:
    """Opening sealed orders: logged and told to all players before anything is shown."""
    managed = access_unresolved(request, code)
    form = RefereeActForm(request.POST if "confirm" in request.POST else None, game=managed)
    if not form.is_valid():
        label = _("Ouvrir les ordres scellés")
        preview = [_("Tous les joueurs reçoivent un courrier qui le dit, avec la raison. Cela ne se défait pas.")]
        context = {"game": managed, "label": label, "preview": preview, "form": form, "hidden": {}}
        return render(request, "games/referee/confirm.html", context)
    try:
        submissions = referee.open_sealed_orders(managed, request.user, form.cleaned_data["reason"])
    except Refusal as refusal:
        messages.error(request, refusal.text)
        return redirect("referee:game", code=code)
    step = Step.objects.pending().select_related("game").get(game=managed)
    state = position_before(step)
    rows = [(one, managed.rules.notate(state, one.seat.number, one.decision())) for one in submissions]
    return render(request, "games/referee/orders.html", {"game": managed, "rows": rows})


def _hidden(request: HttpRequest) -> dict[str, str]:
    return {key: value for key, value in request.POST.items() if key in referee_acts.FIELDS}
