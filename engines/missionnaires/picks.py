"""The choices that interrupt a turn: what may be picked, and how the turn goes on after the pick.

Options are computed from the position, in a fixed order; option 0 is the safe one.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from msgspec.structs import astuple

from engines.missionnaires.deck import DECK
from engines.missionnaires.edition import Effect
from engines.missionnaires.effects import (
    Status,
    destinations,
    displacements,
    ferry_ports,
    patrols,
    play_bon,
    reassign,
    step_is_compulsory,
    steps,
)
from engines.missionnaires.journey import declare, reroutes, sailings
from engines.missionnaires.obstacles import Plan
from engines.missionnaires.play import Play
from engines.missionnaires.state import State
from engines.missionnaires.tokens import displace, move_gendarme


class Pick(NamedTuple):
    """One option: what kind of answer, and about what."""

    kind: str  # keep, play, stay, plan, go, patrol, push, reassign
    value: Any = None

    @property
    def plan(self) -> Plan:
        found: Plan = self.value
        return found


KEEP, PLAY, STAY = Pick("keep"), Pick("play"), Pick("stay")


_last: tuple[Any, list[Pick]] = (None, [])


def options_of(state: State) -> list[Pick]:
    """What may be picked now. Menu, check and the turn itself ask about the same position, so the last answer
    is kept; with `check._is_open` and `journey._stroll` it spares a seventh of bench `missionnaires`."""
    global _last
    key = (
        astuple(state.step),
        state.turn,
        state.order,
        tuple(state.gend.items()),
        tuple(state.lone.items()),
        [astuple(player) for player in state.players],
    )
    known, options = _last
    if known != key:
        options = _OPTIONS[state.step.ask](state)
        _last = (key, options)
    return options


def answer(play: Play, pick: Pick) -> Status:
    """Carry out a pick; the choice is no longer pending."""
    kind, play.step.ask = play.step.ask, ""
    return _ANSWERS[kind](play, pick)


def _effect(state: State) -> Effect:
    return DECK[state.step.card].effects[0]


def _after_card(play: Play) -> Status:
    """A sea card lets the path go on; after a territory card the turn is over."""
    return "on" if DECK[play.step.card].deck == "mer" else "ended"


@cache
def _patrol_pick(pair: tuple[str, str]) -> Pick:
    return Pick("patrol", pair)


def _plans(found: list[Plan]) -> list[Pick]:
    return [Pick("plan", plan) for plan in found]


def _step_options(state: State) -> list[Pick]:
    walks = _plans(steps(state, _effect(state).max))
    return walks if step_is_compulsory(state) else [STAY, *walks]


_OPTIONS: dict[str, Callable[[State], list[Pick]]] = {
    "bon_now": lambda state: [KEEP, PLAY],
    "sail": lambda state: _plans(sailings(state)),
    "reroute": lambda state: [STAY, *_plans(reroutes(state))],
    "step": _step_options,
    "go": lambda state: [Pick("go", space) for space in destinations(state, _effect(state))],
    "patrol": lambda state: [_patrol_pick(pair) for pair in patrols(state, _effect(state).max)],
    "push": lambda state: [Pick("push", pair) for pair in displacements(state)],
    "reassign": lambda state: [Pick("reassign", town) for town in state.players[state.active].todo],
    "ferry": lambda state: [Pick("go", port) for port in ferry_ports(state, _effect(state).max)],
}


def _bon_now(play: Play, pick: Pick) -> Status:
    if pick.kind == "keep":
        play.say("ms.bon", seat=play.seat, card=play.step.card, how="kept")
        return _after_card(play)
    status = play_bon(play, play.step.card)
    return _after_card(play) if status == "on" else status


def _new_path(play: Play, pick: Pick) -> Status:
    """The first section of the new path needs no card any more."""
    if pick.kind == "stay":
        play.say("ms.effect", seat=play.seat, op="halt", space=play.me.pos)
        return "ended"
    declare(play, pick.plan.hops, pick.plan.join, False)
    play.step.carded = 1
    return "on"


def _walk_on(play: Play, pick: Pick) -> Status:
    if pick.kind == "stay":
        return "ended"
    step = play.step
    step.walked, step.carded, step.cap = 0, 2, 2
    step.drop = ""
    step.carried = step.free_second = True
    declare(play, pick.plan.hops, pick.plan.join, False)
    return "on"


def _go(play: Play, pick: Pick) -> Status:
    displace(play, play.seat, pick.value, DECK[play.step.card].effects[0].op)
    return "ended"


def _patrol(play: Play, pick: Pick) -> Status:
    move_gendarme(play, pick.value[0], pick.value[1], "patrol")
    return "ended"


def _push(play: Play, pick: Pick) -> Status:
    displace(play, pick.value[0], pick.value[1], "push")
    return "ended"


def _reassign(play: Play, pick: Pick) -> Status:
    reassign(play, pick.value)
    return _after_card(play)


_ANSWERS: dict[str, Callable[[Play, Pick], Status]] = {
    "bon_now": _bon_now,
    "sail": _new_path,
    "reroute": _new_path,
    "step": _walk_on,
    "go": _go,
    "patrol": _patrol,
    "push": _push,
    "reassign": _reassign,
    "ferry": _go,
}
