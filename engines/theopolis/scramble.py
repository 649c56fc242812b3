"""Another state that a seat could not tell from this one: everything hidden from it is dealt anew.
For tests of leaks."""

from copy import copy

from engines.core.dice import Dice
from engines.theopolis.catalogue import Catalogue
from engines.theopolis.edition import LAST_CARDS
from engines.theopolis.state import State


def scramble(state: State, catalogue: Catalogue, seat: int | None, dice: Dice) -> State:
    """Permute the deck, the unseen cards of other hands, and the patrons offered to others."""
    if state.phase == "over":
        return state
    changed = copy(state)
    changed.players = tuple(copy(player) for player in state.players)
    end = next((cid for cid in state.deck if state.cards[cid] == catalogue.apocalypse), None)
    pool = _unseen_cards(state, seat, end)
    dice.shuffle(pool, "scramble:places")
    for other, player in enumerate(changed.players):
        if other != seat:
            player.hand = tuple(cid if cid in player.known else pool.pop() for cid in player.hand)
    if end is not None:
        depth = dice.between(1, min(LAST_CARDS, len(state.deck)), "scramble:apocalypse")
        pool.insert(len(pool) + 1 - depth, end)
    changed.deck = tuple(pool)
    _redraft(changed, catalogue, seat, dice)
    return changed


def _unseen_cards(state: State, seat: int | None, end: int | None) -> list[int]:
    """Those of the deck and of other hands, but for the Apocalypse.
    Sorted, for where they lay must not matter: a sandbox is made this way too."""
    pool = [cid for cid in state.deck if cid != end]
    for other, player in enumerate(state.players):
        if other != seat:
            pool += [cid for cid in player.hand if cid not in player.known]
    return sorted(pool)


def _redraft(state: State, catalogue: Catalogue, seat: int | None, dice: Dice) -> None:
    mine = state.players[seat].offers if seat is not None else ()
    numbers = [number for number in sorted(catalogue.patrons) if number not in mine]
    dice.shuffle(numbers, "scramble:patrons")
    for other, player in enumerate(state.players):
        if other != seat and player.offers:
            player.offers = tuple(sorted(numbers.pop() for _ in player.offers))
