"""The bots' household: taxes and gifts that pay, knights, garrisons, walls, spies, the royal joust."""

import math
from typing import Any

from engines.gloire.advice.outlook import Outlook
from engines.gloire.bot.temper import Temper
from engines.gloire.formulas import army_upkeep, knight_price, mood, tax_yield, taxed_happiness, taxed_wealth
from engines.gloire.tables import FORTS, HIGHEST_WEALTH, SPY_COST, TAX_RATE

Order = dict[str, Any]
GLORY_FROM = 0.3  # share of the standing that wins, under which nobody thinks of it yet
GLORY_KNIGHTS = 60
GLORY_SAVED = 0.8  # share of the money that is kept: five hundred écus weigh as much as a point of renown


class Purse:
    """The money that orders may still spend before phase 15."""

    def __init__(self, ecus: int) -> None:
        self.ecus = ecus

    def spend(self, ecus: int) -> bool:
        if ecus > self.ecus:
            return False
        self.ecus -= ecus
        return True


def economy_orders(outlook: Outlook, temper: Temper, purse: Purse) -> list[Order]:
    """Level 5 with a full gift keeps a land as it is and nets a quarter of ten levels;
    poorer lands are nursed."""
    orders: list[Order] = []
    gifts: list[Order] = []
    for name in outlook.own:
        level = tax_level(outlook, temper, name)
        land = outlook.lands[name]
        if level:
            purse.ecus += tax_yield(
                level, land["population"], land["wealth"], land["happiness"], outlook.means["happiness"]
            )
            orders.append({"code": "IMP", "level": level, "land": name})
        gifts.append({"code": "RED", "amount": full_gift(outlook, name, level), "land": name})
    for gift in sorted(gifts, key=lambda order: (order["amount"], order["land"])):
        if gift["amount"] >= 1 and purse.spend(gift["amount"]):
            orders.append(gift)
    return orders


def tax_level(outlook: Outlook, temper: Temper, name: str) -> int:
    land = outlook.lands[name]
    spirits = mood(land["happiness"], outlook.means["happiness"])
    if spirits < 0.35:
        return 2
    if spirits < 0.75 or land["wealth"] < 0.25:
        return temper.tax - 1
    if spirits > 1.6 and land["wealth"] > HIGHEST_WEALTH * 0.9:
        return temper.tax + 1
    return temper.tax


def full_gift(outlook: Outlook, name: str, level: int) -> int:
    """The gift that doubles happiness after the tax: more would be wasted."""
    land = outlook.lands[name]
    people: int = land["population"]
    wealth, happiness = taxed_wealth(land["wealth"], level), taxed_happiness(land["happiness"], level)
    return math.ceil(10 * people * wealth * TAX_RATE * mood(happiness, outlook.means["happiness"]))


def seeks_glory(outlook: Outlook, temper: Temper) -> bool:
    """Whether the throne is nearer by renown than by lands:
    then knights and savings count for more than soldiers."""
    limits = outlook.view["limits"]
    standing, lands = outlook.self["standing"] / limits["standing"], len(outlook.own) / limits["lands"]
    return bool(standing > GLORY_FROM and standing * temper.glory > lands)


def hire_orders(outlook: Outlook, temper: Temper, purse: Purse, glory: bool) -> list[Order]:
    """Knights while they are few; counted at what a good one may cost.
    For renown's sake no court is too large."""
    lord = next((knight for knight in outlook.knights if knight["is_lord"]), None)
    most = GLORY_KNIGHTS if glory else max(temper.knights, len(outlook.own))
    wanted = min(most, 3 + len(outlook.own) * (3 if glory else 1)) - (len(outlook.knights) - 1)
    if lord is None or wanted <= 0 or not outlook.own:
        return []
    usual = max(1, knight_price(lord["renown"] * 0.6, outlook.means["renown"]))
    count = min(5, wanted, max(0, purse.ecus // (2 * usual)))
    if count < 1 or not purse.spend(count * usual):
        return []
    return [{"code": "CHE", "count": count}]


def house_orders(outlook: Outlook, temper: Temper, purse: Purse, attacked: set[str]) -> list[Order]:
    orders: list[Order] = []
    if outlook.view["royal_joust"] and outlook.knights:
        orders.append({"code": "PAR", "knight": "*"})
    orders += _garrisons(outlook, temper, purse)
    orders += _spies(outlook, purse, attacked)
    if purse.ecus > temper.walls:
        orders += _walls(outlook, purse)
    return orders


def threatened_lands(outlook: Outlook) -> list[str]:
    """Own lands beside an enemy, the most peopled first."""
    exposed = [
        land
        for land in outlook.own
        if any(outlook.owner(near) in outlook.enemies for near in outlook.around(land))
    ]
    return sorted(exposed, key=lambda land: (-outlook.lands[land]["population"], land))


def _garrisons(outlook: Outlook, temper: Temper, purse: Purse) -> list[Order]:
    exposed = threatened_lands(outlook)[:3]
    share = int(purse.ecus * temper.garrison / max(1, len(exposed)))
    orders: list[Order] = []
    for land in exposed:
        men = share // 5
        if share >= 250 and purse.spend(share + army_upkeep(men)):
            orders.append({"code": "ARM", "land": land, "amount": share})
    return orders


def _spies(outlook: Outlook, purse: Purse, attacked: set[str]) -> list[Order]:
    """Up to two enemy lands beside one's own, when there is money to attack them afterwards."""
    targets = sorted(
        {
            near
            for land in outlook.own
            for near in outlook.around(land)
            if outlook.owner(near) in outlook.enemies
        }
    )
    orders: list[Order] = []
    for land in [target for target in targets if target not in attacked][:2]:
        if purse.ecus > 3000 and purse.spend(SPY_COST):
            orders.append({"code": "ESP", "land": land})
    return orders


def _walls(outlook: Outlook, purse: Purse) -> list[Order]:
    friendly = set(outlook.friendly_lands)
    border = [land for land in outlook.own if not friendly.issuperset(outlook.around(land))]
    for land in sorted(border, key=lambda land: (-outlook.lands[land]["population"], land)):
        if outlook.lands[land]["fort"] == "none" and purse.spend(FORTS["wall"].cost):
            return [{"code": "FOR", "land": land, "fort": "wall"}]
    return []
