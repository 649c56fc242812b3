"""Phases 4 and 5: orders to fall back; knights called and men levied."""

from engines.gloire.formulas import happiness_after_departure, knight_price, levy_men, levy_rate
from engines.gloire.orders.catalogue import Order
from engines.gloire.orders.names import fold, fresh_name
from engines.gloire.play import Turn
from engines.gloire.rounding import ten_thousandths
from engines.gloire.state import Knight
from engines.gloire.tables import KNIGHTS_A_TURN


def set_fallbacks(turn: Turn) -> None:
    """Phase 4. INI lasts, DEF is for this turn."""
    for order in turn.in_turn_order("INI", "DEF"):
        if order.code == "INI":
            lord = turn.lords[order.seat]
            lord.peasants, lord.garrison, lord.knights = (
                order.args[k] for k in ("peasants", "garrison", "knights")
            )
            turn.fulfil(order)
            continue
        army = str(order.args["army"])
        garrison = turn.garrisons.get(army)
        if (garrison is None or garrison.lord != order.seat) and turn.own_knight(order, "army") is None:
            continue
        turn.fixed_fallback[army] = order.men
        turn.fulfil(order)


def call_and_levy(turn: Turn) -> None:
    """Phase 5. CHE, ARM, in the order of entry."""
    called = [0] * len(turn.lords)
    taken = {fold(knight.name) for knight in turn.state.knights} if "CHE" in turn.given else set()
    for order in turn.in_turn_order("CHE", "ARM"):
        if order.code == "ARM":
            levy(turn, order)
        else:
            call_knights(turn, order, called, taken)


def call_knights(turn: Turn, order: Order, called: list[int], taken: set[str]) -> None:
    """One who cannot be paid leaves, and the rest of the call is lost."""
    wanted = int(order.args["count"])
    allowed = min(wanted, KNIGHTS_A_TURN - called[order.seat])
    homes = turn.lands_of(order.seat)
    if allowed <= 0 or not homes:
        turn.refuse(order, "enough_knights" if homes else "no_land")
        return
    called[order.seat] += allowed
    for came in range(allowed):
        if not _knight_comes(turn, order.seat, homes, taken):
            if came:
                turn.fulfil_partly(order, "knight_unpaid", count=came)
            else:
                turn.refuse(order, "knight_unpaid", count=0)
            return
    if allowed < wanted:
        turn.fulfil_partly(order, "enough_knights", count=allowed)
    else:
        turn.fulfil(order)


def _knight_comes(turn: Turn, seat: int, homes: list[str], taken: set[str]) -> bool:
    lord, knight_lord = turn.lords[seat], turn.knight_lord(seat)
    label = f"knight:{seat}"
    most = int(knight_lord.renown if knight_lord else 1.0) + 1
    renown = turn.dice.between(1, most, label)
    place = turn.dice.choice(homes, f"{label}:place")
    price = knight_price(renown, turn.frozen.renown)
    if price > lord.treasury:
        turn.tell("knight_left", seat, lord=seat, renown=renown, price=price, treasury=lord.treasury)
        return False
    lord.treasury -= price
    name = fresh_name(turn.dice, f"{label}:name", taken)
    knight = Knight(
        f"C{turn.state.next_knight}", name, seat, float(renown), place, renown, hired=turn.state.turn
    )
    turn.state.next_knight += 1
    turn.add_knight(knight)
    turn.tell(
        "knight_came", seat, lord=seat, knight=knight.id, name=name, renown=renown, price=price, land=place
    )
    return True


def levy(turn: Turn, order: Order) -> None:
    land, lord = turn.lands[order.land], turn.lords[order.seat]
    if land.owner != order.seat:
        turn.refuse(order, "not_your_land", land=order.land)
        return
    knight = None
    if "knight" in order.args:
        knight = turn.own_knight(order)
        if knight is None:
            return
        if not turn.near(knight.place, order.land):
            turn.refuse(order, "too_far", knight=knight.name, land=order.land)
            return
    amount = min(order.amount, lord.treasury)
    frozen = turn.frozen
    rate = levy_rate(frozen.standings[order.seat], frozen.highest, land.population, frozen.population)
    men = levy_men(amount, rate)
    if men < 1:
        turn.refuse(order, "too_little_money", have=lord.treasury)
        return
    lord.treasury -= amount
    _muster(turn, order, knight, men, amount)
    if amount < order.amount:
        turn.fulfil_partly(order, "short_of_money", ecus=amount)
    else:
        turn.fulfil(order)


def _muster(turn: Turn, order: Order, knight: Knight | None, men: int, ecus: int) -> None:
    land = turn.lands[order.land]
    before = land.happiness
    if knight is None:
        army = turn.add_garrison(order.seat, order.land, men).id
    else:
        army = knight.id
        knight.men += men
        land.happiness = happiness_after_departure(before, turn.frozen.happiness, men, land.population)
    turn.tell(
        "levy",
        order.seat,
        lord=order.seat,
        land=order.land,
        ecus=ecus,
        men=men,
        army=army,
        happiness=[ten_thousandths(before), ten_thousandths(land.happiness)],
    )
