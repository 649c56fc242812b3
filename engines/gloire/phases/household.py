"""Phases 1 and 2: names and abdications; armies disbanded and knights dismissed."""

from engines.gloire.orders.catalogue import Order
from engines.gloire.orders.names import fold
from engines.gloire.play import Turn


def rename_and_abdicate(turn: Turn) -> None:
    """Phase 1. REN, ABD."""
    taken = {fold(knight.name): knight.id for knight in turn.state.knights} if "REN" in turn.given else {}
    for order in turn.in_turn_order("REN", "ABD"):
        if order.code == "REN":
            rename(turn, order, taken)
        else:
            abdicate(turn, order)


def rename(turn: Turn, order: Order, taken: dict[str, str]) -> None:
    knight = turn.own_knight(order)
    if knight is None:
        return
    name = str(order.args["name"])
    if taken.get(fold(name), knight.id) != knight.id:
        turn.refuse(order, "name_taken", name=name)
        return
    before = knight.name
    taken.pop(fold(before), None)
    taken[fold(name)] = knight.id
    knight.name = name
    turn.fulfil(order, before=before, name=name)


def abdicate(turn: Turn, order: Order) -> None:
    """With an heir waiting the house goes on; the name changes when the turn ends."""
    if order.seat in turn.leaving:
        turn.refuse(order, "already_ordered")
        return
    turn.fulfil(order)
    if turn.lords[order.seat].heir:
        turn.leaving.append(order.seat)
    else:
        turn.end_lord(order.seat, "abdication")


def crown_heirs(turn: Turn) -> None:
    """At the end of the turn: everything passes to the player who was waiting."""
    for seat in turn.leaving:
        lord = turn.lords[seat]
        if not lord.alive:
            continue
        before, lord.name = lord.name, lord.heir
        knight = turn.knight_lord(seat)
        if knight is not None and knight.name == before:
            knight.name = lord.name
        turn.proclaim("succession", lord=seat, before=before, name=lord.name)
    for lord in turn.lords:
        lord.heir = ""  # who waits is asked again each turn


def disband_and_dismiss(turn: Turn) -> None:
    """Phase 2. DEM, LIB."""
    for order in turn.in_turn_order("DEM", "LIB"):
        if order.code == "DEM":
            disband(turn, order)
        else:
            dismiss(turn, order)


def disband(turn: Turn, order: Order) -> None:
    army = str(order.args["army"])
    garrison = turn.garrisons.get(army)
    if garrison is not None and garrison.lord == order.seat:
        turn.remove_garrison(garrison)
        turn.fulfil(order, men=garrison.men)
        return
    knight = turn.own_knight(order, "army")
    if knight is None:
        return
    if knight.men == 0:
        turn.refuse(order, "no_men", knight=knight.name)
        return
    turn.fulfil(order, men=knight.men)
    knight.men = 0


def dismiss(turn: Turn, order: Order) -> None:
    knight = turn.own_knight(order)
    if knight is None:
        return
    if knight.is_lord:
        turn.refuse(order, "knight_lord")
        return
    turn.remove_knight(knight)
    turn.fulfil(order, name=knight.name, men=knight.men)
