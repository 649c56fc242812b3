"""Never comes back, and catches what is thrown at it once."""

from tests.small_game.rules import Enchere


class Looping(Enchere):
    def apply(self, state, moves, dice):
        try:
            while True:
                pass
        except Exception:
            while True:
                pass


RULES = (Looping(),)
