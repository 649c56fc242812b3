"""The organiser's console: the whole table, the figurants' orders, speech, tests, rulings; each act with a
reason and an audience."""

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.requests import SignedInRequest
from apps.games.engine.positions import current_position
from apps.games.models import Game, RefereeAct, Step
from apps.games.permissions import access_game
from apps.games.problems import Refusal
from apps.games.referee import course
from apps.games.services.steps import organising
from apps.site.numbers import whole_number
from apps.site.requests import Request
from apps.tables.argad.board.figures import figure, figure_svg, sprite
from apps.tables.argad.board.terrain import ground_svg
from apps.tables.argad.organiser.acts import NAMES as KINDS_OF_ACT
from apps.tables.argad.organiser.acts import read_act, read_reason
from apps.tables.argad.queries import can_organise
from apps.tables.argad.words import objective
from engines.argad.rules import Argad
from engines.argad.state import Figure
from engines.argad.words import ACT_NAMES, SCRIPT_NAMES, TERRAIN_NAMES, TEST_NAMES
from engines.core.contract import ORGANISER
from engines.core.texts import render as say

NPC_ACTS = ("hold", "move", "charge", "follow", "keep_distance", "crouch", "flee", "talk", "surrender")
CLOCK = {"suspendre": course.pause, "reprendre": course.resume, "reporter": course.postpone}
SPEECH_STEPS = 40  # how far back the console listens
ATTRIBUTES = (
    ("cls", "classe"),
    ("armour", "armure"),
    ("hp", "vies"),
    ("health", "santé"),
    ("morale", "moral"),
    ("perception", "perception"),
    ("agility", "agilité"),
    ("javelins", "javelots"),
    ("swims", "nage"),
    ("disorder", "en désordre (0 ou 1)"),
    ("fleeing", "en fuite (0 ou 1)"),
    ("hesitating", "hésite (0 ou 1)"),
    ("harness", "harnois (0 : ôté, 1 : remis)"),
    ("hidden", "caché (0 ou 1)"),
    ("wounded", "blessé (0 ou 1)"),
)


def access_organised(request: Request, code: str) -> Game:
    game = access_game(request.user, code)
    if not can_organise(request.user, game):
        raise Http404
    return game


@never_cache
@login_required
@require_safe
def console(request: SignedInRequest, code: str) -> HttpResponse:
    game = access_organised(request, code)
    if game.status == Game.Status.GATHERING:
        return redirect("games:gathering", code=code)
    return _page(request, game)


def _page(request: Request, game: Game, refusal: Refusal | None = None, posted: Any = None) -> HttpResponse:
    """Everything he may know: hidden men, reserves, notes, secret objectives, the whole log."""
    _last, state = current_position(game)
    assert isinstance(game.rules, Argad)
    view = game.rules.organiser_view(state)
    seats = list(game.seats.order_by("number"))
    context = {
        **_figures(view, state.npc_orders),
        "game": game,
        "view": view,
        "seats": seats,
        "places": [(seat, view.seats[seat.number], view.scores[seat.number]) for seat in seats],
        "secrets": [(o.points, objective(o), seats[o.seat].name) for o in view.objectives if o.secret],
        "openings": [(o, piece) for piece in view.terrain for o in piece.openings],
        "board": _board(view),
        "log": _log(game, view),
        "speeches": _speeches(game, view),
        "acts": [(code, ACT_NAMES[code]) for code in NPC_ACTS],
        "attributes": ATTRIBUTES,
        "tests": [(code, _(name)) for code, name in TEST_NAMES.items()],
        "terrains": list(TERRAIN_NAMES.items()),
        "sides": sorted({place.side for place in view.seats}),
        "sprite": sprite({seat.number: seat.arms for seat in seats}),
        "wrong": refusal.text if refusal else "",
        "posted": posted or {},
    }
    return render(request, "argad/organiser.html", context, status=refusal.status if refusal else 200)


