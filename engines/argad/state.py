"""The state of a battle: figures, terrain, items, objectives, seats. Nothing that can be worked out is
stored."""

from copy import copy
from math import isqrt
from typing import Any

import msgspec

from engines.argad.field.geometry import UNIT, Base, Point, gap

SHAPES = {  # half-width, half-length
    "disc": (100, 0),
    "horse": (125, 250),
    "mule": (100, 200),
    "disc25": (125, 0),
    "disc15": (75, 0),
    "horse20": (100, 200),
}
ROUND = frozenset(base for base, (_, half) in SHAPES.items() if not half)
SIZES: dict[str, dict[str, str]] = {  # bases of a table
    "usual": {},
    "wide": {"disc": "disc25"},
    "small": {"disc": "disc15", "horse": "horse20"},
}
USUAL = {sized: base for sizes in SIZES.values() for base, sized in sizes.items()}
NPC = -1


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A gap in a wall: door, gate, window or slit, between two points of the outline."""

    id: str
    kind: str
    a: Point
    b: Point
    open: bool = True


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One piece of terrain. `width` > 0 makes an area out of a line (roads, streams)."""

    id: str
    kind: str
    points: tuple[Point, ...]
    width: int = 0
    level: int = 0
    front: int = 0  # degrees; pointed stakes point that way
    tall: bool = False
    openings: tuple[Opening, ...] = ()
    work: tuple[int, int] = (0, 0)  # men needed, turns needed (0: one die) to remove or open it


class Now(msgspec.Struct):
    """What a figure did this turn; wiped at each start."""

    act: str = "hold"
    start: Point = (0, 0)
    contacts: tuple[str, ...] = ()  # enemies touched at the start
    left: tuple[str, ...] = ()  # enemies he left
    moved: bool = False
    travelled: int = 0
    arrival: int = 0  # tick of his last step
    charged: str = ""  # the enemy he charged, with all the conditions met
    charged_by: tuple[str, ...] = ()
    lance: bool = False  # a couched heavy lance in that charge
    run: int = 0  # straight run before contact
    shot: bool = False
    struck: bool = False
    stuck_leaver: bool = False
    idle: bool = False  # whatever he was doing was spoilt by an enemy
    obstacle: str = "none"  # assault, hold, none
    target: str = ""
    item: str = ""
    fire_timing: str = "normal"
    fire_weapon: str = ""
    fire_prefer: tuple[str, ...] = ()
    hold_fire: bool = False
    facing: int = -1  # where a pavise was turned this turn, degrees
    new_contacts: tuple[str, ...] = ()
    ride: tuple[Point, ...] = ()  # a javelin rider's way over easy ground, eleven places
    ride_need: int = 0  # how much of it he must have faced his target; 0: twelve centimetres, no dice
    cloud: bool = False  # ordered to shoot two arrows
    forced: str = ""  # the enemy whom the organiser makes him aim at or strike


class Figure(msgspec.Struct):
    id: str
    seat: int
    side: int
    unit: str
    name: str
    cls: int
    armour: int = 0
    mount: str = "foot"
    base: str = "disc"
    x: int = 0
    y: int = 0
    heading: int = 0  # whole degrees
    weapons: tuple[str, ...] = ()
    shield: str = "none"
    saddle: bool = True
    roles: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    cost: int = 0  # half points
    swims: int = 0
    health: int = 0  # 0 stands for the class
    morale: int = 0
    perception: int = 0
    agility: int = 0
    hp: int = 1
    place: str = "reserve"  # reserve, table, dead, captured, exited, fled
    enters: int = 1
    zone: int = 0
    exit_edge: str = ""
    hidden: bool = False
    posture: str = "standing"
    wounded: bool = False
    unloaded: tuple[str, ...] = ()
    javelins: int = 0
    carried: tuple[str, ...] = ()
    led_by: str = ""
    aboard: str = ""  # the boat he is in
    captured_by: str = ""
    slain_by: str = ""
    formation: str = ""
    disorder: bool = False
    fleeing: bool = False
    danger: str = ""  # the piece in which a hazard test is due
    hesitating: bool = False
    on_ladder: str = ""
    lance_dropped: bool = False
    horse: str = ""  # the pack animal or mount left behind when dismounted ("held": the horse stays with him)
    shot_by: tuple[str, ...] = ()  # clusters' men who shot at him in the last FIRE
    emblem: int = -1  # the seat whose emblem he is seizing
    emblem_turn: int = 0
    script: str = ""  # NPC: stay, flee, defend
    notes: str = ""  # NPC: for the organiser alone
    cls_unarmoured: int = 0  # his class when caught without harness; 0: the same
    stripped: tuple[int, ...] = ()  # the class and armour he had before he was
    token: str = ""  # the animal under which his group is shown while nobody sees it
    now: Now = msgspec.field(default_factory=Now)


class Formation(msgspec.Struct):
    id: str
    members: tuple[str, ...]
    front: int  # degrees
    formed: int  # the turn from which it holds
    forming: bool = True
    moved: bool = False


class Item(msgspec.Struct):
    id: str
    kind: str  # sack, chest, letter, emblem, ladder, boat
    x: int
    y: int
    carrier: str = ""
    weight: str = "light"  # light, heavy, very_heavy
    value: int = 0
    gone: str = ""  # the edge it was carried off
    gone_seat: int = NPC
    secret: str = ""  # what is inside, for whoever holds it
    heading: int = 0  # whole degrees, of a boat


