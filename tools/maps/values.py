"""Population and wealth of neutral lands: drawn once from a seed so that the means are those of the rules;
then shifted by hand."""

import random

from engines.gloire.maps import POPULATION_BOUNDS, START_POPULATION, START_WEALTH, WEALTH_BOUNDS
from tools.maps.seats import Seat

MEAN_POPULATION = START_POPULATION
MEAN_WEALTH = START_WEALTH


def give_values(seats: dict[str, Seat], seed: str, main_game: int) -> None:
    """Starts of the main game get a fief's values. Lands that start in the same games balance among
    themselves."""
    groups: dict[tuple[int, ...], list[Seat]] = {}
    for seat in seats.values():
        if main_game in seat.starts:
            seat.population, seat.wealth = START_POPULATION, START_WEALTH
        else:
            groups.setdefault(seat.starts, []).append(seat)
    for starts, group in sorted(groups.items()):
        free = [seat for seat in group if seat.population is None]
        fixed = [seat for seat in group if seat.population is not None]
        dice = random.Random(f"{seed}:{starts}")
        people_left = MEAN_POPULATION * len(group) - sum(seat.population or 0 for seat in fixed)
        riches_left = round(100 * (MEAN_WEALTH * len(group) - sum(seat.wealth or 0 for seat in fixed)))
        people = _draw(
            dice, len(free), round(people_left / 10), *(bound // 10 for bound in POPULATION_BOUNDS)
        )
        riches = _draw(dice, len(free), riches_left, *(round(100 * bound) for bound in WEALTH_BOUNDS))
        for seat, population, wealth in zip(free, people, riches, strict=True):
            seat.population, seat.wealth = 10 * population, wealth / 100
        _shift(group)


def _shift(group: list[Seat]) -> None:
    """Fair starts: people and wealth go from one land to another, never in or out of the map."""
    people, riches = sum(seat.shift[0] for seat in group), round(100 * sum(seat.shift[1] for seat in group))
    assert (people, riches) == (0, 0), (
        f"the shifts add up to {people} people and {riches / 100} of wealth, not to nought"
    )
    for seat in group:
        seat.population = (seat.population or 0) + seat.shift[0]
        seat.wealth = round((seat.wealth or 0) + seat.shift[1], 2)


def _draw(dice: random.Random, count: int, total: int, low: int, high: int) -> list[int]:
    """`count` whole numbers between low and high that add up to the total."""
    numbers = [round(dice.triangular(low, high)) for _ in range(count)]
    while (gap := total - sum(numbers)) != 0:
        step = max(1, abs(gap) // count) * (1 if gap > 0 else -1)
        index = dice.randrange(count)
        numbers[index] = min(high, max(low, numbers[index] + step))
    return numbers
