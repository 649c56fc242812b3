"""Tables of Les Missionnaires: Alice against Bob, and one screen for both; their browsers, and positions set
up by hand."""

import pytest
from django.test import Client

from apps.games.engine.positions import position_before
from apps.games.models import Game, Step
from apps.games.services.lobby import gathering, starting
from apps.games.table.sight import look
from apps.games.timing.pace import Pace
from apps.orders.services import submit
from engines.core import codec

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


def signed_in(user):
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


@pytest.fixture
def duel(alice, bob) -> Game:
    new = gathering.new_game("missionnaires", "La table d’essai", {}, 2, pace=Pace(kind="hours", every=48))
    game = gathering.create_game(alice, new)
    gathering.join_game(game, alice, "Alice")
    gathering.join_game(game, bob, "Bob")
    return starting.start_game(game)


@pytest.fixture
def one_screen(alice) -> Game:
    return gathering.start_hotseat(alice, "missionnaires", {}, ["Anna", "Basile"])


@pytest.fixture
def browsers(alice, bob):
    """A client for each seat, by its number."""
    return [signed_in(alice), signed_in(bob)]


def pending(game) -> Step:
    return Step.objects.pending().select_related("game").get(game=game)


def asked_seat(game):
    return game.seats.get(number=pending(game).asked[0])


def play(game, action) -> None:
    step, seat = pending(game), asked_seat(game)
    submit(seat, step.n, action, seat.user, f"coup-{step.n}")


def walk(*spaces, **more):
    """A plain move through these spaces."""
    return {
        "do": "move",
        "path": [{"to": space, "push": None} for space in spaces],
        "join": False,
        "drop": False,
        **more,
    }


def table_of(game, user, **how):
    """What this person's page is drawn from."""
    return look(Game.objects.get(pk=game.pk), user, **how).board.open


def arrange(game, change):
    """Change the opening position by hand before anybody has moved; it then stands as the opening of the
    game."""
    step = pending(game)
    state = position_before(step)
    change(state, state.players[state.active])
    game.steps.filter(n=step.base).update(state=codec.dump(state), state_hash=codec.digest(state))
    return state
