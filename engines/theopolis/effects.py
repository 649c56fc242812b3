"""What a card does when it enters a city, and the questions it asks. Specification 2.1 and 5.

`pending` is a stack of data: the effects of a card still to come, or the question now asked.
Nothing here waits: `settle` runs until the stack is empty or its top is a question with something to choose.
"""

from typing import cast

from engines.theopolis.board import arrive, discard_from_board, refill_board, take_in_hand
from engines.theopolis.catalogue import Catalogue
from engines.theopolis.cities import change_points, place_in_city, remove_from_city
from engines.theopolis.endings import check_win, finish
from engines.theopolis.play import Table
from engines.theopolis.state import Decision, DecisionKind, Ending, State, facts_of, neighbours
from engines.theopolis.vocabulary import Effect

ASKED_BY: dict[str, DecisionKind] = {
    "take": "take",
    "board_to_hand": "board_to_hand",
    "discard_to_hand": "discard_to_hand",
    "flush_board": "flush_board",
    "board_from_discard": "caveau_discard",
}


def enter_city(table: Table, cid: int, origin: str) -> None:
    """The same for a card played and a card taken: it arrives, the win is checked, its effects are queued."""
    state = table.state
    place_in_city(table, state.active, cid, origin)
    if not check_win(table) and table.catalogue.cards[state.cards[cid]].enter:
        state.pending = (*state.pending, Decision("", cid))


def settle(table: Table) -> None:
    state = table.state
    while state.pending:
        top = state.pending[-1]
        if top.kind:
            return
        state.pending = state.pending[:-1]
        effects = table.catalogue.cards[state.cards[top.source]].enter
        if top.effect >= len(effects):
            continue
        state.pending = (*state.pending, Decision("", top.source, top.effect + 1))
        start_effect(table, top.source, top.effect)


def start_effect(table: Table, source: int, place: int) -> None:
    effect = _effect(table.state, table.catalogue, source, place)
    if effect.name == "lose_points":
        change_points(table, table.state.active, -int(effect.args[0]), table.state.cards[source])
        check_win(table)
    elif effect.name == "win":
        finish(table, cast(Ending, effect.args[0]))
    else:
        ask(table, ASKED_BY[effect.name], source, place)


def ask(table: Table, kind: DecisionKind, source: int = -1, place: int = 0, picked: int = -1) -> None:
    """Open a question; one without an option is never opened, one with a forced answer answers itself."""
    state = table.state
    question = Decision(kind, source, place, picked, state.decisions + 1)
    options = options_of(state, table.catalogue, question)
    least, _ = bounds_of(state, table.catalogue, question)
    if not options:
        return
    state.decisions += 1
    state.pending = (*state.pending, question)
    if least == len(options):
        answer(table, options)


def options_of(state: State, catalogue: Catalogue, question: Decision) -> list[int]:
    kind = question.kind
    if kind in ("board_to_hand", "flush_board", "caveau_board", "refill"):
        return list(state.board)
    if kind == "discard_to_hand":
        cards = catalogue.cards
        return [cid for cid in state.discard if cards[state.cards[cid]].type != "desastre"]
    if kind == "caveau_discard":
        return list(state.discard) if state.board else []
    if kind == "discard_down":
        return list(state.players[state.active].hand)
    return takeable(
        state, catalogue, str(_effect(state, catalogue, question.source, question.effect).args[0])
    )


def bounds_of(state: State, catalogue: Catalogue, question: Decision) -> tuple[int, int]:
    """The fewest and the most cards to name."""
    kind = question.kind
    if kind in ("caveau_board", "refill"):
        return 1, 1
    if kind == "discard_down":
        excess = len(state.players[state.active].hand) - facts_of(state, catalogue, state.active).hand_size
        return excess, excess
    if kind == "flush_board":
        most = int(_effect(state, catalogue, question.source, question.effect).args[0])
        return 0, min(most, len(state.board))
    return 0, 1


def takeable(state: State, catalogue: Catalogue, wanted: str) -> list[int]:
    """Cards of that type in the neighbours' cities that nothing protects."""
    found: list[int] = []
    for seat in neighbours(state, state.active):
        if wanted in facts_of(state, catalogue, seat).safe_from_take:
            continue
        found += [cid for cid in state.players[seat].city if catalogue.cards[state.cards[cid]].type == wanted]
    return found


def answer(table: Table, picks: list[int]) -> None:
    """Carry out the choice of the top question, and go on with what it opens."""
    state = table.state
    question, state.pending = state.pending[-1], state.pending[:-1]
    if not picks:
        table.tell("declined", seat=state.active, decision=question.kind)
    elif question.kind == "take":
        take(table, picks[0])
    elif question.kind == "board_to_hand":
        take_in_hand(table, picks[0], "board")
        refill_board(table)
    elif question.kind == "discard_to_hand":
        take_in_hand(table, picks[0], "discard")
    elif question.kind == "flush_board":
        discard_from_board(table, picks, state.cards[question.source])
        refill_board(table)
    elif question.kind == "caveau_discard":
        ask(table, "caveau_board", question.source, question.effect, picks[0])
    elif question.kind == "caveau_board":
        replace_from_discard(table, question, picks[0])
    elif question.kind == "refill":
        take_in_hand(table, picks[0], "board")
    else:
        discard_down(table, picks)


def take(table: Table, cid: int) -> None:
    state = table.state
    victim = next(seat for seat in neighbours(state, state.active) if cid in state.players[seat].city)
    remove_from_city(table, victim, cid, f"taken:{state.active}")
    enter_city(table, cid, f"city:{victim}")


def replace_from_discard(table: Table, question: Decision, board_card: int) -> None:
    """The Caveau: the board card is discarded, the card picked before arrives in its stead,
    the board is refilled."""
    state = table.state
    discard_from_board(table, [board_card], state.cards[question.source])
    state.discard = tuple([cid for cid in state.discard if cid != question.picked])
    table.tell("returned", seat=state.active, **table.card_facts(question.picked))
    arrive(table, question.picked)
    refill_board(table)


def discard_down(table: Table, picks: list[int]) -> None:
    """Face up; a disaster discarded this way does nothing."""
    state = table.state
    player = table.active
    gone = [cid for cid in player.hand if cid in picks]
    player.hand = tuple([cid for cid in player.hand if cid not in gone])
    player.known = tuple([cid for cid in player.known if cid not in gone])
    state.discard = (*state.discard, *gone)
    table.tell(
        "hand_discarded", seat=state.active, cards=[table.card_facts(cid) for cid in gone], cause="hand_size"
    )


def _effect(state: State, catalogue: Catalogue, source: int, place: int) -> Effect:
    return catalogue.cards[state.cards[source]].enter[place]
