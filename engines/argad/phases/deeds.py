"""What figures do besides moving and fighting: reload, work, mount, climb, carry, lead, help, surrender (3.3,
3.15)."""

from itertools import pairwise

import msgspec

from engines.argad.events import Tale
from engines.argad.field.geometry import Base, Point, gap, overlap, scale, side_of, to_segment2
from engines.argad.field.ground import ground_of
from engines.argad.movement.boats import embark, land
from engines.argad.movement.settle import Crowd, free_spot
from engines.argad.state import (
    Figure,
    Piece,
    State,
    Work,
    base_at,
    base_for,
    base_of,
    between,
    by_id,
    enemies,
    is_mounted,
    on_table,
    portable,
)
from engines.core.dice import Dice

REACH = 150  # hand's reach from the base, for things and works


def do_deeds(state: State, dice: Dice, tale: Tale) -> None:
    """END, first: what was begun this turn is finished unless an enemy came to spoil it."""
    for figure in state.figures:
        if figure.place != "table":
            continue
        deed = _DEEDS.get(figure.now.act)
        spoilt = figure.hesitating or (figure.now.idle and figure.now.act != "surrender")
        if deed is not None and not spoilt:
            deed(state, figure, tale)
        if figure.now.idle or figure.now.new_contacts:
            crossbows = {w for w in figure.weapons if w in ("war_crossbow", "light_crossbow")}
            figure.unloaded = tuple(sorted({*figure.unloaded, *crossbows}))
    _work_on(state, dice, tale)


def _reload(state: State, figure: Figure, tale: Tale) -> None:
    if figure.unloaded:
        figure.unloaded = ()
        tale.emit("reloaded", figure, fig=figure.id)


def _mount(state: State, figure: Figure, tale: Tale) -> None:
    if figure.horse:
        figure.mount, figure.horse, figure.base = figure.horse, "", base_for(state, "horse")
        _make_room(state, figure)
        tale.emit("mounted", figure, fig=figure.id, mount=figure.mount)


def _dismount(state: State, figure: Figure, tale: Tale) -> None:
    if is_mounted(figure):
        figure.horse, figure.mount, figure.base = figure.mount, "foot", base_for(state, "disc")
        tale.emit("dismounted", figure, fig=figure.id)


def _cut_lance(state: State, figure: Figure, tale: Tale) -> None:
    if "heavy_lance" in figure.weapons and not figure.lance_dropped:
        figure.weapons = tuple("lance" if w == "heavy_lance" else w for w in figure.weapons)
        tale.emit("lance_cut", figure, fig=figure.id)


def _pick_up(state: State, figure: Figure, tale: Tale) -> None:
    if figure.now.target:
        _take_bridle(state, figure, tale)
        return
    for item in state.items:
        if item.id != figure.now.item or item.carrier or item.gone or not portable(item):
            continue
        if _within(figure, item.x, item.y, REACH + 100) and figure.mount == "foot":
            item.carrier = figure.id
            figure.carried = (*figure.carried, item.id)
            tale.emit("picked_up", figure, fig=figure.id, item=item.id)


def _take_bridle(state: State, figure: Figure, tale: Tale) -> None:
    """A loose animal, or one whose leader is not there to object."""
    figures = by_id(state)
    beast = figures.get(figure.now.target)
    if beast is None or beast.place != "table" or beast.mount != "pack" or figure.mount != "foot":
        return
    leader = figures.get(beast.led_by)
    guarded = leader is not None and leader.place == "table" and between(leader, beast) <= 300
    if guarded and leader is not None and enemies(leader, figure):
        return
    if sum(f.led_by == figure.id for f in state.figures) >= 2 or between(figure, beast) > REACH:
        return
    beast.led_by, beast.side = figure.id, figure.side
    tale.emit("led", figure, fig=figure.id, beast=beast.id)


def _drop(state: State, figure: Figure, tale: Tale) -> None:
    for item in state.items:
        if item.id == figure.now.item and item.carrier == figure.id:
            item.carrier, item.x, item.y = "", figure.x, figure.y
            figure.carried = tuple(i for i in figure.carried if i != item.id)
            tale.emit("dropped", figure, item=item.id, at=[item.x, item.y])


