"""Miles Christi as the host sees it."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from engines.core.contract import (
    Action,
    Ask,
    BadOptions,
    Bot,
    Event,
    Json,
    Menu,
    Outcome,
    Problem,
    Seat,
    Step,
    View,
)
from engines.core.dice import Dice
from engines.core.texts import Text, gettext_noop, say
from engines.miles_christi import report
from engines.miles_christi.actions import BY_TYPED, CATALOGUE, fold
from engines.miles_christi.bot import master, novice, sensible
from engines.miles_christi.check import problems_of
from engines.miles_christi.deeds import do
from engines.miles_christi.menu import PROMPTS, complete_keys, menu_of
from engines.miles_christi.meta import META
from engines.miles_christi.placing import Events
from engines.miles_christi.state import FREE, Player, clone
from engines.miles_christi.state import State as Position
from engines.miles_christi.tables import IN_BAG, ORDERS, RECRUITS, START, ZONES, spaces
from engines.miles_christi.turn import advance, deal
from engines.miles_christi.view import view_of


class MilesChristi:
    """The rules, version 1. See engines/README.md for what each method promises."""

    meta = META
    State = Position
    hidden = False  # no seat has secrets from another
    bots: Mapping[str, Bot] = {"maître": master, "novice": novice}
    bot_levels: Mapping[str, str] = {"maître": gettext_noop("maître"), "novice": gettext_noop("novice")}

    def setup(self, seats: Sequence[str], options: Mapping[str, Any], dice: Dice) -> Step:
        problems = _bad_options(seats, options)
        if problems:
            raise BadOptions(problems)
        count = len(seats)
        orders = list(ORDERS)
        if options.get("orders", "drawn") == "drawn":
            dice.shuffle(orders, "orders")
        order = list(range(count))
        dice.shuffle(order, "turn_order")
        state = Position(
            players=[_player(name, key, count) for name, key in zip(seats, orders, strict=False)],
            zones={zone: [FREE] * spaces(zone, count) for zone in ZONES},
            baphomet=[[] for _ in range(6)],
            bag=[IN_BAG] * count,
            order=order,
            bought=[FREE] * count,
            hits=[0] * count,
        )
        out: Events = [Event("turn_order", {"seats": order[:], "orders": [orders[seat] for seat in order]})]
        deal(state, dice, out)
        advance(state, dice, out)
        return Step(state, tuple(out))

    def asks(self, state: Position) -> Ask | None:
        return _ASKS[state.ask][state.active] if state.ask else None

    def menu(self, state: Position, seat: Seat, draft: Action | None = None) -> Menu:
        return menu_of(state, seat, draft)

    def check(self, state: Position, seat: Seat, action: Action) -> list[Problem]:
        return problems_of(state, seat, action)

    def apply(self, state: Position, moves: Mapping[Seat, Action], dice: Dice) -> Step:
        ((_, action),) = moves.items()
        new = clone(state)
        out: Events = []
        do(new, CATALOGUE[action], out)
        advance(new, dice, out)
        return Step(new, tuple(out))

    def default(self, state: Position, seat: Seat, why: str) -> Action:
        return sensible(state)

    def view(self, state: Position, seat: Seat | None) -> View:
        return view_of(state, seat)

    def outcome(self, state: Position) -> Outcome | None:
        return report.outcome(state)

    def notate(self, state: Position, seat: Seat, action: Action) -> str:
        return CATALOGUE[action].typed

    def parse(self, state: Position, seat: Seat, text: str) -> tuple[Action | None, list[Problem]]:
        key = BY_TYPED.get(fold(text))
        if key is not None:
            return key, []
        known = [CATALOGUE[key].typed for key in complete_keys(state)] if state.ask else []
        near = tuple(get_close_matches(text, known, n=3, cutoff=0.4)) or tuple(known[:3])
        words = say(gettext_noop("« {text} » ne se lit pas. Ce qui irait : {near}"), text=text, near=near)
        return None, [Problem("unreadable", words, (1, 1), suggestions=near)]

    def narrate(self, event: Event, view: View) -> Text | None:
        return report.narrate(event)

    def migrate(self, raw_state: Json, schema: int) -> Json:
        return raw_state

    def scramble(self, state: Position, seat: Seat, dice: Dice) -> Position:
        """Nothing in a state is hidden from anybody: the bag is drawn by the dice when it is needed."""
        return clone(state)


def _player(name: str, order: str, count: int) -> Player:
    military, religious = START[order]
    return Player(name, order, military, religious, card=[0] * count, recruits=RECRUITS)


def _bad_options(seats: Sequence[str], options: Mapping[str, Any]) -> list[Problem]:
    problems = []
    fewest, most = META.seats
    if not fewest <= len(seats) <= most:
        text = gettext_noop("Il faut de {fewest} à {most} joueurs, et non {count}.")
        problems.append(Problem("seats", say(text, fewest=fewest, most=most, count=len(seats)), ("seats",)))
    known = {option.key: option for option in META.options}
    for key, value in options.items():
        if key not in known:
            text = gettext_noop("L’option « {key} » n’existe pas ; il y a : {known}.")
            problems.append(Problem("unknown_option", say(text, key=key, known=list(known)), (key,)))
            continue
        values = [choice for choice, _ in known[key].choices]
        if value not in values:
            text = gettext_noop("« {value} » ne convient pas pour l’option « {key} » ; il y a : {values}.")
            problems.append(
                Problem("bad_option", say(text, key=key, value=str(value), values=values), (key,))
            )
    return problems


_ASKS = {
    ask: [
        Ask((seat,), "turn", what, "normal" if ask == "place" else "quick") for seat in range(META.seats[1])
    ]
    for ask, what in PROMPTS.items()
}
