"""Where each Order's markers will stand after the coming evaluation if nothing else moves and it chooses
well.

Militias at Baphomet are counted as spared, resolutions still to come as paid for when the coins are there.
"""

from functools import lru_cache

from engines.miles_christi.state import SERVED, State
from engines.miles_christi.tables import (
    APPLICATION_COST,
    BLASPHEMY_COST,
    BLASPHEMY_RELIGIOUS,
    BLESSING_RELIGIOUS,
    COLUMN,
    EMPTY_HANDED_GAP,
    ENVOY_STEP,
    ENVOYS_GAP,
    EVALUATION,
    GRAND_MASTER_GAP,
    GRAND_MASTER_PRICE,
    POPE_COST,
    RELIGIOUS,
    round_of,
)
from engines.miles_christi.tracks import grow_gap, reduce_gap
from engines.miles_christi.turn import RANKS

Point = tuple[int, int]  # military, religious
_STEPS = tuple(EVALUATION.values())
_PASSED = (0,) * len(EVALUATION)


def project(state: State, seat: int) -> Point:
    """The markers of a seat after the evaluation of this round."""
    me = state.players[seat]
    start = (me.military, me.religious)
    if state.phase == "over":
        return start
    hall, envoys, coins, blessings, blasphemies, applications = _religious(state, seat)
    zones = state.zones
    edessa = zones["edessa"].count(seat)
    counts = tuple([zones[zone].count(seat) for zone in EVALUATION])
    masters = me.masters
    rank = RANKS[state.phase]
    if rank >= RANKS["edessa"]:
        edessa = edessa if _ahead(state, "edessa", seat) else 0
        counts = counts if rank <= RANKS["zones"] else _PASSED
        envoys = envoys if _ahead(state, "envoys", seat) else 0
        masters = masters if rank <= RANKS["masters"] else 0
    if applications:
        applications = min(applications, coins // GRAND_MASTER_PRICE[round_of(state.turn) - 1])
    return settle(start, edessa, counts, envoys, hall, (blessings, blasphemies, applications), masters)


@lru_cache(maxsize=100_000)  # a quarter of a game among bots: bench miles_christi, balance
def settle(
    start: Point,
    edessa: int,
    counts: tuple[int, ...],
    envoys: int,
    hall: int,
    tokens: tuple[int, int, int],
    masters: int,
) -> Point:
    """The best markers that the Order's own choices can reach: smallest gap, then highest marker."""
    points = _after_steps([start], edessa)
    points = [_through_zones(point, counts) for point in points]
    if envoys == 1:
        points = _after_steps(points, ENVOY_STEP)
    elif envoys > 1:
        points = [reduce_gap(*point, ENVOYS_GAP[envoys]) for point in points]
    return max([_through_hall(point, hall, tokens, masters) for point in points], key=standing)


def standing(point: Point) -> tuple[int, int]:
    """Greater is better: the smaller gap, then the higher marker."""
    return -abs(point[0] - point[1]), max(point)


def _after_steps(points: list[Point], steps: int) -> list[Point]:
    if not steps:
        return points
    found = []
    for military, religious in points:
        found += [(military + steps, religious), (max(0, military - steps), religious)]
        found += [(military, religious + steps), (military, max(0, religious - steps))]
    return found


def _through_zones(point: Point, counts: tuple[int, ...]) -> Point:
    military, religious = point
    for count, (up, side) in zip(counts, _STEPS, strict=True):
        if count:
            military = max(0, military + count * up)
            religious = max(0, religious + count * side)
    return military, religious


def _through_hall(point: Point, hall: int, tokens: tuple[int, int, int], masters: int) -> Point:
    """The best end among all ways to present the tokens; then the grand masters."""
    blessings, blasphemies, applications = tokens
    presented = min(hall, blessings + blasphemies + applications)
    found = []
    for elected in range(min(applications, presented) + 1):
        fewest = max(0, presented - elected - blasphemies)
        for blessed in range(fewest, min(blessings, presented - elected) + 1):
            military, religious = point
            steps = blessed * BLESSING_RELIGIOUS + (presented - elected - blessed) * BLASPHEMY_RELIGIOUS
            religious = max(0, religious + steps)
            if hall > presented:
                military, religious = grow_gap(military, religious, EMPTY_HANDED_GAP * (hall - presented))
            for _ in range(masters + elected):
                military, religious = reduce_gap(military, religious, GRAND_MASTER_GAP)
            found.append((military, religious))
    return max(found, key=standing)


def _religious(state: State, seat: int) -> tuple[int, int, int, int, int, int]:
    """Hall, envoys, coins, then blessings, blasphemies and applications, once what stands in the religious
    zones and at the pope's has been resolved."""
    me = state.players[seat]
    zones = state.zones
    hall = me.hall
    for zone in RELIGIOUS:
        hall += zones[zone].count(seat) + zones[zone].count(seat + SERVED)
    for owners in state.baphomet:
        if owners:
            hall += owners.count(seat)
    blessings, applications = me.blessings + zones["blessing"].count(seat), me.applications
    blasphemies, coins = _blaspheme(state, seat, hall - blessings)
    if seat in zones["application"] and coins >= APPLICATION_COST[me.order]:
        coins -= APPLICATION_COST[me.order]
        applications += 1
    envoys = me.envoys
    for _ in range(zones["pope"].count(seat)):
        if envoys < COLUMN and coins >= POPE_COST[me.order][envoys]:
            coins -= POPE_COST[me.order][envoys]
            envoys += 1
        else:
            hall += 1
    return hall, envoys, coins, blessings, blasphemies, applications


def _blaspheme(state: State, seat: int, wanted: int) -> tuple[int, int]:
    """Blasphemies and coins once each militia has taken one, or two while that many are wanted."""
    me = state.players[seat]
    blasphemies, coins, costs = me.blasphemies, me.coins, BLASPHEMY_COST[me.order]
    for _ in range(state.zones["blasphemy"].count(seat)):
        for tokens in (2, 1) if wanted > blasphemies + 1 else (1,):
            if coins >= costs[tokens]:
                coins -= costs[tokens]
                blasphemies += tokens
                break
    return blasphemies, coins


def _ahead(state: State, phase: str, seat: int) -> bool:
    """Whether a phase of the evaluation is still to come for this seat."""
    now, then = RANKS[state.phase], RANKS[phase]
    if now != then:
        return now < then
    return state.order.index(seat) >= state.cursor
