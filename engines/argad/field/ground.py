"""The terrain made ready for questions: how hard is this spot, does a wall stand in the way, how high is it
here.

A `Ground` is built once for each set of pieces and shared; it holds a grid of small cells so that open ground
costs nothing.
"""

import itertools
from functools import cached_property, lru_cache

from engines.argad.field.geometry import UNIT, Point, crosses, in_polygon, to_segment2
from engines.argad.state import Opening, Piece
from engines.argad.tables import EASY, NEVER, TERRAIN, Going, Terrain

CELL = 250
WALL_MARGIN = 30  # a base's centre keeps this far from a wall
WATERS = ("deep", "shallow")
REACH = {"foot": 100, "pack": 100, "cavalier": 125, "mounted_inf": 125}
LOOK_CLOSELY = 9  # beyond every grade
OPEN_GOING = Going(EASY)
AGROUND = Going(NEVER)
Segment = tuple[Point, Point]
Box = tuple[int, int, int, int]


class Shape:
    """A piece with its box, its polygon or segments, and the segments that stop feet once openings are cut
    out."""

    def __init__(self, piece: Piece) -> None:
        self.piece = piece
        self.terrain: Terrain = TERRAIN[piece.kind]
        self.area = not self.terrain.line and piece.width == 0
        self.outline = segments(piece, closed=self.area)
        self.passable = tuple(o for o in piece.openings if o.kind in ("door", "gate", "gap") and o.open)
        self.solid = cut(self.outline, self.passable)
        self.wall_boxes = tuple((a, b, *_wall_box(a, b)) for a, b in self.solid)
        self.level = piece.level
        spread = 130 + piece.width // 2
        xs, ys = [p[0] for p in piece.points], [p[1] for p in piece.points]
        self.box: Box = (min(xs) - spread, min(ys) - spread, max(xs) + spread, max(ys) + spread)
        self.stops = self.terrain.wall
        self.closed = len(piece.points) > 3 and piece.points[0] == piece.points[-1]

    def covers(self, x: int, y: int) -> bool:
        """True if the point is on the area (of a widened line too)."""
        low_x, low_y, high_x, high_y = self.box
        if not (low_x <= x <= high_x and low_y <= y <= high_y):
            return False
        if self.area:
            return in_polygon(x, y, self.piece.points)
        half = self.piece.width // 2
        return any(to_segment2(x, y, a, b) <= half * half for a, b in self.outline)

    def near(self, x: int, y: int, reach: int) -> bool:
        """True if the point is closer than `reach` to the line (openings excepted)."""
        return any(to_segment2(x, y, a, b) < reach * reach for a, b in self.solid)

    def encloses(self, x: int, y: int) -> bool:
        return (self.area or self.closed) and in_polygon(x, y, self.piece.points)

    def bars(self, ax: int, ay: int, bx: int, by: int) -> bool:
        """True if a centre going from a to b would cross this wall, or come too close to it."""
        for c, d, low_x, low_y, high_x, high_y in self.wall_boxes:
            if (bx < low_x and ax < low_x) or (bx > high_x and ax > high_x):
                continue
            if (by < low_y and ay < low_y) or (by > high_y and ay > high_y):
                continue
            if crosses((ax, ay), (bx, by), c, d):
                return True
            now = to_segment2(bx, by, c, d)
            if now < WALL_MARGIN * WALL_MARGIN and now < to_segment2(ax, ay, c, d):
                return True
        return False