class Objective(msgspec.Struct):
    """What a seat scores. `seat` holds it; secret ones are shown to it alone until the end."""

    id: str
    seat: int
    kind: str
    points: int
    secret: bool = False
    args: dict[str, Any] = {}
    ticked: bool = False  # the organiser's decision for kind "gm"
    held: int = 0  # turns at whose end a zone was held


class Work(msgspec.Struct):
    piece: str
    side: int
    done: int
    needed: int


class Place(msgspec.Struct):
    """A seat: its role in the scenario and what it did with it."""

    name: str
    role: str
    side: int
    budget: int  # points
    troop: str = ""
    era: str = "feudal"
    cloud_used: bool = False
    wants_end: bool = False
    conceded: bool = False
    ready: bool = False  # mustered
    said: int = 0  # speeches of this turn


class State(msgspec.Struct):
    scenario: str
    options: tuple[str, ...]
    width: int
    height: int
    terrain: tuple[Piece, ...]
    figures: list[Figure]
    items: list[Item]
    objectives: list[Objective]
    seats: list[Place]
    formations: list[Formation] = []
    works: list[Work] = []
    phase: str = "muster"  # muster, deploy, plot, combat, over
    turn: int = 0
    last_turn: int = 12
    margin: int = 0
    links: list[tuple[str, str]] = []  # herd links of this turn: they bunch up anyway
    ended: str = ""
    notes: list[str] = []  # the organiser's rulings, as told
    paused: bool = False
    npc_orders: list[dict[str, Any]] = []  # the organiser's plot for this turn
    custom: dict[str, Any] | None = None  # a scenario of the table's own, when it is not one of ours
    bases: str = "usual"  # their size: usual, wide (foot 25 mm), small (foot 15 mm, horses 20 × 40)
    hints: str = "full"  # what is told before sealing: full, basic (needs and modifiers), off
    # Of the rules; version 1 never wrote it and still does not.
    edition: int | msgspec.UnsetType = msgspec.UNSET

    def has(self, option: str) -> bool:
        return option in self.options

    def since(self, edition: int) -> bool:
        """Is this battle played by that version of the rules, or a later one?"""
        return (self.edition or 1) >= edition


def copy_of(state: State) -> State:
    """A state whose figures and lists may be changed without touching the original."""
    new = copy(state)
    for name in ("figures", "items", "objectives", "seats", "formations", "works"):
        setattr(new, name, [copy(thing) for thing in getattr(state, name)])
    for figure in new.figures:
        figure.now = copy(figure.now)
    new.links, new.notes, new.npc_orders = list(state.links), list(state.notes), list(state.npc_orders)
    return new


def base_of(figure: Figure) -> Base:
    r, half = SHAPES[figure.base]
    ux, uy = UNIT[figure.heading * 10 % 3600]
    return Base(figure.x, figure.y, r, half, ux, uy)


def base_at(figure: Figure, x: int, y: int) -> Base:
    """The base that he would cover there."""
    base = base_of(figure)
    base.x, base.y = x, y
    return base


def figure_at(figure: Figure, place: Point) -> Figure:
    """He himself, as if he stood there."""
    ghost = copy(figure)
    ghost.x, ghost.y = place
    return ghost


def base_for(state: State, base: str) -> str:
    """A kind of base in the size that this table plays with."""
    return SIZES[state.bases].get(base, base)


def foot_radius(state: State) -> int:
    return SHAPES[base_for(state, "disc")][0]


def between(a: Figure, b: Figure) -> int:
    """From base to base, in hundredths of a centimetre. Two discs are measured on the spot: four per cent of
    `bench/argad.py`, which took the place of a memory of bases."""
    (r, half), (other_r, other_half) = SHAPES[a.base], SHAPES[b.base]
    if half or other_half:
        return gap(base_of(a), base_of(b))
    return max(0, isqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2) - r - other_r)


def middle(figures: list[Figure]) -> Point:
    return (sum(f.x for f in figures) // len(figures), sum(f.y for f in figures) // len(figures))


def paces(figure: Figure) -> int:
    """Two paces: the length of the usual base; other bases change no distance."""
    r, half = SHAPES[USUAL.get(figure.base, figure.base)]
    return 2 * (half or r)


def kept_inside(state: State, point: Point, margin: int) -> Point:
    """The point, or the nearest one that lies so far inside the edges of the table."""
    x, y = point
    return min(max(x, margin), state.width - margin), min(max(y, margin), state.height - margin)


def beyond(state: State, edge: str, point: Point, far: int) -> Point:
    """The place opposite a point, so far beyond that edge of the table."""
    x, y = point
    return {
        "west": (-far, y),
        "east": (state.width + far, y),
        "north": (x, -far),
        "south": (x, state.height + far),
    }[edge]


def on_table(state: State) -> list[Figure]:
    return [figure for figure in state.figures if figure.place == "table"]


def by_id(state: State) -> dict[str, Figure]:
    return {figure.id: figure for figure in state.figures}


def is_mounted(figure: Figure) -> bool:
    return figure.mount in ("cavalier", "mounted_inf")


def fights(figure: Figure) -> bool:
    """Pack animals neither fight nor count in groups."""
    return figure.mount != "pack"


def portable(item: Item) -> bool:
    """A boat is not carried: it carries."""
    return item.kind != "boat"


def enemies(a: Figure, b: Figure) -> bool:
    return a.side != b.side


def is_chief(figure: Figure) -> bool:
    return "troop_chief" in figure.roles or "chief" in figure.roles
