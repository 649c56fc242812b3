"""Boards, topics, letters and people of every role, at the stage a test needs."""

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client
from django.utils import timezone

from apps.accounts.models import Role
from apps.forums.models import Board
from apps.forums.services import posting
from apps.forums.services.boards import board_of
from tests.apps.games.conftest import make_game  # noqa: F401  (a fixture)


@pytest.fixture(autouse=True)
def own_media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def moderator(make_user):
    user = make_user("Mathilde", role=Role.MODERATOR)
    TOTP.activate(user, generate_totp_secret())
    return user


@pytest.fixture
def referee(make_user):
    user = make_user("Lothaire", role=Role.REFEREE)
    TOTP.activate(user, generate_totp_secret())
    return user


@pytest.fixture
def as_user():
    """A client of one's own for everybody; nobody for None."""

    def enter(user=None, **more):
        client = Client(**more)
        if user is not None:
            client.force_login(user)
        return client

    return enter


@pytest.fixture
def talk(db):
    return Board.objects.get(slug="nouveaux-venus")


@pytest.fixture
def game(make_game):  # noqa: F811
    return make_game()


@pytest.fixture
def stage(game):
    """The forum of a public game between Alice and Bob."""
    return board_of(game)


@pytest.fixture
def open_topic(alice, talk):
    def make(user=None, board=None, title="Bonjour à tous", text="Je suis **nouveau**.", poll=None, **more):
        new = posting.NewPost(text=text, **more)
        return posting.open_topic(user or alice, board or talk, title, new, timezone.now(), poll)

    return make


@pytest.fixture
def topic(open_topic):
    return open_topic()
