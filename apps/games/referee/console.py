"""What the console asks: which games need a look and why, and one game as whoever watches over it sees it.
Facts only: that orders are sealed, never which."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.accounts.permissions import can_referee
from apps.courier.models import Mail
from apps.games.engine.positions import position_before
from apps.games.models import Absence, Game, Seat, Step, Steward, Submission, Succession
from apps.games.queries.lists import LATE_AFTER, overdue_steps
from apps.games.referee.course import last_returnable
from apps.games.timing.clock import database_now

# What one may ask the console to show, in the order of its tiles.
VIEWS: dict[str, Any] = {
    "": _("Toutes"),
    "quarantaine": _("En quarantaine"),
    "retard": _("En retard"),
    "suspendues": _("Suspendues"),
    "silence": _("Sièges silencieux"),
    "attente": _("Attendent des joueurs"),
    "miennes": _("Vous arbitrez"),
}
ALARMS = ("quarantaine", "retard")


class Row(NamedTuple):
    game: Game
    step: Step | None
    state: str  # quarantined, late, paused, gathering or running
    humans: int  # who is asked and is no automaton
    sealed: int
    awaited: list[Seat]  # at a table: who must move
    silent: list[Seat]
    taken: int


@dataclass(frozen=True)
class Tile:
    name: str
    label: Any
    count: int
    current: bool
    alarms: bool


def has_private_tables(user: User) -> bool:
    return _private_tables(user).exists()


def managed_by(user: User) -> QuerySet[Game]:
    """Games under way or gathering whose console the person has; quarantine reaches training games too."""
    going = Game.objects.exclude(status__in=(Game.Status.FINISHED, Game.Status.CANCELLED))
    if not can_referee(user):
        return going & _private_tables(user)
    watched = Q(kind=Game.Kind.TABLE) | Q(pk__in=_held_steps().values("game"))
    played = Q(pk__in=user.seats.values("game")) | Q(
        pk__in=Succession.objects.filter(user=user).values("seat__game")
    )
    played |= Q(pk__in=Steward.objects.of(user).at_work().values("seat__game"))
    return going.filter(watched).filter(~played | Q(pk__in=_private_tables(user).values("pk")))


def games(user: User, chosen: str) -> QuerySet[Game]:
    """The wanted games, those that need somebody first, then by deadline."""
    pending = Step.objects.pending().filter(game=OuterRef("pk")).order_by()
    urgency = Case(
        When(Exists(_held_steps().filter(game=OuterRef("pk"))), then=Value(0)),
        When(Exists(overdue_steps().filter(game=OuterRef("pk"))), then=Value(1)),
        default=Value(2),
        output_field=IntegerField(),
    )
    found = managed_by(user).filter(_only(user, chosen))
    found = found.annotate(urgency=urgency, due=Subquery(pending.values("due_at")[:1]))
    return found.order_by("urgency", F("due").asc(nulls_last=True), "-created_at", "pk")


def tiles(user: User, chosen: str) -> list[Tile]:
    """How many games each view holds, in one query."""
    counts = managed_by(user).aggregate(
        **{f"n_{name}": Count("pk", filter=_only(user, name), distinct=True) for name in VIEWS}
    )
    return [
        Tile(name, label, counts[f"n_{name}"], name == chosen, name in ALARMS and counts[f"n_{name}"] > 0)
        for name, label in VIEWS.items()
        if name != "miennes" or counts["n_miennes"]
    ]


def rows(found: Iterable[Game]) -> list[Row]:
    """What the table says of each game, in the same few queries however many there are."""
    shown = list(found)
    steps = {step.game_id: step for step in Step.objects.pending().light().filter(game__in=shown)}
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(game__in=shown).order_by("number"):
        seats[seat.game_id].append(seat)
    sealed = dict(
        Submission.objects.filter(step__in=steps.values())
        .order_by()
        .values_list("step")
        .annotate(n=Count("seat", distinct=True))
    )
    now = database_now()
    return [_row(game, steps.get(game.pk), seats[game.pk], sealed, now) for game in shown]


def _row(game: Game, step: Step | None, seats: list[Seat], sealed: dict[int, int], now: datetime) -> Row:
    asked = [seat for seat in seats if step and seat.number in step.asked]
    return Row(
        game=game,
        step=step,
        state=_state(game, step, now),
        humans=sum(1 for seat in asked if seat.is_human),
        sealed=sealed.get(step.pk, 0) if step else 0,
        awaited=asked if step and step.mode != "sealed" else [],
        silent=[seat for seat in seats if seat.misses and game.status != Game.Status.GATHERING],
        taken=len(seats),
    )


def _state(game: Game, step: Step | None, now: datetime) -> str:
    if step is not None and step.status == Step.Status.QUARANTINED:
        return "quarantined"
    if game.status != Game.Status.RUNNING:
        return game.status
    late = step is not None and step.due_at is not None and step.due_at < now - LATE_AFTER
    return "late" if late else "running"


def board(game: Game, *, with_mail: bool, may_look: bool) -> dict[str, Any]:
    """One game: its step, its seats with what is known of each, and the steps one may return to."""
    step = Step.objects.pending().light().select_related("game").filter(game=game).first()
    now = database_now()
    seats = _seats_with_facts(game, step, now, with_mail)
    return {
        **_asked_seats(step, seats, may_look),
        "step": step,
        "state": _state(game, step, now) if not game.is_over else game.status,
        "seats": seats,
        "answered": sum(seat.has_answered for seat in seats),
        "held": [seat for seat in seats if seat.user_id and not seat.bot],
        "last": last_returnable(step) if step else -1,
    }


def _asked_seats(step: Step | None, seats: list[Seat], may_look: bool) -> dict[str, Any]:
    """Who is asked now, who has not answered, and an example of an answer."""
    asked = [seat for seat in seats if step is not None and seat.number in step.asked]
    awaited = [seat for seat in asked if not (seat.bot or seat.has_answered)]
    return {
        "humans": [seat for seat in asked if seat.is_human],
        "awaited": awaited,
        "example": _example(step, awaited[0]) if step is not None and awaited and may_look else "",
    }


def _seats_with_facts(game: Game, step: Step | None, now: datetime, with_mail: bool) -> list[Seat]:
    """The seats, each with its holder's absence, its steward, whether it has answered and whether its mail
    fails."""
    seats = list(game.seats.select_related("user").order_by("number"))
    people = [seat.user_id for seat in seats if seat.user_id]
    absences = {one.user_id: one for one in Absence.objects.covering(now).filter(user__in=people)}
    serving = Steward.objects.serving(step.n if step else 0).filter(seat__game=game).select_related("user")
    stewards = {one.seat_id: one for one in serving}
    answered = set(Submission.objects.filter(step=step).values_list("seat", flat=True)) if step else set()
    failing: set[int] = set()
    if with_mail:
        failing.update(Mail.objects.failing().filter(user__in=people).values_list("user", flat=True))
    for seat in seats:
        seat.absence = absences.get(seat.user_id) if seat.user_id is not None else None
        seat.steward = stewards.get(seat.pk)
        seat.mail_fails, seat.has_answered = seat.user_id in failing, seat.pk in answered
    return seats


def _example(step: Step, seat: Seat) -> str:
    """How a move at this table is written: the one that the default would make. Orders have a manual of their
    own."""
    if step.mode == "sealed":
        return ""
    rules, state = seat.game.rules, position_before(step)
    return rules.notate(state, seat.number, rules.default(state, seat.number, "absent"))


def _only(user: User, name: str) -> Q:
    if name == "quarantaine":
        return Q(pk__in=_held_steps().values("game"))
    if name == "retard":
        return Q(pk__in=overdue_steps().values("game"))
    if name == "silence":
        silent = Seat.objects.filter(misses__gt=0).values("game")
        return Q(pk__in=silent, status__in=(Game.Status.RUNNING, Game.Status.PAUSED))
    plain = {
        "suspendues": Q(status=Game.Status.PAUSED),
        "attente": Q(status=Game.Status.GATHERING),
        "miennes": Q(referee=user),
    }
    return plain.get(name, Q())


def _held_steps() -> QuerySet[Step]:
    return Step.objects.filter(status=Step.Status.QUARANTINED).order_by()


def _private_tables(user: User) -> QuerySet[Game]:
    return Game.objects.filter(creator=user, visibility=Game.Visibility.PRIVATE, kind=Game.Kind.TABLE)
