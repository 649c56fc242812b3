"""Tables of Theopolis: Alice against Bob, Alice and Bob at one screen, and the browsers that look at them."""

import pytest
from django.test import Client

from apps.games.models import Game, Step
from apps.games.services.lobby import gathering, starting
from apps.games.table.sight import look
from apps.games.timing.pace import Pace

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


def signed_in(user):
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


@pytest.fixture
def duel(alice, bob):
    new = gathering.new_game("theopolis", "La table d’essai", {}, 2, pace=Pace(kind="hours", every=48))
    game = gathering.create_game(alice, new)
    gathering.join_game(game, alice, "Alice")
    gathering.join_game(game, bob, "Bob")
    return starting.start_game(game)


@pytest.fixture
def one_screen(alice):
    return gathering.start_hotseat(alice, "theopolis", {}, ["Anna", "Basile"])


@pytest.fixture
def alice_client(alice):
    return signed_in(alice)


@pytest.fixture
def bob_client(bob):
    return signed_in(bob)


def pending(game) -> Step:
    return Step.objects.pending().select_related("game").get(game=game)


def asked_number(game: Game) -> int:
    return pending(game).asked[0]


def table_of(game, user, **how):
    """What this person's page is drawn from."""
    return look(Game.objects.get(pk=game.pk), user, **how).board.open
