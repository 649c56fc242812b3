"""Ways across the table: straight if nothing hinders, else round the walls and bad ground on a coarse grid
(A*)."""

from heapq import heappop, heappush
from itertools import pairwise

from engines.argad.field.geometry import Point, length, scale
from engines.argad.field.ground import Ground
from engines.argad.tables import EASY, NEVER

STEP = 400
STRIDE = 50  # how closely a straight line is looked at: about what a man walks in a tick
COST = {0: 10, 1: 16, 2: 30}
AROUND = (
    (1, 0, 10),
    (-1, 0, 10),
    (0, 1, 10),
    (0, -1, 10),
    (1, 1, 14),
    (1, -1, 14),
    (-1, 1, 14),
    (-1, -1, 14),
)


def route(ground: Ground, mount: str, start: Point, goal: Point) -> tuple[Point, ...]:
    """Waypoints from start to goal, goal included; the straight line when it is no worse."""
    exits = door_of(ground, start)
    entry = door_of(ground, goal)
    if exits and entry and ground.building(*start) == ground.building(*goal):
        return (goal,)
    first = exits[1] if exits else start
    last = entry[1] if entry else goal
    way: list[Point] = list(exits) if exits else []
    if clear(ground, mount, first, last):
        way.append(last)
    else:
        way += _way_round(ground, mount, first, last)
    if entry:
        way += [entry[0], goal]
    return tuple(way)


def door_of(ground: Ground, point: Point) -> tuple[Point, Point] | None:
    """For a point in a house: a place just inside its door and one just outside."""
    house = ground.building(*point)
    if not house:
        return None
    for opening in ground.by_id[house].passable:
        mx, my = (opening.a[0] + opening.b[0]) // 2, (opening.a[1] + opening.b[1]) // 2
        nx, ny = scale(opening.a[1] - opening.b[1], opening.b[0] - opening.a[0], 150)
        one, other = (mx + nx, my + ny), (mx - nx, my - ny)
        return (one, other) if ground.building(*one) == house else (other, one)
    return None


def clear(ground: Ground, mount: str, start: Point, goal: Point) -> bool:
    """True if the straight line meets neither wall nor anything worse than open ground."""
    far = length(goal[0] - start[0], goal[1] - start[1])
    steps = max(1, far // STRIDE)
    x, y = start
    horse = mount in ("cavalier", "mounted_inf")
    for n in range(1, steps + 1):
        nx, ny = start[0] + (goal[0] - start[0]) * n // steps, start[1] + (goal[1] - start[1]) * n // steps
        if ground.at(nx, ny):
            if ground.wall_between(x, y, nx, ny, horse) is not None:
                return False
            if ground.going(nx, ny, mount)[0].grade > EASY:
                return False
        x, y = nx, ny
    return True


def _way_round(ground: Ground, mount: str, start: Point, goal: Point) -> list[Point]:
    """Searches are kept with the ground, by cell: squads ask for the same way again and again. A battle of
    `bench/argad.py balance` takes twice as long without, and as long again without the kept edges."""
    memory = ground.ways
    key = (mount, start[0] // STEP, start[1] // STEP, goal[0] // STEP, goal[1] // STEP)
    if key not in memory:
        if len(memory) > 4000:
            memory.clear()
        memory[key] = _search(ground, mount, key)
    found = memory[key]
    way = found[1:-1]
    if found and not clear(ground, mount, start, way[0] if way else goal):
        way = [found[0], *way]  # a corner is near: by the middle of one's own cell first
    if found and not clear(ground, mount, way[-1] if way else start, goal):
        way = [*way, found[-1]]
    return [*way, goal]


def _search(ground: Ground, mount: str, key: tuple[str, int, int, int, int]) -> list[Point]:
    _, sx, sy, gx, gy = key
    columns, rows = ground.width // STEP + 1, ground.height // STEP + 1
    edges = ground.edges
    closed: set[tuple[int, int]] = set()
    best: dict[tuple[int, int], int] = {(sx, sy): 0}
    came: dict[tuple[int, int], tuple[int, int]] = {}
    queue = [(0, sx, sy)]
    while queue:
        _, x, y = heappop(queue)
        if (x, y) == (gx, gy):
            break
        if (x, y) in closed:
            continue
        closed.add((x, y))
        for dx, dy, cost in AROUND:
            nx, ny = x + dx, y + dy
            if not (0 <= nx < columns and 0 <= ny < rows):
                continue
            edge = (mount, x, y, nx, ny, (nx, ny) == (gx, gy))
            if edge not in edges:
                edges[edge] = _pace(ground, mount, _centre(x, y), _centre(nx, ny), edge[5])
            pace = edges[edge]
            if pace is None:
                continue
            total = best[(x, y)] + cost * pace
            if total < best.get((nx, ny), 1 << 60):
                best[(nx, ny)] = total
                came[(nx, ny)] = (x, y)
                heappush(queue, (total + 100 * max(abs(nx - gx), abs(ny - gy)), nx, ny))
    return _trace(ground, mount, came, (sx, sy), (gx, gy))


def _centre(x: int, y: int) -> Point:
    return (x * STEP + STEP // 2, y * STEP + STEP // 2)


def _pace(ground: Ground, mount: str, a: Point, b: Point, last: bool) -> int | None:
    middle = ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2)
    horse = mount in ("cavalier", "mounted_inf")
    worst = 0
    for one, other in ((a, middle), (middle, b)):
        if ground.at(*other):
            if ground.wall_between(*one, *other, horse) is not None:
                return None
            grade = ground.going(*other, mount)[0].grade
            if grade == NEVER:
                return None
            worst = max(worst, grade)
    if ground.building(*b) and not last:
        return None
    return COST[worst]


def _trace(
    ground: Ground,
    mount: str,
    came: dict[tuple[int, int], tuple[int, int]],
    start: tuple[int, int],
    goal: tuple[int, int],
) -> list[Point]:
    """The cells back to front, straightened where the line between two of them is clear."""
    if goal not in came:
        return []
    cells = [goal]
    while cells[-1] != start:
        cells.append(came[cells[-1]])
    points = [_centre(*cell) for cell in reversed(cells)]
    kept = [points[0]]
    for before, point in pairwise(points[1:]):
        if not clear(ground, mount, kept[-1], point):
            kept.append(before)
    return [*kept, points[-1]]


def clip(start: Point, way: tuple[Point, ...], most: int) -> tuple[Point, ...]:
    """The beginning of a way, `most` long."""
    x, y = start
    path: list[Point] = []
    for px, py in way:
        far = length(px - x, py - y)
        if far >= most:
            dx, dy = scale(px - x, py - y, max(0, most - 1))
            if (dx, dy) != (0, 0):
                path.append((x + dx, y + dy))
            return tuple(path[:16])
        path.append((px, py))
        most -= far
        x, y = px, py
    return tuple(path[:16])
