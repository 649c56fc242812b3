"""The position: msgspec structs that survive a JSON round trip. Spaces, cards and overseers are their ids.

Empty text stands for nobody and nowhere. Tuples are replaced, never changed, so that copies may share them.
"""

from collections.abc import Callable
from operator import methodcaller
from typing import Any

import msgspec

FULL = 8  # periodicals a missionary may hold


class Options(msgspec.Struct, frozen=True, gc=False):
    deal: str = "regions"
    elan: bool = True
    visit_on_pass: bool = False
    open_hands: bool = False
    finish: str = "ranking"
    route_help: bool = True


class Player(msgspec.Struct, gc=False):
    """One missionary. `todo` is secret; `rank` is 0 until he has arrived or conceded."""

    name: str
    colour: str
    pos: str = "bethel"
    per: int = FULL
    ov: str = ""  # companion: C, D or nobody
    skip: int = 0  # turns still to lose
    stay: int = 0  # passes in a row while a path was legal
    turns: int = 0  # taken, lost ones included
    spaces: int = 0  # sections walked
    embark: str = ""  # the last port where he took the boat
    bons: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    todo: tuple[str, ...] = ()
    rank: int = 0
    out: bool = False


class TurnContext(msgspec.Struct, gc=False):
    """The turn under way. `acc` is read once;
    `ask` names a choice that interrupts it, the rest says where to go on."""

    acc: str = ""  # the companion at the start of the turn
    origin: str = "bethel"
    free_second: bool = False
    free_gend: bool = False
    mute_sea: bool = False
    bon_used: bool = False
    ask: str = ""
    card: str = ""  # the card that asks
    hops: tuple[tuple[str, str], ...] = ()  # the declared path: (space, push target)
    join: bool = False
    drop: str = ""  # the companion left behind when the path begins
    walked: int = 0  # sections of the path already walked
    carded: int = 0  # sections whose sea card is settled
    cap: int = 2  # sections allowed this turn
    sail: bool = False  # a second sea section is free
    carried: bool = False  # a walk granted by a card: no territory card at its end


class State(msgspec.Struct):
    """The whole game. Piles are listed from the bottom: the top card is the last."""

    players: list[Player]
    order: tuple[int, ...]  # seats in turn order
    gend: dict[str, str]  # barracks -> where its gendarme stands
    lone: dict[str, str]  # C, D -> where the overseer stands alone, or nowhere
    sea: tuple[str, ...]
    land: tuple[str, ...]
    reserve: tuple[str, ...]
    options: Options
    sea_discard: tuple[str, ...] = ()
    land_discard: tuple[str, ...] = ()
    phase: str = "play"
    round: int = 1
    turn: int = 0  # an index of `order`
    step: TurnContext = msgspec.field(default_factory=TurnContext)

    @property
    def active(self) -> int:
        return self.order[self.turn]


_copy: Callable[[Any], Any] = methodcaller("__copy__")  # copy.copy without its detours: every move copies


def clone(state: State) -> State:
    """A copy whose players and turn may be changed.
    `gend` and `lone` are shared: replace them, do not change them."""
    new: State = _copy(state)
    new.players = [_copy(player) for player in state.players]
    new.step = _copy(state.step)
    return new


def seats_under_way(state: State) -> list[int]:
    """The seats still under way, in turn order."""
    return [seat for seat in state.order if not state.players[seat].rank]
