"""Every formula of the game, one small function each, with the rulebook's paragraph. Advisers use them too.

Sums and products are written in a fixed order so that they give the same float everywhere.
"""

from collections.abc import Iterable

from engines.gloire.tables import (
    HIGHEST_WEALTH,
    LOWEST_WEALTH,
    MIGRATION_SHARE,
    PEASANT_SHARE,
    RETREAT_KEPT,
    TAX_RATE,
)


def whole(amount: float) -> int:
    """Rounded down, forgiving the last bits of a float."""
    return int(amount + 1e-9)


def clamp(value: float, low: float, high: float) -> float:
    return low if value < low else high if value > high else value


def add_up(figures: Iterable[float]) -> float:
    """One after the other. From Python 3.12 on `sum` makes up for rounding: another float."""
    total = 0.0
    for figure in figures:
        total += figure
    return total


# --- economy (5.4)


def mood(happiness: float, mean: float) -> float:
    """Happiness against the mean of the map. A map where all are at nought counts as even."""
    return happiness / mean if mean > 0 else 1.0


def tax_yield(level: int, population: int, wealth: float, happiness: float, mean: float) -> int:
    """5.4.2: level × population × wealth × 0.0833 × happiness ratio, the ratio within 0.25..1.25."""
    return whole(level * population * wealth * TAX_RATE * clamp(mood(happiness, mean), 0.25, 1.25))


def taxed_happiness(happiness: float, level: int) -> float:
    return happiness * (10 - level) / 10


def taxed_wealth(wealth: float, level: int) -> float:
    """5.4.2: falls like happiness, by 70% at most, never under the floor."""
    return max(LOWEST_WEALTH, wealth * (10 - min(level, 7)) / 10)


def gift_ratio(amount: int, population: int, wealth: float, happiness: float, mean: float) -> float:
    """5.4.3: what the gift is worth to the people, ten at most."""
    weight = population * wealth * TAX_RATE * mood(happiness, mean)
    return 10.0 if weight <= 0 else min(10.0, amount / weight)


def value_after_gift(value: float, ratio: float) -> float:
    return value * (1 + ratio / 10)


def gifted_wealth(wealth: float, ratio: float) -> float:
    return min(HIGHEST_WEALTH, value_after_gift(wealth, ratio))


# --- knights and levies (5.6)


def knight_price(renown: float, mean_renown: float) -> int:
    return whole(renown * 10 * renown / mean_renown) if mean_renown > 0 else whole(renown * 10)


def levy_rate(standing: float, highest: float, population: int, mean_population: float) -> float:
    """Men for five écus: within 0.5..2."""
    if highest <= 0 or mean_population <= 0:
        return 1.0
    return clamp(standing / highest * population / mean_population, 0.5, 2.0)


def levy_men(amount: int, rate: float) -> int:
    return whole(amount / 5 * rate)


def happiness_after_departure(happiness: float, mean: float, men: int, population: int) -> float:
    """B × (1 − mean/B × men/population), at least 0: men who follow a knight are missed."""
    return max(0.0, happiness - mean * men / population) if population > 0 else happiness


# --- battle (5.8)


def peasants(population: int) -> int:
    return whole(population * PEASANT_SHARE)


def hedge_renown(mean_renown: float) -> float:
    """Peasants and garrisons are led at half the mean renown of knights."""
    return max(1.0, mean_renown / 2)


def pass_draw(chance: float, men: int, own: float, enemy: float, bonus: float = 1.0) -> float:
    """A number in 1..men × own renown / enemy renown (× the fortification's bonus)."""
    high = max(1.0, men * own / enemy * bonus)
    return 1 + chance * (high - 1)


def pass_loss(men: int, own: float, enemy: float, share: float = 0.10) -> int:
    """The men struck down by an army of `men` under a commander of renown `own`."""
    return whole(share * men * own / enemy)


def survivors(men: int, distance: int) -> int:
    """5.19: what is left of an army after a retreat."""
    return men * RETREAT_KEPT.get(distance, 0) // 100


# --- jousts (5.12)


def duel_value(renown: float, chance: float, mean_renown: float) -> float:
    return renown * chance + mean_renown


CLEAR = 0.90  # a value under this share of the better one is beaten


def level_ride(one: float, other: float) -> bool:
    """Within 10% of the better: nobody falls."""
    return abs(one - other) <= 0.10 * max(one, other)


def duel_gain(winner: float, loser: float) -> float:
    """10% of the loser's renown, weighed by loser/winner, which counts for two at most."""
    return 0.10 * loser * min(2.0, loser / winner)


def duel_loss(winner: float, loser: float) -> float:
    return 0.05 * loser if loser > winner else 0.0


# --- the rest of the turn


def refusal_cost(caller: float, allies: Iterable[float]) -> float:
    """5.9.1: 10% of the caller's standing and 1% of that of each of his allies."""
    cost = 0.10 * max(0.0, caller)
    for standing in allies:
        cost += 0.01 * max(0.0, standing)
    return cost


def spy_chance(standing: float, mean_standing: float) -> float:
    if mean_standing <= 0:
        return 0.5
    return clamp(0.5 * standing / mean_standing, 0.0, 1.0)


def migration_share(happiness: float, neighbours: Iterable[float]) -> float:
    """0.4 × the mean over the neighbours of max(0, (Bn − B)/(Bn + B))."""
    total, count = 0.0, 0
    for other in neighbours:
        count += 1
        if other > happiness:
            total += (other - happiness) / (other + happiness)
    return MIGRATION_SHARE * total / count if count else 0.0


def army_upkeep(men: int) -> int:
    """10% of the men, rounded up."""
    return -(-men // 10)


def garrison_joy(men: int) -> float:
    return min(3.0, men / 1000)


def land_standing(happiness: float, mean: float, population: int) -> float:
    """A land's part of its lord's standing; the ratio counts for five at most."""
    ratio = happiness / mean if mean > 0 else 1.0
    return (ratio if ratio < 5.0 else 5.0) * population / 800
