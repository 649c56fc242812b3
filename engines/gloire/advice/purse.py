"""Will the money last? A rough forecast of the treasury through the phases, from what the lord knows."""

from operator import attrgetter
from typing import Any

import msgspec

from engines.core.contract import Problem
from engines.core.texts import gettext_noop as _
from engines.core.texts import say
from engines.gloire.formulas import army_upkeep, levy_men, levy_rate, tax_yield
from engines.gloire.orders.catalogue import PHASE_OF
from engines.gloire.orders.names import Known
from engines.gloire.tables import FORTS, JOUST_PLACE_COST, PENSIONS, SPY_COST
from engines.gloire.words import number

CHARGES = ("RED", "CHE", "ARM", "ORG", "ACH", "ESP", "FOR")


class Entry(msgspec.Struct, frozen=True):
    """One line of the forecast. `n` is the order that causes it; None for pensions and upkeep."""

    phase: int
    what: str
    ecus: int
    n: int | None = None
    land: str = ""


def charge(n: int, order: dict[str, Any]) -> Entry:
    code = order["code"]
    ecus = 0
    if code in ("RED", "ARM", "ACH"):
        ecus = order["amount"]
    elif code == "ORG":
        ecus = order["places"] * JOUST_PLACE_COST + order["prize"]
    elif code == "ESP":
        ecus = SPY_COST
    elif code == "FOR":
        ecus = FORTS[order["fort"]].cost
    return Entry(PHASE_OF[code], code, -ecus, n, order.get("land", ""))


def _upkeep(known: Known, orders: list[dict[str, Any]], mean_population: float) -> int:
    """Wages and armies at phase 15, men levied this turn included, counted at the plain rate."""
    due = 0
    for knight in known.knights.values():
        due += knight.wage + army_upkeep(knight.men)
    for garrison in known.garrisons.values():
        due += army_upkeep(garrison.men)
    for order in orders:
        if order["code"] == "ARM":
            rate = levy_rate(1.0, 1.0, known.state.lands[order["land"]].population, mean_population)
            due += army_upkeep(levy_men(order["amount"], rate))
    return due


def _income(known: Known, orders: list[dict[str, Any]]) -> int:
    """Pension and taxes: all that surely comes in comes in phase 3, before anything is spent."""
    ecus = PENSIONS[known.state.lords[known.seat].title]
    for order in orders:
        if order["code"] == "IMP":
            land = known.state.lands[order["land"]]
            ecus += tax_yield(order["level"], land.population, land.wealth, land.happiness, known.means[0])
    return ecus


def money_problems(known: Known, orders: list[dict[str, Any]]) -> list[Problem]:
    """Warnings where the treasury would go below nought: an estimate, never an error.
    Prizes to come are left out."""
    if not orders:
        return []
    left = known.state.lords[known.seat].treasury + _income(known, orders)
    charges = [charge(n, order) for n, order in enumerate(orders) if order["code"] in CHARGES]
    charges.append(Entry(15, "upkeep", -_upkeep(known, orders, known.means[1])))
    if left + sum([entry.ecus for entry in charges]) >= 0:
        return []
    problems = []
    for entry in sorted(charges, key=attrgetter("phase")):
        left += entry.ecus
        if left >= 0 or entry.ecus >= 0:
            continue
        if entry.n is None:
            text = say(
                _("Il manquerait environ {short} écus pour les soldes et l’entretien (phase 15)."),
                short=number(-left),
            )
            problems.append(Problem("cannot_pay_upkeep", text, ("orders",), "warning"))
        else:
            words = _("Il manquerait environ {short} écus pour cet ordre (phase {phase}).")
            text = say(words, short=number(-left), phase=entry.phase)
            problems.append(Problem("cannot_afford", text, ("orders", entry.n), "warning"))
            left -= entry.ecus
    return problems
