"""Changes to a list of orders: add, take away, move, follow the treasurer. Pure: a list in, a new list
out."""

from typing import Any

from engines.gloire.advice import advisors
from engines.gloire.orders.catalogue import CATALOGUE

Order = dict[str, Any]

# Orders of which one alone makes sense for the same argument (by `code`: at all): a new one takes the place
# of the old.
REPLACES = {
    **dict.fromkeys(("REN", "LIB", "GAR", "ATT", "MOV", "PAR"), "knight"),
    **dict.fromkeys(("IMP", "RED", "VND", "ESP", "FOR"), "land"),
    **dict.fromkeys(("GUE", "ALL", "PAI", "ANN", "APP"), "lord"),
    **dict.fromkeys(("DEF", "DEM"), "army"),
    "AFF": "garrison",
    **dict.fromkeys(("INI", "ORG", "ACH", "ABD"), "code"),
}
# Within a phase, what runs first whatever the order of entry (specification, 5).
PASSES = {"RED": 1, "TSF": 1, "GAR": 3, "ALL": 1, "PAI": 2, "ANN": 3, "APP": 4, "ACH": 1}


def add_order(orders: list[Order], order: Order) -> list[Order]:
    """With the new order, in the place of the one it replaces, else at the end."""
    code, key = order["code"], REPLACES.get(order["code"])
    same = [
        n for n, old in enumerate(orders) if key and old["code"] == code and old.get(key) == order.get(key)
    ]
    if not same:
        return [*orders, order]
    kept = [old for n, old in enumerate(orders) if n not in same[1:]]
    kept[same[0]] = order
    return kept


def places_of(new: list[Order], orders: list[Order]) -> list[int]:
    """Where the new orders stand. By identity: a second levy may say the same as the first."""
    return [n for n, order in enumerate(orders) if any(order is one for one in new)]


def remove_order(orders: list[Order], n: int) -> list[Order]:
    return [order for place, order in enumerate(orders) if place != n]


def rank_of(order: Order, own: set[str]) -> tuple[int, int]:
    """When the order runs: its phase, and the pass within it. Only inside a pass does the order of entry
    count."""
    passed = PASSES.get(order["code"], 0)
    if order["code"] == "TSF" and order.get("other") not in own:
        passed = 2
    return CATALOGUE[order["code"]].phase, passed


def move_order(orders: list[Order], n: int, up: bool, own: set[str]) -> list[Order]:
    """Exchange an order with the one that runs just before or after it in the same pass; nothing else
    moves."""
    if not 0 <= n < len(orders):
        return orders
    group = [place for place, order in enumerate(orders) if rank_of(order, own) == rank_of(orders[n], own)]
    at = group.index(n) + (-1 if up else 1)
    if not 0 <= at < len(group):
        return orders
    moved = list(orders)
    moved[n], moved[group[at]] = moved[group[at]], moved[n]
    return moved


def follow_treasurer(view: dict[str, Any], orders: list[Order]) -> list[Order]:
    """The taxes and gifts that the Grand Argentier advises, in place of those of the draft."""
    kept = [order for order in orders if order["code"] not in ("IMP", "RED")]
    advised: list[Order] = []
    for one in advisors.best_plan(view):
        if one.level:
            advised.append({"code": "IMP", "level": one.level, "land": one.land})
        if one.gift:
            advised.append({"code": "RED", "amount": one.gift, "land": one.land})
    return [*advised, *kept]


def still_sensible(view: dict[str, Any], orders: list[Order]) -> list[Order]:
    """Of last turn's orders, those that still speak of one's own lands, knights and garrisons."""
    own = {army["id"] for kind in ("knights", "garrisons") for army in view["me"][kind]}
    seat = view["me"]["seat"]
    kept = []
    for order in orders:
        named = [order[key] for key in ("knight", "army", "garrison") if key in order and order[key] != "*"]
        lands = [arg.key for arg in CATALOGUE[order["code"]].args if arg.kind == "own_land"]
        lost = any(view["lands"][order[key]]["owner"] != seat for key in lands)
        if not lost and all(name in own for name in named):
            kept.append(order)
    return kept
