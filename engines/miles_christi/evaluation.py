"""The evaluation after turns 3, 6, 9 and 12, in the rulebook's order:
zones, pope, Baphomet, halls, grand masters."""

from engines.core.contract import Event
from engines.core.dice import Dice
from engines.miles_christi.placing import Events
from engines.miles_christi.state import State
from engines.miles_christi.tables import (
    BAPHOMET_GAP,
    BLASPHEMY_RELIGIOUS,
    BLESSING_RELIGIOUS,
    EMPTY_HANDED_GAP,
    ENVOY_STEP,
    ENVOYS_GAP,
    EVALUATION,
    GRAND_MASTER_GAP,
    GRAND_MASTER_PRICE,
    round_of,
)
from engines.miles_christi.tracks import grow_gap, reduce_gap, shift


def edessa(state: State, dice: Dice, out: Events) -> None:
    """1. Each Order in Édesse moves one track of its choice by exactly its number of militias there."""
    if state.cursor == 0:
        out.append(Event("evaluation", {"round": round_of(state.turn), "turn": state.turn}))
    while state.cursor < len(state.order):
        if state.active in state.zones["edessa"]:
            state.ask = "edessa"
            return
        state.cursor += 1


def zones(state: State, dice: Dice, out: Events) -> None:
    """2–5. Antioche, Tripoli, Acre, Jérusalem: every militia moves its Order's markers."""
    for zone, (military, religious) in EVALUATION.items():
        for seat in state.order:
            count = state.zones[zone].count(seat)
            if count == 0:
                continue
            me = state.players[seat]
            after = max(0, me.military + count * military), max(0, me.religious + count * religious)
            move_to(state, seat, after, zone, out, count)


def envoys(state: State, dice: Dice, out: Events) -> None:
    """6. One envoy moves a track of his Order's choice; two or three reduce the gap."""
    while state.cursor < len(state.order):
        seat = state.active
        me = state.players[seat]
        if me.envoys == 1:
            state.ask = "envoy"
            return
        if me.envoys > 1:
            after = reduce_gap(me.military, me.religious, ENVOYS_GAP[me.envoys])
            move_to(state, seat, after, "pope", out, me.envoys)
        state.cursor += 1


def baphomet(state: State, dice: Dice, out: Events) -> None:
    """7. One die: who stands on its number pays and returns to the bag; the others go to their halls."""
    if not state.die:
        if not any(state.baphomet):
            return
        _roll(state, dice, out)
    while state.cursor < len(state.order):
        if not state.hits[state.active]:
            state.cursor += 1
        elif not _grow(state, BAPHOMET_GAP, "baphomet", out):
            return


def halls(state: State, dice: Dice, out: Events) -> None:
    """8. Every militia of a chapter hall presents a token; who has none usable sees his gap grow."""
    while state.cursor < len(state.order):
        if not state.players[state.active].hall:
            state.cursor += 1
            continue
        tokens = usable_tokens(state, state.active)
        if len(tokens) > 1:
            state.ask = "present"
            return
        if tokens:
            present(state, tokens[0], out)
        elif not _grow(state, EMPTY_HANDED_GAP, "hall", out):
            return


def masters(state: State, dice: Dice, out: Events) -> None:
    """9. Each grand master reduces his Order's gap."""
    for seat in state.order:
        me = state.players[seat]
        for _ in range(me.masters):
            move_to(state, seat, reduce_gap(me.military, me.religious, GRAND_MASTER_GAP), "master", out)


def usable_tokens(state: State, seat: int) -> list[str]:
    """The kinds of token that a militia of this seat can present now."""
    me = state.players[seat]
    found = []
    if me.blessings:
        found.append("blessing")
    if me.blasphemies:
        found.append("blasphemy")
    if me.applications and me.coins >= GRAND_MASTER_PRICE[round_of(state.turn) - 1]:
        found.append("application")
    return found


