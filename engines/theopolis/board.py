"""The board of eight: cards arrive one by one, disasters strike as they arrive, the Apocalypse ends the game.
Spec 1.5."""

from engines.theopolis.disasters import resolve
from engines.theopolis.edition import BOARD_SIZE
from engines.theopolis.endings import apocalypse
from engines.theopolis.play import Table


def refill_board(table: Table) -> None:
    state = table.state
    while len(state.board) < BOARD_SIZE and state.deck and state.phase != "over":
        cid, state.deck = state.deck[0], state.deck[1:]
        state.drew_this_round = True
        table.reveals = True
        table.tell("board_drawn", **table.card_facts(cid), left=len(state.deck))
        arrive(table, cid)


def arrive(table: Table, cid: int) -> None:
    """A card reaches the board, from the deck, a hand or the discard."""
    state = table.state
    kind = table.catalogue.cards[state.cards[cid]].type
    if kind == "apocalypse":
        apocalypse(table, cid)
    elif kind == "desastre":
        resolve(table, cid)  # no strike can bring a win, so none is checked
    else:
        state.board = (*state.board, cid)


def discard_from_board(table: Table, cids: list[int], cause: str) -> None:
    """In the order of the board, whatever the order in which they were named."""
    state = table.state
    gone = tuple([cid for cid in state.board if cid in cids])
    state.board = tuple([cid for cid in state.board if cid not in cids])
    state.discard = (*state.discard, *gone)
    table.tell("board_discarded", cards=[table.card_facts(cid) for cid in gone], cause=cause)


def take_in_hand(table: Table, cid: int, origin: str) -> None:
    """From the board or the discard into the active player's hand: everybody sees it."""
    state = table.state
    if origin == "board":
        state.board = tuple([other for other in state.board if other != cid])
    else:
        state.discard = tuple([other for other in state.discard if other != cid])
    player = table.active
    player.hand = (*player.hand, cid)
    player.known = (*player.known, cid)
    table.tell("picked", seat=state.active, **table.card_facts(cid), origin=origin)
