"""The `Rules` of Theopolis: the border between the host and the modules of this folder."""

from collections.abc import Mapping, Sequence
from typing import Any

from engines.core.contract import (
    Action,
    Ask,
    Bot,
    Event,
    Outcome,
    Problem,
    Rank,
    Seat,
    Seen,
    Step,
)
from engines.core.dice import Dice
from engines.core.texts import Text, enumeration, gettext_noop, say
from engines.theopolis import notation, report
from engines.theopolis.actions import DEEDS
from engines.theopolis.bot import bots_of
from engines.theopolis.catalogue import Catalogue
from engines.theopolis.check import problems_of
from engines.theopolis.edition import Edition
from engines.theopolis.menu import PROMPTS, Menus
from engines.theopolis.meta import META
from engines.theopolis.play import Table
from engines.theopolis.scramble import scramble
from engines.theopolis.setup import lay_out, welcome_patrons
from engines.theopolis.state import State as Position
from engines.theopolis.turn import proceed
from engines.theopolis.view import View, view

TURN = say(gettext_noop("Jouer son tour"))
DRAFT = say(gettext_noop("Choisir son saint patron"))
WON = gettext_noop("{names} l’emporte ({how}).")
SHARED = gettext_noop("{names} se partagent la victoire ({how}).")
RANKED = gettext_noop("{how}, manche {round}")


class Theopolis:
    """One edition of the game. The state carries ids of this edition's cards."""

    meta = META
    State: type = Position
    bot_levels: Mapping[str, str] = {"greedy": gettext_noop("bâtisseur"), "novice": gettext_noop("novice")}

    def __init__(self, edition: Edition) -> None:
        self.catalogue = Catalogue(edition)
        self.menu = Menus(self.catalogue).menu
        self.bots: Mapping[str, Bot] = bots_of(self.catalogue)

    def setup(self, seats: Sequence[str], options: Mapping[str, Any], dice: Dice) -> Step:
        return _step(lay_out(seats, options, self.catalogue, dice))

    def asks(self, state: Position) -> Ask | None:
        if state.phase == "over":
            return None
        if state.phase == "draft":
            return Ask(tuple(range(len(state.players))), "sealed", DRAFT)
        if state.pending:
            return Ask((state.active,), "turn", PROMPTS[state.pending[-1].kind], "quick")
        return Ask((state.active,), "turn", TURN)

    def check(self, state: Position, seat: Seat, action: Action) -> list[Problem]:
        return problems_of(state, self.catalogue, seat, action)

    def apply(self, state: Position, moves: Mapping[Seat, Action], dice: Dice) -> Step:
        table = Table(state, self.catalogue, dice)
        if state.phase == "draft":
            welcome_patrons(table, [moves[seat]["number"] for seat in range(len(state.players))])
            table.reveals = True
            return _step(table)
        action = moves[state.active]
        DEEDS[action["type"]](table, action)
        proceed(table)
        return _step(table)

    def default(self, state: Position, seat: Seat, why: str) -> Action:
        """The usual bot plays for whoever is absent; it draws no dice and sees no more than the seat."""
        seen = Seen(seat, self.view(state, seat), lambda draft: self.menu(state, seat, draft))
        return next(iter(self.bots.values()))(seen, Dice(b"default", 0))

    def view(self, state: Position, seat: Seat | None) -> View:
        return view(state, self.catalogue, seat)

    def outcome(self, state: Position) -> Outcome | None:
        if state.phase != "over":
            return None
        ranks = [
            Rank(
                placing.seat,
                placing.place,
                float(placing.score or 0),
                say(RANKED, how=Text(report.HOW[placing.ending]), round=placing.round),
            )
            for placing in state.ranking
        ]
        ranked = {rank.seat for rank in ranks}
        ranks += [Rank(seat, 2) for seat in range(len(state.players)) if seat not in ranked]
        winners = [state.players[rank.seat].name for rank in ranks if rank.place == 1]
        text = SHARED if len(winners) > 1 else WON
        how = Text(report.HOW[state.ranking[0].ending])
        return Outcome(tuple(ranks), say(text, names=enumeration(winners), how=how))

    def notate(self, state: Position, seat: Seat, action: Action) -> str:
        return notation.notate(state, self.catalogue, seat, action)

    def parse(self, state: Position, seat: Seat, text: str) -> tuple[Action | None, list[Problem]]:
        return notation.parse(state, self.catalogue, seat, text)

    def narrate(self, event: Event, view: View) -> Text | None:
        return report.narrate(event, view, self.catalogue)

    def scramble(self, state: Position, seat: Seat | None, dice: Dice) -> Position:
        return scramble(state, self.catalogue, seat, dice)

    imagine = scramble


def _step(table: Table) -> Step:
    return Step(table.state, tuple(table.events), table.reveals)
