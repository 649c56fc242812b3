"""Advice from a view alone: the Grand Argentier, levies, the price of knights,
the treasury through the phases.

Battles and jousts are in `simulator.py`, "what if" in `foresight.py`.
"""

import math
from typing import Any

import msgspec

from engines.gloire.advice.outlook import Outlook
from engines.gloire.advice.purse import CHARGES, Entry, charge
from engines.gloire.formulas import (
    army_upkeep,
    gift_ratio,
    gifted_wealth,
    happiness_after_departure,
    knight_price,
    land_standing,
    levy_men,
    mood,
    tax_yield,
    taxed_happiness,
    taxed_wealth,
    value_after_gift,
)
from engines.gloire.tables import TAX_RATE

View = dict[str, Any]
SULLEN = 0.6  # share of the mean happiness under which no plan lets a land fall
WEALTH_WORTH = 12  # turns over which a better-off land is counted


class Effect(msgspec.Struct, frozen=True):
    """What a tax and a gift do to one land."""

    land: str
    level: int
    gift: int
    raised: int
    net: int
    happiness: tuple[float, float, float]  # before, after the tax, after the gift
    wealth: tuple[float, float, float]
    ratio: float  # of the gift; ten is the most that helps


def effect(view: View, land: str, level: int, gift: int = 0) -> Effect:
    """The Grand Argentier. The land must be one's own: its wealth is then in the view."""
    shown = view["lands"][land]
    mean = view["averages"]["happiness"]
    people, wealth, happiness = shown["population"], shown["wealth"], shown["happiness"]
    raised = tax_yield(level, people, wealth, happiness, mean)
    taxed = taxed_happiness(happiness, level), taxed_wealth(wealth, level)
    ratio = gift_ratio(gift, people, taxed[1], taxed[0], mean) if gift else 0.0
    return Effect(
        land,
        level,
        gift,
        raised,
        raised - gift,
        (happiness, taxed[0], value_after_gift(taxed[0], ratio)),
        (wealth, taxed[1], gifted_wealth(taxed[1], ratio)),
        ratio,
    )


def best_gift(view: View, land: str, level: int) -> int:
    """The greatest gift that is not wasted at this tax level: it doubles happiness."""
    return _gift_for(view, land, level, 10.0)


def steady_gift(view: View, land: str, level: int) -> int | None:
    """The gift that brings happiness back to where it was; None when no gift can (from level 6 on)."""
    if level >= 10:
        return None
    ratio = level / (1 - level / 10)
    return _gift_for(view, land, level, ratio) if ratio <= 10 else None


def _gift_for(view: View, land: str, level: int, ratio: float) -> int:
    shown = view["lands"][land]
    wealth, happiness = taxed_wealth(shown["wealth"], level), taxed_happiness(shown["happiness"], level)
    weight: float = shown["population"] * wealth * TAX_RATE * mood(happiness, view["averages"]["happiness"])
    return math.ceil(ratio * weight - 1e-9)


def best_plan(view: View, budget: int = 0) -> list[Effect]:
    """One tax and one gift for each own land: the most standing and wealth that the budget allows.

    The plan costs at most `budget` écus beyond what it raises; a negative budget must be earned.
    """
    outlook = Outlook(view)
    choices = [_options(view, land) for land in outlook.own]
    low, high = 0.0, 1.0
    plan = [_favourite(view, options, low) for options in choices]
    if _net(plan) >= -budget:
        return plan
    while high < 1e6 and _net([_favourite(view, options, high) for options in choices]) < -budget:
        high *= 2
    for _ in range(40):
        middle = (low + high) / 2
        if _net([_favourite(view, options, middle) for options in choices]) >= -budget:
            high = middle
        else:
            low = middle
    return [_favourite(view, options, high) for options in choices]


