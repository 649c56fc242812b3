"""The hint that mail waits, given after the commit. It may be lost: the sweep is the truth."""

import celery
from django.core.cache import cache
from django.db import transaction

from config.hints import hint

SOON = 20  # seconds after which a hint is worth nothing: the sweep has passed
ON_ITS_WAY = "courier.hint"


def hint_delivery() -> None:
    """Once, when the transaction commits. A message that no worker has taken up yet speaks for this mail as
    well."""
    transaction.on_commit(_hint, robust=True)


def _hint() -> None:
    if cache.add(ON_ITS_WAY, 1, SOON):
        hint(celery.current_app.tasks["apps.courier.tasks.deliver"], expires=SOON)


def take_up() -> None:
    """A worker is about to look: whatever is posted from now on needs another hint."""
    cache.delete(ON_ITS_WAY)
