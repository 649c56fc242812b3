"""The bots' wars: which lands to attack with whom, the levies it takes, and where the others go."""

import math
from typing import Any

import msgspec

from engines.core.dice import Dice
from engines.gloire.advice.outlook import Outlook
from engines.gloire.bot.house import Purse
from engines.gloire.bot.temper import Temper
from engines.gloire.formulas import army_upkeep

Order = dict[str, Any]
KEPT_FOR_RETREAT = 0.35  # share of the men under which an attack is given up
LORD_KEEPS = 0.6


class Raid(msgspec.Struct):
    """A knight, a land beside him, and what it takes."""

    knight: dict[str, Any]
    land: str
    men: int  # in all
    levy: str  # where the missing men are raised
    cost: int
    worth: float


def war_orders(outlook: Outlook, temper: Temper, purse: Purse, dice: Dice) -> list[Order]:
    orders: list[Order] = []
    busy: set[str] = set()
    aimed: set[str] = set()
    targets = {land for land in _within_reach(outlook) if _fair_game(outlook, land)}
    for raid in sorted(
        _raids(outlook, temper, targets), key=lambda raid: (-raid.worth, raid.land, raid.knight["id"])
    ):
        if raid.knight["id"] in busy or raid.land in aimed or not purse.spend(raid.cost):
            continue
        busy.add(raid.knight["id"])
        aimed.add(raid.land)
        orders += _raid_orders(raid)
    orders += _reinforce(outlook, purse, busy)
    return orders + _marches(outlook, busy, targets, dice)


def _raids(outlook: Outlook, temper: Temper, targets: set[str]) -> list[Raid]:
    found = []
    for knight in outlook.knights:
        for land in outlook.around(knight["place"]):
            if land not in targets:
                continue
            raid = _raid(outlook, temper, knight, land)
            if raid is not None:
                found.append(raid)
    return found


def _within_reach(outlook: Outlook) -> set[str]:
    """The lands beside those that knights hold or may march through."""
    camps = {*outlook.friendly_lands, *(knight["place"] for knight in outlook.knights)}
    return {near for camp in camps for near in outlook.around(camp)}


def _fair_game(outlook: Outlook, land: str) -> bool:
    """Enemy or neutral land that no weaker stranger may take first: that would make us felons."""
    owner = outlook.owner(land)
    if owner is not None and owner not in outlook.enemies:
        return False
    if outlook.me["memory"].get(land, 20) < 2 or _guests_feared(outlook, land):
        return False
    for near in outlook.around(land):
        rival = outlook.owner(near)
        if rival is None or rival == outlook.seat or outlook.is_bound_to(rival):
            continue
        other = outlook.lords[rival]
        if owner is not None and owner not in other["enemies"]:
            continue
        if (other["standing"], rival) < (outlook.self["standing"], outlook.seat):
            return False
    return True


def _guests_feared(outlook: Outlook, land: str) -> bool:
    """Whether a friend of its lord, with whom we are at peace, holds a land beside it:
    to fight his knight is a felony."""
    owner = outlook.owner(land)
    if owner is None:
        return False
    friends = set(outlook.lords[owner]["allies"]) - outlook.enemies
    return bool(friends) and any(outlook.owner(near) in friends for near in outlook.around(land))


def _raid(outlook: Outlook, temper: Temper, knight: dict[str, Any], land: str) -> Raid | None:
    neutral = outlook.owner(land) is None
    strength = outlook.peasant_strength(land) if neutral else outlook.guess_strength(land)
    odds = temper.odds + (0.5 if knight["is_lord"] else 0.0)
    men = max(60, math.ceil(odds * strength / knight["renown"]))
    missing = max(0, men - knight["men"])
    camp = _best_levy(outlook, knight["place"])
    if missing and camp is None:
        return None
    cost = 0
    if missing and camp is not None:
        cost = math.ceil(missing * 5 / outlook.levy_rate(camp)) + 5
    if knight["is_lord"] and not neutral:
        return None
    gain = outlook.lands[land]["population"] / 800 + (6 if not neutral else 0)
    worth = gain - (cost + army_upkeep(missing)) / 250
    return Raid(
        knight,
        land,
        max(men, knight["men"]),
        camp or "",
        cost + army_upkeep(missing) if missing else 0,
        worth,
    )


