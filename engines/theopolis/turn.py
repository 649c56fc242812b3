"""The sequence of play. Each phase works on the table and says whether it waits for a decision.
Specification 1.4."""

from collections.abc import Callable

from engines.theopolis.board import arrive, discard_from_board, refill_board
from engines.theopolis.cities import add_resource, change_points
from engines.theopolis.effects import ask, enter_city, settle
from engines.theopolis.endings import check_win
from engines.theopolis.play import Table
from engines.theopolis.state import Phase
from engines.theopolis.vocabulary import KINDS

IDLE_LIMIT = 2  # rounds without a card leaving the deck


def start_turn(table: Table) -> bool:
    """A. The city's Hommes and drains take original-sin points off; that may win at once."""
    state = table.state
    facts = table.facts(state.active)
    table.tell("turn_started", seat=state.active, round=state.round, drain=facts.drain)
    change_points(table, state.active, -facts.drain, "drain")
    check_win(table)
    return False


def take_actions(table: Table) -> bool:
    """B. One resource, one swap, any number of cards, in any order, until the player ends his turn."""
    if table.state.pending:
        settle(table)
    return table.state.phase == "action"


def adjust_hand(table: Table) -> bool:
    """C1 and C2. Discard down to the hand size, or take board cards up to it; the board waits."""
    state = table.state
    while not state.pending:
        size, held = table.facts(state.active).hand_size, len(table.active.hand)
        if held == size or (held < size and not state.board):
            return False
        ask(table, "discard_down" if held > size else "refill")
    return True


def complete_board(table: Table) -> bool:
    """C3."""
    refill_board(table)
    return False


def straighten_resources(table: Table) -> bool:
    """C4. Tilted resources stand upright again."""
    table.active.used = (0, 0, 0)
    table.state.res_added = False
    table.state.swaps_done = 0
    return False


def pass_the_turn(table: Table) -> bool:
    """C5. The next unfinished player clockwise; coming past the starter ends the round."""
    state = table.state
    table.reveals = True
    count = len(state.players)
    seat = (state.active + 1) % count
    round_over = seat == state.starter
    while state.players[seat].rank is not None:
        seat = (seat + 1) % count
        round_over = round_over or seat == state.starter
    if round_over:
        end_round(table)
    if state.phase != "over":
        state.active = seat
    return False


def end_round(table: Table) -> None:
    """After two rounds in which the deck stood still, the oldest board card leaves: every game ends."""
    state = table.state
    state.idle_rounds = 0 if state.drew_this_round else state.idle_rounds + 1
    if state.idle_rounds == IDLE_LIMIT:
        state.idle_rounds = 0
        discard_from_board(table, list(state.board[:1]), "idle")
        refill_board(table)
    if state.phase != "over":
        state.drew_this_round = False
        state.round += 1


PHASES: tuple[tuple[Phase, Callable[[Table], bool]], ...] = (
    ("start", start_turn),
    ("action", take_actions),
    ("hand", adjust_hand),
    ("board", complete_board),
    ("straighten", straighten_resources),
    ("pass", pass_the_turn),
)
_RUN = dict(PHASES)
_NEXT: dict[Phase, Phase] = {
    name: PHASES[(place + 1) % len(PHASES)][0] for place, (name, _) in enumerate(PHASES)
}


def proceed(table: Table) -> None:
    """Go through the phases until somebody must decide or the game is over.
    A phase may jump by setting the next one."""
    state = table.state
    while state.phase != "over":
        phase = state.phase
        if _RUN[phase](table):
            return
        if state.phase == phase:
            state.phase = _NEXT[phase]


def do_add(table: Table, kind: str) -> None:
    table.state.res_added = True
    add_resource(table, table.state.active, KINDS.index(kind))


def do_swap(table: Table, given: int, taken: int) -> None:
    """The board card goes to the hand first, then the hand card arrives on the board."""
    state = table.state
    player = table.active
    state.swaps_done += 1
    player.hand = (*[cid for cid in player.hand if cid != given], taken)
    player.known = (*[cid for cid in player.known if cid != given], taken)
    state.board = tuple([cid for cid in state.board if cid != taken])
    table.tell("swapped", seat=state.active, given=table.card_facts(given), taken=table.card_facts(taken))
    arrive(table, given)
    refill_board(table)


def do_play(table: Table, cid: int) -> None:
    """Pay by tilting, then the card enters the city with its effects."""
    state = table.state
    player = table.active
    cost = table.catalogue.cost(table.catalogue.cards[state.cards[cid]], table.facts(state.active))
    used = player.used
    player.used = (used[0] + cost[0], used[1] + cost[1], used[2] + cost[2])
    player.hand = tuple([other for other in player.hand if other != cid])
    player.known = tuple([other for other in player.known if other != cid])
    table.tell("played", seat=state.active, **table.card_facts(cid), cost=list(cost))
    enter_city(table, cid, "hand")


def do_end(table: Table) -> None:
    table.tell("turn_ended", seat=table.state.active)
    table.state.phase = "hand"
