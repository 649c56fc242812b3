"""Raises when the first move is applied."""

from tests.small_game.rules import Enchere


class Raising(Enchere):
    def apply(self, state, moves, dice):
        raise ZeroDivisionError("the rules divide by nothing")


RULES = (Raising(),)
