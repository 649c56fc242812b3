"""Deliberately broken variants of the small game, one fault each: what the conformance suite must catch."""

import random
from itertools import count

import msgspec

from engines.core.contract import Choice, Event, Menu, Outcome, Problem, Step
from engines.core.texts import say
from tests.small_game import turn
from tests.small_game.rules import Enchere
from tests.small_game.state import State

META = msgspec.structs.replace(Enchere.meta, slug="broken")


class ViewLeaks(Enchere):
    """Shows the top of the deck."""

    def view(self, state, seat):
        return {**super().view(state, seat), "next": state.deck[-1:]}


class SpectatorLeaks(Enchere):
    """Shows a spectator the first hand."""

    def view(self, state, seat):
        shown = super().view(state, seat)
        return shown if seat is not None else {**shown, "hand": state.players[0].hand}


class MenuLeaks(Enchere):
    """The label of drawing names the card."""

    def menu(self, state, seat, draft=None):
        menu = super().menu(state, seat, draft)
        told = [
            msgspec.structs.replace(one, label=say("Piocher {card}", card=state.deck[-1]))
            if one.verb == "draw"
            else one
            for one in menu.choices
        ]
        return Menu(menu.prompt, tuple(told))


class EventLeaks(Enchere):
    """Tells everyone the card that is sold face down."""

    def apply(self, state, moves, dice):
        step = super().apply(state, moves, dice)
        if not step.events or step.events[0].kind != "passed" or not state.lot.hidden:
            return step
        return Step(step.state, (*step.events, Event("whisper", {"card": state.lot.card})), step.reveals)


class DrawCanBeUndone(Enchere):
    """Forgets that drawing a card reveals it."""

    def apply(self, state, moves, dice):
        step = super().apply(state, moves, dice)
        return msgspec.structs.replace(step, reveals=False)


class NoScramble(Enchere):
    scramble = None  # no method: the game does not scramble


class ClaimsNoSecrets(Enchere):
    hidden = False


class IdleScramble(Enchere):
    def scramble(self, state, seat, dice):
        return state


class ImagineTells(Enchere):
    """The sandbox keeps the next card where it lies."""

    def imagine(self, state, seat, dice):
        return state


class ImagineForgets(Enchere):
    """The sandbox takes a coin from everybody."""

    def imagine(self, state, seat, dice):
        imagined = self.scramble(state, seat, dice)
        for player in imagined.players:
            player.coins = 0
        return imagined


class ApplyMutates(Enchere):
    """Counts a coin in the state it was given."""

    def apply(self, state, moves, dice):
        step = super().apply(state, moves, dice)
        state.players[0].coins += 1
        return step


class ViewMutates(Enchere):
    def view(self, state, seat):
        state.deck.sort()
        return super().view(state, seat)


class RandomOfItsOwn(Enchere):
    def apply(self, state, moves, dice):
        step = super().apply(state, moves, dice)
        step.state.players[0].coins += random.randrange(1000)
        return step


class HashOrder(Enchere):
    """Deals in the order of a set of words."""

    def setup(self, seats, options, dice):
        step = super().setup(seats, options, dice)
        words = {f"carte {card}": card for card in step.state.deck}
        step.state.deck = [words[word] for word in set(words)]
        return step


class Remembers(Enchere):
    """Keeps something outside the state, so that a recorded step cannot be computed again."""

    def __init__(self):
        self.calls = 0

    def apply(self, state, moves, dice):
        self.calls += 1
        step = super().apply(state, moves, dice)
        step.state.players[0].coins += self.calls % 7
        return step


class LooseState(State):
    memory: object = ()


class NotJson(Enchere):
    """Stores a tuple where JSON brings back a list."""

    State = LooseState

    def setup(self, seats, options, dice):
        step = super().setup(seats, options, dice)
        fields = {name: getattr(step.state, name) for name in State.__struct_fields__}
        return Step(LooseState(**fields, memory=(1, 2)), step.events, True)


class IllegalDefault(Enchere):
    def default(self, state, seat, why):
        return {"do": "offer", "coins": 10_000} if why == "left" else super().default(state, seat, why)


class IllegalMenu(Enchere):
    def menu(self, state, seat, draft=None):
        menu = super().menu(state, seat, draft)
        wrong = Choice({"do": "draw"}, say("Piocher"), "draw")
        return Menu(menu.prompt, (*menu.choices, wrong) if menu.choices else ())


