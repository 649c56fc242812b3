"""Around one screen: somebody says that he is there, as the button of the curtain does, or as a look at the
game needs it."""

from apps.games.models import Game, Step
from apps.games.table import screen
from apps.games.table.sight import Sight, look


def say_here(client, game, seat):
    """« Je suis … »"""
    return client.post(f"/parties/{game.code}/me-voici/", {"seat": seat})


def look_as(game, user, seat: int, **how) -> Sight:
    """What the seat of that number sees once it is at the screen."""
    game = Game.objects.get(pk=game.pk)
    mine = game.seats.get(number=seat)
    mine.game = game
    user.at_screen = screen.word_of(mine, Step.objects.pending_of(game))
    return look(game, user, seat=seat, **how)
