"""Games of the small game, at the stage a test needs."""

import pytest

from apps.games.models import Game, Step
from apps.games.services.lobby import gathering, starting
from apps.games.timing.pace import Pace


@pytest.fixture
def make_game(alice, bob):
    """A game of `enchere` between Alice and Bob, started unless told otherwise."""

    def make(*, players=None, options=None, pace=None, start=True, seats=None, **more):
        players = players if players is not None else [alice, bob]
        new = gathering.new_game(
            "enchere",
            "La table d’essai",
            options or {},
            seats or max(2, len(players)),
            pace=pace or Pace(kind="hours", every=24),
            **more,
        )
        game = gathering.create_game(players[0], new)
        for player in players:
            gathering.join_game(game, player, f"Sire {player.username}", invitation=game.invitation)
        return starting.start_game(game) if start else game

    return make


@pytest.fixture
def game(make_game) -> Game:
    return make_game()


def pending(game: Game) -> Step:
    return Step.objects.pending().select_related("game").get(game=game)


def seat_asked(game: Game):
    """The first seat that must decide now."""
    step = pending(game)
    return step, game.seats.get(number=step.asked[0])


def first_choice(game: Game, seat, step=None):
    """A legal complete action, following drafts."""
    from apps.games.engine.positions import position_before

    state = position_before(step or pending(game))
    menu = game.rules.menu(state, seat.number)
    choice = menu.choices[0]
    while not choice.complete:
        choice = game.rules.menu(state, seat.number, choice.action).choices[0]
    return choice.action


def play_until(game: Game, mode: str, limit: int = 200):
    """Make first choices until a step of that mode is pending."""
    from apps.orders.services import submit

    for _ in range(limit):
        step, seat = seat_asked(game)
        if step.mode == mode:
            return step
        submit(seat, step.n, first_choice(game, seat, step), seat.user, f"k{step.n}")
    raise AssertionError(f"no {mode} step within {limit}")
