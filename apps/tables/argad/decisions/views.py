"""What a seat does at the table top: prepare and seal its two inputs, ask for the odds."""

import re
import uuid
from collections.abc import Callable
from typing import Any

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.requests import Request, SignedInRequest
from apps.games.engine.guard import limited
from apps.games.engine.positions import position_before
from apps.games.models import Game, Seat, Step
from apps.games.permissions import access_game, access_own_seat
from apps.games.problems import IllegalAction, NotAsked, Refusal, StaleStep
from apps.games.queries.decisions import readable_draft, readable_submissions
from apps.games.services.steps import due, moves, organising
from apps.games.table.sight import Sight, look
from apps.games.views.table import table_context, wanted_seat
from apps.orders.services import save_draft
from apps.tables.argad.board import gaze
from apps.tables.argad.board.chronicle import is_talk
from apps.tables.argad.decisions import fields, foresight, plan, setup
from apps.tables.argad.decisions.combat import read_combat
from apps.tables.argad.decisions.foresight import Walk
from apps.tables.argad.decisions.pending import StillPending, pending_order
from engines.argad.orders import Packet, Plot, as_json
from engines.argad.state import Figure, State, by_id
from engines.argad.view import known_state
from engines.core.contract import errors

SPACES = re.compile(r"[ \t\r\n]+")  # not the no-break space: it is part of French


# --- deciding --------------------------------------------------------------------------------------------------------


@require_POST
@login_required
def decide(request: SignedInRequest, code: str) -> HttpResponse:
    """Every button of the table's form: give, take back, try, seal. A refusal changes nothing and says what is wrong."""
    game, seat = _own_seat(request, code)
    try:
        step = _step(game, seat, request.POST.get("step", ""))
        known = known_state(game.rules.view(position_before(step), seat.number))
        drafted = _drafted(step, seat)
        action = ACTIONS[known.phase](request.POST, known, seat.number, drafted)
        _require_legal(step, seat, action)
        if "seal" in request.POST:
            _seal(request, step, seat, action)
        else:
            save_draft(seat, step.n, action, "", request.user)
    except Refusal as refusal:
        return _refused(request, game, seat, refusal)
    return _answered(request, game, seat, half_made=_is_half_made(request.POST, known, seat.number, drafted))


def _is_half_made(form: Any, state: State, seat: int, drafted: Any) -> bool:
    """The button did something else, and the fields hold an order that was not given: it stays in them."""
    if state.phase != "plot" or "seal" in form:
        return False
    other = "offer" in form or "drop" in form
    return form.get("end") == "concede" or (
        other and pending_order(form, state, seat, plan.plot_of(drafted)) is not None
    )


def _plot(form: Any, state: State, seat: int, drafted: Any) -> dict[str, Any]:
    """The plan after this button: a proposed order, one taken back, all cleared, or an order from the fields."""
    plot = plan.plot_of(drafted)
    if "end" in form or "seal" in form:
        plot = _with_what_stands_beside_the_seal(form, plot)
    if "offer" in form:
        figs, order = plan.offer(state, seat, form["offer"])
        plot = plan.with_order(state, plot, order) if order else plan.without_men(state, plot, figs)
    elif "drop" in form:
        plot = plan.without_order(plot, fields.number(form["drop"], _("L’ordre")))
    elif "clear" in form:
        plot = msgspec.structs.replace(plot, orders=())
    elif "forget" in form:
        plot = plan.without_men(state, plot, plan.chosen_men(form, state, seat))
    elif (
        form.get("seal", "give") != "give"
    ):  # sealed as it is; « donner et sceller » gives what is in the fields first
        _require_nothing_pending(form, state, seat, plot)
    else:
        plot = plan.with_order(state, plot, plan.read_order(form, state, seat))
    return plan.action_of(plot)


def _with_what_stands_beside_the_seal(form: Any, plot: Plot) -> Plot:
    """Kept whichever button is pressed; but to give up is only ever sealed, for a draft counts at the deadline."""
    end = form.get("end", "")
    return msgspec.structs.replace(
        plot, cloud="cloud" in form, end=plot.end if end == "concede" and "seal" not in form else end
    )


