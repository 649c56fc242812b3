"""The two decks: which cards there are, what a BON asks for, and how a pile is drawn and renewed."""

from functools import cache
from typing import Literal

from engines.missionnaires.board import PORTS, WHITE, within
from engines.missionnaires.edition import CARDS, Card
from engines.missionnaires.play import Play
from engines.missionnaires.state import Player, State

DECK = {card.id: card for card in CARDS.cards}
Pile = Literal["mer", "territoires"]


def full_pile(pile: Pile) -> list[str]:
    return [card.id for card in CARDS.cards if card.deck == pile for _ in range(card.count)]


def draw(play: Play, pile: Pile) -> Card | None:
    """The top card, the discards shuffled first if need be; None when every card is in somebody's hand."""
    state = play.state
    play.reveals = True
    if pile == "mer":
        if not state.sea:
            state.sea, state.sea_discard = _renew(play, pile, state.sea_discard), ()
        if not state.sea:
            return None
        card, state.sea = state.sea[-1], state.sea[:-1]
    else:
        if not state.land:
            state.land, state.land_discard = _renew(play, pile, state.land_discard), ()
        if not state.land:
            return None
        card, state.land = state.land[-1], state.land[:-1]
    return DECK[card]


def discard(state: State, card: str) -> None:
    if DECK[card].deck == "mer":
        state.sea_discard = (*state.sea_discard, card)
    else:
        state.land_discard = (*state.land_discard, card)


def _renew(play: Play, pile: Pile, discards: tuple[str, ...]) -> tuple[str, ...]:
    cards = list(discards)
    play.dice.shuffle(cards, f"shuffle:{pile}")
    play.say("ms.shuffle", pile=pile, cards=len(cards))
    return tuple(cards)


@cache
def _nearby(space: str) -> frozenset[str]:
    return frozenset(within(space, 2))


def condition_holds(state: State, me: Player, card: Card) -> bool:
    """Whether a BON may be played where its holder stands now."""
    match card.condition:
        case "gendarme_near":
            return not _nearby(me.pos).isdisjoint(state.gend.values())
        case "has_todo":
            return bool(me.todo)
        case "lt5":
            return me.per < 5
        case "at_port":
            return me.pos in PORTS
        case "at_port_or_sea":
            return me.pos in PORTS or me.pos in WHITE
        case _:
            return True
