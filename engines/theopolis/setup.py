"""Laying out the game, in the order of the rulebook. Specification 1.2."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engines.core.dice import Dice
from engines.core.options import require_options
from engines.theopolis.catalogue import Catalogue
from engines.theopolis.cities import add_resource, change_points
from engines.theopolis.edition import BOARD_SIZE, LAST_CARDS, OPENING_HAND
from engines.theopolis.meta import META
from engines.theopolis.play import Table
from engines.theopolis.state import Options, Player, State
from engines.theopolis.turn import proceed
from engines.theopolis.vocabulary import KINDS

PILE_PER_PLAYER = 4
OFFERS = 2


def lay_out(names: Sequence[str], options: Mapping[str, Any], catalogue: Catalogue, dice: Dice) -> Table:
    """Steps 1 to 7; with `patron_draft` it stops where the players choose between two patrons."""
    require_options(META, names, options)
    chosen = msgspec.convert(dict(options), Options)
    count = len(names)
    cards, deck = build_deck(catalogue, count, chosen.full_deck, dice)
    pile = PILE_PER_PLAYER * count - count
    players = tuple(Player(name=name) for name in names)
    state = State(chosen, cards, deck, (), (), (pile, pile, pile), players, phase="draft")
    table = Table(state, catalogue, dice)
    table.tell("game_started", seats=list(names), cards=len(cards))
    lay_board(table)
    deal_hands(table)
    deal_patrons(table)
    table.reveals = True
    return table


def build_deck(
    catalogue: Catalogue, seats: int, full: bool, dice: Dice
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Shuffle; slip the Apocalypse in as the k-th card from the bottom.

    Instances are numbered in the shuffled order, so that a number says nothing about its card.
    """
    cards = catalogue.pile(seats, full=full)
    dice.shuffle(cards, "setup:deck")
    cards.insert(len(cards) + 1 - dice.between(1, LAST_CARDS, "setup:apocalypse"), catalogue.apocalypse)
    return tuple(cards), tuple(range(len(cards)))


def lay_board(table: Table) -> None:
    """Turn up cards until eight lie there; a disaster turned up now goes to the discard without effect."""
    state = table.state
    while len(state.board) < BOARD_SIZE:
        cid, state.deck = state.deck[0], state.deck[1:]
        if table.catalogue.cards[state.cards[cid]].type == "desastre":
            state.discard = (*state.discard, cid)
            table.tell("set_aside", **table.card_facts(cid))
        else:
            state.board = (*state.board, cid)
    table.tell("board_laid", cards=[table.card_facts(cid) for cid in state.board], left=len(state.deck))


def deal_hands(table: Table) -> None:
    state = table.state
    for seat, player in enumerate(state.players):
        player.hand, state.deck = state.deck[:OPENING_HAND], state.deck[OPENING_HAND:]
        table.tell("hand_dealt", seat=seat, count=OPENING_HAND)
        table.tell_seat(
            seat, "hand_received", seat=seat, cards=[table.card_facts(cid) for cid in player.hand]
        )


def deal_patrons(table: Table) -> None:
    numbers = sorted(table.catalogue.patrons)
    table.dice.shuffle(numbers, "setup:patrons")
    if not table.state.options.patron_draft:
        welcome_patrons(table, numbers[: len(table.state.players)])
        return
    for seat, player in enumerate(table.state.players):
        player.offers = tuple(sorted(numbers[OFFERS * seat : OFFERS * (seat + 1)]))
        table.tell_seat(seat, "patrons_offered", seat=seat, patrons=list(player.offers))


def welcome_patrons(table: Table, numbers: Sequence[int]) -> None:
    """Patrons go face up to the heavens, give what they give at the start, and the lowest number begins."""
    state = table.state
    for seat, number in enumerate(numbers):
        player = state.players[seat]
        player.patron, player.offers = number, ()
        table.tell("patron_dealt", seat=seat, patron=number)
    for seat, player in enumerate(state.players):
        for effect in table.catalogue.patrons[player.patron].setup:
            if effect.name == "start_points":
                change_points(table, seat, int(effect.args[0]), "patron")
            else:
                add_resource(table, seat, KINDS.index(str(effect.args[0])))
    state.starter = state.active = min(range(len(state.players)), key=lambda seat: state.players[seat].patron)
    table.tell("starter", seat=state.starter)
    state.phase = "start"
    proceed(table)