def _require_nothing_pending(form: Any, state: State, seat: int, plot: Plot) -> None:
    """Nothing is sealed over an order in the making, unless it is dropped on purpose."""
    if form["seal"] != "drop" and pending_order(form, state, seat, plot) is not None:
        raise StillPending


def _combat(form: Any, state: State, seat: int, drafted: Any) -> dict[str, Any]:
    return as_json(Packet(auto=True)) if form.get("seal") == "usage" else read_combat(form, state, seat)


def _muster(form: Any, state: State, seat: int, drafted: Any) -> dict[str, Any]:
    return {"kind": "muster", "troop": form.get("troop", "")}


def _deploy(form: Any, state: State, seat: int, drafted: Any) -> dict[str, Any]:
    return setup.read_places(form, state, seat)


ACTIONS: dict[str, Callable[[Any, State, int, Any], dict[str, Any]]] = {
    "muster": _muster,
    "deploy": _deploy,
    "plot": _plot,
    "combat": _combat,
}


def _own_seat(request: Request, code: str) -> tuple[Game, Seat]:
    game = access_game(request.user, code)
    number = request.POST.get("seat", "")
    if game.slug != "argad" or (number and (not number.isdecimal() or len(number) > 3)):
        raise Http404
    return game, access_own_seat(request.user, game, int(number) if number else None)


def _step(game: Game, seat: Seat, number: str) -> Step:
    step = Step.objects.pending().filter(game=game).first()
    if step is None or not _same_table(game, step, number):
        raise StaleStep
    if seat.number not in step.asked:
        raise NotAsked
    step.game = game
    return step


def _same_table(game: Game, step: Step, number: str) -> bool:
    """The form was made for this step, or since then there was only talk."""
    if str(step.n) == number:
        return True
    if not number.isdecimal() or len(number) > 6:
        return False
    since = game.steps.filter(n__gte=int(number), n__lt=step.n).defer("state", "moves", "draws")
    return len(since) == step.n - int(number) > 0 and all(is_talk(one) for one in since)


def _drafted(step: Step, seat: Seat) -> Any:
    draft = readable_draft(step, seat)
    if draft is not None:
        state = position_before(step)
        faults = errors(limited(lambda: step.game.rules.check(state, seat.number, draft.action)))
        return plan.without_faults(draft.action, faults)
    sealed = readable_submissions(step, seat)
    return sealed[0].decision() if sealed else None


def _require_legal(step: Step, seat: Seat, action: Any) -> None:
    problems = errors(moves.judge(step, seat, action))
    if problems:
        raise IllegalAction(problems)


def _seal(request: SignedInRequest, step: Step, seat: Seat, action: Any) -> None:
    """Seal, and say that one is ready; where one person plays alone or passes the screen round, the last seal resolves."""
    save_draft(seat, step.n, action, "", request.user)
    key = request.POST.get("key", "")[:64] or uuid.uuid4().hex
    ready = step.game.early and not step.game.is_solo
    receipt = moves.submit(seat, step.n, action, request.user, key, ready=ready)
    if (
        not request.htmx and step.game.kind != Game.Kind.HOTSEAT
    ):  # a live table says so in its form, a curtain above it
        told = _("Vos ordres sont scellés (version %(revision)d). Reçu : %(receipt)s…")
        messages.success(request, told % {"revision": receipt.revision, "receipt": receipt.receipt[:12]})
    game = step.game
    if not game.is_solo:
        return
    due.resolve_once_all_sealed(game, step.n)


def _answered(request: Request, game: Game, seat: Seat, half_made: bool = False) -> HttpResponse:
    """The table as it now stands; at a shared screen, before the eyes of whoever sits down next."""
    if not request.htmx and not half_made:
        return redirect(f"{game.get_absolute_url()}?siege={seat.number}")
    sight = _look(request, game.code, seat.number)
    if half_made:
        sight.board.entered = request.POST
    return render(request, _page(request), table_context(request, sight))


def _page(request: Request) -> str:
    return "games/_table.html" if request.htmx else "games/table.html"


def _refused(request: Request, game: Game, seat: Seat, refusal: Refusal) -> HttpResponse:
    """The form as it was filled in. Why it was not sealed stands beside the button, other refusals above the table."""
    sight = _look(request, game.code, seat.number)
    if "seal" in request.POST and refusal.status == 422:
        sight.board.seal_refusal = refusal.text
    else:
        sight.refusal = refusal.text
    sight.board.entered = request.POST
    return render(request, _page(request), table_context(request, sight), status=refusal.status)


