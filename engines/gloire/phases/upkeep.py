"""Phases 15 and 16: wages, armies, desertion, the joy of garrisons; fortifications."""

from engines.gloire.formulas import army_upkeep, garrison_joy
from engines.gloire.play import Turn
from engines.gloire.rounding import ten_thousandths
from engines.gloire.state import Garrison, Knight
from engines.gloire.tables import FORTS


def pay_upkeep(turn: Turn) -> None:
    """Phase 15."""
    garrisons: dict[int, list[Garrison]] = {}
    for garrison in turn.state.garrisons:
        garrisons.setdefault(garrison.lord, []).append(garrison)
    for seat in turn.frozen.order:
        wages = pay_knights(turn, seat)
        armies = pay_armies(turn, seat, garrisons.get(seat, []))
        if wages or armies:
            turn.tell("upkeep", seat, lord=seat, wages=wages, armies=armies)
        leave_small_lord(turn, seat)
    rejoice(turn)


def pay_knights(turn: Turn, seat: int) -> int:
    """In descending renown; those hired this turn have had their price. An unpaid one leaves with his men."""
    lord, paid, now = turn.lords[seat], 0, turn.state.turn
    waged = [knight for knight in turn.houses[seat] if not knight.is_lord and knight.hired != now]
    due = sum([knight.wage for knight in waged])
    if due <= lord.treasury:
        lord.treasury -= due
        return due
    for knight in sorted(waged, key=lambda knight: (-knight.renown, int(knight.id[1:]))):
        if knight.wage > lord.treasury:
            desert(turn, knight, "unpaid")
        else:
            lord.treasury -= knight.wage
            paid += knight.wage
    return paid


def pay_armies(turn: Turn, seat: int, garrisons: list[Garrison]) -> int:
    """In descending size. An unpaid army goes home."""
    lord, paid = turn.lords[seat], 0
    armies: list[Knight | Garrison] = [knight for knight in turn.houses[seat] if knight.men]
    armies += garrisons
    due = sum([army_upkeep(army.men) for army in armies])
    if due <= lord.treasury:
        lord.treasury -= due
        return due
    for army in sorted(armies, key=lambda army: (-army.men, army.id)):
        cost = army_upkeep(army.men)
        if cost <= lord.treasury:
            lord.treasury -= cost
            paid += cost
            continue
        turn.tell("army_disbanded", seat, lord=seat, army=army.id, men=army.men, land=army.place)
        if isinstance(army, Garrison):
            turn.remove_garrison(army)
        else:
            army.men = 0
    return paid


def leave_small_lord(turn: Turn, seat: int) -> None:
    """A knight of twice his lord's renown serves him no longer."""
    knight_lord = turn.knight_lord(seat)
    if knight_lord is None:
        return
    too_great = 2 * knight_lord.renown
    for knight in [
        knight for knight in turn.houses[seat] if knight.renown >= too_great and not knight.is_lord
    ]:
        desert(turn, knight, "renown")


def desert(turn: Turn, knight: Knight, why: str) -> None:
    turn.remove_knight(knight)
    facts = {"knight": knight.id, "name": knight.name, "men": knight.men, "why": why}
    turn.tell("knight_deserted", knight.lord, lord=knight.lord, **facts)


def rejoice(turn: Turn) -> None:
    """A garrison gladdens the land of its own lord: a point for a thousand men, three at most."""
    for garrison in turn.state.garrisons:
        land = turn.lands[garrison.place]
        if land.owner == garrison.lord:
            joy = garrison_joy(garrison.men)
            land.happiness += joy
            turn.tell("joy", garrison.lord, lord=garrison.lord, land=garrison.place, joy=round(joy, 3))


def build_forts(turn: Turn) -> None:
    """Phase 16. FOR: the new one replaces the old one."""
    for order in turn.in_turn_order("FOR"):
        land, lord = turn.lands[order.land], turn.lords[order.seat]
        kind = str(order.args["fort"])
        fort = FORTS[kind]
        if land.owner != order.seat:
            turn.refuse(order, "not_your_land", land=order.land)
        elif lord.treasury < fort.cost:
            turn.refuse(order, "no_money", need=fort.cost, have=lord.treasury)
        else:
            lord.treasury -= fort.cost
            land.fort = kind
            before = land.happiness
            land.happiness = before * (100 + fort.joy) / 100
            happiness = [ten_thousandths(before), ten_thousandths(land.happiness)]
            turn.fulfil(order, ecus=fort.cost, happiness=happiness)
