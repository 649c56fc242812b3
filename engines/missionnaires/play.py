"""One step being played: the new position, whose turn it is, the dice, and the events so far."""

from typing import Any

from engines.core.contract import Event
from engines.core.dice import Dice
from engines.missionnaires.state import Player, State, TurnContext


class Play:
    """`reveals` is set as soon as anybody may have learned something hidden:
    a card, or whether a town was to be visited."""

    def __init__(self, state: State, dice: Dice) -> None:
        self.state = state
        self.dice = dice
        self.out: list[Event] = []
        self.reveals = False
        self.seat: int = state.order[state.turn]
        self.me: Player = state.players[self.seat]
        self.step: TurnContext = state.step

    def say(self, kind: str, **params: Any) -> None:
        self.out.append(Event(kind, params))

    def say_to(self, audience: int, kind: str, **params: Any) -> None:
        self.out.append(Event(kind, params, (audience,)))
