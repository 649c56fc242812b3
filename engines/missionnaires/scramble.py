"""Another state that a seat could not tell from this one: decks, reserve and others' lists dealt anew."""

from engines.core.dice import Dice
from engines.missionnaires.state import State, clone


def scramble(state: State, seat: int | None, dice: Dice) -> State:
    """Everything hidden from `seat` (None: a spectator) is shuffled; sizes and what is known stay."""
    other = clone(state)
    sea, land, pool = sorted(state.sea), sorted(state.land), list(state.reserve)
    dice.shuffle(sea, "scramble:mer")
    dice.shuffle(land, "scramble:territoires")
    other.sea, other.land = tuple(sea), tuple(land)
    hidden = (
        []
        if state.options.open_hands
        else [player for one, player in enumerate(other.players) if one != seat]
    )
    for player in hidden:
        pool += player.todo
    pool.sort()  # where the cards lay must not matter: a sandbox is made this way too
    dice.shuffle(pool, "scramble:congregations")
    for player in hidden:
        player.todo = tuple(sorted(pool.pop() for _ in player.todo))
    other.reserve = tuple(pool)
    return other
