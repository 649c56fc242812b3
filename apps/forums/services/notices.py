"""Telling people that something waits for them: a line on their page, live in the header, and a mail when one
is due."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from apps.accounts.models import Person, User
from apps.forums.models import Notice
from apps.games.live.hub import announce
from apps.games.live.topics import user_topic

KEPT = timedelta(days=90)


def tell(
    users: Iterable[Any], kind: str, key: str, url: str, *, now: datetime, quiet: bool = False, **params: str
) -> list[Any]:
    """Wake or write one line a person. Gives those whose line was not awake already: only they get a mail.

    `quiet` spares the push to each header: for what comes with a turn, of which the whole table hears at
    once.
    """
    people = {user.pk: user for user in users}
    awake = set(Notice.objects.unread().filter(user__in=people, key=key).values_list("user_id", flat=True))
    Notice.objects.bulk_create(
        [Notice(user_id=pk, kind=kind, key=key, url=url, params=params, created_at=now) for pk in people],
        update_conflicts=True,
        unique_fields=["user", "key"],
        update_fields=["kind", "params", "url", "created_at", "read_at"],
    )
    for pk in () if quiet else people:
        announce(user_topic(pk), waiting=1)
    return [user for pk, user in people.items() if pk not in awake]


def put_out_if_awake(user: Person, keys: Iterable[str], now: datetime) -> None:
    """For pages that mostly find nothing to put out: reading must not write then."""
    causes = list(keys)
    if user.is_authenticated and user.notices.unread().filter(key__in=causes).exists():
        put_out(user, causes, now)


def put_out(user: User, keys: Iterable[str], now: datetime) -> int:
    """These causes were seen to."""
    changed = user.notices.unread().filter(key__in=list(keys)).update(read_at=now)
    if changed:
        announce(user_topic(user.pk), waiting=1)
    return changed


@transaction.atomic
def put_out_all(user: User, now: datetime) -> None:
    user.notices.unread().update(read_at=now)
    announce(user_topic(user.pk), waiting=1)


def forget_old_notices(now: datetime) -> int:
    return Notice.objects.filter(read_at__lt=now - KEPT).delete()[0]
