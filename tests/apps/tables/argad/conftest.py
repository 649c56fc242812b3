"""Two seats of an ambush: Alice leads the column, Bob hides."""

import pytest

from apps.games.models import Game
from tests.apps.tables.argad.battle import opened, signed_in, skip_to


@pytest.fixture
def battle(alice, bob) -> Game:
    return opened(alice, bob)


@pytest.fixture
def browsers(alice, bob):
    return [signed_in(alice), signed_in(bob)]


@pytest.fixture
def plotting(battle) -> Game:
    """The first turn's orders are asked."""
    skip_to(battle, lambda state: state.phase == "plot")
    return battle


@pytest.fixture
def fighting(alice, bob) -> Game:
    """A village where men are at grips and shooters have targets."""
    game = opened(alice, bob, scenario="village")
    skip_to(game, lambda state: state.phase == "combat" and state.turn >= 4)
    return game
