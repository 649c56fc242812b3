"""What each seat may know, listed. Hands, the deck and a card sold face down stay with those who know
them."""

from typing import Any

from engines.core.contract import Json, Seat
from engines.core.dice import Dice
from tests.small_game.state import State, copied


def view(state: State, seat: Seat | None) -> Json:
    return {
        "you": seat,
        "round": state.round + 1,
        "rounds": state.rounds,
        "part": state.part,
        "seller": state.seller,
        "deck": len(state.deck),
        "drawn": state.drawn,
        "open_offers": state.open_offers,
        "lot": {"card": _lot_card(state, seat), "hidden": state.lot.hidden, "pot": state.lot.pot},
        "announced": list(state.announced),
        "hand": [] if seat is None else list(state.players[seat].hand),
        "players": [
            {"name": player.name, "coins": player.coins, "cards": len(player.hand), "won": list(player.won)}
            for player in state.players
        ],
    }


def _lot_card(state: State, seat: Seat | None) -> int | None:
    return state.lot.card if not state.lot.hidden or seat == state.seller else None


def scramble(state: State, seat: Seat | None, dice: Dice) -> State:
    """Another position that looks the same from `seat`: the cards it cannot see, dealt anew to the same
    places."""
    other = copied(state)
    places: list[tuple[Any, Any]] = [(other.deck, index) for index in range(len(other.deck))]
    for one, player in enumerate(other.players):
        if one != seat:
            places += [(player.hand, index) for index in range(len(player.hand))]
    hidden_lot = other.lot.hidden and seat != other.seller
    cards = sorted([holder[index] for holder, index in places] + ([other.lot.card] if hidden_lot else []))
    dice.shuffle(cards, "scramble")
    if hidden_lot:
        other.lot.card = cards.pop()
    for (holder, index), card in zip(places, cards, strict=True):
        holder[index] = card
    for player in other.players:
        player.hand.sort()
    return other
