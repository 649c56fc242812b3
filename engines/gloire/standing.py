"""The lords' standing (renommée globale)
and the averages that every phase freezes at its start (rulebook 5.1)."""

import msgspec

from engines.gloire.formulas import land_standing
from engines.gloire.state import State, links
from engines.gloire.tables import LIMITS


class Averages(msgspec.Struct, frozen=True):
    """What is frozen for a phase. `order` is the order of execution:
    living lords by ascending standing, then seat."""

    happiness: float
    population: float
    renown: float  # of all knights, knight-lords included
    standing: float  # of the living lords
    standings: list[float]  # by seat; 0 for the dead
    order: list[int]
    highest: float


def averages(
    state: State, allies: list[set[int]] | None = None, enemies: list[set[int]] | None = None
) -> Averages:
    """`allies` and `enemies` are given by a resolution under way, else read from the state."""
    seats = len(state.lords)
    allies = links(state.alliances, seats) if allies is None else allies
    enemies = links(state.wars, seats) if enemies is None else enemies
    happiness, population = land_means(state)
    renowns, hired, mean_renown = _renowns(state)
    lands = [0.0] * seats
    for land in state.lands.values():
        owner = land.owner
        if owner is not None:
            lands[owner] += land_standing(land.happiness, happiness, land.population)
    divisor = LIMITS[state.map].divisor
    behind = _sums_over_links(renowns, allies)
    foes, their_allies = _sums_over_links(renowns, enemies), _sums_over_links(behind, enemies)
    standings = [0.0] * seats
    for seat, lord in enumerate(state.lords):
        if lord.alive:
            own = renowns[seat] + hired[seat] / 10 + lands[seat] + lord.treasury / 500
            standings[seat] = (
                own + behind[seat] / divisor - foes[seat] / divisor - their_allies[seat] / (10 * divisor)
            )
    living = [seat for seat, lord in enumerate(state.lords) if lord.alive]
    order = sorted(living, key=standings.__getitem__)  # a stable sort: at equal standing the lower seat first
    total = 0.0
    for seat in order:
        total += standings[seat]
    mean = total / len(order) if order else 0.0
    highest = standings[order[-1]] if order else 0.0
    return Averages(happiness, population, mean_renown, mean, standings, order, highest)


def land_means(state: State) -> tuple[float, float]:
    happiness, population = 0.0, 0
    for land in state.lands.values():
        happiness += land.happiness
        population += land.population
    return happiness / len(state.lands), population / len(state.lands)


def _renowns(state: State) -> tuple[list[float], list[float], float]:
    """Renown of each knight-lord, sum of his other knights', and the mean over all knights."""
    lords, hired = [0.0] * len(state.lords), [0.0] * len(state.lords)
    total = 0.0
    for knight in state.knights:
        renown = knight.renown
        total += renown
        if knight.is_lord:
            lords[knight.lord] = renown
        else:
            hired[knight.lord] += renown
    return lords, hired, total / len(state.knights) if state.knights else 0.0


def _sums_over_links(figures: list[float], linked: list[set[int]]) -> list[float]:
    """For each lord the sum over those he is linked to, added in the order of their seats:
    the same float everywhere."""
    sums = [0.0] * len(figures)
    for figure, others in zip(figures, linked, strict=True):
        for other in others:
            sums[other] += figure
    return sums
