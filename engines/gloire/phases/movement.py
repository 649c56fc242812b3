"""Phases 9 and 18: knights move; knights and armies on foreign land go home."""

from engines.gloire.orders.catalogue import Order
from engines.gloire.play import Turn
from engines.gloire.state import Knight


def move_knights(turn: Turn) -> None:
    """Phase 9. MOV. Strangers cannot end on the same neutral land: their moves there are refused."""
    moves: dict[str, Order] = {}
    for order, knight in turn.led_by_own_knights("MOV"):
        reason = _why_not(turn, order, knight, moves)
        if reason:
            turn.refuse(order, reason, knight=knight.name, land=order.land)
        else:
            moves[knight.id] = order
    _refuse_meetings(turn, moves)
    for ident, order in moves.items():
        origin = turn.knights[ident].place
        turn.station(turn.knights[ident], order.land)
        turn.fulfil(order, before=origin)


def _why_not(turn: Turn, order: Order, knight: Knight, moves: dict[str, Order]) -> str:
    owner = turn.lands[order.land].owner
    if knight.id in moves:
        return "one_move"
    if knight.id in turn.victors:
        return "moved_by_victory"
    if order.land == knight.place:
        return "same_land"
    if not turn.near(knight.place, order.land):
        return "too_far"
    if owner is not None and owner != order.seat and owner not in turn.allies[order.seat]:
        return "hostile_land"
    return ""


def _refuse_meetings(turn: Turn, moves: dict[str, Order]) -> None:
    """A refused knight stays where he is, which may stop others: repeat until nothing changes."""
    while True:
        stopped = [order for ident, order in moves.items() if _meets_stranger(turn, ident, order, moves)]
        if not stopped:
            return
        for order in stopped:
            del moves[order.knight]
            turn.refuse(order, "stranger_there", knight=turn.knights[order.knight].name, land=order.land)


def _meets_stranger(turn: Turn, ident: str, order: Order, moves: dict[str, Order]) -> bool:
    if turn.lands[order.land].owner is not None:
        return False
    friends = turn.allies[order.seat]
    staying = [knight.lord for knight in turn.stationed.get(order.land, ()) if knight.id not in moves]
    coming = [other.seat for other in moves.values() if other.land == order.land]
    return any(lord != order.seat and lord not in friends for lord in (*staying, *coming))


def send_home(turn: Turn) -> None:
    """Phase 18. Whoever stands on a land that is neither neutral, own nor allied goes home."""
    abroad = [knight for knight in turn.state.knights if turn.lands[knight.place].owner != knight.lord]
    for knight in abroad:
        if _unwelcome(turn, knight.lord, knight.place):
            turn.send_knight_home(knight)
    for garrison in list(turn.state.garrisons):
        if _unwelcome(turn, garrison.lord, garrison.place):
            turn.send_garrison_home(garrison)


def _unwelcome(turn: Turn, lord: int, place: str) -> bool:
    owner = turn.lands[place].owner
    return owner is not None and owner != lord and owner not in turn.allies[lord]
