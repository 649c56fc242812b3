"""A table for the tests: pawns where we put them, seat 0 to move, the cards we want on top."""

from typing import Any

from engines.core.contract import Event, Step
from engines.core.dice import Dice
from engines.missionnaires import RULES
from engines.missionnaires.actions import move_action
from engines.missionnaires.board import PATHS
from engines.missionnaires.obstacles import Ground, all_plans
from engines.missionnaires.state import State, TurnContext
from tests.engines.missionnaires.invariants import broken

RULE = RULES[-1]
FAR = ("ankara",)  # a list that nobody finishes by accident


def opening(count: int = 2, seed: bytes = b"test", **options: Any) -> State:
    state: State = RULE.setup(["Ada", "Basile", "Claire", "Denis"][:count], options, Dice(seed, 0)).state
    return state


def table(*places: str, turns: int = 1, **options: Any) -> State:
    """Seat 0 to move, in a turn order 0, 1…; a place is `lyon` or `lyon/3` for three periodicals."""
    state = opening(max(2, len(places)), **options)
    state.order = tuple(range(len(state.players)))
    state.turn = 0
    for player in state.players:
        player.todo, player.turns = FAR, turns
    for player, place in zip(state.players, places, strict=False):
        player.pos, _, per = place.partition("/")
        player.per = int(per or 8)
    state.step = TurnContext(origin=state.players[0].pos)
    return state


def companion(state: State, who: str, seat: int = 0) -> State:
    state.players[seat].ov = who
    if seat == 0:
        state.step.acc = who
    return state


def lone(state: State, who: str, space: str) -> State:
    state.lone = {**state.lone, who: space}
    return state


def sea(state: State, *cards: str) -> State:
    """These sea cards are drawn first, in this order."""
    rest = list(state.sea)
    for card in cards:
        rest.remove(card)
    state.sea = (*rest, *reversed(cards))
    return state


def land(state: State, *cards: str) -> State:
    rest = list(state.land)
    for card in cards:
        rest.remove(card)
    state.land = (*rest, *reversed(cards))
    return state


def hold(state: State, *cards: str, seat: int = 0) -> State:
    """Give a player these BONs, out of the decks."""
    for card in cards:
        for pile in ("sea", "land"):
            rest = list(getattr(state, pile))
            if card in rest:
                rest.remove(card)
                setattr(state, pile, tuple(rest))
                break
        state.players[seat].bons = (*state.players[seat].bons, card)
    return state


def go(*path: str, join: bool = False, drop: bool = False) -> Any:
    """A move; `verone>bologne` pushes."""
    hops = [tuple(hop.partition(">")[::2]) for hop in path]
    return move_action(tuple((to, push) for to, push in hops), join, drop)


def play(state: State, *actions: Any) -> Step:
    """The active seat's actions, each checked first; all their events together; the position stays sound."""
    events: list[Event] = []
    step = Step(state)
    for number, action in enumerate(actions):
        seat = step.state.active
        assert RULE.check(step.state, seat, action) == [], (action, RULE.check(step.state, seat, action))
        step = RULE.apply(step.state, {seat: action}, Dice(b"play", number))
        events += step.events
    return Step(step.state, tuple(events), step.reveals)


def pick(state: State, wanted: str) -> Any:
    """The pending option whose label holds these words."""
    found = [choice for choice in leaves(state) if wanted in str(choice.label)]
    assert len(found) == 1, [str(choice.label) for choice in leaves(state)]
    return found[0].action


def leaves(state: State) -> list[Any]:
    """The complete choices that the menu leads to."""
    found = []
    drafts: list[Any] = [None]
    while drafts:
        for choice in RULE.menu(state, state.active, drafts.pop()).choices:
            if choice.complete:
                found.append(choice)
            else:
                drafts.append(choice.action)
    return found


def costs(state: State, drop: bool = False) -> dict[tuple[str, ...], int]:
    """The legal paths with their lowest price."""
    found: dict[tuple[str, ...], int] = {}
    ground = Ground(state, drop)
    for plan in all_plans(ground, PATHS[ground.pos]):
        spaces = tuple(space for space, _ in plan.hops)
        found[spaces] = min(plan.cost, found.get(spaces, 99))
    return found


def targets(state: State, *path: str) -> set[str]:
    """Where the token on the last space of a path may be pushed."""
    ground = Ground(state)
    plans = all_plans(ground, PATHS[ground.pos])
    spaces = tuple(path)
    return {p.hops[-1][1] for p in plans if tuple(s for s, _ in p.hops) == spaces and not p.join}


def refused(state: State, action: Any) -> str:
    problems = RULE.check(state, state.active, action)
    return problems[0].code if problems else ""


def kinds(step: Step, kind: str) -> list[dict[str, Any]]:
    return [event.params for event in step.events if event.kind == kind]


def cards(step: Step) -> list[str]:
    return [event.params["card"] for event in step.events if event.kind in ("ms.sea", "ms.terr")]


def sound(state: State) -> bool:
    return broken(state) == []
