"""The five endings, and the ranking when play goes on. Specification 1.7."""

from engines.theopolis.catalogue import STONES_TO_WIN
from engines.theopolis.play import Table
from engines.theopolis.state import Ending, Placing, unfinished_seats


def won_by(table: Table) -> Ending | None:
    """The ending that the active player has reached, in the order of the rules."""
    if table.active.points == 0:
        return "origin"
    facts = table.facts(table.state.active)
    if facts.stones >= STONES_TO_WIN:
        return "stones"
    return "sacraments" if facts.complete else None


def check_win(table: Table) -> bool:
    """True when the active player's turn is over because he has won (or the game already is)."""
    state = table.state
    if state.phase == "over" or table.active.rank is not None:
        return True
    ending = won_by(table)
    if ending is None:
        return False
    finish(table, ending)
    return True


def finish(table: Table, ending: Ending) -> None:
    """The active player wins: the game ends, or he leaves and the others play on for the ranking."""
    state = table.state
    place = 1 + len(state.ranking)
    _rank(table, Placing(state.active, place, ending, state.round))
    table.tell("finished", seat=state.active, ending=ending, place=place)
    state.pending = ()
    left = unfinished_seats(state)
    if not state.options.continue_for_ranking:
        close(table)
    elif len(left) == 1:
        _rank(table, Placing(left[0], place + 1, "last", state.round))
        table.tell("finished", seat=left[0], ending="last", place=place + 1)
        close(table)
    else:
        state.phase = "board"


def apocalypse(table: Table, cid: int) -> None:
    """Everybody still playing is ranked by score, at once, even in the middle of a turn."""
    state = table.state
    keys = {seat: standing(table, seat) for seat in sorted(unfinished_seats(state))}
    state.discard = (*state.discard, cid)
    scores = [{"seat": seat, **score_parts(table, seat)} for seat in keys]
    table.tell("apocalypse", **table.card_facts(cid), scores=scores)
    finished = len(state.ranking)
    for seat in sorted(keys, key=lambda seat: (keys[seat], -seat), reverse=True):
        place = 1 + finished + sum(other > keys[seat] for other in keys.values())
        _rank(table, Placing(seat, place, "apocalypse", state.round, keys[seat][0]))
    close(table)


def standing(table: Table, seat: int) -> tuple[int, int, int, int]:
    """Score, then fewer points left, then more sacraments, then more stones."""
    facts, points = table.facts(seat), table.state.players[seat].points
    return (2 * facts.stones + 3 * facts.held - points + facts.score_bonus, -points, facts.held, facts.stones)


def score_parts(table: Table, seat: int) -> dict[str, int]:
    facts, points = table.facts(seat), table.state.players[seat].points
    parts = {"stones": facts.stones, "sacraments": facts.held, "points": points, "bonus": facts.score_bonus}
    return {**parts, "score": standing(table, seat)[0]}


def close(table: Table) -> None:
    state = table.state
    state.phase = "over"
    state.pending = ()
    table.reveals = True
    table.tell(
        "game_over", ranking=[[placing.seat, placing.place, placing.ending] for placing in state.ranking]
    )


def _rank(table: Table, placing: Placing) -> None:
    table.state.ranking = (*table.state.ranking, placing)
    player = table.state.players[placing.seat]
    player.rank, player.ending = placing.place, placing.ending
