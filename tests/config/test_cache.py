"""A Redis that is away costs no page: the process keeps what it would have kept, and does not wait for it
twice."""

import socket

import pytest

from config.cache import SpareCache

pytestmark = pytest.mark.postgres


@pytest.fixture
def silent():
    """Connections are taken and nothing is ever said."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.1)
        yield listener
    SpareCache.silent_until = 0.0


def cache_at(address: tuple[str, int]) -> SpareCache:
    options = {"socket_timeout": 0.2, "socket_connect_timeout": 0.2, "retry": None}
    made = SpareCache(f"redis://{address[0]}:{address[1]}/0", {"OPTIONS": options})
    made.spare.clear()
    return made


def use(cache: SpareCache) -> list:
    told = [
        cache.get("seen", "nothing"),
        cache.add("seen", 1, 60),
        cache.add("seen", 2, 60),
        cache.incr("seen"),
    ]
    cache.set_many({"other": 5})
    told += [
        cache.get_many(["seen", "other"]),
        cache.has_key("seen"),
        cache.delete("seen"),
        cache.get("seen"),
    ]
    return told


def test_nobody_listens(silent):
    address = silent.getsockname()
    silent.close()
    assert use(cache_at(address)) == ["nothing", True, False, 2, {"seen": 2, "other": 5}, True, True, None]


def test_somebody_listens_and_says_nothing_and_is_waited_for_once(silent):
    cache = cache_at(silent.getsockname())
    for _look in range(50):
        cache.get("anything")
    silent.accept()[0].close()
    with pytest.raises(TimeoutError):
        silent.accept()


def test_redis_is_asked_again_after_a_while(silent):
    cache = cache_at(silent.getsockname())
    cache.get("first")
    SpareCache.silent_until = 0.0
    cache.get("second")
    silent.accept()[0].close()
    silent.accept()[0].close()
