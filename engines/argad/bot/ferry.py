"""Where water keeps a bot's men from what they want: to a boat, over the water, ashore on the right side.

A chart of the table says which dry places hang together. It is made only where a boat lies.
"""

from collections import deque
from collections.abc import Callable, Iterator

from engines.argad.bot.advisors import Known, toward
from engines.argad.field.geometry import ONE, UNIT, Point, length
from engines.argad.field.ground import Ground, inside_table
from engines.argad.field.routes import clip
from engines.argad.movement.allowance import allowance
from engines.argad.movement.boats import (
    HULL,
    OUT_OF_THE_BOAT,
    THWARTS,
    boat_alongside,
    boats_of,
    crew_of,
    is_standable,
    landing,
)
from engines.argad.orders import Order
from engines.argad.state import Figure, Item
from engines.argad.tables import NEVER

CELL = 300
NOWHERE = -1
BESIDE = HULL + 120  # from the middle of a boat to who steps into it
AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1))
NEAR = (*AROUND, (1, 1), (1, -1), (-1, 1), (-1, -1))
Cell = tuple[int, int]
Wish = Callable[[Figure], list[Point]]
Given = tuple[Order | None, str]  # an order, and the man who is thereby spoken for


class Chart:
    """The shores of a table: every dry cell bears the number of the land it belongs to."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.shores: dict[Cell, int] = {}
        columns, rows = ground.width // CELL + 1, ground.height // CELL + 1
        cells = [
            (x, y) for y in range(rows) for x in range(columns) if inside_table(ground, *_centre((x, y)))
        ]
        self.dry = {cell for cell in cells if self._is_dry(cell)}
        self.wet = {cell for cell in cells if ground.afloat(*_centre(cell))}
        for cell in cells:
            if cell in self.dry and cell not in self.shores:
                self._flood(cell, len(self.shores) + 1)

    def shore_at(self, point: Point) -> int:
        x, y = point[0] // CELL, point[1] // CELL
        cells = ((x, y), *((x + dx, y + dy) for dx, dy in NEAR))
        return next((self.shores[cell] for cell in cells if cell in self.shores), NOWHERE)

    def course(self, start: Point, shore: int) -> list[Point]:
        """The shortest way by water to where that shore is alongside; empty if none leads there."""
        first = (start[0] // CELL, start[1] // CELL)
        came: dict[Cell, Cell] = {first: first}
        queue = deque([first])
        while queue:
            cell = queue.popleft()
            if any(self.shores.get((cell[0] + dx, cell[1] + dy)) == shore for dx, dy in NEAR):
                return _trace(came, cell)
            for dx, dy in AROUND:
                other = (cell[0] + dx, cell[1] + dy)
                if other in self.wet and other not in came:
                    came[other] = cell
                    queue.append(other)
        return []

    def _is_dry(self, cell: Cell) -> bool:
        going = self.ground.going(*_centre(cell), "foot")[0]
        return going.grade != NEVER and not going.swim

    def _flood(self, start: Cell, number: int) -> None:
        self.shores[start] = number
        queue = deque([start])
        while queue:
            cell = queue.popleft()
            for dx, dy in AROUND:
                other = (cell[0] + dx, cell[1] + dy)
                if other not in self.dry or other in self.shores:
                    continue
                if self.ground.wall_between(*_centre(cell), *_centre(other)) is None:
                    self.shores[other] = number
                    queue.append(other)


def _trace(came: dict[Cell, Cell], cell: Cell) -> list[Point]:
    """The way to a cell, without the one where it begins."""
    way = [_centre(cell)]
    while came[cell] != cell:
        cell = came[cell]
        way.append(_centre(cell))
    return way[-2::-1] if len(way) > 1 else way


def ferry(known: Known, free: list[Figure], wish: Wish) -> Iterator[Given]:
    """Orders for whoever needs a boat, and for those who sit in one."""
    boats = boats_of(known.state)
    if not boats:
        return
    chart = Chart(known.ground)
    boarding: set[str] = set()  # boats that somebody reaches this turn: they wait for him
    room = {boat.id: len(THWARTS) - len(crew_of(known.state, boat)) for boat in boats}
    for figure in free:
        if figure.mount == "foot" and not figure.aboard and not figure.hidden:
            yield from _passenger(known, chart, figure, wish(figure), boats, room, boarding)
    for boat in boats:
        crew = [man for man in crew_of(known.state, boat) if man.seat == known.seat]
        yield from _crew(known, chart, boat, crew, wish, boat.id in boarding)


def _passenger(
    known: Known,
    chart: Chart,
    figure: Figure,
    wanted: list[Point],
    boats: list[Item],
    room: dict[str, int],
    boarding: set[str],
) -> Iterator[Given]:
    own = chart.shore_at((figure.x, figure.y))
    shores = {chart.shore_at(point) for point in wanted}
    if not shores or own in shores or NOWHERE in (own, *shores):
        return  # what he wants is on his own side of the water
    for boat in sorted(boats, key=lambda b: (length(b.x - figure.x, b.y - figure.y), b.id)):
        friends = all(man.side == figure.side for man in crew_of(known.state, boat))
        if not friends or room[boat.id] <= 0:
            continue
        if not any(chart.course((boat.x, boat.y), shore) for shore in shores):
            continue
        order, is_there = _to_boat(known, chart, boat, figure, own)
        if order is not None:
            room[boat.id] -= 1
            if is_there:
                boarding.add(boat.id)
            yield order, figure.id
            return


def _to_boat(known: Known, chart: Chart, boat: Item, figure: Figure, shore: int) -> tuple[Order | None, bool]:
    """Into the boat or on the way to it, and whether he gets there this turn."""
    if boat_alongside(known.state, figure, boat.id) is not None:
        return Order((figure.id,), "embark", item=boat.id), True
    spot = _beside(known, chart, boat, figure, shore)
    march = toward(known, [figure.id], spot) if spot is not None else None
    if spot is None or march is None:
        return None, False
    return march, length(march.path[-1][0] - spot[0], march.path[-1][1] - spot[1]) < CELL


def _crew(
    known: Known, chart: Chart, boat: Item, crew: list[Figure], wish: Wish, waits: bool
) -> Iterator[Given]:
    """Ashore where they would go; else one rows while the others sit. A boat waits for who is about to step
    in."""
    if not crew:
        return
    rower = crew[0]
    wanted = sorted(wish(rower), key=lambda p: (length(p[0] - boat.x, p[1] - boat.y), p))
    shore = chart.shore_at(wanted[0]) if wanted else NOWHERE
    course = chart.course((boat.x, boat.y), shore) if shore != NOWHERE else []
    for man in crew:
        spot = None if man.now.contacts else landing(known.state, man)
        there = spot is not None and (not course or chart.shore_at(spot) == shore)
        if there:
            yield Order((man.id,), "land"), man.id
        elif man is rower and course and not waits and not man.now.contacts:
            yield _row(known, boat, rower, course), man.id
        else:
            yield None, man.id


def _row(known: Known, boat: Item, rower: Figure, course: list[Point]) -> Order | None:
    """The rower's own way: the boat's, from where he stands in it."""
    aside = (rower.x - boat.x, rower.y - boat.y)
    way = tuple((x + aside[0], y + aside[1]) for x, y in course)
    path = clip((rower.x, rower.y), way, allowance(known.state, rower))
    return Order((rower.id,), "move", path) if path else None


def _beside(known: Known, chart: Chart, boat: Item, figure: Figure, shore: int) -> Point | None:
    """The nearest free place on that shore from which he could step into the boat."""
    found = []
    for angle in OUT_OF_THE_BOAT:
        ux, uy = UNIT[angle]
        spot = (boat.x + ux * BESIDE // ONE, boat.y + uy * BESIDE // ONE)
        if chart.shore_at(spot) == shore and is_standable(known.state, known.ground, boat, spot):
            found.append((length(spot[0] - figure.x, spot[1] - figure.y), spot))
    return min(found)[1] if found else None


def _centre(cell: Cell) -> Point:
    return (cell[0] * CELL + CELL // 2, cell[1] * CELL + CELL // 2)