def _options(view: View, land: str) -> list[Effect]:
    found = []
    for level in range(10):
        gifts = {0, best_gift(view, land, level), steady_gift(view, land, level) or 0}
        found += [effect(view, land, level, gift) for gift in sorted(gifts)]
    return found


def _favourite(view: View, options: list[Effect], thrift: float) -> Effect:
    """`thrift` is what an écu is worth, in points of standing times 500."""
    return max(options, key=lambda one: (_worth(view, one) + thrift * one.net / 500, -one.level))


def _worth(view: View, one: Effect) -> float:
    people: int = view["lands"][one.land]["population"]
    mean: float = view["averages"]["happiness"]
    if one.happiness[2] < min(SULLEN * mean, one.happiness[0]):
        return -1000.0
    standing = land_standing(one.happiness[2], mean, people)
    return standing + one.wealth[2] * people * TAX_RATE * WEALTH_WORTH / 500


def _net(plan: list[Effect]) -> int:
    return sum(one.net for one in plan)


class Levy(msgspec.Struct, frozen=True):
    """Men for an amount on a land, and the land's happiness if they follow a knight."""

    men: int
    rate: float
    happiness: float
    upkeep: int


def levy(view: View, land: str, amount: int) -> Levy:
    outlook = Outlook(view)
    rate = outlook.levy_rate(land)
    men = levy_men(amount, rate)
    shown = view["lands"][land]
    left = happiness_after_departure(
        shown["happiness"], view["averages"]["happiness"], men, shown["population"]
    )
    return Levy(men, rate, left, army_upkeep(men))


def levy_cost(view: View, land: str, men: int) -> int:
    """The écus it takes to raise at least so many men."""
    cost = math.ceil(men * 5 / Outlook(view).levy_rate(land))
    while levy_men(cost, Outlook(view).levy_rate(land)) < men:
        cost += 1
    return cost


class Price(msgspec.Struct, frozen=True):
    """What a called knight may cost: the mean, the dearest, and how many the treasury surely pays."""

    mean: int
    dearest: int
    surely: int


def knight_prices(view: View) -> Price:
    lord = next(knight for knight in view["me"]["knights"] if knight["is_lord"])
    most, mean_renown = int(lord["renown"]) + 1, view["averages"]["renown"]
    total = sum(knight_price(renown, mean_renown) for renown in range(1, most + 1))
    dearest = knight_price(most, mean_renown)
    return Price(total // most, dearest, min(5, view["me"]["treasury"] // max(1, dearest)))


def treasury_forecast(view: View, orders: list[dict[str, Any]]) -> list[tuple[Entry, int]]:
    """Each expected income and expense in the order of the phases, and what is left after it."""
    outlook = Outlook(view)
    entries = [Entry(3, "pension", outlook.pension())] if outlook.pension() else []
    for n, order in enumerate(orders):
        entries += _entries(view, n, order)
    entries.append(Entry(15, "upkeep", -_upkeep(view, outlook, orders)))
    left, lines = view["me"]["treasury"], []
    for entry in sorted(entries, key=lambda entry: (entry.phase, entry.ecus < 0 and entry.phase == 3)):
        left += entry.ecus
        lines.append((entry, left))
    return lines


def _entries(view: View, n: int, order: dict[str, Any]) -> list[Entry]:
    code, land = order["code"], order.get("land", "")
    if code == "IMP" and "wealth" in view["lands"][land]:
        return [Entry(3, code, effect(view, land, order["level"]).raised, n, land)]
    if code == "CHE":
        return [Entry(5, code, -order["count"] * knight_prices(view).mean, n)]
    if code == "VND":
        return [Entry(12, code, order["amount"], n, land)]
    return [charge(n, order)] if code in CHARGES else []


def _upkeep(view: View, outlook: Outlook, orders: list[dict[str, Any]]) -> int:
    due = outlook.upkeep()
    for order in orders:
        if order["code"] == "ARM":
            due += levy(view, order["land"], order["amount"]).upkeep
    return due
