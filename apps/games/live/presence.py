"""Who has a page of which table open: the sockets say so every few seconds, and it is forgotten by itself.

Kept in the cache, as a courtesy: whoever is not known to be there is written to as if he were not.
"""

from collections.abc import Iterable

from django.core.cache import cache

FORGOTTEN_AFTER = 45  # seconds without a sign: three times the time between two signs


def mark_connected(pairs: Iterable[tuple[int, str]]) -> None:
    """For each account and topic that its page follows."""
    present = {_key(user, topic): 1 for user, topic in pairs}
    if present:
        cache.set_many(present, FORGOTTEN_AFTER)


def connected_among(topic: str, users: Iterable[int]) -> set[int]:
    """Those of these accounts whose page follows the topic."""
    keys = {_key(user, topic): user for user in users}
    return {keys[key] for key in cache.get_many(keys)}


def _key(user: int, topic: str) -> str:
    return f"games.connected.{topic}.{user}"
