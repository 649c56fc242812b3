"""The game as the host sees it: one object, each method a line into the module where it belongs."""

from collections.abc import Mapping, Sequence
from typing import Any

from engines.core.contract import Action, Ask, Bot, Event, Json, Menu, Outcome, Problem, Seat, Step
from engines.core.dice import Dice
from engines.core.texts import Text, gettext_noop, say
from tests.small_game import actions, bot, meta, notation, report, turn, view
from tests.small_game import state as position


class Enchere:
    meta = meta.META
    State: type = position.State
    bots: Mapping[str, Bot] = bot.BOTS
    bot_levels: Mapping[str, str] = {"prudent": gettext_noop("prudent"), "hardi": gettext_noop("hardi")}

    def setup(self, seats: Sequence[str], options: Mapping[str, Any], dice: Dice) -> Step:
        chosen = meta.read_options(seats, options)
        coins = meta.PURSES[chosen["purse"]]
        state = turn.deal(tuple(seats), coins, chosen["rounds"], chosen["open_offers"], dice)
        return Step(state, (Event("round", {"number": 1, "seat": 0}),), reveals=True)

    def asks(self, state: position.State) -> Ask | None:
        if state.part == "over":
            return None
        return Ask(actions.asked(state), state.part, say(actions.PROMPTS[state.part]), "quick")

    def menu(self, state: position.State, seat: Seat, draft: Action | None = None) -> Menu:
        return actions.menu(state, seat, draft)

    def check(self, state: position.State, seat: Seat, action: Action) -> list[Problem]:
        return actions.check(state, seat, action)

    def apply(self, state: position.State, moves: Mapping[Seat, Action], dice: Dice) -> Step:
        after, out = position.copied(state), list[Event]()
        if state.part == "sealed":
            turn.sell(after, {seat: action["coins"] for seat, action in moves.items()}, dice, out)
            return Step(after, tuple(out), reveals=True)
        ((seat, action),) = moves.items()
        reveals = turn.ACTS[action["do"]](after, seat, action, out)
        return Step(after, tuple(out), reveals)

    def default(self, state: position.State, seat: Seat, why: str) -> Action:
        return actions.default(state, seat)

    def view(self, state: position.State, seat: Seat | None) -> Json:
        return view.view(state, seat)

    def scramble(self, state: position.State, seat: Seat | None, dice: Dice) -> position.State:
        return view.scramble(state, seat, dice)

    imagine = scramble  # dealt anew from the unseen cards, wherever they lay

    def outcome(self, state: position.State) -> Outcome | None:
        return report.outcome(state)

    def notate(self, state: position.State, seat: Seat, action: Action) -> str:
        return notation.notate(action)

    def parse(self, state: position.State, seat: Seat, text: str) -> tuple[Action | None, list[Problem]]:
        return notation.parse(text)

    def narrate(self, event: Event, view: Json) -> Text | None:
        return report.narrate(event, view)
