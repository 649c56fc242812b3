"""Sensible orders for squads, from what a seat knows: the menus offer them and the bots choose among them."""

from typing import TypeVar

import msgspec

from engines.argad.field.geometry import CM, Point, heading, length, scale
from engines.argad.field.ground import Ground, ground_of
from engines.argad.field.routes import clip, route
from engines.argad.movement.allowance import allowance, path_length
from engines.argad.movement.boats import boat_alongside, landing
from engines.argad.movement.ranks import anchor_of, is_drilled
from engines.argad.orders import Order, Stance
from engines.argad.phases.deeds import ladder_near, wall_near, work_near
from engines.argad.state import Figure, Item, State, beyond, fights, kept_inside, on_table, paces
from engines.argad.tables import WEAPONS

OFF = 400  # how far beyond an edge a way out leads
Offer = tuple[str, Order | None]  # what, and how; None where it cannot be done
Thing = TypeVar("Thing", Figure, Item)


class Squad(msgspec.Struct):
    """Figures of one unit, or of one block in close order, that can take an order together; those at grips
    are a squad of their own."""

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
        x, y = figure.x, figure.y
        return min(self.foes, key=lambda f: ((f.x - x) ** 2 + (f.y - y) ** 2, f.id), default=None)


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


def toward(known: Known, figs: list[str], goal: Point, short: int = 0) -> Order | None:
    """March to a place as far as the slowest can; `short` stops that much before it."""
    leader = known.figures[figs[0]]
    pace = min(allowance(known.state, known.figures[id]) for id in figs)
    way = route(known.ground, leader.mount, (leader.x, leader.y), goal)
    if short:
        pace = min(pace, max(0, path_length(leader, way) - short))
    path = tuple(kept_inside(known.state, p, 60) for p in clip((leader.x, leader.y), way, pace))
    return Order(tuple(figs), "move", path) if path else None


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
    dx, dy = scale(leader.x - foe.x, leader.y - foe.y, pace - 1)
    x, y = kept_inside(known.state, (leader.x + dx, leader.y + dy), 150)
    if length(x - leader.x, y - leader.y) < 50:
        return None
    return Order(tuple(figs), "leave_melee" if leader.now.contacts else "move", ((x, y),))


def edge_goal(known: Known, figure: Figure, edge: str) -> Point:
    """A point beyond the edge, opposite the figure (or on the road's end for carriers)."""
    return beyond(known.state, edge, kept_inside(known.state, (figure.x, figure.y), 300), OFF)


def off_table(known: Known, figs: list[str], edge: str) -> Order | None:
    """To the edge, and over it when it is within reach."""
    leader = known.figures[figs[0]]
    x, y = edge_goal(known, leader, edge)
    near = kept_inside(known.state, (x, y), 150)
    pace = min(allowance(known.state, known.figures[id]) for id in figs)
    way = route(known.ground, leader.mount, (leader.x, leader.y), near)
    if path_length(leader, way) + 160 <= pace:
        beyond = scale(x - near[0], y - near[1], 160)
        path = (*way, (near[0] + beyond[0], near[1] + beyond[1]))
        return Order(tuple(figs), "move", path[-16:])
    return toward(known, figs, near)


def loot(known: Known, figure: Figure) -> Item | None:
    """The nearest thing worth carrying, unless he has his hands full."""
    if figure.carried or figure.mount != "foot":
        return None
    return nearest(loose_things(known.state), figure.x, figure.y)


def loose_things(state: State) -> list[Item]:
    return [i for i in state.items if not i.carrier and not i.gone and i.kind not in ("ladder", "boat")]


def nearest(things: list[Thing], x: int, y: int) -> Thing | None:
    """The one of them closest to a place."""
    return min(things, key=lambda one: (length(one.x - x, one.y - y), one.id), default=None)


def fetch(known: Known, figure: Figure, item: Item) -> Order:
    """To a thing, and in hand if the way is short enough."""
    march = toward(known, [figure.id], (item.x, item.y))
    return Order((figure.id,), "pick_up", march.path if march else (), item=item.id)


def is_shooter(figure: Figure) -> bool:
    return any(WEAPONS[w].is_ranged and w != "javelin" for w in figure.weapons)


