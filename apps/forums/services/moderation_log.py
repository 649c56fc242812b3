"""The log of what moderators did: written with the act, never changed."""

from datetime import datetime
from typing import Any

from apps.accounts.models import User
from apps.forums.models import ModeratorAct


def record(
    actor: User,
    kind: str,
    now: datetime,
    *,
    about: User | None = None,
    what: str = "",
    url: str = "",
    reason: str = "",
) -> ModeratorAct:
    return ModeratorAct.objects.create(
        actor=actor, kind=kind, about=about, what=what[:200], url=url[:200], reason=reason, created_at=now
    )


def record_hiding(actor: User, hidden: bool, now: datetime, **more: Any) -> None:
    record(actor, ModeratorAct.Kind.HIDE if hidden else ModeratorAct.Kind.SHOW, now, **more)