def _figures(view: Any, npc_orders: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The men by where they are, and the figurants with the orders he gave them."""
    orders = {order["figs"][0]: order for order in npc_orders if order.get("figs")}
    men = [f for f in view.figures if f.place == "table"]
    return {
        "men": men,
        "reserve": [f for f in view.figures if f.place == "reserve"],
        "fallen": [f for f in view.figures if f.place not in ("table", "reserve")],
        "npcs": [_npc(f, orders.get(f.id)) for f in men if f.seat < 0],
    }


def _npc(figure_: Figure, order: dict[str, Any] | None) -> dict[str, Any]:
    path = " ".join(f"{x / 100:g}/{y / 100:g}" for x, y in (order or {}).get("path", ()))
    return {
        "figure": figure_,
        "art": figure_svg(figure_, 40, seat=-1),
        "do": (order or {}).get("do", ""),
        "target": (order or {}).get("target", ""),
        "path": path,
        "script": SCRIPT_NAMES.get(figure_.script, figure_.script),
    }


def _board(view: Any) -> dict[str, Any]:
    """The drawing, in millimetres; hidden men are dashed."""
    return {
        "width": view.width // 10,
        "height": view.height // 10,
        "ground": ground_svg(view.terrain),
        "men": [
            {
                "f": f,
                "x": f.x / 10,
                "y": f.y / 10,
                "art": figure(f, f.seat, f.heading),
                "seat": "npc" if f.seat < 0 else f.seat,
            }
            for f in sorted(view.figures, key=lambda f: f.y)
            if f.place == "table"
        ],
        "items": [(i, i.x / 10, i.y / 10) for i in view.items if not i.carrier and not i.gone],
    }


def _log(game: Game, view: Any) -> list[dict[str, Any]]:
    """His acts, the latest first, with their audience; private ones in full: it is his own log."""
    rows = []
    acts = game.referee_acts.filter(kind=RefereeAct.Kind.RULE).select_related("actor")[:60]
    steps = {
        step.n: step for step in game.steps.filter(n__in=[act.step for act in acts]).defer("state", "draws")
    }
    for entry in acts:
        step = steps.get(entry.step) if entry.step is not None else None
        act = step.all_moves().get(ORGANISER, {}) if step else {}
        told = [game.rules.narrate(event, view) for event in step.all_events()] if step else []
        rows.append(
            {
                "at": entry.created_at,
                "who": entry.actor,
                "kind": KINDS_OF_ACT.get(act.get("kind", ""), ""),
                "reason": act.get("reason", entry.reason),
                "audience": _audience(act.get("audience"), view),
                "told": [say(text, _) for text in told if text is not None],
            }
        )
    return rows


def _speeches(game: Game, view: Any) -> list[str]:
    """What the players' men said, the latest first: he hears everything."""
    steps = game.steps.resolved().defer("state", "moves", "draws").order_by("-n")[:SPEECH_STEPS]
    said = [event for step in steps for event in step.all_events() if event.kind == "speech"]
    return [say(text, _) for event in said if (text := game.rules.narrate(event, view)) is not None]


def _audience(seats: list[int] | None, view: Any) -> str:
    if seats is None:
        return _("tous")
    if not seats:
        return _("l’organisateur seul")
    return ", ".join(view.seats[seat].name for seat in seats)


@require_POST
@login_required
def act(request: SignedInRequest, code: str) -> HttpResponse:
    """One act of the engine; refused ones come back with what is wrong, nothing changed."""
    game = access_organised(request, code)
    if game.status == Game.Status.GATHERING:
        raise Http404
    _last, state = current_position(game)
    try:
        done = read_act(request.POST, state)
        organising.organise(game, request.user, done, done["reason"], public=done.get("audience") is None)
    except Refusal as refusal:
        return _page(request, game, refusal, request.POST)
    messages.success(request, _("C’est fait, et inscrit au journal de la partie."))
    return redirect("argad:organiser", code=code)


@require_POST
@login_required
def keep_time(request: SignedInRequest, code: str, verb: str) -> HttpResponse:
    """The clock and the past are the host's: pause, resume, postpone, go back to a step. Everyone reads the
    reason."""
    game = access_organised(request, code)
    if verb not in (*CLOCK, "revenir"):
        raise Http404
    try:
        _keep_time(game, request, verb)
    except Refusal as refusal:
        return _page(request, game, refusal)
    messages.success(request, _("C’est fait, et inscrit au journal de la partie."))
    return redirect("argad:organiser", code=code)


def _keep_time(game: Game, request: SignedInRequest, verb: str) -> None:
    reason = read_reason(request.POST)
    if verb in CLOCK:
        CLOCK[verb](game, request.user, reason)
        return
    to = whole_number(request.POST.get("to"))
    last = Step.objects.resolved().filter(game=game).count()
    if to is None or to >= last:
        raise Refusal(_("Dites à quel pas revenir."))
    course.roll_back(game, request.user, to, reason)