def reach_of(figure: Figure) -> int:
    return max((WEAPONS[w].bands[-1] for w in figure.weapons if WEAPONS[w].is_ranged), default=0)


def offers(known: Known, squad: Squad) -> list[Offer]:
    """The short list of a menu: (what, order); None stands for holding."""
    men = [known.figures[id] for id in squad.figs]
    if squad.aboard:
        found = _afloat(known, men)
    elif squad.engaged:
        found = [("leave", fall_back(known, squad.figs))]
    else:
        found = [
            ("advance", advance(known, squad.figs)),
            ("charge", charge(known, squad.figs)),
            ("back", fall_back(known, squad.figs)),
            ("reload", _reload(men)),
            *_bearing_and_ranks(known, squad, men),
            *_things_and_ways(known, squad, men),
            *_works(known.state, men),
        ]
    return [("hold", None), *((what, order) for what, order in found if order is not None)]


def _bearing_and_ranks(known: Known, squad: Squad, men: list[Figure]) -> list[Offer]:
    figs, found = tuple(squad.figs), []
    if men[0].mount == "foot" and men[0].posture == "standing":
        found.append(("crouch", Order(figs, "crouch")))
    if len(men) > 2 and all(is_drilled(f) and not f.formation for f in men):
        form = Order(figs, "form_close", front=_towards(known, men[0]))
        if known.state.has("close_order") and anchor_of(known.state, form, known.figures) is not None:
            found.append(("form", form))
    if squad.in_ranks:
        found.append(("break", Order(figs, "break_close")))
    return [*found]


def _things_and_ways(known: Known, squad: Squad, men: list[Figure]) -> list[Offer]:
    """Things to fetch, boats to step into, edges to leave by."""
    item = loot(known, men[0])
    afoot = tuple(f.id for f in men if f.mount == "foot" and boat_alongside(known.state, f) is not None)
    return [
        ("fetch", fetch(known, men[0], item) if item is not None else None),
        ("embark", Order(afoot, "embark") if afoot else None),
        *((f"exit:{edge}", off_table(known, squad.figs, edge)) for edge in _exits(known, men)),
    ]


def _works(state: State, men: list[Figure]) -> list[Offer]:
    """Those beside a gate, a cart, a wall with a ladder in hand, or at the foot of a ladder."""
    feet = [f for f in men if f.mount == "foot"]
    bearers = {i.carrier for i in state.items if i.kind == "ladder"}
    workers = tuple(f.id for f in feet if work_near(state, f) or (f.id in bearers and wall_near(state, f)))
    climbers = tuple(f.id for f in feet if ladder_near(state, f))
    assault = Stance(obstacle="assault")
    return [
        ("work", Order(workers, "work") if workers else None),
        ("climb", Order(climbers, "climb", stance=assault) if climbers else None),
    ]


def _reload(men: list[Figure]) -> Order | None:
    unloaded = tuple(f.id for f in men if f.unloaded)
    return Order(unloaded, "reload") if unloaded else None


def _towards(known: Known, figure: Figure) -> int:
    """Where the nearest enemy is, in whole degrees; where he looks already if there is none."""
    foe = known.nearest_foe(figure)
    return heading(foe.x - figure.x, foe.y - figure.y) if foe else figure.heading


def _afloat(known: Known, men: list[Figure]) -> list[Offer]:
    """In a boat: ashore if it touches the bank, towards the nearest enemy by water, or reload."""
    ashore = tuple(f.id for f in men if landing(known.state, f) is not None)
    first, row = men[0], None
    foe = known.nearest_foe(first)
    if foe is not None:
        pace = min(allowance(known.state, first), length(foe.x - first.x, foe.y - first.y)) - 1
        dx, dy = scale(foe.x - first.x, foe.y - first.y, max(0, pace))
        row = Order((first.id,), "move", ((first.x + dx, first.y + dy),))
    return [("land", Order(ashore, "land") if ashore else None), ("row", row), ("reload", _reload(men))]


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


def box_middle(zone: list[int]) -> Point:
    return ((zone[0] + zone[2]) * CM // 2, (zone[1] + zone[3]) * CM // 2)
