"""A decision over HTTP: read from a form, carried out, answered or refused; for every table, whatever it
looks like.

A game supplies how its form is read (`reading.Reader`) and where on its pages the answer stands (`Surface`);
nothing else.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect, reswap, retarget

from apps.accounts.requests import SignedInRequest
from apps.games.models import Game, Seat, Submission
from apps.games.permissions import access_game, access_seat
from apps.games.problems import IllegalAction, Refusal, StaleStep
from apps.games.table.sight import Sight, access_sight
from apps.games.views.table import table_context
from apps.orders.decision import Change, open_decision
from apps.orders.reading import BadRequest, Reader, request_key, seat_number, step_number
from apps.orders.services import answer, draft
from apps.site.errors import with_toast

View = Callable[..., HttpResponse]


@dataclass
class Reply:
    """What came of a form: all that its answer is made from."""

    request: SignedInRequest
    seat: Seat
    change: Change | None = None
    receipt: Submission | None = None
    refusal: Refusal | None = None

    @property
    def game(self) -> Game:
        return self.seat.game

    @property
    def form(self) -> QueryDict:
        return self.request.POST

    @property
    def status(self) -> int:
        return self.refusal.status if self.refusal else 200

    @property
    def success_words(self) -> str:
        """What is told once it is done."""
        if self.refusal is not None or self.change is None or self.change.said is None:
            return ""
        return self.change.said()

    @property
    def shows_form_again(self) -> bool:
        return self.refusal is not None or (self.change is not None and self.change.is_unfinished)


class Spot(NamedTuple):
    """A part of a page: its template, and where it stands if that is not where the form said."""

    template: str
    target: str = ""


class Goal(NamedTuple):
    """Where a browser goes next, and the tag of what is said there."""

    address: str
    tag: str = ""


class Surface:
    """Where on a game's pages an answer stands: here, at the table that every game has. A game overrides what
    differs."""

    slug = ""  # of the only game whose pages these are
    page = ""  # without a script, a form shown again stands on this page; empty: its refusal is a message
    keeps_eyes = False  # the same seat looks again, also when another is asked now
    has_last_word = False  # a seal is a last word here, and takes the place of the draft (`services.answer`)
    shows_seals = False  # a live page shows by itself that orders are sealed

    def seals(self, form: QueryDict) -> bool:
        """Whether this form answers the question, or prepares the answer."""
        return True

    def spot(self, reply: Reply) -> Spot | None:
        """Where it stands on a live page; None: all of that page is out of date."""
        return Spot("games/_table.html")

    def leaves_page(self, reply: Reply) -> bool:
        """Even a live page goes elsewhere: it has no place for the answer."""
        return False

    def goal(self, reply: Reply) -> Goal:
        """For a browser without a script, and for a live page that is left."""
        if self.keeps_eyes:
            return Goal(f"{reply.game.get_absolute_url()}?siege={reply.seat.number}")
        wanted = "" if reply.refusal else reply.form.get("next", "")
        return Goal(wanted if _is_own_address(wanted) else reply.game.get_absolute_url())

    def context(self, reply: Reply) -> dict[str, Any]:
        sight = self.look_again(reply)
        sight.refusal = reply.refusal.text if reply.refusal else ""
        return table_context(reply.request, sight)

    def look_again(self, reply: Reply) -> Sight:
        """The table as it now stands."""
        user = reply.request.user
        seat = reply.seat.number if self.keeps_eyes else None
        return access_sight(access_game(user, reply.game.code), user, seat=seat)


TABLE = Surface()


# Carrying out
# ----------------------------------------------------------------------------------------------------------
def deciding(readers: Reader | Mapping[str, Reader], surface: Surface = TABLE) -> View:
    """The view of a form by which a seat decides; of several readers the address names one (`verb`)."""

    @require_POST
    @login_required
    def decide(request: SignedInRequest, code: str, verb: str = "") -> HttpResponse:
        read = readers.get(verb) if isinstance(readers, Mapping) else readers
        if read is None:
            raise Http404
        form, seals = request.POST, surface.seals(request.POST)
        reply = Reply(request, access_seat(request.user, code, seat_number(form), surface.slug))
        try:
            key = request_key(form) if seals else ""
            n = step_number(form, StaleStep if surface.slug else BadRequest)
            decision = open_decision(reply.seat, n, request.user, key)
            if seals and not key:
                raise BadRequest
            change = read(decision, form) if decision.accepted is None else Change(None)
            if seals:
                last = surface.has_last_word
                reply.receipt = answer(decision, change.action, is_last_word=last, drafts=last)
            else:
                draft(decision, change)
            reply.change = change
        except Refusal as refusal:
            reply.refusal = refusal
        return respond(surface, reply)

    return decide


def at_seat(surface: Surface = TABLE) -> Callable[[Callable[[SignedInRequest, Seat], None]], View]:
    """A view of a form that answers no question: it changes something for a seat, or refuses."""

    def wrapper(change: Callable[[SignedInRequest, Seat], None]) -> View:
        @require_POST
        @login_required
        @wraps(change)
        def view(request: SignedInRequest, code: str) -> HttpResponse:
            seat = access_seat(request.user, code, seat_number(request.POST), surface.slug)
            reply = Reply(request, seat)
            try:
                change(request, seat)
            except Refusal as refusal:
                reply.refusal = refusal
            return respond(surface, reply)

        return view

    return wrapper


# Answering
# ------------------------------------------------------------------------------------------------------------
def respond(surface: Surface, reply: Reply) -> HttpResponse:
    """The page as it now stands, or why nothing was changed: to a program, a live page, or any browser."""
    request = reply.request
    if _wants_json(request) and (reply.refusal or reply.receipt):
        return _as_json(reply)
    if reply.receipt is not None:
        _tell_of_seal(surface, reply, reply.receipt)
    if request.htmx and not surface.leaves_page(reply):
        return _in_place(surface, reply)
    if surface.page and reply.shows_form_again:
        return render(request, surface.page, surface.context(reply), status=reply.status)
    address, tag = surface.goal(reply)
    if reply.refusal is not None:
        messages.error(request, reply.refusal.text, extra_tags=tag)
    elif reply.success_words:
        messages.success(request, reply.success_words, extra_tags=tag)
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def _as_json(reply: Reply) -> HttpResponse:
    refusal, receipt = reply.refusal, reply.receipt
    if refusal is not None:
        problems = refusal.problems if isinstance(refusal, IllegalAction) else ()
        told = [{"code": one.code, "text": str(one.text), "where": one.where} for one in problems]
        return JsonResponse({"error": refusal.text, "problems": told}, status=refusal.status)
    assert receipt is not None  # whatever is no refusal
    proof = {"revision": receipt.revision, "receipt": receipt.receipt, "salt": receipt.salt}
    return JsonResponse({"step": receipt.step.n, **proof, "at": receipt.created_at}, status=201)


def _tell_of_seal(surface: Surface, reply: Reply, receipt: Submission) -> None:
    """Nothing of a move, which the table shows; nothing at one screen, where the curtain says who has
    sealed."""
    shown = surface.shows_seals and reply.request.htmx
    if receipt.step.mode != "sealed" or shown or reply.game.kind == Game.Kind.HOTSEAT:
        return
    text = _("Vos ordres sont scellés (version %(revision)d). Reçu : %(receipt)s…")
    messages.success(reply.request, text % {"revision": receipt.revision, "receipt": receipt.receipt[:12]})


def _in_place(surface: Surface, reply: Reply) -> HttpResponse:
    spot, refusal = surface.spot(reply), reply.refusal
    if spot is None:
        messages.error(reply.request, refusal.text if refusal else "")
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    page = render(reply.request, spot.template, surface.context(reply), status=reply.status)
    if spot.target:
        page = reswap(retarget(page, spot.target), "innerHTML")
    if refusal is not None and refusal.status >= 500:  # htmx shows no page of a failure
        return with_toast(page, refusal.text)
    return page


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "").startswith("application/json")


def _is_own_address(address: str) -> bool:
    return address.startswith("/") and not address.startswith(("//", "/\\"))
