"""The position: msgspec structs that survive a JSON round trip. Everything here is public knowledge.

The bag is kept as counts: what will be drawn is decided by the dice when it is drawn,
so nothing hidden is stored.
"""

from collections.abc import Callable
from operator import methodcaller
from typing import Any

import msgspec

FREE = -1  # an empty action space
SERVED = (
    8  # added to the owner's seat once a religious militia has been resolved and waits for its destination
)


class Player(msgspec.Struct):
    """One Order. `card` counts the militias on his card by the seat of their owner."""

    name: str
    order: str
    military: int
    religious: int
    card: list[int]
    recruits: int
    coins: int = 0
    blessings: int = 0
    blasphemies: int = 0
    applications: int = 0
    hall: int = 0  # his militias in his chapter hall
    masters: int = 0  # his grand masters
    envoys: int = 0  # his militias in his pope column


class State(msgspec.Struct):
    """The whole game. `ask` names the decision awaited from `order[cursor]`; empty once the game is over."""

    players: list[Player]
    zones: dict[str, list[int]]  # for each action space: FREE, the owner's seat, or SERVED + seat
    baphomet: list[list[int]]  # the owners of the militias on each of the six numbers
    bag: list[int]  # by owner's seat
    order: list[int]  # seats in turn order
    bought: list[int]  # for each place of the next turn's order: the seat that bought it, or FREE
    turn: int = 1
    phase: str = "act"
    ask: str = ""
    cursor: int = 0  # whose moment it is within the phase: an index of `order`
    left: int = 0  # militias still to place, redeploy or make desert
    arrivals: list[tuple[str, int]] = []  # (zone, owner) placed or redeployed by the active player this turn
    growth: int = 0  # the growth of the gap that waits for the choice of the lower marker
    hits: list[int] = []  # by seat: militias struck by Baphomet's die whose effect is still to come
    die: int = 0  # Baphomet's die of this evaluation; 0 before the roll

    @property
    def active(self) -> int:
        return self.order[self.cursor]


_copy: Callable[[Any], Any] = methodcaller("__copy__")  # copy.copy without its detours: every move copies


def clone(state: State) -> State:
    """A copy that may be changed; `order` is shared: replace it, do not change it."""
    new: State = _copy(state)
    players: list[Player] = [_copy(player) for player in state.players]
    new.players = players
    for player in players:
        player.card = player.card[:]
    new.zones = {zone: spaces[:] for zone, spaces in state.zones.items()}
    new.baphomet = [owners[:] for owners in state.baphomet]
    new.bag = state.bag[:]
    new.bought = state.bought[:]
    new.arrivals = state.arrivals[:]
    new.hits = state.hits[:]
    return new


def seat_of(state: State, order: str) -> int:
    """The seat that plays an Order; FREE when nobody does."""
    for seat, player in enumerate(state.players):
        if player.order == order:
            return seat
    return FREE


def put(state: State, zone: str, owner: int) -> int:
    """Stand a militia on the first free space of a zone and return that space; Édesse grows as needed."""
    spaces = state.zones[zone]
    if FREE in spaces:
        space = spaces.index(FREE)
        spaces[space] = owner
        return space
    spaces.append(owner)
    return len(spaces) - 1


def lift(state: State, zone: str, mark: int) -> int:
    """Take the first militia with this mark (owner, or SERVED + owner) off a zone and return its space."""
    spaces = state.zones[zone]
    space = spaces.index(mark)
    spaces[space] = FREE
    return space
