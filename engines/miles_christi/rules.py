"""Miles Christi as the host sees it."""

from collections.abc import Mapping

from engines.core.contract import Action, Ask, Bot, Seat, Step
from engines.core.dice import Dice
from engines.core.texts import gettext_noop
from engines.miles_christi import notation, report
from engines.miles_christi.actions import CATALOGUE
from engines.miles_christi.bot import NOVICE, best, master, novice
from engines.miles_christi.check import problems_of
from engines.miles_christi.deeds import do
from engines.miles_christi.menu import PROMPTS, menu_of
from engines.miles_christi.meta import META
from engines.miles_christi.placing import Events
from engines.miles_christi.setup import open_game
from engines.miles_christi.state import State as Position
from engines.miles_christi.state import clone
from engines.miles_christi.turn import advance
from engines.miles_christi.view import view_of


class MilesChristi:
    """The rules, version 1. See engines/README.md for what each method promises."""

    meta = META
    State = Position
    hidden = False  # no seat has secrets from another
    bots: Mapping[str, Bot] = {"maître": master, "novice": novice}
    bot_levels: Mapping[str, str] = {"maître": gettext_noop("maître"), "novice": gettext_noop("novice")}
    setup = staticmethod(open_game)
    menu = staticmethod(menu_of)
    check = staticmethod(problems_of)
    view = staticmethod(view_of)
    outcome = staticmethod(report.outcome)
    notate = staticmethod(notation.notate)
    parse = staticmethod(notation.parse)
    narrate = staticmethod(report.narrate)

    def asks(self, state: Position) -> Ask | None:
        return _ASKS[state.ask][state.active] if state.ask else None

    def apply(self, state: Position, moves: Mapping[Seat, Action], dice: Dice) -> Step:
        ((_, action),) = moves.items()
        new = clone(state)
        out: Events = []
        do(new, CATALOGUE[action], out)
        advance(new, dice, out)
        return Step(new, tuple(out))

    def default(self, state: Position, seat: Seat, why: str) -> Action:
        return best(state, NOVICE)


_ASKS = {
    ask: [
        Ask((seat,), "turn", what, "normal" if ask == "place" else "quick") for seat in range(META.seats[1])
    ]
    for ask, what in PROMPTS.items()
}
