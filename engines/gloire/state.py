"""The state of one game. Plain structs that survive JSON; nothing that can be computed is stored."""

import msgspec
from msgspec.structs import replace


class Memory(msgspec.Struct, frozen=True):
    """How happy a land was with a lord when he lost it, and the turn of the loss."""

    happiness: float
    since: int


class Land(msgspec.Struct):
    population: int
    wealth: float
    happiness: float
    owner: int | None = None
    fort: str = "none"
    memory: dict[int, Memory] = {}
    sold: int = 0  # turn of the last sale; 0: never


class Intel(msgspec.Struct, frozen=True):
    """The last spy report a lord has of a land."""

    turn: int
    wealth: float
    fort: str
    men: int  # all armies there, or the peasants' estimate on neutral land


class Lord(msgspec.Struct):
    name: str
    treasury: int
    home: str
    title: int = 0
    peasants: int = 50  # fallback percentages
    garrison: int = 50
    knights: int = 80
    alive: bool = True
    fell: int = 0  # turn of the end; 0: still in the game
    heir: str = ""  # name of the player waiting to follow, if any
    intel: dict[str, Intel] = {}


class Knight(msgspec.Struct):
    id: str
    name: str
    lord: int
    renown: float
    place: str
    wage: int = 0
    men: int = 0
    is_lord: bool = False
    hired: int = 0


class Garrison(msgspec.Struct):
    id: str
    lord: int
    place: str
    men: int


class Call(msgspec.Struct, frozen=True):
    """A call for help: due on the turn after, against every enemy the caller had."""

    caller: int
    called: int
    enemies: tuple[int, ...]
    turn: int


class State(msgspec.Struct):
    map: str
    turn: int
    turns: int  # the king decides after so many
    lands: dict[str, Land]
    lords: list[Lord]
    knights: list[Knight]
    garrisons: list[Garrison] = []
    wars: list[tuple[int, int]] = []
    alliances: list[tuple[int, int]] = []
    calls: list[Call] = []
    next_knight: int = 1
    next_garrison: int = 1
    winner: int | None = None
    victory: str = ""  # standing, lands, alliance, last, verdict, draw


def copy_of(state: State) -> State:
    """A copy that may be changed: every struct anew, frozen parts shared."""
    fresh = replace(state)
    fresh.lands = {name: replace(land) for name, land in state.lands.items()}
    for land in fresh.lands.values():
        land.memory = land.memory.copy()
    fresh.lords = [replace(lord) for lord in state.lords]
    for lord in fresh.lords:
        lord.intel = lord.intel.copy()
    fresh.knights = [replace(knight) for knight in state.knights]
    fresh.garrisons = [replace(garrison) for garrison in state.garrisons]
    fresh.wars, fresh.alliances = list(state.wars), list(state.alliances)
    fresh.calls = list(state.calls)
    return fresh


def set_next_ids(state: State) -> None:
    """The next ids lie beyond those in use."""
    state.next_knight = max([state.next_knight, *(int(knight.id[1:]) + 1 for knight in state.knights)])
    state.next_garrison = max([state.next_garrison, *(int(one.id[1:]) + 1 for one in state.garrisons)])


def pair(a: int, b: int) -> tuple[int, int]:
    """Relations are symmetric: they are stored once, the lower seat first."""
    return (a, b) if a < b else (b, a)


def links(pairs: list[tuple[int, int]], seats: int) -> list[set[int]]:
    """For each lord, the lords he is linked to."""
    linked: list[set[int]] = [set() for _ in range(seats)]
    for a, b in pairs:
        linked[a].add(b)
        linked[b].add(a)
    return linked
