"""What makes a form that is sent twice count once: its key and its words together.

The back button shows the form of before with the key of before; other words written in it are another
message.
"""

import hashlib
from collections.abc import Callable
from typing import TypeVar

from django.db import IntegrityError, transaction
from django.db.models import Model, QuerySet

from apps.games.problems import Refusal

Sent = TypeVar("Sent", bound=Model)


def key_of(form_key: str, text: str) -> str:
    return hashlib.sha256(f"{form_key}\n{text}".encode()).hexdigest()[:40] if form_key else ""


def once(own: QuerySet[Sent], key: str, write: Callable[[], Sent]) -> Sent:
    """What this form left among the author's `own` when it came first, or what it writes now. Of two at the
    same moment the second is refused by a unique key, or by a limit that the first has reached: it finds what
    the first wrote. Without a key every form counts."""
    sent = own.filter(key=key) if key else own.none()
    earlier = sent.first()
    if earlier is not None:
        return earlier
    try:
        with transaction.atomic():
            return write()
    except (IntegrityError, Refusal):
        earlier = sent.first()
        if earlier is None:
            raise
        return earlier
