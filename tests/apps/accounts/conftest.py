"""People with roles, with and without a second factor, and a clean count of attempts for every test."""

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.accounts.models import Role

PASSWORD = "un mot de passe solide"


@pytest.fixture(autouse=True)
def fresh_limits():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def protect(db):
    """Give somebody an authenticator app; returns its secret."""

    def activate(user):
        secret = generate_totp_secret()
        TOTP.activate(user, secret)
        return secret

    return activate


@pytest.fixture
def referee(make_user, protect):
    user = make_user("Lothaire", role=Role.REFEREE)
    protect(user)
    return user


@pytest.fixture
def bare_referee(make_user):
    return make_user("Louis", role=Role.REFEREE)


@pytest.fixture
def moderator(make_user, protect):
    user = make_user("Mathilde", role=Role.MODERATOR)
    protect(user)
    return user


@pytest.fixture
def log_in(client):
    """Through the page, as people do."""

    def enter(name, password=PASSWORD, **more):
        return client.post("/compte/login/", {"login": name, "password": password, **more})

    return enter


@pytest.fixture
def proven(client, log_in):
    """Log in through the page, then prove it again: what export and deletion ask for."""

    def enter(user):
        log_in(user.username)
        client.post("/compte/reauthenticate/", {"password": PASSWORD})
        return client

    return enter


@pytest.fixture
def time_machine_later():
    """Move the clock forward by so many seconds until the end of the test."""
    import time

    import time_machine

    travels = []

    def later(seconds):
        travel = time_machine.travel(time.time() + seconds, tick=True)
        travel.start()
        travels.append(travel)

    yield later
    for travel in reversed(travels):
        travel.stop()


class _CountingHasher(MD5PasswordHasher):
    algorithm = "counted"
    hashes = 0

    def encode(self, password, salt):
        type(self).hashes += 1
        return super().encode(password, salt)


@pytest.fixture
def counted_hashes(settings, alice):
    """How many times a password was hashed since the last `pop`."""
    settings.PASSWORD_HASHERS = [f"{__name__}._CountingHasher"]
    alice.set_password(PASSWORD)
    alice.save()
    _CountingHasher.hashes = 0

    class Count:
        def pop(self):
            count, _CountingHasher.hashes = _CountingHasher.hashes, 0
            return count

    return Count()


@pytest.fixture
def query_count(db):
    return lambda: CaptureQueriesContext(connection)
