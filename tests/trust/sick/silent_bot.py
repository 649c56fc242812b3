"""Its default for an absent player never comes: the answer loops, not the move."""

from tests.small_game.rules import Enchere


class SilentDefault(Enchere):
    def default(self, state, seat, why):
        while True:
            pass


RULES = (SilentDefault(),)
