"""Sensible orders for squads, from what a seat knows: the menus offer them and the bots choose among them."""

import msgspec

from engines.argad.field.geometry import CM, Point, bearing, length, scaled
from engines.argad.field.ground import Ground, ground_of
from engines.argad.field.routes import clipped, route
from engines.argad.movement.allowance import allowance
from engines.argad.movement.boats import boat_alongside, landing
from engines.argad.movement.ranks import anchor_of, is_drilled
from engines.argad.orders import Order, Stance
from engines.argad.phases.deeds import ladder_near, wall_near, work_near
from engines.argad.state import Figure, Item, State, fights, on_table, paces
from engines.argad.tables import WEAPONS

OFF = 400  # how far beyond an edge a way out leads


class Squad(msgspec.Struct):
    """Figures of one unit, or of one block in close order, that can take an order together; those at grips are a squad of
    their own."""

    key: str
    unit: str
    figs: list[str]
    engaged: bool
    aboard: bool = False
    in_ranks: bool = False


class Known:
    """A known state with what the advisers ask again and again."""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat = state, seat
        self.ground: Ground = ground_of(state.terrain, state.width, state.height)
        self.figures = {f.id: f for f in state.figures}
        self.side = state.seats[seat].side
        self.men = [f for f in on_table(state) if f.seat == seat and fights(f)]
        self.foes = [f for f in on_table(state) if f.side != self.side and fights(f)]

    def nearest_foe(self, figure: Figure) -> Figure | None:
        return min(self.foes, key=lambda f: (_far(f, figure), f.id), default=None)


def _far(a: Figure, b: Figure) -> int:
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2


def squads(known: Known) -> list[Squad]:
    found: dict[tuple[str, bool, str], list[str]] = {}
    for figure in known.men:
        if figure.fleeing or figure.hesitating:
            continue
        body = f"={figure.formation}" if figure.formation else figure.unit
        found.setdefault((body, bool(figure.now.contacts), figure.aboard), []).append(figure.id)
    return [
        Squad(
            f"{body}{'!' if engaged else ''}{'~' + boat if boat else ''}",
            known.figures[figs[0]].unit,
            figs,
            engaged,
            bool(boat),
            body.startswith("="),
        )
        for (body, engaged, boat), figs in found.items()
    ]


def toward(known: Known, figs: list[str], goal: Point, short: int = 0, out: bool = False) -> Order | None:
    """March to a place as far as the slowest can; `short` stops that much before it."""
    leader = known.figures[figs[0]]
    pace = min(allowance(known.state, known.figures[id]) for id in figs)
    way = route(known.ground, leader.mount, (leader.x, leader.y), goal)
    if short:
        whole = _length((leader.x, leader.y), way)
        pace = min(pace, max(0, whole - short))
    path = clipped((leader.x, leader.y), way, pace)
    if not out:
        path = tuple(
            (min(max(x, 60), known.state.width - 60), min(max(y, 60), known.state.height - 60))
            for x, y in path
        )
    return Order(tuple(figs), "move", path) if path else None


def _length(start: Point, way: tuple[Point, ...]) -> int:
    total, (x, y) = 0, start
    for px, py in way:
        total += length(px - x, py - y)
        x, y = px, py
    return total


def advance(known: Known, figs: list[str]) -> Order | None:
    leader = known.figures[figs[0]]
    foe = known.nearest_foe(leader)
    return toward(known, figs, (foe.x, foe.y), short=250 + paces(leader)) if foe else None


def charge(known: Known, figs: list[str]) -> Order | None:
    leader = known.figures[figs[0]]
    foe = known.nearest_foe(leader)
    return Order(tuple(figs), "charge", (), foe.id) if foe else None


def fall_back(known: Known, figs: list[str]) -> Order | None:
    leader = known.figures[figs[0]]
    foe = known.nearest_foe(leader)
    if foe is None:
        return None
    pace = min(allowance(known.state, known.figures[id]) for id in figs)
    dx, dy = scaled(leader.x - foe.x, leader.y - foe.y, pace - 1)
    x = min(max(leader.x + dx, 150), known.state.width - 150)
    y = min(max(leader.y + dy, 150), known.state.height - 150)
    if length(x - leader.x, y - leader.y) < 50:
        return None
    return Order(tuple(figs), "leave_melee" if leader.now.contacts else "move", ((x, y),))


def edge_goal(known: Known, figure: Figure, edge: str) -> Point:
    """A point beyond the edge, opposite the figure (or on the road's end for carriers)."""
    state = known.state
    x, y = min(max(figure.x, 300), state.width - 300), min(max(figure.y, 300), state.height - 300)
    return {
        "west": (-OFF, y),
        "east": (state.width + OFF, y),
        "north": (x, -OFF),
        "south": (x, state.height + OFF),
    }[edge]


def off_table(known: Known, figs: list[str], edge: str) -> Order | None:
    """To the edge, and over it when it is within reach."""
    leader = known.figures[figs[0]]
    x, y = edge_goal(known, leader, edge)
    near = (min(max(x, 150), known.state.width - 150), min(max(y, 150), known.state.height - 150))
    pace = min(allowance(known.state, known.figures[id]) for id in figs)
    way = route(known.ground, leader.mount, (leader.x, leader.y), near)
    rest = _length((leader.x, leader.y), way)
    if rest + 160 <= pace:
        beyond = scaled(x - near[0], y - near[1], 160)
        path = (*way, (near[0] + beyond[0], near[1] + beyond[1]))
        return Order(tuple(figs), "move", path[-16:])
    return toward(known, figs, near)


