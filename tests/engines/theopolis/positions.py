"""Positions written with the names of cards, as the specification's acceptance tests give them."""

from collections.abc import Sequence
from typing import Any

from engines.core.contract import Step
from engines.core.dice import Dice
from engines.theopolis import RULES
from engines.theopolis.play import Table
from engines.theopolis.state import Options, Player, State
from engines.theopolis.turn import proceed

rules = RULES[0]
catalogue = rules.catalogue
IDS = {card.name: card.id for card in catalogue.edition.cards}
NAMES = ("Anna", "Basile", "Cyrille", "Diane")
NINE = (9, 9, 9)


def position(
    *players: dict[str, Any],
    board: Sequence[str] = ("Pèlerin",) * 8,
    deck: Sequence[str] = ("Pèlerin",) * 20,
    discard: Sequence[str] = (),
    **fields: Any,
) -> State:
    """A state in which seat 0 acts; every card named gets the next number."""
    cards: list[str] = []

    def new(names: Sequence[str]) -> tuple[int, ...]:
        start = len(cards)
        cards.extend(IDS[name] for name in names)
        return tuple(range(start, len(cards)))

    seated = []
    for name, given in zip(NAMES, players, strict=False):
        zones = {zone: new(given.get(zone, ())) for zone in ("city", "hand")}
        rest = {key: value for key, value in given.items() if key not in zones}
        seated.append(Player(name=name, **{"res": NINE, **zones, **rest}))
    zones = {"deck": new(deck), "board": new(board), "discard": new(discard)}
    options = fields.pop("options", Options())
    return State(
        options=options,
        cards=tuple(cards),
        players=tuple(seated),
        **{"piles": (6, 6, 6), "phase": "action", **zones, **fields},
    )


def cid(state: State, where: Sequence[int], name: str) -> int:
    return next(number for number in where if state.cards[number] == IDS[name])


def names(state: State, where: Sequence[int]) -> list[str]:
    return [catalogue.cards[state.cards[number]].name for number in where]


def in_hand(state: State, name: str, seat: int = 0) -> int:
    return cid(state, state.players[seat].hand, name)


def do(state: State, action: dict[str, Any], seat: int | None = None) -> Step:
    """The action must be legal; the step it makes."""
    mover = state.active if seat is None else seat
    assert [str(problem.text) for problem in rules.check(state, mover, action)] == []
    return rules.apply(state, {mover: action}, Dice(b"test", 1))


def play(state: State, name: str) -> Step:
    return do(state, {"type": "play", "cid": in_hand(state, name, state.active)})


def swap(state: State, given: str, taken: str) -> Step:
    hand, board = in_hand(state, given, state.active), cid(state, state.board, taken)
    return do(state, {"type": "swap", "hand": hand, "board": board})


def choose(state: State, *picks: int) -> Step:
    return do(state, {"type": "choose", "decision": state.pending[-1].number, "picks": list(picks)})


def end_turn(state: State) -> Step:
    return do(state, {"type": "end_turn"})


def add(state: State, kind: str) -> Step:
    return do(state, {"type": "add_resource", "kind": kind})


def start_of_turn(state: State) -> Table:
    table = Table(state, catalogue, Dice(b"test", 1))
    table.state.phase = "start"
    proceed(table)
    return table


def refusal(state: State, action: Any, seat: int = 0) -> str:
    """The code of the one problem that forbids the action."""
    problems = rules.check(state, seat, action)
    assert len(problems) == 1
    return problems[0].code


def verbs(state: State) -> set[str]:
    return {choice.verb for choice in rules.menu(state, state.active).choices}


def kinds(step: Step) -> list[str]:
    return [event.kind for event in step.events]


def facts(state: State, seat: int = 0) -> Any:
    return catalogue.facts(
        state.players[seat].patron, tuple(state.cards[number] for number in state.players[seat].city)
    )


def held(state: State, seat: int = 0) -> list[str]:
    return [sacrament.id for sacrament in catalogue.sacraments_in(facts(state, seat).sacraments)]
