"""Answers, misses and clocks of the seats; what follows from two misses in a row."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, F, OuterRef
from django.dispatch import Signal

from apps.games.models import Game, Seat, SeatHolder, Step
from apps.orders.models import Submission

MISSES_THAT_OPEN_A_SEAT = 2

seat_opened = Signal()  # sent with seat and n, in the transaction that opens the seat


def count_answer(seat: Seat) -> None:
    count_answers([seat])


def count_answers(seats: Sequence[Seat]) -> None:
    Seat.objects.filter(pk__in=[seat.pk for seat in seats], misses__gt=0).update(misses=0)


def count_misses(step: Step, missed: Sequence[Seat]) -> None:
    """Two misses in a row open the seat to a substitute; someone who has never answered is replaced at once. Who was still in
    time when a referee had the turn resolved has missed nothing."""
    if not missed or step.game.is_solo or step.was_hurried:
        return
    Seat.objects.filter(pk__in=[seat.pk for seat in missed]).update(misses=F("misses") + 1)
    late = Seat.objects.filter(pk__in=[seat.pk for seat in missed], state=Seat.State.HELD)
    for seat in late.annotate(has_answered=Exists(Submission.objects.filter(seat=OuterRef("pk")))):
        if seat.misses >= MISSES_THAT_OPEN_A_SEAT or not seat.has_answered:
            open_to_substitute(seat, step.n, SeatHolder.Reason.ABSENT)


def open_to_substitute(seat: Seat, n: int, reason: str) -> None:
    """The chair stands empty; its default plays until someone takes it. The former holder may come back first."""
    from apps.games.mails import post_seat_opened

    SeatHolder.objects.filter(seat=seat, to_step=None).update(to_step=n, reason=reason)
    seat.state = Seat.State.OPEN
    seat.save(update_fields=["state"])
    post_seat_opened(seat, n, reason)
    seat_opened.send(Seat, seat=seat, n=n)


def stop_clock(step: Step, seat: Seat, now: datetime) -> None:
    """Live games: the time used is gone, the increment is won."""
    pace = step.game.pace
    if pace.kind != "live" or step.game.kind != Game.Kind.TABLE:
        return
    left = seat.clock_left if seat.clock_left is not None else timedelta(seconds=pace.clock)
    used = max(timedelta(0), now - step.opened_at - _time_given(step))
    seat.clock_left = max(timedelta(0), left - used) + timedelta(seconds=pace.increment)
    seat.save(update_fields=["clock_left"])


def _time_given(step: Step) -> timedelta:
    """By how much pauses, postponements and outages moved the deadline: that time is nobody's."""
    if step.due_at is None or step.scheduled_at is None:
        return timedelta(0)
    return step.due_at - step.scheduled_at


def release_seats_of(user: Any) -> None:
    """An account that retires leaves its chairs to substitutes, before its identity is severed."""
    for seat in Seat.objects.of(user).held().filter(game__in=Game.objects.running()).select_related("game", "user"):
        step = Step.objects.pending().filter(game=seat.game).first()
        open_to_substitute(seat, step.n if step else 0, SeatHolder.Reason.RESIGNED)
    user.queue_entries.all().delete()
