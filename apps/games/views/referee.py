"""The console: what is due, overdue, quarantined or silent; and for one game, acts that are previewed, confirmed, logged."""

import secrets
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth import get_user_model
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
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
from engines.core.texts import render as say


@referee_required
@never_cache
@require_safe
def console(request: HttpRequest) -> HttpResponse:
    return render(request, "games/referee/console.html", queries.console())


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
    context = {
        "game": managed,
        "seats": seats,
        "step": Step.objects.pending().light().filter(game=managed).first(),
        "answered": queries.answered_seats(managed),
        "acts": managed.referee_acts.select_related("actor")[:100],
        "traces": shared_traces(people) if request.user.is_referee else [],
        "verbs": [(verb, label) for verb, (label, _do) in ACTS.items()],
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
    if verb not in ACTS:
        raise Http404
    label, do = ACTS[verb]
    form = RefereeActForm(request.POST, game=managed)
    if not form.is_valid() or "confirm" not in request.POST:
        fresh = (
            RefereeActForm(request.POST, game=managed)
            if "confirm" in request.POST
            else RefereeActForm(initial=request.POST.dict(), game=managed)
        )
        return render(
            request,
            "games/referee/confirm.html",
            {"game": managed, "verb": verb, "label": label, "form": fresh, "hidden": _hidden(request)},
        )
    try:
        do(request, managed, form.cleaned_data)
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
    form = RefereeActForm(request.POST, game=managed)
    if not form.is_valid() or "confirm" not in request.POST:
        label = _("Ouvrir les ordres scellés : tous les joueurs en seront avertis")
        return render(
            request,
            "games/referee/confirm.html",
            {"game": managed, "verb": "ordres", "label": label, "form": form, "hidden": {}},
        )
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
    return {
        key: value
        for key, value in request.POST.items()
        if key in ("number", "to", "until", "username", "orders", "text")
    }


def _seat(request: HttpRequest, managed: Game) -> Any:
    number = request.POST.get("number", "")
    seat = managed.seats.filter(number=int(number)).select_related("user").first() if number.isdigit() else None
    if seat is None:
        raise Refusal(_("Choisissez un siège de cette partie."))
    seat.game = managed
    return seat


def _someone(request: HttpRequest) -> Any:
    user = (
        get_user_model()
        .objects.filter(username__iexact=request.POST.get("username", "").replace("\0", "").strip(), is_active=True)
        .first()
    )
    if user is None:
        raise Refusal(_("Personne ne porte ce nom ici : vérifiez l’orthographe."))
    return user


def _until(request: HttpRequest) -> datetime | None:
    from django.utils.dateparse import parse_datetime
    from django.utils.timezone import make_aware

    text = request.POST.get("until", "")
    if not text:
        return None
    moment = parse_datetime(text)
    if moment is None:
        raise Refusal(_("Cette date est illisible : écrivez par exemple 2026-12-04T23:00."))
    return moment if moment.tzinfo else make_aware(moment)


def _roll_back(request: HttpRequest, managed: Game, data: dict[str, Any]) -> None:
    to = request.POST.get("to", "")
    if not to.isdigit():
        raise Refusal(_("Dites à quel pas revenir."))
    referee.roll_back(managed, request.user, int(to), data["reason"])


def _answer(request: HttpRequest, managed: Game, data: dict[str, Any]) -> None:
    """Orders typed for an absent player."""
    from apps.games.problems import IllegalAction
    from engines.core.contract import errors

    seat = _seat(request, managed)
    step = Step.objects.pending().select_related("game").filter(game=managed).first()
    if step is None:
        raise Refusal(_("Cette partie n’a pas de tour en cours."))
    action, problems = managed.rules.parse(position_before(step), seat.number, request.POST.get("orders", "")[:20000])
    if action is None or errors(problems):
        raise IllegalAction(errors(problems)) if problems else Refusal(_("Ces ordres sont illisibles."))
    referee.answer_for(managed, request.user, seat, action, data["reason"], secrets.token_hex(16))


Do = Callable[[HttpRequest, Game, dict[str, Any]], Any]
ACTS: dict[str, tuple[Any, Do]] = {
    "reporter": (
        gettext_lazy("Reporter l’échéance"),
        lambda r, g, d: referee.postpone(g, r.user, d["reason"], _until(r)),
    ),
    "suspendre": (gettext_lazy("Suspendre la partie"), lambda r, g, d: referee.pause(g, r.user, d["reason"])),
    "reprendre": (gettext_lazy("Reprendre la partie"), lambda r, g, d: referee.resume(g, r.user, d["reason"])),
    "resoudre": (
        gettext_lazy("Résoudre le tour maintenant"),
        lambda r, g, d: referee.resolve_now(g, r.user, d["reason"]),
    ),
    "liberer": (gettext_lazy("Lever la quarantaine"), lambda r, g, d: referee.release(g, r.user, d["reason"])),
    "revenir": (gettext_lazy("Revenir à un pas antérieur"), _roll_back),
    "remplacer": (
        gettext_lazy("Remplacer un joueur"),
        lambda r, g, d: referee.replace_player(g, r.user, _seat(r, g), _someone(r), d["reason"]),
    ),
    "ecarter": (
        gettext_lazy("Écarter un joueur"),
        lambda r, g, d: referee.remove_player(g, r.user, _seat(r, g), d["reason"]),
    ),
    "repondre": (gettext_lazy("Répondre pour un absent"), _answer),
    "message": (gettext_lazy("Écrire à toute la table"), lambda r, g, d: referee.message_all(g, r.user, d["reason"])),
    "annuler": (gettext_lazy("Annuler la partie"), lambda r, g, d: referee.cancel(g, r.user, d["reason"])),
}
