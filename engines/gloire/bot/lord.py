"""Bots of three temperaments. They play from `Seen` alone: the view of their seat."""

from functools import partial
from typing import Any

from engines.core.contract import Action, Bot, Seen
from engines.core.dice import Dice
from engines.gloire.advice.outlook import Outlook
from engines.gloire.bot.court import court_orders
from engines.gloire.bot.house import (
    GLORY_SAVED,
    Purse,
    economy_orders,
    hire_orders,
    house_orders,
    seeks_glory,
)
from engines.gloire.bot.temper import TEMPERS, Temper
from engines.gloire.bot.war import war_orders

Order = dict[str, Any]


def play(seen: Seen, dice: Dice, temper: Temper) -> Action:
    """Economy first, then knights, armies and attacks, then the court; what is left goes into walls."""
    if seen.view["me"] is None or not seen.view["lords"][seen.seat]["alive"]:
        return {"orders": []}
    outlook = Outlook(seen.view)
    purse = Purse(outlook.me["treasury"] + outlook.pension())
    orders: list[Order] = economy_orders(outlook, temper, purse)
    purse.ecus -= outlook.upkeep()
    glory = seeks_glory(outlook, temper)
    orders += hire_orders(outlook, temper, purse, glory)
    if glory and purse.ecus > 0:
        purse.ecus -= int(purse.ecus * GLORY_SAVED)
    orders += war_orders(outlook, temper, purse, dice)
    orders += court_orders(outlook, temper)
    orders += house_orders(
        outlook, temper, purse, {order["land"] for order in orders if order["code"] == "ATT"}
    )
    return {"orders": orders}


BOTS: dict[str, Bot] = {name: partial(play, temper=temper) for name, temper in TEMPERS.items()}
