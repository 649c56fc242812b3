"""The opening: options checked, Orders and turn order drawn, the first militias dealt."""

from collections.abc import Mapping, Sequence
from typing import Any

from engines.core.contract import Event, Step
from engines.core.dice import Dice
from engines.core.options import require_options
from engines.miles_christi.meta import META
from engines.miles_christi.placing import Events
from engines.miles_christi.state import FREE, Player, State
from engines.miles_christi.tables import IN_BAG, ORDERS, RECRUITS, START, ZONES, spaces
from engines.miles_christi.turn import advance, deal


def open_game(seats: Sequence[str], options: Mapping[str, Any], dice: Dice) -> Step:
    """The position of the first decision. Bad seats or options raise `BadOptions`."""
    require_options(META, seats, options)
    count = len(seats)
    orders = list(ORDERS)
    if options.get("orders", "drawn") == "drawn":
        dice.shuffle(orders, "orders")
    order = list(range(count))
    dice.shuffle(order, "turn_order")
    state = State(
        players=[_player(name, key, count) for name, key in zip(seats, orders, strict=False)],
        zones={zone: [FREE] * spaces(zone, count) for zone in ZONES},
        baphomet=[[] for _ in range(6)],
        bag=[IN_BAG] * count,
        order=order,
        bought=[FREE] * count,
        hits=[0] * count,
    )
    out: Events = [Event("turn_order", {"seats": order[:], "orders": [orders[seat] for seat in order]})]
    deal(state, dice, out)
    advance(state, dice, out)
    return Step(state, tuple(out))


def _player(name: str, order: str, count: int) -> Player:
    military, religious = START[order]
    return Player(name, order, military, religious, card=[0] * count, recruits=RECRUITS)
