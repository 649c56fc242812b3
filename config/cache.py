"""Redis as a cache that may be away: this process then keeps what Redis would have kept, and asks it again a
little later.

Rate limits, hints to workers and drawn curves live in the cache, and no truth does: a page never fails for
want of it.
"""

import time
from collections.abc import Callable
from typing import Any

import structlog
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis import RedisError

log = structlog.get_logger("kalan.cache")

SILENCE = 10.0  # seconds for which Redis is not asked again after it failed to answer


class SpareCache(RedisCache):
    silent_until = 0.0  # one for the process: every thread has its own object

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self.spare = LocMemCache("spare", {})


def _spared(name: str) -> Callable[..., Any]:
    asked = getattr(RedisCache, name)

    def ask(self: SpareCache, *arguments: Any, **more: Any) -> Any:
        if time.monotonic() >= SpareCache.silent_until:
            try:
                return asked(self, *arguments, **more)
            except RedisError as fault:
                SpareCache.silent_until = time.monotonic() + SILENCE
                log.warning("cache does not answer", fault=type(fault).__name__)
        return getattr(self.spare, name)(*arguments, **more)

    return ask


for _name in (
    "add",
    "get",
    "set",
    "touch",
    "delete",
    "get_many",
    "has_key",
    "incr",
    "set_many",
    "delete_many",
    "clear",
):
    setattr(SpareCache, _name, _spared(_name))
