"""How many passwords may be tried: at one account by one stranger, at all accounts from one address, at one
account from everywhere.

Tries are counted in the database, which all processes share and no page does without: the count holds when
the cache is away. A browser that an account has signed in from (`devices`) is counted by itself: no
stranger's failures stop it.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, Q

from apps.accounts.login.traces import secret_digest
from apps.accounts.models import LoginTry, User

MINUTES, DAY = timedelta(minutes=5), timedelta(days=1)


class Limit(NamedTuple):
    most: int
    within: timedelta


# What one source may fail at one account: an address, or a browser that the account knows.
BY_STRANGER = (Limit(5, MINUTES), Limit(20, DAY))
BY_KNOWN_BROWSER = (Limit(10, MINUTES), Limit(50, DAY))
# What strangers at one address may fail at all accounts together.
BY_ADDRESS = (Limit(30, MINUTES), Limit(300, DAY))
# What strangers may fail at one account from everywhere; beyond, known browsers and a new password open it.
AT_ACCOUNT = (Limit(100, DAY),)


class TooManyTries(Exception):
    """Not even looked at: the right password would not open either."""


def begin(login: str, source: str, *, known: bool, now: datetime) -> LoginTry:
    """Count a try before its password is looked at, so that tries made at once are not all let through."""
    attempt = LoginTry.objects.create(
        login=secret_digest("login", login), source=secret_digest("source", source), known=known, at=now
    )
    if _is_beyond(attempt):
        attempt.delete()  # what is refused does not prolong the wait
        raise TooManyTries
    return attempt


def forgive(user: User) -> None:
    """A new password was set by whoever reads the account's mail: strangers' tries at the old one count no
    longer."""
    LoginTry.objects.filter(login=secret_digest("login", user.folded_name)).delete()


def forget_old_tries(now: datetime) -> int:
    return LoginTry.objects.filter(at__lt=now - DAY).delete()[0]


def _is_beyond(attempt: LoginTry) -> bool:
    here = Q(login=attempt.login, source=attempt.source, known=attempt.known)
    if attempt.known:
        limits = [(here, limit) for limit in BY_KNOWN_BROWSER]
    else:
        limits = [(here, limit) for limit in BY_STRANGER]
        limits += [(Q(source=attempt.source, known=False), limit) for limit in BY_ADDRESS]
        limits += [(Q(login=attempt.login, known=False), limit) for limit in AT_ACCOUNT]
    counts = {
        f"n{place}": Count("pk", filter=scope & Q(at__gt=attempt.at - limit.within))
        for place, (scope, limit) in enumerate(limits)
    }
    near = LoginTry.objects.filter(Q(login=attempt.login) | Q(source=attempt.source), at__gt=attempt.at - DAY)
    found = near.aggregate(**counts)
    return any(found[f"n{place}"] > limit.most for place, (_scope, limit) in enumerate(limits))
