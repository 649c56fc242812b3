"""Answers, misses and clocks of the seats; what follows from two misses in a row, and from an answer after
them."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef
from django.dispatch import Signal
from django.utils import timezone

from apps.accounts.models import User
from apps.games.live.hub import announce_game
from apps.games.mail.notices import post_seat_opened, post_seat_taken
from apps.games.models import Game, Seat, SeatHolder, Step, Steward, Submission
from apps.games.problems import SeatTaken

MISSES_THAT_OPEN_A_SEAT = 2

seat_opened = Signal()  # sent with seat and n, in the transaction that opens the seat


def count_answers(seats: Sequence[Seat]) -> None:
    Seat.objects.filter(pk__in=[seat.pk for seat in seats], misses__gt=0).update(misses=0)


def count_misses(step: Step, missed: Sequence[Seat]) -> None:
    """Two misses in a row open the seat to a substitute; someone who has never answered is replaced at once.
    Who was still in time when a referee had the turn resolved has missed nothing."""
    if not missed or step.game.is_solo or step.was_hurried:
        return
    Seat.objects.filter(pk__in=[seat.pk for seat in missed]).update(misses=F("misses") + 1)
    late = Seat.objects.filter(pk__in=[seat.pk for seat in missed], state=Seat.State.HELD)
    answers = Exists(Submission.objects.filter(seat=OuterRef("pk")))
    for seat in late.annotate(has_answered=answers):  # type: ignore[no-redef]  # declared on the model for its readers
        if seat.misses >= MISSES_THAT_OPEN_A_SEAT or not seat.has_answered:
            open_to_substitute(seat, step.n, SeatHolder.Reason.ABSENT)


def open_to_substitute(seat: Seat, n: int, reason: str) -> None:
    """The chair stands empty; its default plays until someone takes it. The former holder may come back
    first."""
    SeatHolder.objects.filter(seat=seat, to_step=None).update(to_step=n, reason=reason)
    seat.state = Seat.State.OPEN
    seat.save(update_fields=["state"])
    post_seat_opened(seat, n, reason)
    seat_opened.send(Seat, seat=seat, n=n)


def occupy(seat: Seat, user: User, reason: str) -> None:
    """Inside a transaction: the person holds the seat from the pending step on."""
    step = Step.objects.pending_of(seat.game)
    n = step.n if step else 0
    SeatHolder.objects.filter(seat=seat, to_step=None).update(to_step=n)
    SeatHolder.objects.create(seat=seat, user=user, name=seat.name, from_step=n, reason=reason)
    if seat.user_id != user.pk:  # whoever comes back keeps the steward of his choice
        Steward.objects.filter(seat=seat, revoked_at=None).update(revoked_at=timezone.now())
    seat.user, seat.state, seat.misses, seat.bot = user, Seat.State.HELD, 0, ""
    seat.save(update_fields=["user", "state", "misses", "bot"])
    post_seat_taken(seat, n)
    announce_game(seat.game, seats=1)


def come_back(seat: Seat, author: User | None) -> None:
    """Inside the transaction that accepts a decision: a holder who was away and plays again holds his seat,
    and nobody is looked for any more. One who asked for a substitute himself still wants one; one who was
    replaced decides nothing."""
    if seat.state != Seat.State.OPEN or author is None or author.pk != seat.user_id:
        return
    found = Seat.objects.select_for_update(of=("self",)).select_related("game").get(pk=seat.pk)
    if found.user_id != author.pk:
        raise SeatTaken
    last = found.holders.order_by("-from_step", "-pk").first()
    if found.state == Seat.State.OPEN and last is not None and last.reason == SeatHolder.Reason.ABSENT:
        occupy(found, author, SeatHolder.Reason.SUBSTITUTE)


def stop_clock(step: Step, seat: Seat, now: datetime) -> None:
    """A move at a live table: the time used is gone, the increment is won."""
    _spend(step, seat, now, step.game.pace.increment)


def give_back_increment(step: Step, seat: Seat, now: datetime) -> None:
    """A move taken back at a live table: the time since is gone too, and what the move had won."""
    seat.refresh_from_db(fields=["clock_left"])
    _spend(step, seat, now, -step.game.pace.increment)


def _spend(step: Step, seat: Seat, now: datetime, won: int) -> None:
    if not step.game.is_live:
        return
    pace = step.game.pace
    left = seat.clock_left if seat.clock_left is not None else timedelta(seconds=pace.clock)
    used = max(timedelta(0), now - step.opened_at - _time_given(step))
    seat.clock_left = max(timedelta(0), max(timedelta(0), left - used) + timedelta(seconds=won))
    seat.save(update_fields=["clock_left"])


def clocks_of(game: Game) -> dict[str, float] | None:
    """What every clock of a live table shows between two steps, to be kept with the first; None elsewhere."""
    if not game.is_live:
        return None
    clocks = game.seats.exclude(clock_left=None).values_list("number", "clock_left")
    return {str(number): left.total_seconds() for number, left in clocks if left is not None}


def restore_clocks(step: Step) -> None:
    """The clocks as they stood after that step. One resolved before clocks were kept leaves them as they
    are."""
    for number, seconds in (step.clocks or {}).items():
        Seat.objects.filter(game_id=step.game_id, number=number).update(clock_left=timedelta(seconds=seconds))


def _time_given(step: Step) -> timedelta:
    """By how much pauses, postponements and outages moved the deadline: that time is nobody's."""
    if step.due_at is None or step.scheduled_at is None:
        return timedelta(0)
    return step.due_at - step.scheduled_at


def release_seats_of(user: User) -> None:
    """An account that retires leaves its chairs to substitutes, before its identity is severed."""
    for seat in (
        Seat.objects.of(user).held().filter(game__in=Game.objects.under_way()).select_related("game", "user")
    ):
        step = Step.objects.pending_of(seat.game)
        open_to_substitute(seat, step.n if step else 0, SeatHolder.Reason.RESIGNED)
    user.queue_entries.all().delete()
