"""The sequence of play: `PHASES` reads like the rulebook's contents,
`advance` runs it up to the next decision."""

from collections.abc import Callable

from engines.core.contract import Event
from engines.core.dice import Dice
from engines.miles_christi import evaluation, placing, resolution
from engines.miles_christi.placing import Events
from engines.miles_christi.state import FREE, State
from engines.miles_christi.tables import DEALT, LAST_TURN, RECRUITS_JOINING, TURNS_PER_ROUND, round_of

Phase = Callable[[State, Dice, Events], None]


def gather(state: State, dice: Dice, out: Events) -> None:
    """After an evaluation everything but grand masters returns to the bag, and recruits join it."""
    for spaces in state.zones.values():
        for owner in spaces:
            if owner != FREE:
                state.bag[owner] += 1
        spaces[:] = [FREE] * len(spaces)
    state.zones["edessa"].clear()
    count = RECRUITS_JOINING[round_of(state.turn) - 1]
    for seat, me in enumerate(state.players):
        state.bag[seat] += me.hall + me.envoys + count
        me.hall = me.envoys = 0
        me.recruits -= count
    state.die = 0
    out.append(Event("gathered", {"recruits": count}))


def next_turn(state: State, dice: Dice, out: Events) -> None:
    """The bought places take effect and the turn marker moves on."""
    order = resolution.next_order(state.order, state.bought)
    state.bought = [FREE] * len(order)
    state.turn += 1
    if order != state.order:
        state.order = order
        out.append(
            Event("turn_order", {"seats": order, "orders": [state.players[seat].order for seat in order]})
        )
    out.append(Event("turn", {"turn": state.turn, "round": round_of(state.turn)}))


def deal(state: State, dice: Dice, out: Events) -> None:
    """In turn order each draws twelve militias; what is left goes to its owners' chapter halls."""
    if (state.turn - 1) % TURNS_PER_ROUND:
        return
    bag = [seat for seat, count in enumerate(state.bag) for _ in range(count)]
    dice.shuffle(bag, f"deal:{round_of(state.turn)}")
    seats = range(len(state.players))
    keys = [player.order for player in state.players]
    for rank, seat in enumerate(state.order):
        drawn = bag[rank * DEALT : (rank + 1) * DEALT]
        state.players[seat].card = [drawn.count(owner) for owner in seats]
        militias = {keys[owner]: count for owner, count in enumerate(state.players[seat].card) if count}
        out.append(Event("dealt", {"seat": seat, "order": keys[seat], "militias": militias}))
    rest = bag[len(seats) * DEALT :]
    for seat in seats:
        excess = rest.count(seat)
        state.players[seat].hall += excess
        if excess:
            out.append(Event("excess", {"seat": seat, "order": keys[seat], "count": excess}))
    state.bag = [0] * len(seats)


PHASES: tuple[tuple[str, Phase], ...] = (
    ("act", placing.act),
    ("resolve", resolution.resolve),
    ("dispatch", resolution.dispatch),
    ("pope", resolution.pope),
    # the evaluation, every third turn
    ("edessa", evaluation.edessa),
    ("zones", evaluation.zones),
    ("envoys", evaluation.envoys),
    ("baphomet", evaluation.baphomet),
    ("halls", evaluation.halls),
    ("masters", evaluation.masters),
    ("gather", gather),
    # then the next turn
    ("next_turn", next_turn),
    ("deal", deal),
)
RANKS = {name: rank for rank, (name, _) in enumerate(PHASES)}
_RUN = dict(PHASES)
_AFTER = {name: PHASES[(rank + 1) % len(PHASES)][0] for name, rank in RANKS.items()}


def advance(state: State, dice: Dice, out: Events) -> None:
    """Run phases until somebody has a real decision to make, or the game is over."""
    while True:
        phase = state.phase
        _RUN[phase](state, dice, out)
        if state.ask:
            return
        state.cursor = 0
        if phase == "masters" and state.turn == LAST_TURN:
            state.phase = "over"
            out.append(Event("over"))
            return
        state.phase = "next_turn" if phase == "pope" and state.turn % TURNS_PER_ROUND else _AFTER[phase]
