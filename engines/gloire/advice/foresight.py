"""What if? One's own orders resolved on one's own view, the rest of the world filled in with stated guesses.

Nothing hidden is touched: the state is rebuilt from the view, and the same view always gives the same answer.
"""

from collections.abc import Mapping
from typing import Any

from engines.core.contract import Event
from engines.core.dice import Dice
from engines.gloire.knowledge.imagine import add_own_house, own_calls, relations, spare_ids
from engines.gloire.standing import averages
from engines.gloire.state import Garrison, Knight, Land, Lord, Memory, State, set_next_ids
from engines.gloire.tables import START_RENOWN
from engines.gloire.turn import resolve
from engines.gloire.view import build_view

View = dict[str, Any]
USUAL_WEALTH = 0.40


def what_if(
    view: View, orders: list[dict[str, Any]], men: Mapping[str, int], dice: Dice
) -> tuple[View, list[Event]]:
    """The turn as it would go: the view after it, and what happens in it.

    `men` are garrisons that one supposes, by land; the others give no orders.
    Only what the seat would be told is returned.
    """
    seat = view["seat"]
    step = resolve(supposed_state(view, men), {seat: {"orders": orders}}, dice)
    mine = [event for event in step.events if event.audience is None or seat in event.audience]
    return build_view(step.state, seat), mine


def supposed_state(view: View, men: Mapping[str, int]) -> State:
    """A full position that looks like this view: own house exact, others' treasuries by their standing."""
    lands = {name: _land(view, name) for name in sorted(view["lands"])}
    lords = [
        Lord(one["name"], 0, one["home"], one["title"], alive=one["alive"], fell=one["fell"])
        for one in view["lords"]
    ]
    state = State(view["map"], view["turn"], view["turns"], lands, lords, [])
    state.wars, state.alliances = relations(view, "enemies"), relations(view, "allies")
    state.calls = own_calls(view)
    add_own_house(state, view)
    _add_other_lords(state, view)
    _add_garrisons(state, view, men)
    set_next_ids(state)
    _fit_treasuries(state, view)
    return state


def _land(view: View, name: str) -> Land:
    shown, intel = view["lands"][name], view["me"]["intel"].get(name, {})
    wealth = shown.get("wealth", intel.get("wealth", USUAL_WEALTH))
    fort = shown.get("fort", intel.get("fort", "none"))
    land = Land(
        shown["population"], wealth, shown["happiness"], shown["owner"], fort, sold=shown.get("sold", 0)
    )
    if name in view["me"]["memory"]:
        land.memory = {view["seat"]: Memory(view["me"]["memory"][name], view["turn"])}
    return land


def _add_other_lords(state: State, view: View) -> None:
    """The knight-lords of the others, at home, under ids that none of one's own knights has."""
    spare = spare_ids("C", {knight.id for knight in state.knights})
    for other in view["lords"]:
        if other["alive"] and other["seat"] != view["seat"]:
            facts = (next(spare), other["name"], other["seat"], START_RENOWN, other["home"])
            state.knights.append(Knight(*facts, is_lord=True))
    state.knights.sort(key=lambda knight: int(knight.id[1:]))


def _add_garrisons(state: State, view: View, men: Mapping[str, int]) -> None:
    spare = spare_ids("G", {garrison.id for garrison in state.garrisons})
    for name in sorted(men):
        owner = view["lands"][name]["owner"]
        if owner is not None and owner != view["seat"] and men[name] > 0:
            state.garrisons.append(Garrison(next(spare), owner, name, men[name]))


def _fit_treasuries(state: State, view: View) -> None:
    """Others have what their public standing leaves after renown, lands, friends and foes."""
    penniless = averages(state).standings
    for seat, lord in enumerate(state.lords):
        if seat != view["seat"] and lord.alive:
            lord.treasury = max(0, round((view["lords"][seat]["standing"] - penniless[seat]) * 500))