def _hand_over(state: State, figure: Figure, tale: Tale) -> None:
    friend = by_id(state).get(figure.now.target)
    if friend is None or friend.place != "table" or friend.side != figure.side or friend.mount != "foot":
        return
    if between(figure, friend) > 50:
        return
    for item in state.items:
        if item.id == figure.now.item and item.carrier == figure.id:
            item.carrier = friend.id
            figure.carried = tuple(i for i in figure.carried if i != item.id)
            friend.carried = (*friend.carried, item.id)
            tale.emit("handed_over", figure, fig=figure.id, to=friend.id, item=item.id)


def _surrender(state: State, figure: Figure, tale: Tale) -> None:
    captors = (*figure.now.new_contacts, *figure.now.contacts)
    if captors:
        tale.capture(state, figure, captors[0])


def _talk(state: State, figure: Figure, tale: Tale) -> None:
    other = by_id(state).get(figure.now.target)
    if other is not None and other.place == "table" and between(figure, other) <= 50:
        tale.emit("talk", figure, fig=figure.id, to=other.id)


def _cross(state: State, figure: Figure, tale: Tale) -> None:
    """Carefully over the obstacle he touches: the whole turn, no dice, no hazard (3.5)."""
    ground = ground_of(state.terrain, state.width, state.height)
    for shape in ground.at(figure.x, figure.y):
        if not shape.terrain.line or shape.terrain.wall:
            continue
        for a, b in shape.outline:
            reach = base_of(figure).r + 60
            if to_segment2(figure.x, figure.y, a, b) <= reach * reach:
                nx, ny = scale(a[1] - b[1], b[0] - a[0], 2 * reach)
                if side_of(figure.x, figure.y, a, b) > 0:
                    nx, ny = -nx, -ny
                _go_to(state, figure, figure.x + nx, figure.y + ny, tale)
                return


def _go_to(state: State, figure: Figure, x: int, y: int, tale: Tale) -> bool:
    base = base_at(figure, x, y)
    if not (0 <= x <= state.width and 0 <= y <= state.height):
        return False
    if any(f is not figure and f.place == "table" and overlap(base, base_of(f), 8) for f in state.figures):
        return False
    tale.shift("crossed", figure, (x, y))
    return True


def _climb(state: State, figure: Figure, tale: Tale) -> None:
    """A whole turn up a ladder: over the wall if the top is free, else he hangs there and fights below his
    enemy."""
    ladder = ladder_near(state, figure)
    if ladder is None or figure.mount != "foot":
        return
    if _go_to(state, figure, *ladder.points[-1], tale):
        figure.on_ladder = ""
    else:
        figure.on_ladder = ladder.id


def ladder_near(state: State, figure: Figure) -> Piece | None:
    """A raised ladder at whose foot he stands."""
    return next(
        (p for p in state.terrain if p.kind == "ladder" and _within(figure, *p.points[0], REACH + 50)), None
    )


def _raise_ladder(state: State, figure: Figure, tale: Tale) -> bool:
    """Work with a ladder in hand beside a rampart or palisade sets it up."""
    item = next((i for i in state.items if i.kind == "ladder" and i.carrier == figure.id), None)
    wall = wall_near(state, figure) if item is not None else None
    if item is None or wall is None:
        return False
    _set_ladder(state, figure, item.id, *wall, tale)
    item.gone, item.carrier = "raised", ""
    figure.carried = tuple(i for i in figure.carried if i != item.id)
    return True


def wall_near(state: State, figure: Figure) -> tuple[Point, Point] | None:
    """The stretch of rampart or palisade against which he could raise a ladder."""
    walls = (pair for p in state.terrain if p.kind in ("rampart", "palisade") for pair in pairwise(p.points))
    return next(((a, b) for a, b in walls if to_segment2(figure.x, figure.y, a, b) <= 300 * 300), None)


