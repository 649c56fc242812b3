"""How many connections a provider bears at once, all workers together, and how long it is left in peace."""

from datetime import datetime, timedelta

from django.db.models import Q

from apps.courier.models import Lane
from apps.courier.providers import Provider

LEASE = timedelta(minutes=6)  # above the longest run of one connection
REST = timedelta(minutes=1)


def take_lane(provider: Provider, holder: str, now: datetime) -> bool:
    """True when one of the provider's connections is now ours, for at most LEASE."""
    free = Lane.objects.filter(_free(now), provider=provider.key, slot__lt=provider.connections)
    slots = list(free.values_list("slot", flat=True))
    if not slots and Lane.objects.filter(provider=provider.key).count() < provider.connections:
        _open_lanes(provider)
        slots = list(free.values_list("slot", flat=True))
    changes = {"holder": holder, "held_until": now + LEASE}
    return any(
        Lane.objects.filter(_free(now), provider=provider.key, slot=slot).update(**changes) for slot in slots
    )


def leave_lane(provider: Provider, holder: str) -> None:
    Lane.objects.filter(provider=provider.key, holder=holder).update(holder="", held_until=None)


def rest(provider: Provider, now: datetime) -> None:
    """The line broke or quiet was asked for: no connection to this provider for a minute."""
    Lane.objects.filter(provider=provider.key).update(rests_until=now + REST)


def _free(now: datetime) -> Q:
    unheld = Q(held_until=None) | Q(held_until__lt=now)
    awake = Q(rests_until=None) | Q(rests_until__lte=now)
    return unheld & awake


def _open_lanes(provider: Provider) -> None:
    lanes = [Lane(provider=provider.key, slot=slot) for slot in range(provider.connections)]
    Lane.objects.bulk_create(lanes, ignore_conflicts=True)
