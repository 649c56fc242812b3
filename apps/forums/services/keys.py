"""What makes a form that is sent twice count once: its key and its words together.

The back button shows the form of before with the key of before; other words written in it are another
message.
"""

import hashlib
from collections.abc import Callable
from typing import TypeVar

from django.db import IntegrityError, transaction

from apps.games.problems import Refusal

Sent = TypeVar("Sent")


def key_of(form_key: str, text: str) -> str:
    return hashlib.sha256(f"{form_key}\n{text}".encode()).hexdigest()[:40] if form_key else ""


def once(sent: Callable[[], Sent | None], write: Callable[[], Sent]) -> Sent:
    """What this form left when it came first, or what it writes now. Of two at the same moment the second is
    refused by a unique key, or by a limit that the first has reached: it finds what the first wrote."""
    earlier = sent()
    if earlier is not None:
        return earlier
    try:
        with transaction.atomic():
            return write()
    except (IntegrityError, Refusal):
        earlier = sent()
        if earlier is None:
            raise
        return earlier
