"""A table at one screen laid out as a test wants it: every card that asks something in hand, a discard to
choose from."""

from apps.games.models import Game
from engines.core import codec
from engines.theopolis.state import State
from tests.engines.theopolis.positions import position

BOARD = ("Moine", "Église", "Étole", "Martyr", "Croix", "Fiancés", "Chapelle", "Rempart")


def asking_hand(*hand: str) -> State:
    """Anna to play, rich enough for anything; Guerre and Prêtre lie in the discard, Basile has something to
    lose."""
    anna = {"hand": hand, "city": ("Prêtre",), "points": 14, "patron": 3}
    basile = {"hand": ("Haine",) * 4, "city": ("Diacre", "Eau", "Chapelle"), "points": 11, "patron": 7}
    return position(anna, basile, board=BOARD, discard=("Guerre", "Prêtre"), round=4)


def lay(game: Game, state: State) -> Game:
    """Put this position in the place of the one dealt."""
    game.steps.filter(n=0).update(state=codec.dump(state), state_hash=codec.digest(state))
    game.steps.filter(n=1).update(asked=[state.active])
    return game
