"""The log of what moderators did: written with the act, never changed."""

from datetime import datetime
from typing import Any

from apps.forums.models import ModeratorAct


def record(
    actor: Any,
    kind: str,
    now: datetime,
    *,
    about: Any = None,
    what: str = "",
    url: str = "",
    reason: str = "",
) -> ModeratorAct:
    return ModeratorAct.objects.create(
        actor=actor, kind=kind, about=about, what=what[:200], url=url[:200], reason=reason, created_at=now
    )