class DeadEnd(Enchere):
    """Choosing a card leads to an empty menu."""

    def menu(self, state, seat, draft=None):
        menu = super().menu(state, seat, draft)
        return Menu(menu.prompt) if draft and "card" in draft else menu


class AnyoneMoves(Enchere):
    """Accepts a pass from a seat that has already spoken."""

    def check(self, state, seat, action):
        return [] if action == {"do": "pass"} else super().check(state, seat, action)


class CheckRaises(Enchere):
    def check(self, state, seat, action):
        return [] if action["do"] == "keep" and state.part == "turn" else super().check(state, seat, action)


class CheckTooKind(Enchere):
    """Accepts any number of coins, which apply cannot take."""

    def check(self, state, seat, action):
        problems = super().check(state, seat, action)
        return [problem for problem in problems if problem.code != "bad_coins"]


class ParseRaises(Enchere):
    def parse(self, state, seat, text):
        return super().parse(state, seat, text.split()[0] + text[len(text.split()[0]) :])


class FaceForgotten(Enchere):
    def notate(self, state, seat, action):
        return super().notate(state, seat, action).replace("OUVERTE", "CACHÉE")


class NeverEnds(Enchere):
    def apply(self, state, moves, dice):
        step = super().apply(state, moves, dice)
        step.state.round %= 2
        if step.state.part == "over":
            step.state.part = "turn"
        return step


class SeatForgotten(Enchere):
    def outcome(self, state):
        outcome = super().outcome(state)
        return outcome and Outcome(outcome.ranking[:-1], outcome.how)


class EarlyOutcome(Enchere):
    def outcome(self, state):
        over = msgspec.structs.replace(state, part="over")
        return super().outcome(over)


class NarrateRaises(Enchere):
    def narrate(self, event, view):
        return say("{name} joue.", name=view["hand"][0])


class WrongAudience(Enchere):
    def apply(self, state, moves, dice):
        step = super().apply(state, moves, dice)
        return Step(step.state, (*step.events, Event("drew_card", {"card": 1}, (9,))), True)


class AnyOption(Enchere):
    def setup(self, seats, options, dice):
        known = {option.key for option in self.meta.options}
        return super().setup(seats, {key: value for key, value in options.items() if key in known}, dice)


class RawView(Enchere):
    def view(self, state, seat):
        return {**super().view(state, seat), "score": turn.score}


class CheatingBot(Enchere):
    bots = {"tricheur": lambda seen, dice: {"do": "offer", "coins": 99}}
    bot_levels = {"tricheur": "tricheur"}


class MoodyBot(Enchere):
    """Does not draw its mood from the dice: it never answers as it did the time before."""

    moods = count()
    bots = {
        "lunatique": lambda seen, dice: MoodyBot.another(
            [c.action for c in seen.menu(None).choices if c.complete]
        )
    }
    bot_levels = {"lunatique": "lunatique"}

    @classmethod
    def another(cls, actions):
        return actions[next(cls.moods) % len(actions)]


class NamelessBot(Enchere):
    bot_levels = {"prudent": "prudent"}


class MuteProblem(Enchere):
    def check(self, state, seat, action):
        return [Problem(one.code, say("")) for one in super().check(state, seat, action)]


# The order gives each its version; the last is the one the command examines.
BROKEN = (
    ViewLeaks,
    SpectatorLeaks,
    MenuLeaks,
    EventLeaks,
    DrawCanBeUndone,
    NoScramble,
    IdleScramble,
    ImagineTells,
    ImagineForgets,
    ApplyMutates,
    ViewMutates,
    RandomOfItsOwn,
    HashOrder,
    Remembers,
    NotJson,
    IllegalDefault,
    IllegalMenu,
    DeadEnd,
    AnyoneMoves,
    CheckRaises,
    CheckTooKind,
    ParseRaises,
    FaceForgotten,
    NeverEnds,
    SeatForgotten,
    EarlyOutcome,
    NarrateRaises,
    WrongAudience,
    AnyOption,
    RawView,
    CheatingBot,
    MoodyBot,
    NamelessBot,
    ClaimsNoSecrets,
    MuteProblem,
)
for version, broken in enumerate(BROKEN, 1):
    broken.meta = msgspec.structs.replace(META, version=version)
RULES = tuple(broken() for broken in BROKEN)
