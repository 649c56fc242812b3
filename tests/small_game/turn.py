"""The sequence of play: what each action does, and how one part leads to the next. Works on a copy;
`rules.py` makes it."""

from collections.abc import Callable, Mapping

from engines.core.contract import Action, Event, Seat
from engines.core.dice import Dice
from tests.small_game.state import CARDS, HAND, PASSED, Lot, Player, State

Out = list[Event]


def deal(names: tuple[str, ...], coins: int, rounds: int, open_offers: bool, dice: Dice) -> State:
    deck = list(range(1, CARDS + 1))
    dice.shuffle(deck, "deck")
    players = [Player(name, coins, sorted(deck.pop() for _ in range(HAND))) for name in names]
    return State(rounds, open_offers, players, deck)


# Turn: the seller


def stake(state: State, seat: Seat, action: Action, out: Out) -> bool:
    state.players[seat].coins -= action["coins"]
    state.lot.pot = action["coins"]
    out.append(Event("staked", {"seat": seat, "coins": action["coins"]}))
    return False


def draw(state: State, seat: Seat, action: Action, out: Out) -> bool:
    card = state.deck.pop()
    state.players[seat].hand = sorted([*state.players[seat].hand, card])
    state.drawn = True
    out.append(Event("drew", {"seat": seat}))
    out.append(Event("drew_card", {"card": card}, (seat,)))
    return True


def play(state: State, seat: Seat, action: Action, out: Out) -> bool:
    hidden = action["face"] == "hidden"
    state.players[seat].hand.remove(action["card"])
    state.lot.card, state.lot.hidden = action["card"], hidden
    out.append(Event("for_sale", {"seat": seat, "card": None if hidden else action["card"]}))
    _open_sale(state)
    return not hidden


def keep(state: State, seat: Seat, action: Action, out: Out) -> bool:
    state.players[seat].coins += 1 + state.lot.pot
    out.append(Event("kept", {"seat": seat, "coins": 1 + state.lot.pot}))
    _next_round(state, out)
    return state.part == "over"


def _open_sale(state: State) -> None:
    state.part = "free"
    state.announced = [None] * len(state.players)


# Free: announcements


def announce(state: State, seat: Seat, action: Action, out: Out) -> bool:
    state.announced[seat] = action["coins"]
    out.append(Event("announced", {"seat": seat, "coins": action["coins"]}))
    return _close_announcements(state, out)


def leave(state: State, seat: Seat, action: Action, out: Out) -> bool:
    state.announced[seat] = PASSED
    out.append(Event("passed", {"seat": seat}))
    return _close_announcements(state, out)


def _close_announcements(state: State, out: Out) -> bool:
    """When the last has spoken, offers are made; without a bidder the lot goes back to its seller."""
    if None in state.announced:
        return False
    if state.bidders:
        state.part = "sealed"
        return False
    _hand_over(state, state.seller, 0, out)
    return True


ACTS: dict[str, Callable[[State, Seat, Action, Out], bool]] = {
    "stake": stake,
    "draw": draw,
    "play": play,
    "keep": keep,
    "announce": announce,
    "pass": leave,
}


# Sealed: the sale


def sell(state: State, offers: Mapping[Seat, int], dice: Dice, out: Out) -> None:
    best = max(offers.values())
    tied = [seat for seat in sorted(offers) if offers[seat] == best]
    winner = _throw_for_it(state, tied, dice, out) if len(tied) > 1 else tied[0]
    if state.open_offers:
        out.append(Event("offers", {"offers": [[seat, offers[seat]] for seat in sorted(offers)]}))
    for seat in sorted(offers):
        if seat != winner:
            out.append(Event("outbid", {"coins": offers[seat]}, (seat,)))
    _hand_over(state, winner, best, out)


def _throw_for_it(state: State, tied: list[Seat], dice: Dice, out: Out) -> Seat:
    """Each throws a die until one has the highest alone."""
    while len(tied) > 1:
        throws = {seat: dice.die(f"tie:{seat}") for seat in tied}
        out.append(Event("threw", {"throws": [[seat, face] for seat, face in throws.items()]}))
        tied = [seat for seat in tied if throws[seat] == max(throws.values())]
    return tied[0]


def _hand_over(state: State, winner: Seat, price: int, out: Out) -> None:
    """The winner pays the seller (or the bank, for a lot of his own) and takes the card and the coins on
    it."""
    lot, player = state.lot, state.players[winner]
    player.coins += lot.pot - price
    if winner != state.seller:
        state.players[state.seller].coins += price
    if lot.card is not None:
        player.won.append(lot.card)
    out.append(Event("sold", {"seat": winner, "price": price, "card": lot.card, "pot": lot.pot}))
    _next_round(state, out)


def _next_round(state: State, out: Out) -> None:
    state.lot, state.announced, state.drawn = Lot(), [], False
    state.round += 1
    state.part = "turn" if state.round < state.rounds else "over"
    if state.part == "over":
        out.append(Event("ended", {"scores": [score(player) for player in state.players]}))
    else:
        out.append(Event("round", {"number": state.round + 1, "seat": state.seller}))


def score(player: Player) -> int:
    """Cards bought count their number, coins one each; what is left in hand counts nothing."""
    return sum(player.won) + player.coins
