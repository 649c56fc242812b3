"""The weeks of the list that waits for the small map, moved on at will. Each says how many were called or
still wait."""

from datetime import timedelta

from django.utils import timezone

from apps.games.models import QueueEntry
from apps.games.services.lobby import queues
from tests.e2e.scenes.people import person

MAP = ("gloire", "scandinavie")
WANTED = 10


def fill_and_call() -> int:
    for number in range(WANTED - _waiting().count()):
        queues.enter_queue(person(f"Attente{number}"), *MAP, f"Sire Attente {number}")
    queues.run_queues(queues.next_start(timezone.now()) - timedelta(days=2))
    return _waiting().filter(state="asked").count()


def end_and_call_again() -> int:
    over = _waiting().first().answer_by + timedelta(minutes=1)
    queues.run_queues(over)
    queues.run_queues(over + timedelta(days=5))
    return _waiting().filter(state="asked").count()


def confirm_and_end() -> int:
    for entry in _waiting().filter(state="asked"):
        queues.confirm(entry.user, entry)
    queues.run_queues(_waiting().first().answer_by + timedelta(minutes=1))
    return _waiting().count()


def _waiting():
    return QueueEntry.objects.on_list(*MAP)
