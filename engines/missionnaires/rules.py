"""Les Missionnaires as the host sees it."""

from collections.abc import Mapping, Sequence
from typing import Any

from engines.core.contract import Action, Ask, Bot, Event, Seat, Seen, Step
from engines.core.dice import Dice
from engines.core.texts import gettext_noop
from engines.missionnaires import notation, report, turn
from engines.missionnaires.actions import deed_of, move_action, pass_action, pick_action
from engines.missionnaires.board import PATHS
from engines.missionnaires.bot import easy, normal
from engines.missionnaires.check import must_move, problems_of
from engines.missionnaires.menu import menu_of
from engines.missionnaires.meta import META
from engines.missionnaires.obstacles import Ground, all_plans
from engines.missionnaires.pick_menu import PROMPTS
from engines.missionnaires.play import Play
from engines.missionnaires.scramble import scramble
from engines.missionnaires.setup import open_game
from engines.missionnaires.state import State as Position
from engines.missionnaires.state import clone
from engines.missionnaires.view import view_of


class Missionnaires:
    """The rules, version 1. See engines/README.md for what each method promises."""

    meta = META
    State = Position
    bots: Mapping[str, Bot] = {"normal": normal, "facile": easy}
    bot_levels: Mapping[str, str] = {"normal": gettext_noop("ordinaire"), "facile": gettext_noop("débutant")}
    menu = staticmethod(menu_of)
    check = staticmethod(problems_of)
    view = staticmethod(view_of)
    outcome = staticmethod(report.outcome)
    notate = staticmethod(notation.notate)
    parse = staticmethod(notation.parse)
    narrate = staticmethod(report.narrate)
    scramble = imagine = staticmethod(scramble)

    def setup(self, seats: Sequence[str], options: Mapping[str, Any], dice: Dice) -> Step:
        play = Play(open_game(seats, options, dice), dice)
        play.say("ms.order", seats=list(play.state.order))
        for seat, player in enumerate(play.state.players):
            audience = None if play.state.options.open_hands else (seat,)
            play.out.append(Event("ms.dealt", {"seat": seat, "congs": list(player.todo)}, audience))
        turn.begin(play)
        return Step(play.state, tuple(play.out))

    def asks(self, state: Position) -> Ask | None:
        return _ASKS[state.step.ask][state.order[state.turn]] if state.phase == "play" else None

    def apply(self, state: Position, moves: Mapping[Seat, Action], dice: Dice) -> Step:
        ((_, action),) = moves.items()
        play = Play(clone(state), dice)
        deed = deed_of(action)
        if deed.do == "move":
            turn.move(play, deed.hops, deed.join, deed.drop)
        elif deed.do == "pass":
            turn.stay_put(play, deed.join)
        elif deed.do == "pick":
            turn.pick(play, deed.opt)
        elif deed.do == "bon":
            turn.use_bon(play, deed.card, deed.arg)
        elif deed.do == "return":
            turn.give_back(play, deed.card, deed.join)
        else:
            turn.concede(play)
        return Step(play.state, tuple(play.out), play.reveals)

    def default(self, state: Position, seat: Seat, why: str) -> Action:
        """The safe option of a choice; otherwise pass, or the cheapest path when one must move. Who has left
        for good is played by the usual bot, from what his seat sees, so that every game ends
        (specification 1.10)."""
        if why == "left":
            seen = Seen(seat, self.view(state, seat), lambda draft: self.menu(state, seat, draft))
            return normal(seen, Dice(b"left", 0))
        if state.step.ask:
            return pick_action(0)
        if not must_move(state):
            return pass_action()
        ground = Ground(state)
        plan = min(
            all_plans(ground, PATHS[ground.pos]), key=lambda plan: (plan.cost, plan.sea_cards, len(plan.hops))
        )
        return move_action(plan.hops, plan.join)


_ASKS = {
    ask: [Ask((seat,), "turn", what, "quick" if ask else "normal") for seat in range(META.seats[1])]
    for ask, what in PROMPTS.items()
}
