"""Phase 6: garrisons given to knights, men passed on, men left in garrison, in four passes over all lords."""

from engines.gloire.formulas import happiness_after_departure
from engines.gloire.orders.catalogue import Order
from engines.gloire.play import Turn
from engines.gloire.rounding import ten_thousandths
from engines.gloire.state import Knight


def move_men(turn: Turn) -> None:
    """Phase 6. AFF; TSF within a house; TSF to other houses; GAR."""
    for order, knight in turn.led_by_own_knights("AFF"):
        take_garrison(turn, order, knight)
    mixed: set[str] = set()  # armies that hold a man transferred this turn
    for order in turn.in_turn_order("TSF"):
        if not _is_foreign(turn, order):
            transfer(turn, order, mixed)
    for order in turn.in_turn_order("TSF"):
        if not order.answered:
            transfer(turn, order, mixed)
    for order, knight in turn.led_by_own_knights("GAR"):
        leave_garrison(turn, order, knight)


def take_garrison(turn: Turn, order: Order, knight: Knight) -> None:
    garrison = turn.garrisons.get(order.args["garrison"])
    if garrison is None or garrison.lord != order.seat:
        turn.refuse(order, "no_such_garrison")
        return
    if not turn.near(knight.place, garrison.place):
        turn.refuse(order, "too_far", knight=knight.name, land=garrison.place)
        return
    land = turn.lands[garrison.place]
    before = land.happiness
    if land.owner == order.seat:
        land.happiness = happiness_after_departure(
            before, turn.frozen.happiness, garrison.men, land.population
        )
    knight.men += garrison.men
    turn.remove_garrison(garrison)
    turn.fulfil(
        order,
        men=garrison.men,
        land=garrison.place,
        happiness=[ten_thousandths(before), ten_thousandths(land.happiness)],
    )


def _is_foreign(turn: Turn, order: Order) -> bool:
    taker = turn.knights.get(order.args["other"])
    return taker is None or taker.lord != order.seat


def transfer(turn: Turn, order: Order, mixed: set[str]) -> None:
    giver = turn.own_knight(order)
    if giver is None:
        return
    taker = turn.knights.get(order.args["other"])
    if taker is None or taker is giver or not _may_receive(turn, giver, taker):
        # One answer for all: a lord must not learn where another's knight stands, an enemy's least of all,
        # by trying.
        turn.refuse(order, "taker_not_near", other=order.args["other"])
        return
    if giver.id in mixed:
        turn.refuse(order, "mixed_army", knight=giver.name)
        return
    men = min(order.men, giver.men)
    if men < 1:
        turn.refuse(order, "no_men", knight=giver.name)
        return
    giver.men -= men
    taker.men += men
    mixed.add(taker.id)
    if men < order.men:
        turn.fulfil_partly(order, "few_men", men=men)
    else:
        turn.fulfil(order)
    facts = {"knight": giver.id, "name": giver.name, "other": taker.id, "other_name": taker.name, "men": men}
    turn.tell("men_moved", order.seat, taker.lord, lord=order.seat, to=taker.lord, **facts)


def _may_receive(turn: Turn, giver: Knight, taker: Knight) -> bool:
    return turn.near(giver.place, taker.place) and taker.lord not in turn.enemies[giver.lord]


def leave_garrison(turn: Turn, order: Order, knight: Knight) -> None:
    if turn.lands[knight.place].owner != order.seat:
        turn.refuse(order, "not_your_land", land=knight.place)
        return
    men = min(order.men, knight.men)
    if men < 1:
        turn.refuse(order, "no_men", knight=knight.name)
        return
    knight.men -= men
    garrison = turn.add_garrison(order.seat, knight.place, men)
    if men < order.men:
        turn.fulfil_partly(order, "few_men", men=men, army=garrison.id, land=knight.place)
    else:
        turn.fulfil(order, army=garrison.id, land=knight.place)
