"""Worlds for tests with real processes, and what tests inside one process share."""

import os
import uuid
from contextlib import ExitStack

import pytest

from tests.trust import herald, services
from tests.trust.long import LONG
from tests.trust.worlds import World


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """In the long run (make soak) every test of this folder is one of the long ones. Those that share the
    world run in one worker of xdist (`--dist loadgroup`), so that it is built once."""
    for item in items:
        if LONG and "tests/trust/" in item.path.as_posix():
            item.add_marker(pytest.mark.soak)
        if "world" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("world"))


@pytest.fixture(scope="session")
def world(tmp_path_factory):
    """One database for all the tests that start processes; each makes its own games in it. Beside PostgreSQL
    it has a Redis of its own where one can be started: that of the suite is emptied by other tests."""
    url = os.environ.get("DATABASE_URL", "")
    with ExitStack() as stack:
        server, redis = (url, "") if url.startswith("postgres") else ("", "")
        if server and services.installed("redis-server"):
            redis = stack.enter_context(services.Redis()).url
        made = World(tmp_path_factory.mktemp("world"), server, redis)
        stack.callback(made.destroy)
        yield made.create()


@pytest.fixture(autouse=True)
def own_cache(settings):
    """A cache of this test alone: hints and courtesies of another are not mistaken for its own."""
    settings.CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": uuid.uuid4().hex}
    }


@pytest.fixture
def reporting():
    """The small game writes a report to every seat at every step."""
    herald.install()
    yield
    herald.remove()
