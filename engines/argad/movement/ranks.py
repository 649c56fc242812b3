"""Places in close order (3.14): men come base to base in lines with a chief or banner who stands still."""

from engines.argad.field.geometry import ONE, UNIT, Point
from engines.argad.orders import Order
from engines.argad.state import Figure, State, base_of, between, foot_radius, is_chief, on_table
from engines.argad.tables import RANK_TOL

CLOSE = 3  # hundredths of a centimetre between two bases of a line
LONGEST_LINE = 7  # men abreast before a second line begins


def is_drilled(figure: Figure) -> bool:
    """Fit for close order: large shield, pavise, lance of class 3, late pole drill, English or Welsh bow."""
    if figure.mount != "foot":
        return False
    if figure.shield != "none" or "close_drill" in figure.traits or may_anchor(figure):
        return True
    if "lance" in figure.weapons and figure.cls >= 3:
        return True
    if "pole" in figure.weapons and "late_pole_drill" in figure.traits:
        return True
    return "english_welsh" in figure.traits and "longbow" in figure.weapons


def may_anchor(figure: Figure) -> bool:
    """A chief or a banner: himself in the line, or the one around whom it forms."""
    return is_chief(figure) or "banner" in figure.roles


def anchor_of(state: State, order: Order, figures: dict[str, Figure]) -> Figure | None:
    """The one named, else one of the squad, else the nearest of the seat's chiefs and banners."""
    leader = figures[order.figs[0]]
    named = figures.get(order.target)
    if order.target:
        able = (
            named is not None and named.seat == leader.seat and named.place == "table" and may_anchor(named)
        )
        return named if able else None
    able_ones = [f for f in on_table(state) if f.seat == leader.seat and may_anchor(f) and not f.now.contacts]
    able_ones.sort(key=lambda f: (f.id not in order.figs, between(f, leader), f.id))
    return next(iter(able_ones), None)


def touching_block(men: list[Figure], first: Figure) -> list[Figure]:
    """Those who stand base to base with him, directly or through others; himself included."""
    block, left = [first], [f for f in men if f is not first]
    for member in block:
        near = [f for f in left if between(f, member) <= RANK_TOL]
        block += near
        left = [f for f in left if f not in near]
    return block


def line_up(state: State, order: Order, figures: dict[str, Figure]) -> dict[str, tuple[Point, ...]]:
    """The way of each man to his place beside or behind the anchor; nobody moves where all stand base to base
    already."""
    anchor = anchor_of(state, order, figures)
    men = [figures[id] for id in order.figs if id != (anchor.id if anchor else "")]
    ways: dict[str, tuple[Point, ...]] = dict.fromkeys(order.figs, ())
    if anchor is None or len(touching_block(men, anchor)) > len(men):
        return ways
    front = order.front if 0 <= order.front < 360 else anchor.heading
    for spot in _spots(anchor, front, len(men), foot_radius(state)):
        man = min(men, key=lambda f: ((f.x - spot[0]) ** 2 + (f.y - spot[1]) ** 2, f.id))
        men.remove(man)
        ways[man.id] = (spot,)
    return ways


def _spots(anchor: Figure, front: int, count: int, foot: int) -> list[Point]:
    """Beside the anchor, left and right in turn, then the lines behind; the lines face the front."""
    ux, uy = UNIT[front * 10 % 3600]
    side = 2 * foot + CLOSE
    first = foot + max(base_of(anchor).half, base_of(anchor).r) + CLOSE
    spots: list[Point] = []
    rank = 0
    while len(spots) < count:
        row = [] if rank == 0 else [0]  # the anchor himself stands in the middle of the first line
        for n in range(1, LONGEST_LINE // 2 + 1):
            row += [first + side * (n - 1), -first - side * (n - 1)]
        back = rank * side
        spots += [
            (anchor.x - (uy * across + ux * back) // ONE, anchor.y + (ux * across - uy * back) // ONE)
            for across in row
        ]
        rank += 1
    return spots[:count]
