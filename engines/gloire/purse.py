"""Will the money last? A rough forecast of the treasury through the phases, from what the lord himself knows."""

from operator import attrgetter
from typing import Any

import msgspec

from engines.core.contract import Problem
from engines.core.texts import gettext_noop as _
from engines.core.texts import say
from engines.gloire.catalogue import PHASE_OF
from engines.gloire.formulas import army_upkeep, levy_men, levy_rate, tax_yield
from engines.gloire.names import Known
from engines.gloire.tables import FORTS, JOUST_PLACE_COST, PENSIONS, SPY_COST
from engines.gloire.wording import number

CHARGES = ("RED", "CHE", "ARM", "ORG", "ACH", "ESP", "FOR")


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One line of the forecast. `n` is the order that causes it; None for pensions and upkeep."""

    phase: int
    what: str
    ecus: int
    n: int | None = None
    land: str = ""


def forecast(known: Known, orders: list[dict[str, Any]]) -> list[Entry]:
    """What comes in and goes out, in the order of the phases. Knights and prizes yet to come are left out."""
    lord = known.state.lords[known.seat]
    entries = [Entry(3, "pension", PENSIONS[lord.title])] if lord.title else []
    mean, mean_population = known.means
    charges = []
    for n, order in enumerate(orders):
        code = order["code"]
        if code == "IMP":
            land = known.state.lands[order["land"]]
            ecus = tax_yield(order["level"], land.population, land.wealth, land.happiness, mean)
            entries.append(Entry(3, "tax", ecus, n, order["land"]))
        elif code in CHARGES:
            charges.append(charge(n, order))
    entries += charges
    entries.append(Entry(15, "upkeep", -_upkeep(known, orders, mean_population)))
    return sorted(entries, key=attrgetter("phase"))


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


def money_problems(known: Known, orders: list[dict[str, Any]]) -> list[Problem]:
    """Warnings where the forecast goes below nought: an estimate, never an error."""
    if not orders:
        return []
    left = known.state.lords[known.seat].treasury
    problems = []
    for entry in forecast(known, orders):
        left += entry.ecus
        if left >= 0 or entry.ecus >= 0:
            continue
        if entry.n is None:
            text = say(
                _("Il manquerait environ {short} écus pour les soldes et l’entretien (phase 15)."), short=number(-left)
            )
            problems.append(Problem("cannot_pay_upkeep", text, ("orders",), "warning"))
        else:
            words = _("Il manquerait environ {short} écus pour cet ordre (phase {phase}).")
            text = say(words, short=number(-left), phase=entry.phase)
            problems.append(Problem("cannot_afford", text, ("orders", entry.n), "warning"))
            left -= entry.ecus
    return problems
