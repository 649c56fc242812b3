"""What a seat does at the table top: decide, speak, ask for the odds."""

import re
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from apps.accounts.requests import SignedInRequest
from apps.games.models import Seat
from apps.games.permissions import access_game, access_seat
from apps.games.problems import Refusal
from apps.games.services.steps import organising
from apps.games.table.sight import Sight, access_sight
from apps.games.views.table import table_context, wanted_seat
from apps.orders.http import Reply, Surface, at_seat, deciding
from apps.site.requests import Request
from apps.tables.argad.board import gaze
from apps.tables.argad.decisions import fields, foresight
from apps.tables.argad.decisions.foresight import Walk
from apps.tables.argad.decisions.reading import read_form
from engines.argad.state import Figure, by_id
from engines.argad.view import known_state

SPACES = re.compile(r"[ \t\r\n]+")  # not the no-break space: it is part of French


# --- deciding -----------------------------------------------------------------------------------------------


class TableTop(Surface):
    """The form comes back as it was filled in. Why it was not sealed stands beside the button, other refusals
    above the table. Whoever seals is ready."""

    slug = "argad"
    page = "games/table.html"
    keeps_eyes = True
    has_last_word = True
    shows_seals = True

    def seals(self, form: QueryDict) -> bool:
        return "seal" in form

    def context(self, reply: Reply) -> dict[str, Any]:
        sight = self.look_again(reply)
        if reply.shows_form_again:
            sight.board.entered = reply.form
        if reply.refusal is not None and self.seals(reply.form) and reply.refusal.status == 422:
            sight.board.seal_refusal = reply.refusal.text
        elif reply.refusal is not None:
            sight.refusal = reply.refusal.text
        return table_context(reply.request, sight)


TABLE_TOP = TableTop()
decide = deciding(read_form, TABLE_TOP)


# --- speaking -----------------------------------------------------------------------------------------------


@at_seat(TABLE_TOP)
def speak(request: HttpRequest, seat: Seat) -> None:
    """One of the seat's men says something to those who can hear him; the decision stays open."""
    form = request.POST
    if seat.game.is_solo:
        raise Refusal(_("Ici personne d’autre ne vous entend."))
    text = SPACES.sub(" ", form.get("text", "").replace("\0", "")).strip()
    words = {"fig": form.get("fig", "")[:8], "manner": form.get("manner", "shout")[:8], "text": text}
    to = {"to": form.get("to", "")[:8]} if words["manner"] == "talk" else {}
    organising.speak(seat.game, {"kind": "speech", "seat": seat.number, **words, **to})


# --- odds ---------------------------------------------------------------------------------------------------


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
    sight, ours = _chosen_men(request, code)
    if not ours:
        return JsonResponse({"error": _("Choisissez d’abord une de vos figurines.")}, status=422)
    return JsonResponse(gaze.gaze(known_state(sight.engine_view), ours[0]))


def _enquire(request: Request, code: str) -> tuple[Sight, dict[str, Any], str]:
    sight, ours = _chosen_men(request, code)
    state = known_state(sight.engine_view)
    if not ours:
        refusal = _("Choisissez d’abord une ou plusieurs de vos figurines, puis une cible ou un chemin.")
        return sight, {}, refusal
    try:
        path = fields.read_path(request.GET, ours[0], state)
    except Refusal as unreadable:
        return sight, {}, unreadable.text
    target = by_id(state).get(request.GET.get("target", ""))
    answer = foresight.enquiry(state, ours, target, path)
    return sight, {**answer, "view": gaze.in_view(state, ours[0])}, ""


def _chosen_men(request: Request, code: str) -> tuple[Sight, list[Figure]]:
    """The men that the form names, if they are this seat's and on the table, as the seat knows them."""
    seat = access_seat(request.user, code, wanted_seat(request), "argad")
    sight = access_sight(access_game(request.user, code), request.user, seat=seat.number)
    state = known_state(sight.engine_view)
    figures = by_id(state)
    wanted = [figures[id] for id in dict.fromkeys(request.GET.getlist("figs")) if id in figures]
    units = set(request.GET.getlist("units"))
    wanted += [f for f in state.figures if f.unit in units and f not in wanted]
    return sight, [figure for figure in wanted if figure.seat == sight.number and figure.place == "table"]
