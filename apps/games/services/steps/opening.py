"""Opening steps: who is asked, until when."""

from datetime import datetime, timedelta

from django.db.models import F

from apps.games.models import Game, Seat, Step, Steward
from apps.games.timing.clock import database_now
from apps.games.timing.pace import first_deadline, next_deadline
from engines.core.contract import Ask


def open_first(setup: Step, ask: Ask) -> Step:
    game, now = setup.game, database_now()
    due = _live_deadline(game, ask, now) if game.pace.kind == "live" else first_deadline(game.pace, now)
    return _open(setup, ask, now, due)


def open_next(resolved: Step, ask: Ask) -> Step:
    """The step after `resolved`. A free round answered by default keeps its deadline: one absence costs one
    wait."""
    game = resolved.game
    _keep_stewards(resolved, ask)
    now = database_now()
    if resolved.n == 0:
        return open_first(resolved, ask)
    if _same_round(resolved, ask):
        return _open(resolved, ask, now, resolved.due_at, resolved.scheduled_at)
    if game.pace.kind == "live":
        return _open(resolved, ask, now, _live_deadline(game, ask, now))
    return _open(resolved, ask, now, next_deadline(game.pace, _anchor(resolved, now), now))


def _keep_stewards(resolved: Step, ask: Ask) -> None:
    """A steward serves so many turns of his own seat: steps that asked others, or that its turn goes on
    after, cost none."""
    spent: set[int] = set()
    if resolved.kind == Step.Kind.MOVE:
        spent = set(resolved.asked) if resolved.mode == "sealed" else set(resolved.asked) - set(ask.seats)
    serving = Steward.objects.serving(resolved.n).filter(seat__game_id=resolved.game_id)
    serving.exclude(seat__number__in=spent).update(to_step=F("to_step") + 1)


def _anchor(resolved: Step, now: datetime) -> datetime | None:
    """The deadline that the next one follows. A move made early at a table frees its deadline for the next
    player."""
    early = resolved.mode != "sealed" and resolved.scheduled_at is not None and now < resolved.scheduled_at
    return None if early else resolved.scheduled_at


def _same_round(resolved: Step, ask: Ask) -> bool:
    goes_on = resolved.kind == Step.Kind.MOVE and ask.mode == resolved.mode == "free"
    return bool(goes_on and set(ask.seats) < set(resolved.asked) and resolved.due_at)


def _live_deadline(game: Game, ask: Ask, now: datetime) -> datetime:
    """The longest clock among those asked: nobody is hurried by a neighbour's."""
    base = timedelta(seconds=game.pace.clock)
    clocks = Seat.objects.filter(game=game, number__in=ask.seats).values_list("clock_left", flat=True)
    grace = timedelta(seconds=game.pace.increment)
    return now + max([clock if clock is not None else base for clock in clocks], default=base) + grace


def _open(
    base: Step, ask: Ask, now: datetime, due: datetime | None, scheduled: datetime | None = None
) -> Step:
    return Step.objects.create(
        game=base.game,
        n=base.n + 1,
        base=base.n,
        mode=ask.mode,
        asked=list(ask.seats),
        opened_at=now,
        due_at=due,
        scheduled_at=scheduled or due,
    )
