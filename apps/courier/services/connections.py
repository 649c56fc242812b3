"""How many connections a provider bears at once, all workers together, and how long it is left in peace.

Every change is a conditional UPDATE: one row changed means that the connection is ours.
"""

from datetime import datetime, timedelta

from django.db.models import Q

from apps.courier.models import ProviderConnection
from apps.courier.transport.providers import Provider

LEASE = timedelta(minutes=6)  # above the longest run of one connection
REST = timedelta(minutes=1)


def take_connection(provider: Provider, holder: str, now: datetime) -> bool:
    """True when one of the provider's connections is now ours, for at most LEASE."""
    of_provider = ProviderConnection.objects.filter(provider=provider.key)
    free = of_provider.filter(_is_free(now), slot__lt=provider.connections)
    slots = list(free.values_list("slot", flat=True))
    if not slots and of_provider.count() < provider.connections:
        _write_slots(provider)
        slots = list(free.values_list("slot", flat=True))
    changes = {"holder": holder, "held_until": now + LEASE}
    return any(of_provider.filter(_is_free(now), slot=slot).update(**changes) for slot in slots)


def give_back(provider: Provider, holder: str) -> None:
    held = ProviderConnection.objects.filter(provider=provider.key, holder=holder)
    held.update(holder="", held_until=None)


def rest(provider: Provider, now: datetime) -> None:
    """The line broke or quiet was asked for: no connection to this provider for a minute."""
    ProviderConnection.objects.filter(provider=provider.key).update(rests_until=now + REST)


def _is_free(now: datetime) -> Q:
    unheld = Q(held_until=None) | Q(held_until__lt=now)
    awake = Q(rests_until=None) | Q(rests_until__lte=now)
    return unheld & awake


def _write_slots(provider: Provider) -> None:
    rows = [ProviderConnection(provider=provider.key, slot=slot) for slot in range(provider.connections)]
    ProviderConnection.objects.bulk_create(rows, ignore_conflicts=True)
