"""Orders no player gives: the organiser's for NPCs, men in flight run for the nearest edge, NPCs follow their
script (3.15, 4)."""

import msgspec

from engines.argad.field.geometry import Point, length, scale
from engines.argad.field.ground import edge_of, ground_of
from engines.argad.movement.allowance import allowance
from engines.argad.orders import Order
from engines.argad.state import Figure, State, between, beyond, fights, kept_inside, on_table
from engines.argad.tables import VOICE

OUT = 300


def engine_orders(state: State) -> list[Order]:
    orders: list[Order] = [msgspec.convert(raw, Order) for raw in state.npc_orders]
    state.npc_orders = []
    for figure in on_table(state):
        if figure.fleeing:
            orders.append(Order((figure.id,), "flee", _to_edge(state, figure)))
        elif figure.seat < 0 and figure.script:
            order = _script(state, figure)
            if order is not None:
                orders.append(order)
    return orders


def _script(state: State, figure: Figure) -> Order | None:
    foe = _nearest_enemy(state, figure)
    if foe is None or between(figure, foe) > VOICE:
        return None
    if figure.script == "defend":
        return Order((figure.id,), "charge", (), foe.id)
    if figure.script != "flee" or figure.now.contacts:
        return None
    dx, dy = scale(figure.x - foe.x, figure.y - foe.y, allowance(state, figure) - 1)
    goal = kept_inside(state, (figure.x + dx, figure.y + dy), 150)
    return Order((figure.id,), "flee", (goal,))


def _nearest_enemy(state: State, figure: Figure) -> Figure | None:
    foes = [f for f in on_table(state) if f.side != figure.side and fights(f) and not f.hidden]
    return min(foes, key=lambda f: (length(f.x - figure.x, f.y - figure.y), f.id), default=None)


def _to_edge(state: State, figure: Figure) -> tuple[Point, ...]:
    """Straight to the nearest edge, as far as his legs carry him."""
    ground = ground_of(state.terrain, state.width, state.height)
    return (beyond(state, edge_of(ground, figure.x, figure.y), (figure.x, figure.y), OUT),)
