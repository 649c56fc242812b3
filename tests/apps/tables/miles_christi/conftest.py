"""Three Orders at a table (Alice, Bob and an automaton seat held by Charlie), and their browsers."""

import pytest
from django.test import Client

from apps.games.models import Game, Step
from apps.games.services.lobby import gathering, starting
from apps.games.timing.pace import Pace
from apps.orders.services import submit
from engines.core import codec
from engines.core.dice import Dice

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


def signed_in(user):
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


@pytest.fixture
def table(alice, bob, charlie) -> Game:
    """Temple, Teutonique and Saint-Sépulcre, in the order of the seats."""
    pace = Pace(kind="hours", every=24)
    game = gathering.create_game(
        alice, gathering.new_game("miles_christi", "La table d’essai", {"orders": "listed"}, 3, pace=pace)
    )
    for user in (alice, bob, charlie):
        gathering.join_game(game, user, f"Frère {user.username}")
    return starting.start_game(game)


@pytest.fixture
def browsers(alice, bob, charlie):
    """A client for each seat, by its number."""
    return [signed_in(user) for user in (alice, bob, charlie)]


def pending(game) -> Step:
    return Step.objects.pending().select_related("game").get(game=game)


def asked_seat(game):
    return game.seats.get(number=pending(game).asked[0])


def play(game, action) -> None:
    step, seat = pending(game), asked_seat(game)
    submit(seat, step.n, action, seat.user, f"coup-{step.n}")


def skip_to(game, wanted):
    """The absent players' answers in memory until the wanted position, which then stands as the opening of
    the game. The cards are always dealt alike: some deals end before others are where a test wants them."""
    step, rules = pending(game), game.rules
    names = [seat.name for seat in game.seats.order_by("number")]
    state = rules.setup(names, game.options, Dice(b"essai", 0)).state
    for n in range(1, 500):
        seat = rules.asks(state).seats[0]
        if wanted(state):
            break
        state = rules.apply(state, {seat: rules.default(state, seat, "absent")}, Dice(b"essai", n)).state
    game.steps.filter(n=step.base).update(state=codec.dump(state), state_hash=codec.digest(state))
    game.steps.filter(pk=step.pk).update(asked=[seat])
    return state
