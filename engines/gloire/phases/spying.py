"""Phase 13: spies."""

from typing import Any

from engines.gloire.formulas import peasants, spy_chance
from engines.gloire.orders.catalogue import Order
from engines.gloire.play import Turn
from engines.gloire.rounding import hundredths, ten_thousandths
from engines.gloire.state import Intel
from engines.gloire.tables import SPY_COST


def send_spies(turn: Turn) -> None:
    """Phase 13. ESP. The spy is paid whether he comes back or not."""
    for order in turn.in_turn_order("ESP"):
        lord = turn.lords[order.seat]
        if turn.lands[order.land].owner == order.seat:
            turn.refuse(order, "own_land", land=order.land)
        elif lord.treasury < SPY_COST:
            turn.refuse(order, "no_money", need=SPY_COST, have=lord.treasury)
        else:
            lord.treasury -= SPY_COST
            _spy(turn, order)


def _spy(turn: Turn, order: Order) -> None:
    chance = spy_chance(turn.frozen.standings[order.seat], turn.frozen.standing)
    if turn.dice.uniform(f"spy:{order.seat}:{order.land}") >= chance:
        turn.fulfil(order, outcome="spy_lost")
        turn.tell("spy_lost", order.seat, lord=order.seat, land=order.land, chance=round(chance, 3))
        return
    land = turn.lands[order.land]
    armies = _armies(turn, order.land)
    report: dict[str, Any] = {"land": order.land, "owner": land.owner, "wealth": ten_thousandths(land.wealth)}
    report |= {"fort": land.fort, "population": land.population, "happiness": ten_thousandths(land.happiness)}
    men = sum(army["men"] for army in armies)
    if land.owner is None:
        swing = 0.9 + 0.2 * turn.dice.uniform(f"spy:{order.seat}:{order.land}:peasants")
        men = round(peasants(land.population) * swing)
        report["peasants"] = men
    turn.lords[order.seat].intel[order.land] = Intel(
        turn.state.turn, ten_thousandths(land.wealth), land.fort, men
    )
    turn.fulfil(order, outcome="spy_back")
    turn.tell("spy_report", order.seat, lord=order.seat, armies=armies, **report)


def _armies(turn: Turn, name: str) -> list[dict[str, Any]]:
    """Every knight and garrison on the land."""
    found: list[dict[str, Any]] = []
    for knight in turn.stationed.get(name, ()):
        facts = {"army": knight.id, "name": knight.name, "lord": knight.lord, "men": knight.men}
        found.append({**facts, "renown": hundredths(knight.renown)})
    for garrison in turn.posted.get(name, ()):
        found.append({"army": garrison.id, "lord": garrison.lord, "men": garrison.men})
    return found
