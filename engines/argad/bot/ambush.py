"""A bot's ambush: where its men hide beside the road, and how they lie in wait for whoever passes."""

from itertools import pairwise

from engines.argad.bot.advisors import Known, is_shooter
from engines.argad.field.geometry import Point, length, to_segment2
from engines.argad.movement.allowance import allowance
from engines.argad.orders import Condition, Order, When
from engines.argad.scenario.setup import places_hidden, role_of
from engines.argad.state import Figure, State

LURK = 260  # between two men who hide
POUNCE = 300  # what is left of a move when the prey is let so near


def hidden_places(state: State, seat: int) -> dict[str, Point]:
    """For each man on foot the free hiding place nearest to the road, the strongest first."""
    roads = [p.points for p in state.terrain if p.kind == "road"]
    role = role_of(state, seat)
    if not roads or not any(zone.hidden for zone in role.zones):
        return {}
    spots = sorted(places_hidden(state, role), key=lambda spot: (_to_road(spot, roads), spot))
    men = [f for f in state.figures if f.seat == seat and f.mount == "foot"]
    men.sort(key=lambda f: ("troop_chief" in f.roles, is_shooter(f), -f.cost, f.id))
    places: dict[str, Point] = {}
    for figure in men:
        spot = next(
            (s for s in spots if all(length(s[0] - x, s[1] - y) >= LURK for x, y in places.values())), None
        )
        if spot is not None:
            places[figure.id] = spot
    return places


def _to_road(spot: Point, roads: list[tuple[Point, ...]]) -> int:
    return min(to_segment2(*spot, a, b) for road in roads for a, b in pairwise(road))


def lie_in_wait(known: Known, figure: Figure, prey: list[Figure]) -> Order | None:
    """Down until one of the two best preys comes within a leap; who cannot leap so far waits for a better
    moment."""
    leap = allowance(known.state, figure) - POUNCE
    near = [
        foe
        for foe in prey
        if length(foe.x - figure.x, foe.y - figure.y) < leap + allowance(known.state, foe) + 500
    ]
    leaps = tuple(
        Condition(
            When("enemy_within", distance=leap * 3 // 4, who=foe.id),
            Order((figure.id,), "charge", target=foe.id),
        )
        for foe in near[:2]
    )
    return Order((figure.id,), "hold", when=leaps) if leaps and not is_shooter(figure) else None