def _best_levy(outlook: Outlook, place: str) -> str | None:
    """The own land, here or next to the knight, that gives most men and will not revolt over it."""
    near = [land for land in (place, *outlook.around(place)) if outlook.owner(land) == outlook.seat]
    glad = [land for land in near if outlook.lands[land]["happiness"] > 4]
    return max(glad, key=lambda land: (outlook.levy_rate(land), land), default=None)


def _raid_orders(raid: Raid) -> list[Order]:
    orders: list[Order] = []
    knight = raid.knight
    if raid.cost:
        orders.append({"code": "ARM", "land": raid.levy, "amount": raid.cost, "knight": knight["id"]})
    keep = LORD_KEEPS if knight["is_lord"] else KEPT_FOR_RETREAT
    threshold = int(raid.men * keep * 0.9)
    orders.append({"code": "ATT", "knight": knight["id"], "land": raid.land, "men": threshold})
    return orders


def _reinforce(outlook: Outlook, purse: Purse, busy: set[str]) -> list[Order]:
    """Money left over becomes men for the best knight at the border; the knight-lord is kept out of it."""
    idle = [
        k
        for k in outlook.knights
        if k["id"] not in busy and not k["is_lord"] and _at_border(outlook, k["place"])
    ]
    if not idle or purse.ecus < 1500 or not outlook.enemies:
        return []
    best = max(idle, key=lambda knight: (knight["renown"], knight["id"]))
    camp = _best_levy(outlook, best["place"])
    amount = purse.ecus // 2
    if camp is None or not purse.spend(amount + army_upkeep(amount // 5)):
        return []
    return [{"code": "ARM", "land": camp, "amount": amount, "knight": best["id"]}]


def _at_border(outlook: Outlook, place: str) -> bool:
    return any(outlook.owner(near) in outlook.enemies for near in outlook.around(place))


def _marches(outlook: Outlook, busy: set[str], targets: set[str], dice: Dice) -> list[Order]:
    """Knights with nothing to attack go to where there is;
    the knight-lord leaves his men to the garrison first."""
    orders: list[Order] = []
    steps = _way_to_the_front(outlook, targets)
    for knight in outlook.knights:
        if knight["id"] in busy:
            continue
        if knight["is_lord"]:
            orders += _shelter(outlook, knight)
            continue
        here = steps.get(knight["place"], 99)
        better = [
            land
            for land in outlook.around(knight["place"])
            if steps.get(land, 99) < here and land in outlook.friendly_lands
        ]
        if better:
            orders.append({"code": "MOV", "knight": knight["id"], "land": dice.choice(better, "march")})
    return orders


def _shelter(outlook: Outlook, lord: dict[str, Any]) -> list[Order]:
    """A lord who is not attacking puts his men in garrison: without men he cannot be killed."""
    if lord["men"] and outlook.owner(lord["place"]) == outlook.seat and _at_border(outlook, lord["place"]):
        return [{"code": "GAR", "knight": lord["id"], "men": lord["men"]}]
    return []


def _way_to_the_front(outlook: Outlook, targets: set[str]) -> dict[str, int]:
    """Steps from each land to the nearest one beside a land worth attacking."""
    ring = [land for land in outlook.friendly_lands if not targets.isdisjoint(outlook.around(land))]
    steps = dict.fromkeys(ring, 0)
    distance = 0
    while ring:
        distance += 1
        ring = [
            near
            for land in ring
            for near in outlook.around(land)
            if near not in steps and near in outlook.friendly_lands
        ]
        for land in ring:
            steps[land] = distance
    return steps
