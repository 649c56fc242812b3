"""Tables of Theopolis: Alice against Bob, Alice and Bob at one screen, and the browsers that look at them."""

import pytest
from django.test import Client

from apps.games.models import Game, Step
from apps.games.pace import Pace
from apps.games.services import lobby, starting
from apps.games.sight import look

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


def signed_in(user):
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


@pytest.fixture
def duel(alice, bob):
    new = lobby.NewGame("theopolis", "La table d’essai", {}, 2, pace=Pace(kind="hours", every=48))
    game = lobby.create_game(alice, new)
    lobby.join_game(game, alice, "Alice")
    lobby.join_game(game, bob, "Bob")
    return starting.start_game(game)


@pytest.fixture
def one_screen(alice):
    return lobby.start_hotseat(alice, "theopolis", {}, ["Anna", "Basile"])


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
