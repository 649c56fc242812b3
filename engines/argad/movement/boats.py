"""Rowing boats (2.2, 3.3): a boat is a thing that lies on the water, with up to four men standing in it.

Embarking and landing take a whole turn each, from alongside. How a boat moves is the business of `rowing`.
"""

from engines.argad.events import Tale
from engines.argad.field.geometry import ONE, UNIT, Base, Point, gap, overlap
from engines.argad.field.ground import Ground, ground_of, inside_table
from engines.argad.state import Figure, Item, State, base_of, foot_radius, paces
from engines.argad.tables import NEVER

HULL = 260  # half the width of a boat, men's bases included
ALONGSIDE = 150  # from the base to the hull
THWARTS: tuple[Point, ...] = (
    (-105, -105),
    (105, -105),
    (-105, 105),
    (105, 105),
)  # where the men stand, from the middle
ABOARD_ACTS = ("hold", "move", "land", "reload", "talk", "drop", "hand_over", "surrender", "flee")
OUT_OF_THE_BOAT = tuple(range(0, 3600, 225))  # the directions in which a landing is tried


def boats_of(state: State) -> list[Item]:
    return [item for item in state.items if item.kind == "boat" and not item.gone]


def crew_of(state: State, boat: Item) -> list[Figure]:
    return [f for f in state.figures if f.aboard == boat.id and f.place == "table"]


def hull(boat: Item) -> Base:
    return Base(boat.x, boat.y, HULL)


def boat_alongside(state: State, figure: Figure, wanted: str = "") -> Item | None:
    """The boat that he could step into: alongside, with room, and no enemy in it."""
    for boat in boats_of(state):
        crew = crew_of(state, boat)
        room = len(crew) < len(THWARTS) and all(man.side == figure.side for man in crew)
        if room and wanted in ("", boat.id) and gap(base_of(figure), hull(boat)) <= ALONGSIDE:
            return boat
    return None


def free_thwart(state: State, boat: Item, but: Figure) -> Point | None:
    """A place in the boat where nobody stands, nor leans over from the bank."""
    men = [base_of(f) for f in state.figures if f.place == "table" and f is not but]
    spots = ((boat.x + dx, boat.y + dy) for dx, dy in THWARTS)
    return next(
        (spot for spot in spots if not any(overlap(Base(*spot, foot_radius(state)), man) for man in men)),
        None,
    )


def landing(state: State, figure: Figure) -> Point | None:
    """The nearest free place beside the boat where a man can stand, dry ground before fords."""
    boat = next((item for item in state.items if item.id == figure.aboard), None)
    if boat is None:
        return None
    ground = ground_of(state.terrain, state.width, state.height)
    found: list[tuple[bool, int, Point]] = []
    for angle in OUT_OF_THE_BOAT:
        ux, uy = UNIT[angle]
        for far in (HULL + 110, HULL + 100 + ALONGSIDE):
            spot = (boat.x + ux * far // ONE, boat.y + uy * far // ONE)
            if is_standable(state, ground, boat, spot):
                away = (spot[0] - figure.x) ** 2 + (spot[1] - figure.y) ** 2
                found.append((ground.afloat(*spot), away, spot))
    return min(found)[2] if found else None


def is_standable(state: State, ground: Ground, boat: Item, spot: Point) -> bool:
    if not inside_table(ground, *spot):
        return False
    going = ground.going(*spot, "foot")[0]
    if going.grade == NEVER or going.swim or ground.wall_between(boat.x, boat.y, *spot) is not None:
        return False
    base = Base(*spot, foot_radius(state))
    men = (f for f in state.figures if f.place == "table")
    others = [*(base_of(man) for man in men), *(hull(i) for i in boats_of(state) if i.id != boat.id)]
    return all(gap(base, other) > 0 for other in others)


def embark(state: State, figure: Figure, tale: Tale) -> None:
    boat = boat_alongside(state, figure, figure.now.item)
    spot = free_thwart(state, boat, figure) if boat is not None else None
    if boat is None or spot is None or figure.mount != "foot" or figure.aboard:
        return
    tale.reveal(state, figure, 40, (figure.x, figure.y))
    figure.aboard, figure.posture = boat.id, "standing"
    tale.shift("embarked", figure, spot, item=boat.id)


def land(state: State, figure: Figure, tale: Tale) -> None:
    """A whole turn: not from a boat that was rowed meanwhile."""
    spot = None if figure.now.travelled > paces(figure) else landing(state, figure)
    if spot is None:
        return
    figure.aboard = ""
    tale.shift("landed", figure, spot)