def present(state: State, token: str, out: Events) -> None:
    """One militia of the active player presents a token, which is discarded."""
    seat = state.active
    me = state.players[seat]
    me.hall -= 1
    state.ask = ""
    if token == "application":
        price = GRAND_MASTER_PRICE[round_of(state.turn) - 1]
        me.applications -= 1
        me.coins -= price
        me.masters += 1
        out.append(Event("elected", {"seat": seat, "order": me.order, "cost": price, "masters": me.masters}))
        return
    state.bag[seat] += 1
    out.append(Event("presented", {"seat": seat, "order": me.order, "token": token}))
    if token == "blessing":
        me.blessings -= 1
    else:
        me.blasphemies -= 1
    steps = BLESSING_RELIGIOUS if token == "blessing" else BLASPHEMY_RELIGIOUS
    move_to(state, seat, shift(me.military, me.religious, "religious", steps), token, out)


def move_by_edessa(state: State, track: str, direction: str, out: Events) -> None:
    count = state.zones["edessa"].count(state.active)
    _move_by(state, track, count if direction == "up" else -count, "edessa", out, count)


def move_by_envoy(state: State, track: str, direction: str, out: Events) -> None:
    _move_by(state, track, ENVOY_STEP if direction == "up" else -ENVOY_STEP, "pope", out, 1)


def lower(state: State, track: str, out: Events) -> None:
    """The awaited choice between equal markers, and the growth that waited for it."""
    steps = state.growth
    state.growth = 0
    state.ask = ""
    _grow_now(state, steps, track, "baphomet" if state.phase == "baphomet" else "hall", out)


def foresee(state: State, kind: str, args: tuple[str, ...]) -> tuple[int, int] | None:
    """Where a choice of the evaluation would put the active player's markers at once;
    None for a new grand master."""
    me = state.players[state.active]
    if kind == "lower":
        return grow_gap(me.military, me.religious, state.growth, args[0])
    if kind == "present":
        steps = {"blessing": BLESSING_RELIGIOUS, "blasphemy": BLASPHEMY_RELIGIOUS}.get(args[0])
        return None if steps is None else shift(me.military, me.religious, "religious", steps)
    steps = ENVOY_STEP if kind == "envoy" else state.zones["edessa"].count(state.active)
    return shift(me.military, me.religious, args[0], steps if args[1] == "up" else -steps)


def move_to(state: State, seat: int, after: tuple[int, int], cause: str, out: Events, count: int = 1) -> None:
    """Set both markers and tell it."""
    me = state.players[seat]
    military, religious = after
    params = {"seat": seat, "order": me.order, "cause": cause, "count": count}
    moved = {"military": [me.military, military], "religious": [me.religious, religious]}
    me.military, me.religious = military, religious
    out.append(Event("moved", {**params, **moved, "gap": abs(military - religious)}))


def _move_by(state: State, track: str, steps: int, cause: str, out: Events, count: int) -> None:
    seat = state.active
    me = state.players[seat]
    move_to(state, seat, shift(me.military, me.religious, track, steps), cause, out, count)
    state.ask = ""
    state.cursor += 1


def _roll(state: State, dice: Dice, out: Events) -> None:
    state.die = dice.die(f"baphomet:{round_of(state.turn)}")
    struck = state.baphomet[state.die - 1]
    out.append(Event("die", {"value": state.die, "struck": [state.players[seat].order for seat in struck]}))
    for seat in struck:
        state.hits[seat] += 1
        state.bag[seat] += 1
    struck.clear()
    for number, owners in enumerate(state.baphomet, 1):
        for seat in owners:
            state.players[seat].hall += 1
            out.append(Event("spared", {"seat": seat, "order": state.players[seat].order, "number": number}))
        owners.clear()


def _grow(state: State, steps: int, cause: str, out: Events) -> bool:
    """Grow the active player's gap, unless equal markers make him choose first."""
    me = state.players[state.active]
    if me.military == me.religious:
        state.growth = steps
        state.ask = "lower"
        return False
    _grow_now(state, steps, "military", cause, out)
    return True


def _grow_now(state: State, steps: int, track: str, cause: str, out: Events) -> None:
    seat = state.active
    me = state.players[seat]
    if cause == "baphomet":
        state.hits[seat] -= 1
    else:
        me.hall -= 1
        state.bag[seat] += 1
    move_to(state, seat, grow_gap(me.military, me.religious, steps, track), cause, out)
