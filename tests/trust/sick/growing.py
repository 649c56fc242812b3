"""Grows without end."""

from tests.small_game.rules import Enchere


class Growing(Enchere):
    def apply(self, state, moves, dice):
        kept = []
        while True:
            kept.append(bytearray(1_000_000))


RULES = (Growing(),)
