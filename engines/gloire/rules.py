"""The rules of Gloire et Pouvoir as the host calls them."""

from collections.abc import Mapping

from engines.core.contract import Action, Ask, Bot, Outcome, Rank, Seat
from engines.core.texts import gettext_noop as _
from engines.core.texts import say
from engines.gloire.bot.lord import BOTS
from engines.gloire.bot.temper import TEMPERS
from engines.gloire.check import check_action
from engines.gloire.knowledge.imagine import imagine
from engines.gloire.knowledge.scramble import scramble
from engines.gloire.menu import build_menu
from engines.gloire.meta import META
from engines.gloire.notation import notate_orders, parse_orders
from engines.gloire.report import narrate
from engines.gloire.setup import open_game
from engines.gloire.standing import averages
from engines.gloire.state import State as GameState
from engines.gloire.state import copy_of, set_next_ids
from engines.gloire.turn import resolve
from engines.gloire.view import build_view, build_views

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
    setup = staticmethod(open_game)
    menu = staticmethod(build_menu)
    check = staticmethod(check_action)
    apply = staticmethod(resolve)
    view = staticmethod(build_view)
    views = staticmethod(build_views)  # for reports: they share what everybody knows
    notate = staticmethod(notate_orders)
    parse = staticmethod(parse_orders)
    narrate = staticmethod(narrate)
    scramble = staticmethod(scramble)  # for the leak test
    imagine = staticmethod(imagine)  # for a sandbox

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

    def default(self, state: GameState, seat: Seat, why: str) -> Action:
        """An absent lord gives no orders; his armies still defend."""
        return {"orders": []}

    def outcome(self, state: GameState) -> Outcome | None:
        if not state.victory:
            return None
        frozen = averages(state)
        merits = [_merit(state, frozen.standings, seat) for seat in range(len(state.lords))]
        ranking = [
            Rank(seat, 1 + sum(better < merit for better in merits), round(frozen.standings[seat], 2))
            for merit, seat in sorted(zip(merits, range(len(merits)), strict=True))
        ]
        lord = "" if state.winner is None else state.lords[state.winner].name
        lands = sum(1 for land in state.lands.values() if land.owner == state.winner)
        return Outcome(tuple(ranking), say(VICTORIES[state.victory], lord=lord, lands=lands))

    def arrange(self, state: GameState) -> GameState:
        """A position set by hand in a case file: the next ids lie beyond those in use."""
        fresh = copy_of(state)
        set_next_ids(fresh)
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


def _merit(state: GameState, standings: list[float], seat: int) -> tuple[int, int, float]:
    """Less is better: the winner, then the living by standing, then the fallen, the last to fall first."""
    lord = state.lords[seat]
    if seat == state.winner:
        return (0, 0, 0.0)
    if lord.alive:
        return (1, 0, -standings[seat])
    return (2, -lord.fell, 0.0)
