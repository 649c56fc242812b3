"""The rules of Gloire et Pouvoir as the host calls them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engines.core.contract import Action, Ask, Bot, Event, Menu, Outcome, Problem, Rank, Seat, Step
from engines.core.dice import Dice
from engines.core.texts import Text, say
from engines.core.texts import gettext_noop as _
from engines.gloire import report
from engines.gloire.bot.lord import BOTS
from engines.gloire.bot.temper import TEMPERS
from engines.gloire.check import check_action
from engines.gloire.knowledge import imagine, scramble
from engines.gloire.menu import build_menu
from engines.gloire.meta import META
from engines.gloire.notation import notate_orders, parse_orders
from engines.gloire.orders.names import known_to
from engines.gloire.setup import open_game
from engines.gloire.standing import averages
from engines.gloire.state import State as GameState
from engines.gloire.state import copied
from engines.gloire.turn import resolve
from engines.gloire.view import View, build_view, build_views

VICTORIES = {
    "standing": _("{lord} l’emporte par la renommée : le roi le désigne pour héritier."),
    "lands": _("{lord} l’emporte par la conquête : {lands} terres lui obéissent."),
    "alliance": _("{lord} l’emporte par l’alliance : tous les seigneurs en lice sont ses alliés."),
    "last": _("{lord} est le dernier seigneur en lice : le trône lui revient."),
    "verdict": _("Le roi n’attend plus : il couronne {lord}, le plus renommé."),
    "draw": _("Aucun seigneur n’a survécu : le trône reste vide."),
}


class GloireRules:
    """Version 1. One sealed step is one turn: `{"orders": […]}` from every living lord."""

    meta = META
    State = GameState
    bots: Mapping[str, Bot] = BOTS
    bot_levels: Mapping[str, str] = {name: temper.label for name, temper in TEMPERS.items()}

    def setup(self, seats: Sequence[str], options: Mapping[str, Any], dice: Dice) -> Step:
        state, events = open_game(seats, options, dice)
        return Step(state, tuple(events))

    def asks(self, state: GameState) -> Ask | None:
        if state.victory:
            return None
        seats = tuple(seat for seat, lord in enumerate(state.lords) if lord.alive)
        return Ask(
            seats,
            "sealed",
            say(_("Tour {turn} : les seigneurs écrivent leurs ordres."), turn=state.turn),
            "long",
        )

    def menu(self, state: GameState, seat: Seat, draft: Action | None = None) -> Menu:
        return build_menu(state, seat, draft)

    def check(self, state: GameState, seat: Seat, action: Action) -> list[Problem]:
        return check_action(state, seat, action)

    def apply(self, state: GameState, moves: Mapping[Seat, Action], dice: Dice) -> Step:
        after, events = resolve(state, moves, dice)
        return Step(after, tuple(events), reveals=True)

    def default(self, state: GameState, seat: Seat, why: str) -> Action:
        """An absent lord gives no orders; his armies still defend."""
        return {"orders": []}

    def view(self, state: GameState, seat: Seat | None) -> View:
        return build_view(state, seat)

    def views(self, state: GameState, seats: Iterable[Seat | None]) -> dict[Seat | None, View]:
        """Several views at once, for reports: they share what everybody knows."""
        return build_views(state, seats)

    def outcome(self, state: GameState) -> Outcome | None:
        if not state.victory:
            return None
        frozen = averages(state)
        seats = sorted(range(len(state.lords)), key=lambda seat: _merit(state, frozen.standings, seat))
        ranking: list[Rank] = []
        place = 0
        for count, seat in enumerate(seats, start=1):
            last = ranking[-1].seat if ranking else None
            if (
                last is None
                or _merit(state, frozen.standings, last)[:3] != _merit(state, frozen.standings, seat)[:3]
            ):
                place = count
            ranking.append(Rank(seat, place, round(frozen.standings[seat], 2)))
        lord = "" if state.winner is None else state.lords[state.winner].name
        lands = sum(1 for land in state.lands.values() if land.owner == state.winner)
        return Outcome(tuple(ranking), say(VICTORIES[state.victory], lord=lord, lands=lands))

    def notate(self, state: GameState, seat: Seat, action: Action) -> str:
        return notate_orders(state, action)

    def parse(self, state: GameState, seat: Seat, text: str) -> tuple[Action | None, list[Problem]]:
        return parse_orders(known_to(state, seat), text)

    def narrate(self, event: Event, view: View) -> Text | None:
        return report.narrate(event, view)

    def scramble(self, state: GameState, seat: Seat | None, dice: Dice) -> GameState:
        """For the leak test: what `seat` may not know is changed, what it may know is kept."""
        return scramble.scramble(state, seat, dice)

    def imagine(self, state: GameState, seat: Seat | None, dice: Dice) -> GameState:
        """For a sandbox: what `seat` knows, and the rest invented from its view and from dice."""
        return imagine.imagine(state, seat, dice)

    def arrange(self, state: GameState) -> GameState:
        """A position set by hand in a case file: the next ids lie beyond those in use."""
        fresh = copied(state)
        fresh.next_knight = max([fresh.next_knight, *(int(knight.id[1:]) + 1 for knight in fresh.knights)])
        fresh.next_garrison = max([fresh.next_garrison, *(int(one.id[1:]) + 1 for one in fresh.garrisons)])
        fresh.wars, fresh.alliances = sorted(fresh.wars), sorted(fresh.alliances)
        return fresh

    def with_heir(self, action: Action, name: str) -> Action:
        """A player of this name waits to follow the lord:
        an ABD order then hands everything over as the turn ends.

        The host adds the heir to the decision it resolves, so that the record of moves tells it all;
        `check` refuses an heir that a player wrote.
        """
        return {**action, "heir": name}

    def as_entered(self, action: Action) -> Action:
        return {"orders": action["orders"]}


def _merit(state: GameState, standings: list[float], seat: int) -> tuple[int, int, float, int]:
    """The winner, then the living by standing, then the fallen, the last to fall first."""
    lord = state.lords[seat]
    if seat == state.winner:
        return (0, 0, 0.0, seat)
    if lord.alive:
        return (1, 0, -standings[seat], seat)
    return (2, -lord.fell, 0.0, seat)
