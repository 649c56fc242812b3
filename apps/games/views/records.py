"""What stays: reports, the page about a game, rankings, honours."""

import re

from django.contrib.auth.decorators import login_required
from django.db.models import F, prefetch_related_objects
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.requests import SignedInRequest
from apps.games.models import Absence, Game, Honour, Report, Seat, SeatHolder, Succession
from apps.games.permissions import access_game, access_seat, seats_open_to
from apps.games.problems import say_outcome
from apps.games.queries import lists
from apps.games.records import careers as ledger
from apps.games.services.deadlines import timetable
from apps.games.services.seats.succession import has_heirs
from apps.games.table.sight import access_sight, look
from apps.games.views.lobby import access_rules
from apps.games.views.people import posted_seat
from apps.games.views.table import closed_door, table_context, wanted_seat
from apps.site.folding import fold
from apps.site.requests import Request

SECTION = re.compile(r'<h2 id="([\w-]+)">([^<]+)</h2>')  # of a report: what its table of contents lists


@never_cache
@login_required
@require_safe
def reports(request: SignedInRequest, code: str) -> HttpResponse:
    """The archive of my BILANs in this game, searchable."""
    game = access_game(request.user, code)
    words = request.GET.get("q", "").replace("\0", "").strip()[:80]
    rows = own_reports(request, game).order_by("-step__n")
    rows = rows.defer("html", "step__state", "step__events", "step__moves", "step__draws")
    found = [row for row in rows if fold(words) in fold(row.text)] if words else rows.defer("text")
    context = {"reports": found, "words": words, **_reports_of_automata(request, game)}
    return render(request, "games/reports.html", {**_frame(request, game), **context})


def _reports_of_automata(request: Request, game: Game) -> dict:
    """Automata receive no BILAN: the one that holds the seat looked at, or from which step on somebody holds
    it instead."""
    seat = Seat.objects.filter(pk__in=_seats_looked_at(request, game)).first()
    if seat is None or seat.bot:
        return {"automaton": seat}
    held = SeatHolder.objects.filter(seat=seat, user=None, to_step__gt=0).exclude(
        seat__reports__step__n__lt=F("to_step")
    )
    return {"since": held.order_by("-to_step").values_list("to_step", flat=True).first()}


@never_cache
@login_required
@require_safe
def report(request: SignedInRequest, code: str, n: int) -> HttpResponse:
    game = access_game(request.user, code)
    shown = get_object_or_404(own_reports(request, game), step__n=n)
    if shown.read_at is None and shown.seat.user_id == request.user.pk:
        Report.objects.filter(pk=shown.pk).update(read_at=timezone.now())
    around = list(own_reports(request, game).order_by("step__n").values_list("step__n", flat=True))
    place = around.index(n)
    context = {
        "report": shown,
        "previous": around[place - 1] if place else None,
        "following": around[place + 1] if place + 1 < len(around) else None,
        "sections": SECTION.findall(shown.html),
    }
    return render(request, "games/report.html", {**_frame(request, game), **context})


def own_reports(request: Request, game: Game):
    """Mine alone, or, once the game is over, everybody's."""
    rows = Report.objects.filter(step__game=game).select_related("step", "seat")
    return rows.filter(seat__in=_seats_looked_at(request, game))


def _seats_looked_at(request: Request, game: Game) -> list[int]:
    wanted = wanted_seat(request)
    if game.status == Game.Status.FINISHED and wanted is not None:
        return list(game.seats.filter(number=wanted).values_list("pk", flat=True))
    return [seat.pk for seat in seats_open_to(request.user, game, wanted)[:1]]


def _frame(request: Request, game: Game) -> dict:
    wanted = wanted_seat(request)
    sight = access_sight(game, request.user)
    return {**table_context(request, sight), "chosen": "" if wanted is None else f"?siege={wanted}"}


@never_cache
@require_safe
def about(request: Request, code: str) -> HttpResponse:
    """Seats, pace, options, fairness, what referees did, what may be asked of the table."""
    game = access_game(request.user, code)
    if game.status == Game.Status.GATHERING:
        return redirect("games:gathering", code=code)
    sight = look(game, request.user)
    if sight is None:
        return closed_door(request, game)
    now = timezone.now()
    prefetch_related_objects(sight.seats, "user")
    people = [seat.user_id for seat in sight.seats if seat.user_id]
    declared = Absence.objects.not_over(now).filter(user__in=people).order_by("-starts_at")
    absences = {absence.user_id: absence for absence in declared}  # of each the nearest
    given = sight.me.honours_given.values_list("kind", "receiver__number") if sight.me else ()
    context = {
        "option_rows": lists.option_rows(game),
        "absences": absences,
        "ballots": timetable.ballots(sight.pending),
        "substitute_link": _substitute_link(game, request),
        "results": game.results.select_related("seat", "user").order_by("place", "seat__number")
        if game.is_over
        else (),
        "peers": [seat for seat in sight.seats if not seat.bot and seat != sight.me],
        "my_honours": dict(given),
        "honours": ledger.honours_of(game),
        "acts": game.referee_acts.public().select_related("actor")[:200],
        "has_heirs": has_heirs(game),
        "successions": {
            one.seat_id: one for one in Succession.objects.filter(seat__game=game).select_related("user")
        },
        "honour_kinds": Honour.Kind.choices,
        "head": game.steps.resolved().order_by("-n").values_list("chain", flat=True).first(),
    }
    return render(request, "games/about.html", {**table_context(request, sight), **context})


def _substitute_link(game: Game, request: Request) -> str:
    """What a player sends to someone who might take over; a private game is reached by its invitation
    alone."""
    address = reverse("games:about", args=[game.code])
    if game.visibility == Game.Visibility.PRIVATE:
        address = reverse("games:invitation", args=[game.code, game.invitation])
    return request.build_absolute_uri(address)


@require_safe
def ranking(request: Request, slug: str) -> HttpResponse:
    rules = access_rules(slug)
    return render(
        request,
        "games/ranking.html",
        {"rules": rules, "ratings": ledger.ranking(slug), "titles": lists.titles()},
    )


@require_POST
@login_required
def honours(request: SignedInRequest, code: str) -> HttpResponse:
    seat = access_seat(request.user, code)
    with say_outcome(request, _("Votre voix est comptée.")):
        ledger.give_honour(seat, posted_seat(request, seat.game), request.POST.get("kind", ""))
    return redirect("games:about", code=code)
