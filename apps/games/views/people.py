"""Around a game: absences, stewards, substitutes, successions, votes, rematches, the calendar feed."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.models import User
from apps.accounts.requests import SignedInRequest
from apps.games.forms import AbsenceForm, StewardForm
from apps.games.models import Game, Seat, Succession, Vote
from apps.games.permissions import access_game, access_gathering
from apps.games.problems import Refusal, refusal_on
from apps.games.queries.lists import open_seats
from apps.games.services.deadlines import timetable
from apps.games.services.lobby.gathering import put_away
from apps.games.services.lobby.rematch import rematch
from apps.games.services.seats import absence, succession
from apps.games.timing.calendar import calendar_of
from apps.site.forms import told_errors
from apps.site.numbers import whole_number
from apps.site.requests import Request

SEATS_A_PAGE = 60


@require_safe
def substitutes(request: Request) -> HttpResponse:
    """Seats that look for someone."""
    games = Game.objects.visible_to(request.user).under_way()
    heirs = Succession.objects.filter(user=None, seat__game__in=games).select_related("seat__game")
    context = {
        "seats": Paginator(open_seats(games), SEATS_A_PAGE).get_page(request.GET.get("page")),
        "heirs": Paginator(heirs.order_by("asked_at", "pk"), SEATS_A_PAGE).get_page(
            request.GET.get("successions")
        ),
    }
    return render(request, "games/substitutes.html", context)


@login_required
def absences(request: SignedInRequest) -> HttpResponse:
    """My declared absences; the tables where I play see them."""
    form = AbsenceForm(request.POST if request.POST.get("verb") == "declare" else None)
    if request.method == "POST" and request.POST.get("verb") == "remove":
        request.user.absences.filter(pk=whole_number(request.POST.get("absence")) or 0).delete()
        return redirect("games:absences")
    if request.method == "POST" and form.is_valid():
        with refusal_on(form):
            absence.declare_absence(request.user, form.starts, form.ends, form.cleaned_data["note"])
            messages.success(request, _("Vos tables sont prévenues de cette absence."))
            return redirect("games:absences")
    rows = request.user.absences.not_over(timezone.now())
    return render(request, "games/absences.html", {"form": form, "absences": rows})


@require_safe
def calendar(request: Request, token: str) -> HttpResponse:
    """The private feed of my deadlines, for any calendar program."""
    user = get_object_or_404(User, feed_token=token, is_active=True)
    response = HttpResponse(calendar_of(user), content_type="text/calendar; charset=utf-8")
    response["Cache-Control"] = "private, max-age=600"
    return response


@require_POST
@login_required
def act(request: SignedInRequest, code: str, verb: str) -> HttpResponse:
    """What a player may do about a running or finished game besides playing."""
    invitation = request.POST.get("invitation", "") if verb == "reprendre" else ""
    game = access_gathering(code, invitation) if invitation else access_game(request.user, code)
    if verb not in ACTS:
        raise Http404
    try:
        goal = ACTS[verb](request, game)
    except Refusal as refusal:
        messages.error(request, refusal.text)
        goal = redirect("games:invitation", code=code, invitation=invitation).url if invitation else None
    return redirect(goal) if goal is not None else redirect("games:about", code=code)


def _vote(request: SignedInRequest, game: Game) -> None:
    proposal = request.POST.get("proposal", "")
    if proposal not in Vote.Proposal.values:
        raise Http404
    done = timetable.vote(_held_seat(request, game), proposal)
    messages.success(request, _("La table a décidé.") if done else _("Votre voix est comptée."))


def _steward(request: SignedInRequest, game: Game) -> None:
    seat = _held_seat(request, game)
    if request.POST.get("dismiss"):
        absence.dismiss_steward(seat)
        return
    form = StewardForm(request.POST)
    if not form.is_valid():
        raise Refusal(told_errors(form))
    user = User.objects.present().filter(username__iexact=form.cleaned_data["username"]).first()
    if user is None:
        raise Refusal(_("Personne ne porte ce nom ici : vérifiez l’orthographe."))
    absence.name_steward(seat, user, form.cleaned_data["steps"])
    messages.success(
        request, _("%(name)s peut maintenant donner des ordres pour vous.") % {"name": user.username}
    )


def _succession(request: SignedInRequest, game: Game) -> None:
    """A lord seeks a successor or no longer does; someone offers, or withdraws."""
    choice = request.POST.get("choice", "")
    if choice == "seek":
        succession.seek(_held_seat(request, game))
        messages.success(request, _("On sait maintenant que vous cherchez un successeur."))
    elif choice == "give-up":
        succession.give_up(_held_seat(request, game))
    elif choice == "offer":
        succession.offer(posted_seat(request, game), request.user, request.POST.get("name", ""))
        messages.success(
            request, _("Vous attendez cette succession : elle vient si le seigneur abdique (ordre ABD).")
        )
    elif choice == "withdraw":
        succession.withdraw(posted_seat(request, game), request.user)
    else:
        raise Http404


def _rematch(request: SignedInRequest, game: Game) -> Any:
    """Whoever played is let in, by the invitation if the new table is private."""
    new = rematch(game, request.user)
    if new.status != Game.Status.GATHERING or new.seats.filter(user=request.user).exists():
        return new
    return reverse("games:invitation", args=[new.code, new.invitation])


def _put_away(request: SignedInRequest, game: Game) -> str:
    put_away(game, request.user)
    messages.success(request, _("« %(name)s » est rangée.") % {"name": game.name})
    return reverse("games:mine")


def posted_seat(request: Request, game: Game) -> Seat:
    return get_object_or_404(game.seats, number=whole_number(request.POST.get("number")))


def _held_seat(request: SignedInRequest, game: Game) -> Seat:
    """One's own seat, not one served as steward."""
    seat = game.seats.filter(user=request.user).first()
    if seat is None:
        raise Http404
    return seat


ACTS: dict[str, Callable[[SignedInRequest, Game], Any]] = {
    "vote": _vote,
    "intendant": _steward,
    "quitter": lambda request, game: absence.ask_for_substitute(_held_seat(request, game)),
    "reprendre": lambda request, game: absence.take_seat(posted_seat(request, game), request.user).game,
    "succession": _succession,
    "revanche": _rematch,
    "ranger": _put_away,
}
