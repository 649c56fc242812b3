"""Phase 12: lands sold and bought."""

from engines.gloire.orders.catalogue import Order
from engines.gloire.play import Turn


def sell_lands(turn: Turn) -> None:
    """Phase 12. VND, ACH: both the same turn, at the same price."""
    offered: set[tuple[int, str]] = set()
    bought: set[int] = set()
    for order in turn.in_turn_order("VND"):
        if (order.seat, order.land) in offered:
            turn.refuse(order, "already_ordered")
            continue
        reason = _why_not(turn, order)
        if turn.lands[order.land].owner == order.seat:
            offered.add((order.seat, order.land))
        if reason:
            turn.refuse(order, reason, land=order.land)
            continue
        purchase = _purchase(turn, order)
        if purchase is None:
            turn.refuse(order, "no_buyer", other=order.lord)
        else:
            _settle(turn, order, purchase, bought)
    for order in turn.in_turn_order("ACH"):
        if not order.answered:
            turn.refuse(order, "no_seller", other=order.lord)


def _why_not(turn: Turn, order: Order) -> str:
    land = turn.lands[order.land]
    if turn.state.turn == 1:
        return "first_turn"
    if land.owner != order.seat:
        return "not_your_land"
    if not turn.lords[order.lord].alive or order.lord == order.seat:
        return "other_gone"
    if (
        land.sold and land.sold >= turn.state.turn - 1
    ):  # this very turn included: a buyer cannot pass it on at once
        return "just_sold"
    if any(
        turn.lands[near].owner in turn.enemies[order.seat] for near in turn.map.lands[order.land].neighbours
    ):
        return "enemy_near"
    return ""


def _purchase(turn: Turn, sale: Order) -> Order | None:
    for order in turn.given.get("ACH", {}).get(sale.lord, ()):
        same = order.lord == sale.seat and order.land == sale.land and order.amount == sale.amount
        if same and not order.answered:
            return order
    return None


def _settle(turn: Turn, sale: Order, purchase: Order, bought: set[int]) -> None:
    buyer = turn.lords[purchase.seat]
    if purchase.seat in bought:
        turn.refuse(purchase, "one_purchase")
        turn.refuse(sale, "buyer_refused", other=purchase.seat)
        return
    if buyer.treasury < sale.amount:
        turn.refuse(purchase, "no_money", need=sale.amount, have=buyer.treasury)
        turn.refuse(sale, "buyer_refused", other=purchase.seat)
        return
    bought.add(purchase.seat)
    buyer.treasury -= sale.amount
    turn.lords[sale.seat].treasury += sale.amount
    turn.change_owner(sale.land, purchase.seat)
    turn.lands[sale.land].sold = turn.state.turn
    turn.fulfil(sale)
    turn.fulfil(purchase)
    turn.proclaim("land_sold", land=sale.land, lord=purchase.seat, before=sale.seat)
    facts = {"land": sale.land, "seller": sale.seat, "buyer": purchase.seat, "ecus": sale.amount}
    turn.tell("sale", sale.seat, purchase.seat, **facts)
