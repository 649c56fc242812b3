"""After an outage, time is given back and announced: nobody loses a turn because the site was away."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from apps.games.mail.notices import post_time_changed
from apps.games.models import Game, Pulse, RefereeAct, Step
from apps.games.referee.acts import record

BEAT = timedelta(seconds=30)  # how often the pulse is written
LONG_SILENCE = timedelta(minutes=10)  # below this, nobody lost anything


def take_pulse(now: datetime) -> int:
    """Called by every sweep, before anything is sealed. How many deadlines were moved."""
    last = Pulse.objects.filter(pk=1).values_list("at", flat=True).first()
    if last is not None and now - last < BEAT:
        return 0
    with transaction.atomic():
        pulse, fresh = Pulse.objects.select_for_update().get_or_create(pk=1, defaults={"at": now})
        silence = now - pulse.at
        if fresh or silence < BEAT:  # another scheduler was first
            return 0
        Pulse.objects.filter(pk=1).update(at=now)
        return give_back(now, silence) if silence >= LONG_SILENCE else 0


def give_back(now: datetime, silence: timedelta) -> int:
    """Deadlines that fell into the silence, or so soon after it that its length is missed, move by that
    length. The grid stays: the next deadline follows the scheduled one."""
    near = Step.objects.open().filter(due_at__gt=now - silence, due_at__lte=now + silence)
    moved = 0
    for step in near.filter(game__status=Game.Status.RUNNING).select_related("game").light():
        step = Step.objects.lock(step)
        if step.status == Step.Status.OPEN:
            _move(step, silence)
            moved += 1
    return moved


def _move(step: Step, silence: timedelta) -> None:
    assert step.due_at is not None
    due_at = step.due_at + silence
    step.due_at = due_at
    step.save(update_fields=["due_at"])
    reason = _("Le site a été absent : le temps perdu vous est rendu.")
    record(step.game, None, RefereeAct.Kind.OUTAGE, reason, step=step.n, due_at=due_at.isoformat())
    post_time_changed(step, reason)