def loot(known: Known, figure: Figure) -> Item | None:
    """The nearest thing worth carrying, unless he has his hands full."""
    if figure.carried or figure.mount != "foot":
        return None
    free = [i for i in known.state.items if not i.carrier and not i.gone and i.kind not in ("ladder", "boat")]
    return min(free, key=lambda i: (length(i.x - figure.x, i.y - figure.y), i.id), default=None)


def fetch(known: Known, figure: Figure, item: Item) -> Order | None:
    """To a thing, and in hand if the way is short enough."""
    march = toward(known, [figure.id], (item.x, item.y))
    if march is None:
        return Order((figure.id,), "pick_up", (), item=item.id)
    return Order((figure.id,), "pick_up", march.path, item=item.id)


def is_shooter(figure: Figure) -> bool:
    return any(WEAPONS[w].ranged and w != "javelin" for w in figure.weapons)


def reach_of(figure: Figure) -> int:
    return max((WEAPONS[w].bands[-1] for w in figure.weapons if WEAPONS[w].ranged), default=0)


def offers(known: Known, squad: Squad) -> list[tuple[str, Order | None]]:
    """The short list of a menu: (what, order); None stands for holding."""
    figs = squad.figs
    men = [known.figures[id] for id in figs]
    found: list[tuple[str, Order | None]] = [("hold", None)]
    if squad.aboard:
        return [*found, *_afloat(known, men)]
    if squad.engaged:
        return [*found, *_some(("leave", fall_back(known, figs)))]
    found += _some(
        ("advance", advance(known, figs)), ("charge", charge(known, figs)), ("back", fall_back(known, figs))
    )
    unloaded = tuple(f.id for f in men if f.unloaded)
    if unloaded:
        found.append(("reload", Order(unloaded, "reload")))
    if men[0].mount == "foot" and men[0].posture == "standing":
        found.append(("crouch", Order(tuple(figs), "crouch")))
    if (
        known.state.has("close_order")
        and len(men) > 2
        and all(is_drilled(f) and not f.formation for f in men)
    ):
        front = _towards(known, men[0])
        if anchor_of(known.state, Order(tuple(figs), "form_close"), known.figures) is not None:
            found.append(("form", Order(tuple(figs), "form_close", front=front)))
    if squad.in_ranks:
        found.append(("break", Order(tuple(figs), "break_close")))
    item = loot(known, men[0])
    if item is not None and known.state.items:
        found += _some(("fetch", fetch(known, men[0], item)))
    embarking = tuple(f.id for f in men if f.mount == "foot" and boat_alongside(known.state, f) is not None)
    if embarking:
        found.append(("embark", Order(embarking, "embark")))
    for edge in _exits(known, men):
        found += _some((f"exit:{edge}", off_table(known, figs, edge)))
    return [*found, *_works(known.state, men)]


def _works(state: State, men: list[Figure]) -> list[tuple[str, Order | None]]:
    """Those beside a gate, a cart, a wall with a ladder in hand, or at the foot of a ladder."""
    feet = [f for f in men if f.mount == "foot"]
    bearers = {i.carrier for i in state.items if i.kind == "ladder"}
    workers = tuple(f.id for f in feet if work_near(state, f) or (f.id in bearers and wall_near(state, f)))
    climbers = tuple(f.id for f in feet if ladder_near(state, f))
    found: list[tuple[str, Order | None]] = [("work", Order(workers, "work"))] if workers else []
    return (
        [*found, ("climb", Order(climbers, "climb", stance=Stance(obstacle="assault")))]
        if climbers
        else found
    )


def _towards(known: Known, figure: Figure) -> int:
    """Where the nearest enemy is, in whole degrees; where he looks already if there is none."""
    foe = known.nearest_foe(figure)
    return (bearing(foe.x - figure.x, foe.y - figure.y) + 5) // 10 % 360 if foe else figure.heading


def _afloat(known: Known, men: list[Figure]) -> list[tuple[str, Order | None]]:
    """In a boat: ashore if it touches the bank, towards the nearest enemy by water, or reload."""
    found: list[tuple[str, Order | None]] = []
    ashore = tuple(f.id for f in men if landing(known.state, f) is not None)
    if ashore:
        found.append(("land", Order(ashore, "land")))
    foe = known.nearest_foe(men[0])
    if foe is not None:
        pace = min(allowance(known.state, men[0]), length(foe.x - men[0].x, foe.y - men[0].y)) - 1
        dx, dy = scaled(foe.x - men[0].x, foe.y - men[0].y, max(0, pace))
        found.append(("row", Order((men[0].id,), "move", ((men[0].x + dx, men[0].y + dy),))))
    unloaded = tuple(f.id for f in men if f.unloaded)
    return [*found, ("reload", Order(unloaded, "reload"))] if unloaded else found


def _some(*pairs: tuple[str, Order | None]) -> list[tuple[str, Order | None]]:
    return [(what, order) for what, order in pairs if order is not None]


def _exits(known: Known, men: list[Figure]) -> list[str]:
    """Edges over which these men score: all of them, or those with loot in hand or animals on the bridle."""
    kinds = {"exit"}
    if any(f.carried for f in men):
        kinds |= {"items_off", "carry"}
    if any(beast.led_by in {f.id for f in men} for beast in known.state.figures):
        kinds |= {"beasts_off", "beasts_taken"}
    edges = [
        str(o.args["edge"])
        for o in known.state.objectives
        if o.seat == known.seat and o.kind in kinds and "edge" in o.args
    ]
    return list(dict.fromkeys(edges))


def middle(figures: list[Figure]) -> Point:
    return (sum(f.x for f in figures) // len(figures), sum(f.y for f in figures) // len(figures))


def box_middle(zone: list[int]) -> Point:
    return ((zone[0] + zone[2]) * CM // 2, (zone[1] + zone[3]) * CM // 2)
