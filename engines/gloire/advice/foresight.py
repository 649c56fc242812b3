"""What if? One's own orders resolved on one's own view, the rest of the world filled in with stated guesses.

Nothing hidden is touched: the state is rebuilt from the view, and the same view always gives the same answer.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from engines.core.contract import Event
from engines.core.dice import Dice
from engines.gloire.knowledge.imagine import own_calls, relations
from engines.gloire.standing import averages
from engines.gloire.state import Garrison, Knight, Land, Lord, Memory, State
from engines.gloire.turn import resolve
from engines.gloire.view import build_view

View = dict[str, Any]
USUAL_WEALTH = 0.40


class Guess(msgspec.Struct, frozen=True):
    """What one supposes of the others. `men` is a garrison by land; `orders` are theirs by seat."""

    men: Mapping[str, int] = {}
    forts: Mapping[str, str] = {}
    renown: float = 100.0  # of every other knight-lord
    orders: Mapping[int, list[dict[str, Any]]] = {}


class Foresight(msgspec.Struct, frozen=True):
    after: View
    events: tuple[Event, ...]


def what_if(view: View, orders: list[dict[str, Any]], guess: Guess, dice: Dice) -> Foresight:
    """The turn as it would go. Only what the seat would be told is returned."""
    seat = view["seat"]
    state = supposed_state(view, guess)
    moves = {other: {"orders": list(given)} for other, given in guess.orders.items() if other != seat}
    after, events = resolve(state, {**moves, seat: {"orders": orders}}, dice)
    mine = tuple(event for event in events if event.audience is None or seat in event.audience)
    return Foresight(build_view(after, seat), mine)


def supposed_state(view: View, guess: Guess) -> State:
    """A full position that looks like this view: own house exact, others' treasuries by their standing."""
    lands = {name: _land(view, name, guess) for name in sorted(view["lands"])}
    lords = [_lord(view, other) for other in view["lords"]]
    own = [Knight(lord=view["seat"], **knight) for knight in view["me"]["knights"]]
    knights = sorted(own + _other_lords(view, guess, own), key=lambda knight: int(knight.id[1:]))
    state = State(view["map"], view["turn"], view["turns"], lands, lords, knights)
    state.garrisons = _garrisons(view, guess)
    state.wars, state.alliances = relations(view, "enemies"), relations(view, "allies")
    state.calls = own_calls(view)
    state.next_knight = max([int(knight.id[1:]) for knight in knights], default=0) + 1
    state.next_garrison = max([int(one.id[1:]) for one in state.garrisons], default=0) + 1
    _fit_treasuries(state, view)
    return state


def _other_lords(view: View, guess: Guess, own: list[Knight]) -> list[Knight]:
    """The knight-lords of the others, at home, under ids that none of one's own knights has."""
    used = {knight.id for knight in own}
    spare = (f"C{n}" for n in range(1, 100_000) if f"C{n}" not in used)
    return [
        Knight(next(spare), other["name"], other["seat"], guess.renown, other["home"], is_lord=True)
        for other in view["lords"]
        if other["alive"] and other["seat"] != view["seat"]
    ]


def _land(view: View, name: str, guess: Guess) -> Land:
    shown, intel = view["lands"][name], view["me"]["intel"].get(name, {})
    wealth = shown.get("wealth", intel.get("wealth", USUAL_WEALTH))
    fort = shown.get("fort", guess.forts.get(name, intel.get("fort", "none")))
    land = Land(
        shown["population"], wealth, shown["happiness"], shown["owner"], fort, sold=shown.get("sold", 0)
    )
    if name in view["me"]["memory"]:
        land.memory = {view["seat"]: Memory(view["me"]["memory"][name], view["turn"])}
    return land


def _lord(view: View, other: dict[str, Any]) -> Lord:
    lord = Lord(other["name"], 0, other["home"], other["title"], alive=other["alive"], fell=other["fell"])
    if other["seat"] == view["seat"]:
        fallback = view["me"]["fallback"]
        lord.treasury = view["me"]["treasury"]
        lord.peasants, lord.garrison = fallback["peasants"], fallback["garrison"]
        lord.knights = fallback["knights"]
    return lord


def _garrisons(view: View, guess: Guess) -> list[Garrison]:
    own = [Garrison(lord=view["seat"], **garrison) for garrison in view["me"]["garrisons"]]
    used = {garrison.id for garrison in own}
    spare = (f"G{n}" for n in range(1, 100_000) if f"G{n}" not in used)
    for name in sorted(guess.men):
        owner = view["lands"][name]["owner"] if name in view["lands"] else None
        if owner is not None and owner != view["seat"] and guess.men[name] > 0:
            own.append(Garrison(next(spare), owner, name, guess.men[name]))
    return own


def _fit_treasuries(state: State, view: View) -> None:
    """Others have what their public standing leaves after renown, lands, friends and foes."""
    penniless = averages(state).standings
    for seat, lord in enumerate(state.lords):
        if seat != view["seat"] and lord.alive:
            lord.treasury = max(0, round((view["lords"][seat]["standing"] - penniless[seat]) * 500))