def _look(request: Request, code: str, seat: int | None) -> Sight:
    sight = look(access_game(request.user, code), request.user, seat=seat)
    if sight is None or sight.game.slug != "argad":
        raise Http404
    return sight


# --- speaking --------------------------------------------------------------------------------------------------------


@require_POST
@login_required
def speak(request: SignedInRequest, code: str) -> HttpResponse:
    """One of the seat's men says something to those who can hear him; the decision stays open."""
    game, seat = _own_seat(request, code)
    form = request.POST
    try:
        if game.is_solo:
            raise Refusal(_("Ici personne d’autre ne vous entend."))
        text = SPACES.sub(" ", form.get("text", "").replace("\0", "")).strip()
        fields = {"fig": form.get("fig", "")[:8], "manner": form.get("manner", "shout")[:8], "text": text}
        to = {"to": form.get("to", "")[:8]} if fields["manner"] == "talk" else {}
        organising.speak(game, {"kind": "speech", "seat": seat.number, **fields, **to})
    except Refusal as refusal:
        return _refused(request, game, seat, refusal)
    return _answered(request, game, seat)


# --- odds ------------------------------------------------------------------------------------------------------------


@require_safe
@login_required
def odds(request: SignedInRequest, code: str) -> HttpResponse:
    """Reach, distance, volley and duel for the chosen men, from what their seat knows."""
    sight, answer, refusal = _enquire(request, code)
    page = "argad/_odds.html" if request.htmx else "argad/odds.html"
    context = {**table_context(request, sight), "odds": answer, "refusal": refusal}
    return render(request, page, context, status=422 if refusal else 200)


@require_safe
@login_required
def way(request: SignedInRequest, code: str) -> HttpResponse:
    """The drawn path as the ground lets it be: its parts and what the slowness dice may leave."""
    _sight, answer, refusal = _enquire(request, code)
    walks = answer.get("walks", [])
    if refusal or not walks:
        return JsonResponse({"error": refusal or _("Choisissez une figurine et un chemin.")}, status=422)
    found: Walk = walks[0][1]
    parts = [{"kind": kind, "points": [[x / 10, y / 10] for x, y in line]} for kind, line in found.parts]
    return JsonResponse({"text": found.text, "parts": parts, "end": [found.end[0] / 10, found.end[1] / 10]})


@require_safe
@login_required
def view(request: SignedInRequest, code: str) -> HttpResponse:
    """What the first chosen man sees from where he stands."""
    sight, ours = _chosen(request, code)
    if not ours:
        return JsonResponse({"error": _("Choisissez d’abord une de vos figurines.")}, status=422)
    return JsonResponse(gaze.gaze(known_state(sight.seen), ours[0]))


def _enquire(request: Request, code: str) -> tuple[Sight, dict[str, Any], str]:
    sight, ours = _chosen(request, code)
    state = known_state(sight.seen)
    form = request.GET
    try:
        path = fields.read_path(form, ours[0], state) if ours else ()
    except Refusal as refusal:
        return sight, {}, refusal.text
    if not ours:
        return (
            sight,
            {},
            _("Choisissez d’abord une ou plusieurs de vos figurines, puis une cible ou un chemin."),
        )
    answer = foresight.enquiry(state, ours, by_id(state).get(form.get("target", "")), path)
    return sight, {**answer, "view": gaze.in_view(state, ours[0])}, ""


def _chosen(request: Request, code: str) -> tuple[Sight, list[Figure]]:
    """The men that the form names, if they are this seat's and on the table, as the seat knows them."""
    seat = access_own_seat(request.user, access_game(request.user, code), wanted_seat(request))
    sight = _look(request, code, seat.number)
    state = known_state(sight.seen)
    figures = by_id(state)
    wanted = [figures[id] for id in dict.fromkeys(request.GET.getlist("figs")) if id in figures]
    units = set(request.GET.getlist("units"))
    wanted += [f for f in state.figures if f.unit in units and f not in wanted]
    return sight, [figure for figure in wanted if figure.seat == sight.number and figure.place == "table"]
