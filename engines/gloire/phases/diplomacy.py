"""Phase 8: wars, alliances, peaces, alliances cancelled, calls left unanswered, calls for help,
in that order."""

from collections.abc import Iterator

from engines.gloire.formulas import refusal_cost
from engines.gloire.orders.catalogue import Order
from engines.gloire.play import Turn
from engines.gloire.rounding import hundredths
from engines.gloire.state import Call

Pairs = set[tuple[int, int]]  # of lords: (who, whom)


def conduct_diplomacy(turn: Turn) -> None:
    """Phase 8. GUE, ALL, PAI, ANN, refusals, APP."""
    declared: Pairs = set()
    for order in _to_living_lords(turn, "GUE"):
        declare_war(turn, order, declared)
    wanted, agreed = _requests(turn, "ALL"), set[tuple[int, int]]()
    for order in _to_living_lords(turn, "ALL"):
        make_alliance(turn, order, wanted, agreed)
    wanted, agreed = _requests(turn, "PAI"), set()
    for order in _to_living_lords(turn, "PAI"):
        make_peace(turn, order, wanted, agreed)
    for order in _to_living_lords(turn, "ANN"):
        cancel_alliance(turn, order)
    settle_calls(turn, declared)
    for order in _to_living_lords(turn, "APP"):
        call_for_help(turn, order)


def _to_living_lords(turn: Turn, code: str) -> Iterator[Order]:
    """The orders whose other lord is still there; the rest are refused."""
    for order in turn.in_turn_order(code):
        if order.lord == order.seat or not turn.lords[order.lord].alive:
            turn.refuse(order, "other_gone", other=order.lord)
        else:
            yield order


def declare_war(turn: Turn, order: Order, declared: Pairs) -> None:
    other = order.lord
    declared.add((order.seat, other))
    if other in turn.enemies[order.seat]:
        turn.refuse(order, "already_at_war", other=other)
        return
    turn.fulfil(order)
    if other in turn.allies[order.seat]:
        turn.commit_felony(order.seat, other)
    else:
        turn.start_war(order.seat, other, "declared")


def _requests(turn: Turn, code: str) -> Pairs:
    """Who asked whom this turn: nothing is made unless the other asks back."""
    return {
        (seat, order.args["lord"]) for seat, orders in turn.given.get(code, {}).items() for order in orders
    }


def make_alliance(turn: Turn, order: Order, wanted: Pairs, agreed: Pairs) -> None:
    """`agreed` holds (first, second) of what was made this turn: the second order is then done as well."""
    one, other = order.seat, order.lord
    if other in turn.allies[one]:
        if (other, one) in agreed:
            turn.fulfil(order)
        else:
            turn.refuse(order, "already_allied", other=other)
    elif (other, one) not in wanted:
        turn.refuse(order, "not_asked_back", other=other)
    elif other in turn.enemies[one]:
        turn.refuse(order, "at_war", other=other)
    elif turn.allies[one] & turn.enemies[other] or turn.allies[other] & turn.enemies[one]:
        turn.refuse(order, "ally_of_enemy", other=other)
    else:
        turn.allies[one].add(other)
        turn.allies[other].add(one)
        agreed.add((one, other))
        turn.fulfil(order)
        turn.proclaim("alliance", lord=one, ally=other)


def make_peace(turn: Turn, order: Order, wanted: Pairs, agreed: Pairs) -> None:
    one, other = order.seat, order.lord
    if other not in turn.enemies[one]:
        if (other, one) in agreed:
            turn.fulfil(order)
        else:
            turn.refuse(order, "not_at_war", other=other)
    elif (other, one) not in wanted:
        turn.refuse(order, "not_asked_back", other=other)
    else:
        turn.enemies[one].discard(other)
        turn.enemies[other].discard(one)
        agreed.add((one, other))
        turn.fulfil(order)
        turn.proclaim("peace", lord=one, enemy=other)


def cancel_alliance(turn: Turn, order: Order) -> None:
    other = order.lord
    if other not in turn.allies[order.seat]:
        turn.refuse(order, "not_allied", other=other)
        return
    turn.fulfil(order)
    turn.end_alliance(order.seat, other, "cancelled")


def settle_calls(turn: Turn, declared: Pairs) -> None:
    """Whoever was called last turn must be at war with all those the caller fought then, or lose renown."""
    due = [call for call in turn.state.calls if call.turn < turn.state.turn]
    turn.state.calls = [call for call in turn.state.calls if call.turn >= turn.state.turn]
    rank = {seat: place for place, seat in enumerate(turn.frozen.order)} if due else {}
    for call in sorted(due, key=lambda call: (rank.get(call.called, -1), call.caller)):
        if not turn.lords[call.called].alive or not turn.lords[call.caller].alive:
            continue
        missing = [enemy for enemy in call.enemies if not _fights(turn, call.called, enemy, declared)]
        if not missing:
            turn.tell("call_answered", call.caller, call.called, caller=call.caller, called=call.called)
            continue
        standings = turn.frozen.standings
        cost = refusal_cost(
            standings[call.caller], [standings[ally] for ally in sorted(turn.allies[call.caller])]
        )
        lost = turn.lose_renown(call.called, cost)
        facts = {"caller": call.caller, "called": call.called, "enemies": missing, "renown": hundredths(lost)}
        turn.tell("call_refused", call.caller, call.called, **facts)


def _fights(turn: Turn, lord: int, enemy: int, declared: Pairs) -> bool:
    if enemy == lord or not turn.lords[enemy].alive:
        return True
    return enemy in turn.enemies[lord] or (lord, enemy) in declared


def call_for_help(turn: Turn, order: Order) -> None:
    other = order.lord
    enemies = tuple(sorted(turn.enemies[order.seat]))
    if not enemies:
        turn.refuse(order, "no_war")
    elif other not in turn.allies[order.seat]:
        turn.refuse(order, "not_allied", other=other)
    elif any(call.caller == order.seat and call.called == other for call in turn.state.calls):
        turn.refuse(order, "already_ordered")
    else:
        turn.state.calls.append(Call(order.seat, other, enemies, turn.state.turn))
        turn.fulfil(order)
        turn.tell("call", order.seat, other, caller=order.seat, called=other, enemies=list(enemies))
