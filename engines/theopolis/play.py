"""The table during one step: a working copy of the state, the dice, and the events told so far."""

from collections.abc import Callable
from typing import Any

from engines.core.contract import Event
from engines.core.dice import Dice
from engines.theopolis.catalogue import Catalogue, Facts
from engines.theopolis.state import Player, State, facts_of

# What copy.copy() would look up at every call.
_copy_state: Callable[[State], State] = State.__copy__  # type: ignore[attr-defined]
_copy_player: Callable[[Player], Player] = Player.__copy__  # type: ignore[attr-defined]


class Table:
    """What the phases work on. The state given is copied; its tuples are shared and only ever replaced."""

    def __init__(self, state: State, catalogue: Catalogue, dice: Dice) -> None:
        self.state: State = _copy_state(state)
        self.state.players = tuple([_copy_player(player) for player in state.players])
        self.catalogue = catalogue
        self.dice = dice
        self.events: list[Event] = []
        self.reveals = False

    def tell(self, happening: str, /, **params: Any) -> None:
        self.events.append(Event(happening, params))

    def tell_seat(self, only: int, happening: str, /, **params: Any) -> None:
        self.events.append(Event(happening, params, (only,)))

    @property
    def active(self) -> Player:
        return self.state.players[self.state.active]

    def facts(self, seat: int) -> Facts:
        return facts_of(self.state, self.catalogue, seat)

    def card_facts(self, cid: int) -> dict[str, Any]:
        """A card as events carry it."""
        return {"cid": cid, "card": self.state.cards[cid]}
