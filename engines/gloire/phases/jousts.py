"""Phases 10 and 11: jousts announced, entries, the lists, duels, prizes and the organiser's fame."""

from typing import Any

from engines.gloire.formulas import duel_gain, duel_loss, duel_value, level_ride
from engines.gloire.orders.catalogue import Order
from engines.gloire.play import ROYAL, Joust, Turn
from engines.gloire.rounding import hundredths, tenths
from engines.gloire.state import Knight
from engines.gloire.tables import (
    DUEL_RIDES,
    JOUST_LOWEST_PRIZE,
    JOUST_PLACE_COST,
    ROYAL_JOUST_EVERY,
    ROYAL_PRIZE,
)


def announce_jousts(turn: Turn) -> None:
    """Phase 10. ORG. The cost and the prize are set aside at once."""
    if turn.state.turn % ROYAL_JOUST_EVERY == 0:
        turn.jousts[ROYAL] = Joust(ROYAL, None, ROYAL_PRIZE, "")
    for order in turn.in_turn_order("ORG"):
        places, prize = int(order.args["places"]), int(order.args["prize"])
        lord = turn.lords[order.seat]
        cost = JOUST_PLACE_COST * places
        if order.seat in turn.jousts:
            turn.refuse(order, "one_joust")
        elif prize < JOUST_LOWEST_PRIZE:
            turn.refuse(order, "prize_too_small")
        elif cost + prize > lord.treasury:
            turn.refuse(order, "no_money", need=cost + prize, have=lord.treasury)
        else:
            lord.treasury -= cost + prize
            turn.jousts[order.seat] = Joust(order.seat, places, prize, _key(order.args["password"]))
            turn.fulfil(order, cost=cost)


def _key(password: str) -> str:
    """Passwords travel by letter: capitals do not matter."""
    return str(password).casefold()


def hold_jousts(turn: Turn) -> None:
    """Phase 11. PAR, then the jousts: the king's first, the others by descending standing."""
    entered: set[str] = set()
    for order in turn.in_turn_order("PAR"):
        enter(turn, order, entered)
    if not turn.jousts:
        return
    standings = turn.frozen.standings
    for host in sorted(turn.jousts, key=lambda seat: (seat != ROYAL, -standings[seat], seat)):
        hold(turn, turn.jousts[host])


def enter(turn: Turn, order: Order, entered: set[str]) -> None:
    host = order.lord if "lord" in order.args else ROYAL
    joust = turn.jousts.get(host)
    if joust is None or joust.password != _key(order.args.get("password", "")):
        turn.refuse(order, "no_such_joust")
        return
    if order.knight == "*":
        riders = [knight for knight in turn.houses[order.seat] if knight.id not in entered]
    else:
        knight = turn.own_knight(order)
        if knight is None:
            return
        riders = [] if knight.id in entered else [knight]
    if not riders:
        turn.refuse(order, "one_joust_each")
        return
    joust.riders += riders
    entered.update(knight.id for knight in riders)
    turn.fulfil(order, riders=len(riders))


def hold(turn: Turn, joust: Joust) -> None:
    _keep_the_best(turn, joust)
    lords = sorted({knight.lord for knight in joust.riders} | ({joust.host} - {ROYAL}))
    if len(joust.riders) < 2:
        if joust.host != ROYAL:
            turn.lords[joust.host].treasury += joust.prize
        turn.tell("joust_empty", *lords, host=joust.host, riders=len(joust.riders))
        return
    label = f"joust:{'royal' if joust.host == ROYAL else joust.host}"
    rounds, won_by_others = _tournament(turn, joust, label)
    champion = joust.riders[0]
    turn.lords[champion.lord].treasury += joust.prize
    fame = _fame_of_host(turn, joust, won_by_others)
    result = {"host": joust.host, "knight": champion.id, "name": champion.name, "lord": champion.lord}
    turn.tell("joust", *lords, **result, prize=joust.prize, rounds=rounds, fame=hundredths(fame))
    if joust.host == ROYAL:
        turn.proclaim("royal_joust", name=champion.name, lord=champion.lord, prize=joust.prize)


def _keep_the_best(turn: Turn, joust: Joust) -> None:
    if joust.places is None or len(joust.riders) <= joust.places:
        return
    ranked = sorted(joust.riders, key=lambda knight: (-knight.renown, int(knight.id[1:])))
    joust.riders = ranked[: joust.places]
    for knight in ranked[joust.places :]:
        turn.tell(
            "joust_full", knight.lord, lord=knight.lord, host=joust.host, knight=knight.id, name=knight.name
        )


def _tournament(turn: Turn, joust: Joust, label: str) -> tuple[list[list[dict[str, Any]]], float]:
    """Single elimination; byes in the first round. `joust.riders` ends as the champion alone."""
    riders = list(joust.riders)
    turn.dice.shuffle(riders, f"{label}:draw")
    size = 1
    while size < len(riders):
        size *= 2
    byes = size - len(riders)
    rounds, won = [], 0.0
    while len(riders) > 1:
        through, duels = riders[:byes], []
        for one, other in zip(riders[byes::2], riders[byes + 1 :: 2], strict=True):
            winner, gain, facts = _duel(turn, one, other, label)
            through.append(winner)
            duels.append(facts)
            if winner.lord != joust.host:
                won += gain
        riders, byes = through, 0
        rounds.append(duels)
    joust.riders = [riders[0], *(k for k in joust.riders if k is not riders[0])]
    return rounds, won


def _duel(turn: Turn, one: Knight, other: Knight, label: str) -> tuple[Knight, float, dict[str, Any]]:
    mean, rides = turn.frozen.renown, 0
    while True:
        rides += 1
        first = duel_value(one.renown, turn.dice.uniform(label), mean)
        second = duel_value(other.renown, turn.dice.uniform(label), mean)
        if rides == DUEL_RIDES or not level_ride(first, second):
            break
    winner, loser, values = (
        (one, other, (first, second)) if first >= second else (other, one, (second, first))
    )
    gain, loss = duel_gain(winner.renown, loser.renown), duel_loss(winner.renown, loser.renown)
    before = (winner.renown, loser.renown)
    winner.renown += gain
    loser.renown = max(1.0, loser.renown - loss)
    facts = {
        "winner": _rider_facts(winner, before[0]),
        "loser": _rider_facts(loser, before[1]),
        "rides": rides,
        "values": [tenths(values[0]), tenths(values[1])],
    }
    return winner, gain, facts


def _rider_facts(knight: Knight, before: float) -> dict[str, Any]:
    renown = [hundredths(before), hundredths(knight.renown)]
    return {"knight": knight.id, "name": knight.name, "lord": knight.lord, "renown": renown}


def _fame_of_host(turn: Turn, joust: Joust, won_by_others: float) -> float:
    """15% of the renown won by other houses' knights; 20% if none of the host's own rode."""
    if joust.host == ROYAL:
        return 0.0
    rode = any(knight.lord == joust.host for knight in joust.riders)
    fame = won_by_others * (0.15 if rode else 0.20)
    knight = turn.knight_lord(joust.host)
    if knight is not None:
        knight.renown += fame
    return fame
