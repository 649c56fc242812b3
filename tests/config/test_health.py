"""Readiness names what is down: a real Redis that is killed and frozen, a database that takes no write, a
full disk."""

import json

import pytest
from django.db import connection
from django.test import Client

from config.cache import SpareCache
from tests.trust.services import Redis, installed

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

ALL_WELL = {"database": True, "disk": True, "cache": True, "broker": True, "live": True, "overdue": 0}


def asked():
    answer = Client().get("/sante/pret/")
    return answer.status_code, json.loads(answer.content)


@pytest.fixture
def own_redis(settings):
    """The site as in production, on a Redis of this test."""
    assert installed("redis-server"), "redis-server belongs to the tools of the tests"
    with Redis() as server:
        settings.CACHES = {
            "default": {
                "BACKEND": "config.cache.SpareCache",
                "LOCATION": server.url,
                "OPTIONS": {"socket_timeout": 0.5, "socket_connect_timeout": 0.5, "retry": None},
            }
        }
        settings.CELERY_BROKER_URL = server.url
        settings.CHANNEL_LAYERS = {
            "default": {**settings.CHANNEL_LAYERS["default"], "CONFIG": {"hosts": [server.url]}}
        }
        yield server
    SpareCache.silent_until = 0.0


def test_all_is_well(own_redis):
    assert asked() == (200, ALL_WELL)


def test_a_dead_redis_is_named_and_a_new_one_noticed(own_redis):
    own_redis.kill()
    assert asked() == (503, {**ALL_WELL, "cache": False, "broker": False, "live": False})
    own_redis.start()
    assert asked() == (200, ALL_WELL)


def test_a_redis_that_says_nothing_is_down_as_well(own_redis):
    own_redis.freeze()
    assert asked() == (503, {**ALL_WELL, "cache": False, "broker": False, "live": False})


def test_only_the_part_that_is_away_is_named(own_redis, settings):
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    assert asked() == (503, {**ALL_WELL, "broker": False})


def test_no_address_and_no_password_is_told(own_redis, settings):
    settings.CELERY_BROKER_URL = "redis://:motsecret@127.0.0.1:1/0"
    assert "motsecret" not in Client().get("/sante/pret/").content.decode()


def test_a_database_that_takes_no_write_is_named():
    reading, writing = {
        "sqlite": ("PRAGMA query_only = ON", "PRAGMA query_only = OFF"),
        "postgresql": ("SET LOCAL transaction_read_only = on", "SELECT 1"),
    }[connection.vendor]
    connection.cursor().execute(reading)
    try:
        status, parts = asked()
    finally:
        connection.cursor().execute(writing)
    assert (status, parts["database"]) == (503, False)


def test_a_disk_with_little_left_is_named(settings):
    settings.LEAST_FREE_DISK = 2**62
    status, parts = asked()
    assert (status, parts["disk"]) == (503, False)


def test_a_data_folder_that_takes_no_file_is_named(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "absent"
    status, parts = asked()
    assert (status, parts["disk"]) == (503, False)


# Log-ins while Redis is away
# -----------------------------------------------------------------------------------------
def test_no_more_passwords_are_tried_without_redis(own_redis, make_user):
    make_user("Alice")
    wrong = {"login": "Alice", "password": "faux faux faux"}
    statuses = []
    for n in range(40):
        if n == 3:
            own_redis.kill()
        statuses.append(Client().post("/compte/login/", wrong).status_code)
    assert statuses == [200] * 5 + [429] * 35