def _set_ladder(
    state: State, figure: Figure, id: str, a: tuple[int, int], b: tuple[int, int], tale: Tale
) -> None:
    dx, dy = b[0] - a[0], b[1] - a[1]
    span = dx * dx + dy * dy
    along = ((figure.x - a[0]) * dx + (figure.y - a[1]) * dy) * 1000 // span
    along = min(990, max(10, along))
    foot_x, foot_y = a[0] + dx * along // 1000, a[1] + dy * along // 1000
    nx, ny = scale(-dy, dx, 130)
    if side_of(figure.x, figure.y, a, b) < 0:
        nx, ny = -nx, -ny
    piece = Piece(f"L-{id}", "ladder", ((foot_x + nx, foot_y + ny), (foot_x - nx, foot_y - ny)))
    state.terrain = (*state.terrain, piece)
    tale.emit("ladder", figure, fig=figure.id, piece=piece.id, at=[list(p) for p in piece.points])


def _work_on(state: State, dice: Dice, tale: Tale) -> None:
    """Gates opened from inside, carts dragged away: men enough for turns enough."""
    workers: dict[tuple[str, int], list[Figure]] = {}
    for figure in state.figures:
        if figure.place != "table" or figure.now.act != "work" or figure.now.idle:
            continue
        if _raise_ladder(state, figure, tale):
            continue
        piece = work_near(state, figure)
        if piece is not None:
            workers.setdefault((piece.id, figure.side), []).append(figure)
    for (id, side), men in sorted(workers.items()):
        piece = next(p for p in state.terrain if p.id == id)
        if len(men) >= piece.work[0]:
            _progress(state, piece, side, dice, tale)


def work_near(state: State, figure: Figure) -> Piece | None:
    """The gate or cart within his reach on which he could work."""
    for piece in state.terrain:
        if not piece.work[0]:
            continue
        gates = [o for o in piece.openings if o.kind == "gate" and not o.open]
        if gates:
            ground = ground_of(state.terrain, state.width, state.height)
            inside = ground.by_id[piece.id].encloses(figure.x, figure.y)
            if inside and any(to_segment2(figure.x, figure.y, o.a, o.b) <= 350 * 350 for o in gates):
                return piece
        elif piece.kind == "cart":
            edges = zip(piece.points, (*piece.points[1:], piece.points[0]), strict=True)
            if any(to_segment2(figure.x, figure.y, a, b) <= 250 * 250 for a, b in edges):
                return piece
    return None


def _progress(state: State, piece: Piece, side: int, dice: Dice, tale: Tale) -> None:
    work = next((w for w in state.works if w.piece == piece.id and w.side == side), None)
    if work is None:
        needed = piece.work[1] or dice.die(f"work:{piece.id}")
        work = Work(piece.id, side, 0, needed)
        state.works.append(work)
    work.done += 1
    tale.emit("work", piece=piece.id, done=work.done, needed=work.needed)
    if work.done < work.needed:
        return
    state.works.remove(work)
    if piece.openings:
        opened = tuple(
            msgspec.structs.replace(o, open=True) if o.kind == "gate" else o for o in piece.openings
        )
        changed = msgspec.structs.replace(piece, openings=opened, work=(0, 0))
        state.terrain = tuple(changed if p.id == piece.id else p for p in state.terrain)
    else:
        state.terrain = tuple(p for p in state.terrain if p.id != piece.id)
    tale.emit("work_done", piece=piece.id)


def _make_room(state: State, figure: Figure) -> None:
    """A man who mounts takes more room: his neighbours are not trampled, he is shifted if need be."""
    crowd = Crowd(other for other in on_table(state) if other is not figure)
    base = base_of(figure)
    if crowd.hits(base):
        ground = ground_of(state.terrain, state.width, state.height)
        figure.x, figure.y = free_spot(base, (figure.x, figure.y), crowd, ground)


def _within(figure: Figure, x: int, y: int, reach: int) -> bool:
    return gap(base_of(figure), Base(x, y, 0)) <= reach


_DEEDS = {
    "reload": _reload,
    "mount": _mount,
    "dismount": _dismount,
    "cut_lance": _cut_lance,
    "pick_up": _pick_up,
    "drop": _drop,
    "hand_over": _hand_over,
    "surrender": _surrender,
    "talk": _talk,
    "cross_carefully": _cross,
    "climb": _climb,
    "embark": embark,
    "land": land,
}
