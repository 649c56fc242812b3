"""Phase 3: the king's pensions, then all taxes, then all gifts."""

import msgspec

from engines.gloire.formulas import (
    gift_ratio,
    gifted_wealth,
    tax_yield,
    taxed_happiness,
    taxed_wealth,
    value_after_gift,
)
from engines.gloire.play import Turn
from engines.gloire.rounding import ten_thousandths
from engines.gloire.tables import PENSIONS


def pensions_taxes_and_gifts(turn: Turn) -> None:
    """Phase 3. Rente, IMP, RED."""
    pay_pensions(turn)
    collect_taxes(turn)
    give_back(turn)


def pay_pensions(turn: Turn) -> None:
    for seat in turn.frozen.order:
        lord = turn.lords[seat]
        if lord.title:
            lord.treasury += PENSIONS[lord.title]
            turn.tell("pension", seat, lord=seat, title=lord.title, ecus=PENSIONS[lord.title])


def collect_taxes(turn: Turn) -> None:
    taxed: set[str] = set()
    mean = turn.frozen.happiness
    for order in turn.in_turn_order("IMP"):
        name, level = order.land, int(order.args["level"])
        land = turn.lands[name]
        if land.owner != order.seat:
            turn.refuse(order, "not_your_land", land=name)
            continue
        if name in taxed:
            turn.refuse(order, "taxed_already", land=name)
            continue
        taxed.add(name)
        ecus = tax_yield(level, land.population, land.wealth, land.happiness, mean)
        before = (land.happiness, land.wealth)
        turn.lords[order.seat].treasury += ecus
        land.happiness = taxed_happiness(land.happiness, level)
        land.wealth = taxed_wealth(land.wealth, level)
        turn.fulfil(order)
        _tell_effect(turn, "tax_raised", order.seat, name, ecus, before, level)


class Gifts(msgspec.Struct):
    """What a land was before its first gift, and how much it was given: gifts add up."""

    happiness: float
    wealth: float
    total: int = 0


def give_back(turn: Turn) -> None:
    received: dict[str, Gifts] = {}
    mean = turn.frozen.happiness
    for order in turn.in_turn_order("RED"):
        name, wanted = order.land, order.amount
        land, lord = turn.lands[name], turn.lords[order.seat]
        if land.owner != order.seat:
            turn.refuse(order, "not_your_land", land=name)
            continue
        if lord.treasury < 1:
            turn.refuse(order, "no_money", need=wanted, have=lord.treasury)
            continue
        amount = min(wanted, lord.treasury)
        lord.treasury -= amount
        gifts = received.setdefault(name, Gifts(land.happiness, land.wealth))
        gifts.total += amount
        before = (land.happiness, land.wealth)
        ratio = gift_ratio(gifts.total, land.population, gifts.wealth, gifts.happiness, mean)
        land.happiness = value_after_gift(gifts.happiness, ratio)
        land.wealth = gifted_wealth(gifts.wealth, ratio)
        if amount < wanted:
            turn.fulfil_partly(order, "short_of_money", ecus=amount)
        else:
            turn.fulfil(order)
        _tell_effect(turn, "gift_given", order.seat, name, amount, before, None)


def _tell_effect(
    turn: Turn, kind: str, seat: int, name: str, ecus: int, before: tuple[float, float], level: int | None
) -> None:
    land = turn.lands[name]
    turn.tell(
        kind,
        seat,
        lord=seat,
        land=name,
        ecus=ecus,
        level=level,
        happiness=[ten_thousandths(before[0]), ten_thousandths(land.happiness)],
        wealth=[ten_thousandths(before[1]), ten_thousandths(land.wealth)],
    )
