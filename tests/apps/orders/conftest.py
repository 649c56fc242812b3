"""The same small games as those of the host."""

from tests.apps.games.conftest import game, make_game

__all__ = ("game", "make_game")
