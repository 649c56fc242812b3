"""Phases 17 and 19: titles, and the race for the throne. Also the public table of each turn."""

from collections import Counter

from engines.core.contract import Event
from engines.gloire.play import Turn
from engines.gloire.rounding import hundredths
from engines.gloire.standing import Averages
from engines.gloire.state import State
from engines.gloire.tables import LIMITS


def grant_titles(turn: Turn) -> None:
    """Phase 17. Titles follow the standing, up and down."""
    limits = LIMITS[turn.state.map].titles
    for seat in turn.frozen.order:
        lord, standing = turn.lords[seat], turn.frozen.standings[seat]
        title = sum(1 for limit in limits if standing >= limit)
        if title != lord.title:
            turn.proclaim("title", lord=seat, title=title, before=lord.title)
            lord.title = title


def crown_the_king(turn: Turn) -> None:
    """Phase 19. By standing, then lands, then alliance; ties by standing. The last lord alive wins."""
    winner, kind = victory(turn)
    if kind:
        turn.state.winner, turn.state.victory = winner, kind
        turn.proclaim("victory", lord=winner, how=kind)


def victory(turn: Turn) -> tuple[int | None, str]:
    best_first = turn.frozen.order[::-1]
    limits = LIMITS[turn.state.map]
    standings = turn.frozen.standings
    if not best_first:
        return None, "draw"
    if len(best_first) == 1:
        return best_first[0], "last"
    if standings[best_first[0]] > limits.standing:
        return best_first[0], "standing"
    for seat in best_first:
        if turn.held[seat] >= limits.lands:
            return seat, "lands"
    for seat in best_first:
        if len(turn.allies[seat]) == len(best_first) - 1:
            return seat, "alliance"
    if turn.state.turn >= turn.state.turns:
        return best_first[0], "verdict"
    return None, ""


def public_tables(state: State, frozen: Averages, turn: int) -> tuple[Event, Event]:
    """What everyone may see at the end of a turn: the table of lords, and the state of the lands."""
    held = Counter(land.owner for land in state.lands.values())
    rows = [
        [seat, hundredths(frozen.standings[seat]), held[seat], state.lords[seat].title]
        for seat in frozen.order[::-1]
    ]
    realm = {
        name: [land.owner, land.population, hundredths(land.happiness)] for name, land in state.lands.items()
    }
    return Event("standings", {"turn": turn, "rows": rows}), Event("realm", {"turn": turn, "lands": realm})
