"""The end of MOVE: nobody stands on a comrade, ranks snap together, acts are done, contacts spoil what they
spoil."""

from collections.abc import Iterable
from math import isqrt

from engines.argad.events import Tale
from engines.argad.field.geometry import Base, heading, overlap, scale
from engines.argad.field.ground import Ground, inside_table
from engines.argad.movement.march import FINE, STILL, Mover
from engines.argad.movement.rowing import bring_boats
from engines.argad.state import Figure, State, base_of, between, on_table

SLACK = 6  # hundredths of a cm of overlap that nobody sees
SPIRAL = tuple(
    (ring * dx // 2, ring * dy // 2)
    for ring in (100, 200, 300, 400, 600, 800, 1100, 1500, 2000)
    for dx, dy in ((2, 0), (-2, 0), (0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1))
)


def put_down(state: State, ground: Ground, movers: dict[str, Mover], tale: Tale) -> None:
    """Write the movers' places into the figures; the later arrival gives way to the earlier."""
    for mover in movers.values():
        fig = mover.fig
        if mover.exited:
            continue
        fig.x, fig.y = mover.place
        fig.now.travelled = mover.s // FINE
        fig.now.arrival = mover.arrival
        if mover.mode != STILL and mover.s:
            _turn(mover)
    bring_boats(state, movers, tale)
    _spread_out(ground, movers)
    for mover in movers.values():
        _tell(mover, tale)


def _turn(mover: Mover) -> None:
    if mover.half:
        mover.fig.heading = heading(mover.ux, mover.uy)
        return
    (ax, ay), (bx, by) = mover.samples[-2], mover.place
    if (ax, ay) != (bx, by):
        mover.fig.heading = heading(bx - ax, by - ay)


def _spread_out(ground: Ground, movers: dict[str, Mover]) -> None:
    """Place by place: the still first, then fighters in contact, then by arrival."""
    order = sorted(
        (m for m in movers.values() if not m.exited and m.fig.place == "table"),
        key=lambda m: (
            (m.s > 0 or m.guarded > 0) and not m.fig.aboard,
            not m.contacts and not m.fig.now.contacts,
            m.arrival,
            m.id,
        ),
    )
    placed = Crowd()
    for mover in order:
        fig = mover.fig
        base = base_of(fig)
        if placed.hits(base) and (mover.s or mover.guarded) and not fig.aboard:
            fig.x, fig.y = _back_along(mover, base, placed, ground)
            base.x, base.y = fig.x, fig.y
        placed.add(base)


def _back_along(mover: Mover, base: Base, placed: "Crowd", ground: Ground) -> tuple[int, int]:
    """Back on his own track until there is room; failing that, the nearest free spot."""
    track = [*mover.samples, mover.place]
    for last in range(len(track) - 1, 0, -1):
        (ax, ay), (bx, by) = track[last - 1], track[last]
        steps = max(1, isqrt((ax - bx) ** 2 + (ay - by) ** 2) // 60)
        for step in range(1, steps + 1):
            base.x, base.y = bx + (ax - bx) * step // steps, by + (ay - by) * step // steps
            if not placed.hits(base):
                mover.samples[last:] = [(base.x, base.y)] * (len(mover.samples) - last)
                return base.x, base.y
    return free_spot(base, mover.place, placed, ground)


def free_spot(base: Base, around: tuple[int, int], placed: "Crowd", ground: Ground) -> tuple[int, int]:
    for dx, dy in SPIRAL:
        base.x, base.y = around[0] + dx, around[1] + dy
        free = inside_table(ground, base.x, base.y) and not placed.hits(base)
        if free and ground.wall_between(around[0], around[1], base.x, base.y) is None:
            return base.x, base.y
    return around


class Crowd:
    """Bases already put down, in a grid."""

    CELL = 700

    def __init__(self, figures: Iterable[Figure] = ()) -> None:
        self.cells: dict[tuple[int, int], list[Base]] = {}
        for figure in figures:
            self.add(base_of(figure))

    def add(self, base: Base) -> None:
        self.cells.setdefault((base.x // self.CELL, base.y // self.CELL), []).append(base)

    def hits(self, base: Base) -> bool:
        x, y = base.x, base.y
        reach = (base.half or base.r) + base.r + 380
        rows = range((y - reach) // self.CELL, (y + reach) // self.CELL + 1)
        for i in range((x - reach) // self.CELL, (x + reach) // self.CELL + 1):
            for j in rows:
                for other in self.cells.get((i, j), ()):
                    near = -reach < other.x - x < reach and -reach < other.y - y < reach
                    if near and overlap(base, other, SLACK):
                        return True
        return False


def _tell(mover: Mover, tale: Tale) -> None:
    fig = mover.fig
    if mover.exited and fig.place == "table":
        fig.x, fig.y = mover.place
    elif mover.exited or (fig.x, fig.y) == mover.samples[0]:
        return
    tale.tell_move(fig, [*mover.samples[:-1], (fig.x, fig.y)], mover.exited)


def snap_ranks(state: State) -> None:
    """A man who stopped within a centimetre behind a comrade at grips closes up to his back."""
    crowd = Crowd(on_table(state))
    foot = [f for f in on_table(state) if f.mount == "foot"]
    engaged = [f for f in foot if f.now.new_contacts or f.now.contacts]
    for fig in foot:
        if not fig.now.travelled or fig.now.new_contacts or fig.aboard:
            continue
        for front in engaged:
            if front.side == fig.side and front.id != fig.id and _snap(fig, front, crowd):
                break


def _snap(fig: Figure, front: Figure, crowd: Crowd) -> bool:
    space = between(fig, front)
    if not 0 < space <= 100:
        return False
    dx, dy = scale(front.x - fig.x, front.y - fig.y, space)
    moved = Base(fig.x + dx, fig.y + dy, base_of(fig).r)
    own = base_of(fig)
    bucket = crowd.cells[(own.x // Crowd.CELL, own.y // Crowd.CELL)]
    for n, base in enumerate(bucket):
        if base.x == own.x and base.y == own.y:
            del bucket[n]
            break
    if crowd.hits(moved):
        crowd.add(own)
        return False
    fig.x, fig.y = moved.x, moved.y
    crowd.add(moved)
    return True


def spoil(movers: dict[str, Mover]) -> None:
    """Contacts made this turn; an enemy's touch voids reloading, work and mounting."""
    for mover in movers.values():
        fig = mover.fig
        if fig.place != "table":
            continue
        fig.now.new_contacts = tuple(sorted(set(mover.contacts)))
        fig.now.idle = bool(mover.contacts or fig.now.contacts)
        if mover.order.do in ("leave_melee", "charge", "move", "keep_distance", "follow", "flee") and mover.s:
            fig.now.left = tuple(id for id in fig.now.contacts if id != mover.order.target)