class Ground:
    def __init__(self, pieces: tuple[Piece, ...], width: int, height: int) -> None:
        self.width, self.height = width, height
        self.shapes = [Shape(piece) for piece in pieces]
        self.by_id = {shape.piece.id: shape for shape in self.shapes}
        self.ways: dict[tuple[str, int, int, int, int], list[Point]] = {}  # what `routes` has found
        self.edges: dict[tuple[str, int, int, int, int, bool], int | None] = {}
        self.columns = width // CELL + 1
        self.rows = height // CELL + 1
        self.cells: list[tuple[Shape, ...]] = self._grid()
        self.high = [shape for shape in self.shapes if shape.level or shape.terrain.walk]
        self.sight_shapes = [s for s in self.shapes if s.terrain.cover or s.terrain.blocks_sight or s.level]

    @cached_property
    def grades(self) -> dict[str, list[int]]:
        """For each mount, the worst that a cell may hold. Walls count as forbidden, so that they are looked
        at closely; a boat looks closely everywhere: for it the open ground is a wall."""
        grades = {mount: [_worst_grade(cell, mount) for cell in self.cells] for mount in REACH}
        return {**grades, "boat": [LOOK_CLOSELY] * len(self.cells)}

    def _grid(self) -> list[tuple[Shape, ...]]:
        cells: list[list[Shape]] = [[] for _ in range(self.columns * self.rows)]
        for shape in self.shapes:
            low_x, low_y, high_x, high_y = shape.box
            for row in range(max(0, low_y // CELL), min(self.rows - 1, high_y // CELL) + 1):
                for column in range(max(0, low_x // CELL), min(self.columns - 1, high_x // CELL) + 1):
                    if self._in_cell(shape, column * CELL + CELL // 2, row * CELL + CELL // 2):
                        cells[row * self.columns + column].append(shape)
        return [tuple(cell) for cell in cells]

    def _in_cell(self, shape: Shape, x: int, y: int) -> bool:
        reach = CELL + shape.piece.width // 2 + 130
        if shape.area and in_polygon(x, y, shape.piece.points):
            return True
        return any(to_segment2(x, y, a, b) <= reach * reach for a, b in shape.outline)

    def at(self, x: int, y: int) -> tuple[Shape, ...]:
        if not (0 <= x <= self.width and 0 <= y <= self.height):
            return ()
        return self.cells[(y // CELL) * self.columns + x // CELL]

    def going(self, x: int, y: int, mount: str, close: bool = False) -> tuple[Going, str]:
        """The worst going at a point for that mover, and the piece that makes it so. Walls are the
        business of `wall_between`."""
        if mount == "boat":
            return (OPEN_GOING if self.afloat(x, y) else AGROUND), ""
        here = self.at(x, y)
        if not here:
            return OPEN_GOING, ""
        worst, where = OPEN_GOING, ""
        steep, where_steep = OPEN_GOING, ""  # what no road makes easier
        road = False
        for shape in here:
            if shape.piece.kind == "road":
                road = road or shape.covers(x, y)
                continue
            going = _going_over(shape, x, y, mount, close)
            if going is None:
                continue
            if not shape.terrain.road_helps:
                if going.grade > steep.grade:
                    steep, where_steep = going, shape.piece.id
            elif (going.grade, going.hazard != "") > (worst.grade, False):
                worst, where = going, shape.piece.id
        if road and worst.grade != NEVER:
            worst, where = OPEN_GOING, ""
        return (worst, where) if worst.grade >= steep.grade else (steep, where_steep)

    def wall_between(self, ax: int, ay: int, bx: int, by: int, tall_only: bool = False) -> Shape | None:
        """The wall that a centre going from a to b would run into."""
        for shape in self.at(bx, by):
            if not shape.stops:
                continue
            if shape.bars(ax, ay, bx, by):
                return shape
            if shape.terrain.building and tall_only and not shape.piece.tall and shape.encloses(bx, by):
                return shape
        return None

    def afloat(self, x: int, y: int) -> bool:
        """Water enough for a boat."""
        return any(shape.piece.kind in WATERS and shape.covers(x, y) for shape in self.at(x, y))

    def building(self, x: int, y: int) -> str:
        """The house in which the point lies, or nothing."""
        for shape in self.at(x, y):
            if shape.terrain.building and shape.covers(x, y):
                return shape.piece.id
        return ""

    def level(self, x: int, y: int) -> int:
        """How high it is: hills, and the walk behind a rampart."""
        top = 0
        for shape in self.high:
            if shape.level and shape.encloses(x, y):
                top = max(top, shape.level)
            elif shape.terrain.walk and shape.encloses(x, y) and shape.near(x, y, 200):
                top = max(top, 1)
        return top

    def obstacle_between(self, ax: int, ay: int, bx: int, by: int) -> Shape | None:
        """The linear obstacle, or the wall at an opening, that two fighters have between them."""
        a, b = (ax, ay), (bx, by)
        for shape in self.at((ax + bx) // 2, (ay + by) // 2):
            if not (shape.terrain.obstacle or shape.terrain.building):
                continue
            if not any(crosses(a, b, c, d) for c, d in shape.outline):
                continue
            if shape.terrain.building or not any(crosses(a, b, o.a, o.b) for o in shape.passable):
                return shape
        return None


def _wall_box(a: Point, b: Point) -> Box:
    """Where a wall can bar: to look there first spares a tenth of a siege (`bench/argad.py balance`)."""
    return (
        min(a[0], b[0]) - WALL_MARGIN,
        min(a[1], b[1]) - WALL_MARGIN,
        max(a[0], b[0]) + WALL_MARGIN,
        max(a[1], b[1]) + WALL_MARGIN,
    )


def _worst_grade(cell: tuple[Shape, ...], mount: str) -> int:
    grades = (LOOK_CLOSELY if shape.stops else shape.terrain.going[mount].grade for shape in cell)
    return max(grades, default=EASY)


def _going_over(shape: Shape, x: int, y: int, mount: str, close: bool) -> Going | None:
    """How one piece feels at a point; None if it is not under his feet there."""
    terrain = shape.terrain
    if terrain.line:
        if terrain.wall or not shape.near(x, y, REACH[mount]):
            return None
        if terrain.behind and not _in_front(shape, x, y):
            return Going(NEVER) if close and mount == "foot" else terrain.behind[mount]
        return terrain.going[mount]
    if terrain.wall and not terrain.building:
        return None
    if not shape.covers(x, y):
        return None
    if terrain.building and shape.piece.tall and mount in ("cavalier", "mounted_inf"):
        return Going(2)
    return terrain.going[mount]


def _in_front(shape: Shape, x: int, y: int) -> bool:
    ux, uy = UNIT[shape.piece.front * 10 % 3600]
    px, py = shape.piece.points[0]
    return (x - px) * ux + (y - py) * uy >= 0


def segments(piece: Piece, closed: bool) -> tuple[Segment, ...]:
    points = piece.points
    lines = list(itertools.pairwise(points))
    if closed and points[0] != points[-1]:
        lines.append((points[-1], points[0]))
    return tuple(lines) or ((points[0], points[0]),)


def cut(lines: tuple[Segment, ...], openings: tuple[Opening, ...]) -> tuple[Segment, ...]:
    """The segments without the parts where an opening lies."""
    left = list(lines)
    for opening in openings:
        rest: list[Segment] = []
        for a, b in left:
            if to_segment2(*opening.a, a, b) > 25 or to_segment2(*opening.b, a, b) > 25:
                rest.append((a, b))
                continue
            near, far = sorted((opening.a, opening.b), key=lambda p: (p[0] - a[0]) ** 2 + (p[1] - a[1]) ** 2)
            rest += [pair for pair in ((a, near), (far, b)) if pair[0] != pair[1]]
        left = rest
    return tuple(left)


@lru_cache(maxsize=64)  # `bench/argad.py`: half of a turn's time otherwise
def ground_of(pieces: tuple[Piece, ...], width: int, height: int) -> Ground:
    return Ground(pieces, width, height)


def edge_of(ground: Ground, x: int, y: int) -> str:
    """The nearest table edge: west, east, north or south."""
    choices = ((x, "west"), (ground.width - x, "east"), (y, "north"), (ground.height - y, "south"))
    return min(choices)[1]


def inside_table(ground: Ground, x: int, y: int) -> bool:
    return 0 <= x <= ground.width and 0 <= y <= ground.height
