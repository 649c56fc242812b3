"""Boats under way: everybody aboard goes where the first of them rows, ten centimetres a turn."""

from collections.abc import Iterator

from engines.argad.events import Tale
from engines.argad.field.geometry import Base, Point, gap, heading, overlap
from engines.argad.movement.boats import HULL, boats_of, crew_of, hull
from engines.argad.movement.march import AFLOAT, PATH, STILL, Mover
from engines.argad.state import Figure, Item, State, base_of, foot_radius

SLACK = 6


def take_the_oars(state: State, movers: dict[str, Mover]) -> None:
    """The first man aboard with somewhere to go rows; the others are carried along."""
    for _, crew, rower in _crews(state, movers):
        for mover in crew:
            if mover is rower:
                continue
            mover.mode = AFLOAT if rower is not None else STILL
            if rower is not None:
                mover.target, mover.points = rower, []
                mover.fig.now.moved = mover.fig.now.moved or rower.fig.now.moved


def bring_boats(state: State, movers: dict[str, Mover], tale: Tale) -> None:
    """After the ticks: each boat lies where its crew brought it; two never lie in the same water."""
    for boat, crew, rower in _crews(state, movers):
        if rower is not None and rower.s and not rower.exited:
            _bring(state, boat, crew, rower, tale)


def _crews(state: State, movers: dict[str, Mover]) -> Iterator[tuple[Item, list[Mover], Mover | None]]:
    """Each boat of the table with its men, and the one of them who rows."""
    for boat in boats_of(state):
        crew = [movers[man.id] for man in crew_of(state, boat) if man.id in movers]
        yield boat, crew, next((mover for mover in crew if mover.mode == PATH), None)


def _bring(state: State, boat: Item, crew: list[Mover], rower: Mover, tale: Tale) -> None:
    """Who touched an enemy says where the boat stopped; otherwise the rower."""
    old = (boat.x, boat.y)
    anchor = next((mover for mover in crew if mover.contacts), rower)
    dx, dy = anchor.fig.x - anchor.fig.now.start[0], anchor.fig.y - anchor.fig.now.start[1]
    start = rower.fig.now.start
    track = [(old[0] + x - start[0], old[1] + y - start[1]) for x, y in rower.samples]
    places = [(old[0] + dx, old[1] + dy), *reversed(track)]
    spot = next((p for p in places if _room(state, boat, crew, p)), old)
    if spot != places[0]:
        track = track[: len(track) - places.index(spot)] if spot in places else track[:1]
    boat.x, boat.y = spot
    if spot != old:
        boat.heading = heading(spot[0] - old[0], spot[1] - old[1])
    for mover in crew:
        mover.fig.x, mover.fig.y = (a + b - c for a, b, c in zip(mover.fig.now.start, spot, old, strict=True))
    tale.emit("rowed", item=boat.id, track=[list(p) for p in (*track[:-1], spot)], heading=boat.heading)


def _room(state: State, boat: Item, crew: list[Mover], spot: Point) -> bool:
    """No other boat lies there, and none of the crew would stand on somebody."""
    if any(gap(Base(*spot, HULL), hull(other)) <= 0 for other in boats_of(state) if other is not boat):
        return False
    near = [base_of(f) for f in state.figures if f.place == "table" and f.aboard != boat.id]
    dx, dy = spot[0] - boat.x, spot[1] - boat.y
    places = [(m.fig.now.start[0] + dx, m.fig.now.start[1] + dy) for m in crew]
    return not any(
        overlap(Base(*place, foot_radius(state)), other, SLACK) for place in places for other in near
    )


def all_hands_off(state: State, boat_id: str, edge: str, seat: int) -> list[Figure]:
    """A boat rowed over the edge is gone, with all who are in it."""
    boat = next(item for item in state.items if item.id == boat_id)
    boat.gone, boat.gone_seat = edge, seat
    return crew_of(state, boat)


def in_step(mover: Mover) -> None:
    """One tick of a man who is carried along."""
    rower = mover.target
    if rower is None or rower.exited:
        mover.stopped = True
        return
    mover.x, mover.y = mover.x + rower.x - rower.px, mover.y + rower.y - rower.py
    mover.s = rower.s
    mover.arrival = rower.arrival


def stop_together(afloat: list[Mover]) -> None:
    """One of them is at grips: the boat stops."""
    for mover in afloat:
        rower = mover.target
        assert rower is not None
        if mover.contacts and not rower.stopped:
            rower.stopped = True
        if rower.stopped:
            mover.stopped = True
