"""The hint that mail waits, given after the commit. It may be lost: the sweep is the truth."""

import time

import celery
import structlog
from django.db import transaction

SOON = 20  # seconds after which a hint is worth nothing: the sweep has passed
SILENCE = 30.0  # seconds without hints after the broker failed to answer

log = structlog.get_logger(__name__)
_silent_until = 0.0


def hint_delivery() -> None:
    """Once, when the transaction commits; a caller waits for a broker that does not answer twice a minute at most."""
    transaction.on_commit(_hint, robust=True)


def _hint() -> None:
    global _silent_until
    if time.monotonic() < _silent_until:
        return
    try:
        celery.current_app.tasks["apps.courier.tasks.deliver"].apply_async(expires=SOON, retry=False)
    except Exception as error:  # whatever the client of the day raises: mail leaves with the next sweep
        _silent_until = time.monotonic() + SILENCE
        log.warning("delivery hint lost", error=type(error).__name__)
