"""The bots' diplomacy: alliances both would want, wars on the weak or on the leader, peace, calls."""

from typing import Any

from engines.gloire.advice.outlook import Outlook
from engines.gloire.bot.temper import Temper

Order = dict[str, Any]
MOST_ALLIES = 4
CROWDED = 4  # so many enemies are too many
TRUCE = 3  # turns for which a peace is kept at least; as long again until the next occasion
EVERY = 4  # turns between two offers to the same lord


def court_orders(outlook: Outlook, temper: Temper) -> list[Order]:
    orders = _answers(outlook, temper)
    wars = {order["lord"] for order in orders}
    orders += [{"code": "GUE", "lord": lord} for lord in _new_wars(outlook, temper) if lord not in wars]
    wars = {order["lord"] for order in orders if order["code"] == "GUE"}
    orders += _peaces(outlook)
    orders += _alliances(outlook, wars)
    orders += _breaks(outlook, temper)
    orders += _calls(outlook)
    return orders


def danger(outlook: Outlook, lord: int) -> float:
    """How near a lord is to the throne: 1 is victory."""
    other, limits = outlook.lords[lord], outlook.view["limits"]
    return float(max(other["standing"] / limits["standing"], other["lands"] / limits["lands"]))


def _answers(outlook: Outlook, temper: Temper) -> list[Order]:
    """War on those a calling ally fights, unless they are friends of ours."""
    orders: list[Order] = []
    for call in outlook.me["calls"]:
        if call["called"] != outlook.seat or call["turn"] >= outlook.turn:
            continue
        for enemy in call["enemies"]:
            stranger = enemy != outlook.seat and not outlook.is_bound_to(enemy)
            keen = temper.loyal or outlook.lords[call["caller"]]["standing"] > 80
            if outlook.lords[enemy]["alive"] and stranger and keen:
                orders.append({"code": "GUE", "lord": enemy})
    return orders


def _new_wars(outlook: Outlook, temper: Temper) -> list[int]:
    """A leader who touches us; else, when no free land is left beside ours, the weakest neighbour."""
    near = [lord for lord in outlook.neighbours() if not outlook.is_bound_to(lord)]
    leaders = [lord for lord in near if danger(outlook, lord) > 0.6]
    if leaders:
        return leaders[:1]
    if len(outlook.enemies) >= temper.wars or outlook.turn < 2 or _has_room_to_grow(outlook):
        return []
    near = [lord for lord in near if _season(outlook, lord) == 0]
    if not near:
        return []
    weakest = _weakest(outlook, near)
    return [weakest] if outlook.lords[weakest]["standing"] < outlook.self["standing"] * 1.15 else []


def _has_room_to_grow(outlook: Outlook) -> bool:
    free = {near for land in outlook.own for near in outlook.around(land) if outlook.owner(near) is None}
    return len(free) > 1 and outlook.turn < 6


def _weakest(outlook: Outlook, lords: list[int]) -> int:
    return min(lords, key=lambda lord: (outlook.lords[lord]["standing"], lord))


def _peaces(outlook: Outlook) -> list[Order]:
    """Both sides see the same map: peace where no border is left, or where one side has too many enemies."""
    orders: list[Order] = []
    for enemy in sorted(outlook.enemies):
        apart = enemy not in outlook.near_lords
        crowded = max(len(outlook.enemies), len(outlook.lords[enemy]["enemies"])) >= CROWDED
        calm = danger(outlook, enemy) < 0.6 and danger(outlook, outlook.seat) < 0.6
        if calm and (apart or (crowded and _season(outlook, enemy) == TRUCE)):
            orders.append({"code": "PAI", "lord": enemy})
    return orders


def _season(outlook: Outlook, lord: int) -> int:
    """Occasions of war (0) and of peace (TRUCE) with a lord come round by turns, the same for both."""
    return (outlook.seat + lord + outlook.turn) % (2 * TRUCE)


def _alliances(outlook: Outlook, wars: set[int]) -> list[Order]:
    """Wanted by both or by neither: lords apart or with a common enemy, none near the throne."""
    orders: list[Order] = []
    most = min(MOST_ALLIES, sum([other["alive"] for other in outlook.lords]) - 3)
    if len(outlook.allies) >= most or danger(outlook, outlook.seat) > 0.6:
        return orders
    for other in outlook.lords[_first_asked(outlook) :: EVERY]:
        lord = other["seat"]
        bound = lord == outlook.seat or outlook.is_bound_to(lord) or lord in wars
        if bound or not other["alive"] or len(other["allies"]) >= most or danger(outlook, lord) > 0.6:
            continue
        if _would_ally(outlook, other):
            orders.append({"code": "ALL", "lord": lord})
    return orders


def _would_ally(outlook: Outlook, other: dict[str, Any]) -> bool:
    theirs = set(other["enemies"])
    if outlook.allies & theirs or outlook.enemies & set(other["allies"]):
        return False
    return bool(theirs & outlook.enemies) or other["seat"] not in outlook.near_lords


def _first_asked(outlook: Outlook) -> int:
    """Both lords of a pair think of it on the same turns: when seats and turn add up to a multiple."""
    return -(outlook.seat + outlook.turn) % EVERY


def _breaks(outlook: Outlook, temper: Temper) -> list[Order]:
    """Leave an ally who nears the throne, or, patience spent, the weakest beside us if all are allies."""
    orders = [
        {"code": "ANN", "lord": ally} for ally in sorted(outlook.allies) if danger(outlook, ally) > 0.65
    ]
    if orders or outlook.enemies or outlook.turn < temper.patience:
        return orders
    near = [lord for lord in outlook.neighbours() if lord in outlook.allies]
    others = [lord for lord in outlook.neighbours() if lord not in outlook.allies]
    if others or not near:
        return []
    return [{"code": "ANN", "lord": _weakest(outlook, near)}]


def _calls(outlook: Outlook) -> list[Order]:
    """Call for help against someone stronger: only allies who can reach him and quarrel with none of ours."""
    strong = {e for e in outlook.enemies if outlook.lords[e]["standing"] > outlook.self["standing"] * 1.3}
    if not strong or outlook.turn % 3:
        return []
    orders: list[Order] = []
    for ally in sorted(outlook.allies):
        idle = strong - set(outlook.lords[ally]["enemies"])
        if not outlook.enemies & set(outlook.lords[ally]["allies"]) and idle & outlook.lords_near(ally):
            orders.append({"code": "APP", "lord": ally})
    return orders[:2]
