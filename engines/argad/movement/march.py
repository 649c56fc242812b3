"""Movers: each figure with its order made ready for the forty ticks of movement. Fine positions: sixteenths
of a unit."""

from math import isqrt

from engines.argad.field.geometry import COS2_45, ONE, UNIT, Base, Point, within_cone
from engines.argad.movement.allowance import IDLE_ACTS, allowance, counts_as_moved, may_relieve, path_length
from engines.argad.movement.ranks import line_up
from engines.argad.orders import Condition, Order
from engines.argad.state import SHAPES, Figure, Now, State, is_mounted, paces
from engines.argad.tables import EASY, SPECIAL, TICKS

FINE = 16
STILL, PATH, CHARGE, KEEP, FOLLOW, AFLOAT = 0, 1, 2, 3, 4, 5


class Mover(Base):
    """A base under way. Distances and positions are in fine units."""

    # Four per cent of `bench/argad.py`: too many attributes for Python's fast dictionaries.
    __slots__ = tuple(
        "advance arrival cap cells conditions contacts depart exempt exited fig free friends group guard "
        "guarded horse id jumped keep leader leg mode most mount order points px py reach run run_x run_y s "
        "saddled samples side stage stopped stuck target".split()
    )

    def __init__(self, fig: Figure, most: int) -> None:
        r, half = SHAPES[fig.base]
        ux, uy = UNIT[fig.heading * 10 % 3600]
        super().__init__(fig.x * FINE, fig.y * FINE, r * FINE, half * FINE, ux, uy)
        self.fig, self.id, self.side = fig, fig.id, fig.side
        self.mount = "boat" if fig.aboard else fig.mount
        self.px, self.py = self.x, self.y
        self.reach = isqrt(self.r * self.r + self.half * self.half) if half else self.r
        self.horse = is_mounted(fig)
        self.saddled = fig.mount == "cavalier" and fig.saddle
        self.most = self.cap = most * FINE
        self.s = self.run = self.run_x = self.run_y = 0
        self.mode = STILL
        self.points: list[Point] = []
        self.leg = 0
        self.target: Mover | None = None
        self.keep = self.depart = 0
        self.advance = self.free = self.stuck = self.exited = False
        self.stage = EASY
        self.stopped = False
        self.guard, self.guarded = True, 0
        self.group, self.leader = "", ""
        self.exempt: frozenset[str] = frozenset()
        self.contacts: list[str] = []
        self.jumped: tuple[str, ...] = ()
        self.arrival = 0
        self.order: Order = Order((fig.id,))
        self.conditions: list[Condition] = []
        self.friends: list[Mover] = []
        self.samples: list[Point] = []
        self.cells: list[int] = []

    @property
    def place(self) -> Point:
        return ((self.x + FINE // 2) // FINE, (self.y + FINE // 2) // FINE)

    def moving(self) -> bool:
        return self.mode != STILL and not self.stopped


def take_order(mover: Mover, order: Order, movers: dict[str, Mover], path: tuple[Point, ...]) -> None:
    """Set the mover to work on an order; used at the start and when a condition comes true."""
    fig, now = mover.fig, mover.fig.now
    mover.order = order
    _note_order(now, order)
    mover.guard = order.stance.guard and _may_guard(fig)
    mover.conditions = list(order.when)
    mover.points = [(x * FINE, y * FINE) for x, y in path]
    mover.leg = 0
    mover.target = movers.get(order.target)
    mover.keep, mover.advance = order.distance * FINE, order.advance
    walk = path_length(fig, path) if path else 0
    budget = order.distance if order.do == "follow" else 0
    now.moved = now.moved or counts_as_moved(fig, order.do, walk, budget)
    mover.free = not now.moved
    mover.mode = _mode(order, mover)
    if order.stance.contact == "evade" and mover.mode == STILL and not fig.aboard:
        mover.mode, mover.keep, mover.target = KEEP, 400 * FINE, None
    if order.stance.pace == "depart":
        mover.depart = order.stance.depart * TICKS // 100
        mover.cap = mover.cap * (TICKS - mover.depart) // TICKS
    elif order.stance.pace == "spread" and mover.mode == PATH:
        mover.cap = min(mover.cap, walk * FINE)
    if order.do in IDLE_ACTS:
        mover.cap = min(mover.cap, mover.s + paces(fig) * FINE)


def _note_order(now: Now, order: Order) -> None:
    """What the later phases of the turn want to know of it."""
    now.act = order.do
    now.obstacle = order.stance.obstacle
    now.target, now.item = order.target, order.item
    now.hold_fire = False
    now.fire_timing = order.fire.timing if order.fire.timing != "undecided" else "normal"
    now.fire_weapon, now.fire_prefer = order.fire.weapon, order.fire.prefer


def _may_guard(figure: Figure) -> bool:
    return figure.cls > 1 and not figure.hidden and figure.mount != "pack" and not figure.aboard


def take_posture(figure: Figure, order: Order) -> None:
    if figure.posture == "prone":
        return
    lies_in_wait = order.do == "hold" and figure.hidden and order.fire.timing in ("undecided", "contact")
    if order.do == "crouch":
        figure.posture = "crouched"
    elif not lies_in_wait:  # who is told when to shoot rises for it
        figure.posture = "standing"


def _mode(order: Order, mover: Mover) -> int:
    if order.do == "charge" and mover.target is not None:
        return CHARGE
    if order.do == "keep_distance":
        return KEEP
    if order.do == "follow" and mover.target is not None:
        return FOLLOW
    return PATH if mover.points else STILL


def squad_paths(state: State, order: Order, figures: dict[str, Figure]) -> dict[str, tuple[Point, ...]]:
    """The path of each man of a squad: the leader's, shifted so that they keep their places, or to a line or
    column."""
    leader = figures[order.figs[0]]
    if not order.path:
        return line_up(state, order, figures) if order.do == "form_close" else dict.fromkeys(order.figs, ())
    paths: dict[str, tuple[Point, ...]] = {}
    end = order.path[-1]
    before = order.path[-2] if len(order.path) > 1 else (leader.x, leader.y)
    dx, dy = end[0] - before[0], end[1] - before[1]
    far = isqrt(dx * dx + dy * dy) or 1
    for rank, id in enumerate(order.figs):
        fig = figures[id]
        shift = (fig.x - leader.x, fig.y - leader.y)
        path = tuple((x + shift[0], y + shift[1]) for x, y in order.path)
        if order.offsets != "keep" and rank:
            space = 2 * paces(fig) if order.offsets == "column" else SHAPES[fig.base][0] * 2 + 20
            sign = (rank + 1) // 2 * (1 if rank % 2 else -1)
            if order.offsets == "line":
                last = (end[0] - dy * space * sign // far, end[1] + dx * space * sign // far)
            else:
                last = (end[0] - dx * space * rank // far // 2, end[1] - dy * space * rank // far // 2)
            path = (*path[:-1], last)
        paths[id] = path
    return paths


def relieve(state: State, movers: dict[str, Mover]) -> None:
    """3.13: who leaves a melee and names a comrade exchanges places with him."""
    for mover in list(movers.values()):
        friend = mover.target
        if mover.order.do != "leave_melee" or friend is None or not may_relieve(state, mover.fig, friend.fig):
            continue
        if not mover.points:
            take_order(mover, mover.order, movers, ((friend.fig.x, friend.fig.y),))
        if friend.order.do == "hold":
            friend.cap = friend.most
            step_in = Order((friend.id,), "move", stance=friend.order.stance)
            take_order(friend, step_in, movers, ((mover.fig.x, mover.fig.y),))


def formation_cap(state: State, mover: Mover, path: tuple[Point, ...]) -> None:
    """Close order marches 12 cm within 45 degrees of its front, 8 cm otherwise."""
    fig = mover.fig
    formation = next((f for f in state.formations if f.id == fig.formation), None)
    if formation is None or not path:
        return
    ux, uy = UNIT[formation.front * 10 % 3600]
    ahead = within_cone(path[-1][0] - fig.x, path[-1][1] - fig.y, ux, uy, COS2_45)
    mover.cap = min(mover.cap, SPECIAL["close_front" if ahead else "close_other"] * FINE)


def directions(movers: list[Mover]) -> dict[str, Point]:
    """Where each mover means to go, for sharing slowness dice."""
    wanted: dict[str, Point] = {}
    for mover in movers:
        if mover.points:
            px, py = mover.points[-1]
            wanted[mover.id] = (px - mover.x, py - mover.y)
        elif mover.target is not None:
            sign = -1 if mover.mode == KEEP else 1
            wanted[mover.id] = (sign * (mover.target.x - mover.x), sign * (mover.target.y - mover.y))
        else:
            wanted[mover.id] = (0, 0)
    return wanted


def new_movers(state: State) -> dict[str, Mover]:
    return {fig.id: Mover(fig, allowance(state, fig)) for fig in state.figures if fig.place == "table"}


def face(mover: Mover, dx: int, dy: int) -> None:
    """Turn a mounted base along its way."""
    if mover.half:
        far = isqrt(dx * dx + dy * dy)
        if far:
            mover.ux, mover.uy = dx * ONE // far, dy * ONE // far
