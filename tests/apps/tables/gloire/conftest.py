"""The court and the browsers of its two players and of an outsider."""

import pytest
from django.test import Client

from tests.apps.tables.gloire.court import home, open_court

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


def signed_in(user):
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


@pytest.fixture
def court(alice, bob):
    return open_court(alice, bob)


@pytest.fixture
def alice_client(alice):
    return signed_in(alice)


@pytest.fixture
def bob_client(bob):
    return signed_in(bob)


@pytest.fixture
def charlie_client(charlie):
    return signed_in(charlie)


@pytest.fixture
def fief(court, alice):
    return home(court, alice)
