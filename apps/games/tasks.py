"""Wake-ups. SQL says what is due; a message carries only an id and may be lost, repeated or late."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from celery import shared_task
from django.core.cache import cache
from django.db.models import Q

from apps.games.models import Game, Seat, Step
from apps.games.records import forgetting
from apps.games.services.deadlines import outage, reminders, timetable
from apps.games.services.lobby import abandoned, queues
from apps.games.services.seats import absence
from apps.games.services.steps import due
from apps.games.timing.clock import database_now

HINTED = 10  # seconds before the same thing is asked of the workers again
# Steps asked of the workers by one sweep: the next, two seconds later, asks for those that follow.
AT_ONCE = 200
BUSY = 45  # seconds for which a worker that died keeps the others away from a game


@shared_task
def sweep() -> None:
    """Seal what is due and have every sealed step resolved."""
    now = database_now()
    outage.take_pulse(now)
    due.seal_due_steps(now)
    for pk in Step.objects.filter(_ripe(now)).order_by("due_at", "pk").values_list("pk", flat=True)[:AT_ONCE]:
        _hint(resolve, pk)


@shared_task
def sweep_quiet() -> None:
    """Games that wait for nobody: bots' turns, empty chairs, early and live tables. They are woken at once by
    `wake`; this finds those whose message was lost."""
    quiet = Q(seats__bot__gt="") | Q(seats__state=Seat.State.GONE)
    quiet |= Q(early=True) | Q(pk__in=Game.objects.live())
    games = (
        Game.objects.filter(quiet, status=Game.Status.RUNNING).distinct().prefetch_related("seats").in_bulk()
    )
    for step in Step.objects.open().light().filter(game__in=games):
        step.game = games[step.game_id]
        if due.goes_on_by_itself(step, list(step.game.seats.all())):
            _hint(advance, step.game_id)


def _hint(task: Any, pk: int) -> None:
    """One message at a time for one thing to do: a busy hour must not fill the queue with reminders of
    itself."""
    if cache.add(f"games.hint.{task.name}.{pk}", 1, HINTED):
        task.delay(pk)


def _ripe(now: datetime) -> Q:
    """Sealed; a step that failed waits a little before the second attempt, and as long again before the
    third."""
    fresh = Q(attempts=0) | Q(attempts=1, sealed_at__lte=now - due.RETRY_AFTER)
    return Q(status=Step.Status.SEALED) & (fresh | Q(sealed_at__lte=now - 2 * due.RETRY_AFTER))


@shared_task
def resolve(step_id: int) -> None:
    step = Step.objects.filter(_ripe(database_now()), pk=step_id).only("game_id").first()
    if step is None:
        return
    with _alone(step.game_id) as alone:
        if alone and due.resolve(step_id):
            due.advance(step.game_id)


@shared_task
def advance(game_id: int) -> None:
    with _alone(game_id) as alone:
        if alone:
            due.advance(game_id)


@contextmanager
def _alone(game_id: int) -> Iterator[bool]:
    """Whether no other worker is at this game. Only a courtesy, so that a slow game does not hold every
    worker: two at once would do no harm, and where Redis is away each process is asked alone."""
    key = f"games.busy.{game_id}"
    alone = cache.add(key, 1, BUSY)
    try:
        yield alone
    finally:
        if alone:
            cache.delete(key)


@shared_task
def remind() -> None:
    """Reminders before deadlines, the waiting lists' confirmations, the end of long pauses."""
    now = database_now()
    timetable.end_long_pauses(now)
    reminders.remind_of_deadlines(now)
    queues.run_queues(now)


@shared_task
def close_abandoned_tables() -> None:
    abandoned.close_abandoned_tables(database_now())


@shared_task
def forget_solo_games() -> None:
    forgetting.forget_solo_games(database_now())


@shared_task
def forget_old_absences() -> None:
    absence.forget_old_absences(database_now())
