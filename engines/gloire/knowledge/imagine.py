"""A position as one lord may imagine it:
all he knows, the rest invented from what is published and from dice.

It is made of his view alone, so that it can tell nothing that the view did not.
"""

from collections.abc import Iterator
from itertools import count
from typing import Any

from engines.core.dice import Dice
from engines.gloire.formulas import add_up, clamp
from engines.gloire.knowledge.conjecture import House, Supposition, View, supposed_houses
from engines.gloire.maps import START_WEALTH, WEALTH_BOUNDS
from engines.gloire.orders.names import fold, fresh_name
from engines.gloire.state import (
    Call,
    Garrison,
    Intel,
    Knight,
    Land,
    Lord,
    Memory,
    State,
    copy_of,
    pair,
    set_next_ids,
)
from engines.gloire.tables import START_FALLBACK
from engines.gloire.view import build_view

FORTS = ("none", "none", "none", "palisade", "palisade", "wall")  # as likely as they stand here
FALLBACKS = ((50, 50, 80), (50, 50, 80), (40, 40, 60), (60, 60, 50))


def imagine(state: State, seat: int | None, dice: Dice) -> State:
    """A finished game hides nothing."""
    return state if state.victory else _imagine_from(build_view(state, seat), dice)


def _imagine_from(view: View, dice: Dice) -> State:
    """The first supposition that looks the same as the view.

    The last one if none does: a position to play all the same, some published figure a little off.
    """
    known = _known_realm(view, dice)
    for supposed in supposed_houses(view, known, dice):
        fresh = _with_houses(known, view, supposed, dice)
        if build_view(fresh, view["seat"]) == view:
            break
    return fresh


def _known_realm(view: View, dice: Dice) -> State:
    """The realm and one's own house."""
    known = State(view["map"], view["turn"], view["turns"], _lands(view, dice), _lords(view, dice), [])
    known.wars, known.alliances = relations(view, "enemies"), relations(view, "allies")
    known.calls = _calls(view, dice)
    add_own_house(known, view)
    return known


def _with_houses(known: State, view: View, supposed: Supposition, dice: Dice) -> State:
    fresh = copy_of(known)
    for knight in fresh.knights:
        knight.renown += supposed.digits
    names = {fold(knight.name) for knight in fresh.knights} | {fold(lord.name) for lord in fresh.lords}
    for seat, house in supposed.houses.items():
        _add_house(fresh, view, seat, house, names, dice)
    _post_garrisons(fresh, view, dice)
    fresh.knights.sort(key=lambda knight: int(knight.id[1:]))  # in the order of their coming
    fresh.next_knight = len(fresh.lords) + 1
    set_next_ids(fresh)
    return fresh


# Lands


def _lands(view: View, dice: Dice) -> dict[str, Land]:
    lands = {name: _land(view, name, shown, dice) for name, shown in view["lands"].items()}
    drift = _hidden_by_rounding(view)
    for land in lands.values():
        land.happiness = max(0.0, land.happiness + drift)
    return lands


def _land(view: View, name: str, shown: dict[str, Any], dice: Dice) -> Land:
    land = Land(shown["population"], 0.0, shown["happiness"], shown["owner"])
    me = view["me"] or {}
    seen = me.get("intel", {}).get(name)
    if "wealth" in shown:
        land.wealth, land.fort, land.sold = shown["wealth"], shown["fort"], shown["sold"]
    elif seen is not None:
        land.wealth, land.fort = seen["wealth"], seen["fort"]
    else:
        land.wealth = _wealth(view, name, dice)
        land.fort = "none" if land.owner is None or view["turn"] == 1 else dice.choice(FORTS, "imagine:fort")
    if name in me.get("memory", {}):
        land.memory = {view["seat"]: Memory(me["memory"][name], dice.below(view["turn"], "imagine:since"))}
    return land


def _wealth(view: View, name: str, dice: Dice) -> float:
    """Fiefs begin alike; the taxes of some years have changed them as they have the others."""
    low, high = WEALTH_BOUNDS
    wealth = low + (high - low) * dice.uniform("imagine:wealth")
    if any(lord["home"] == name for lord in view["lords"]):
        wealth = START_WEALTH
    if view["turn"] > 1 and view["lands"][name]["owner"] is not None:
        wealth *= 0.7 + 0.5 * dice.uniform("imagine:taxed")
    return wealth


def _hidden_by_rounding(view: View) -> float:
    """What must be added to every happiness for their published mean to come out."""
    total = add_up(land["happiness"] for land in view["lands"].values())
    gap = float(view["averages"]["happiness"]) - total / len(view["lands"])
    return clamp(gap, -0.00004, 0.00004)


# Lords


def _lords(view: View, dice: Dice) -> list[Lord]:
    lords = []
    for shown in view["lords"]:
        lord = Lord(shown["name"], 0, shown["home"], shown["title"], alive=shown["alive"], fell=shown["fell"])
        choices = (START_FALLBACK,) if view["turn"] == 1 else FALLBACKS
        lord.peasants, lord.garrison, lord.knights = dice.choice(choices, "imagine:fallback")
        lords.append(lord)
    return lords


def relations(view: View, kind: str) -> list[tuple[int, int]]:
    return sorted({pair(lord["seat"], other) for lord in view["lords"] for other in lord[kind]})


def own_calls(view: View) -> list[Call]:
    """Those one made or received."""
    calls = view["me"]["calls"] if view["me"] else []
    return [Call(one["caller"], one["called"], tuple(one["enemies"]), one["turn"]) for one in calls]


def _calls(view: View, dice: Dice) -> list[Call]:
    """Own calls, and now and then one between two others that are allied."""
    calls = own_calls(view)
    for caller in view["lords"]:
        for called in caller["allies"]:
            strangers = view["seat"] not in (caller["seat"], called)
            if strangers and caller["enemies"] and dice.below(8, "imagine:call") == 0:
                calls.append(Call(caller["seat"], called, tuple(caller["enemies"]), view["turn"] - 1))
    return calls


# Houses


def add_own_house(state: State, view: View) -> None:
    me = view["me"]
    if me is None:
        return
    lord, back = state.lords[view["seat"]], me["fallback"]
    lord.treasury, lord.heir = me["treasury"], me["heir"]
    lord.peasants, lord.garrison, lord.knights = back["peasants"], back["garrison"], back["knights"]
    lord.intel = {name: Intel(**one) for name, one in me["intel"].items()}
    state.knights += [Knight(lord=view["seat"], **one) for one in me["knights"]]
    state.garrisons += [Garrison(lord=view["seat"], **one) for one in me["garrisons"]]


def _add_house(state: State, view: View, seat: int, house: House, names: set[str], dice: Dice) -> None:
    lord = state.lords[seat]
    lord.treasury = house.treasury
    places = _places(state, view, seat)
    place = lord.home if lord.home in places else dice.choice(places, "imagine:place")
    state.knights.append(Knight(f"C{seat + 1}", lord.name, seat, house.renown, place, is_lord=True))
    used = {knight.id for knight in state.knights} | {f"C{n + 1}" for n in range(len(state.lords))}
    spare = spare_ids("C", used)
    for renown in house.hired:
        since = 1 + dice.below(view["turn"] - 1, "imagine:hired")
        place = dice.choice(places, "imagine:place")
        name = fresh_name(dice, "imagine:name", names)
        wage = max(1, int(renown))
        state.knights.append(Knight(next(spare), name, seat, renown, place, wage, hired=since))
    _arm_knights(state, view, seat, dice)


def spare_ids(letter: str, used: set[str]) -> Iterator[str]:
    return (f"{letter}{n}" for n in count(1) if f"{letter}{n}" not in used)


def _places(state: State, view: View, seat: int) -> list[str]:
    """Where a lord's knights may stand: his lands, else those of nobody, else his allies'."""
    allies = view["lords"][seat]["allies"]
    for owners in ([seat], [None], allies):
        found = [name for name, land in state.lands.items() if land.owner in owners]
        if found:
            return found
    return [state.lords[seat].home]


# Armies


def _arm_knights(state: State, view: View, seat: int, dice: Dice) -> None:
    """Some men with two knights in three. On a land that a spy has counted there are as many as he saw."""
    if view["turn"] == 1:
        return
    seen = view["me"]["intel"] if view["me"] else {}
    for knight in state.knights:
        if knight.lord == seat and knight.place not in seen and dice.below(3, "imagine:armed"):
            knight.men = 20 + dice.below(80 + 20 * min(view["turn"], 20), "imagine:men")


def _post_garrisons(state: State, view: View, dice: Dice) -> None:
    if view["turn"] == 1:
        return
    seen = view["me"]["intel"] if view["me"] else {}
    spare = spare_ids("G", {garrison.id for garrison in state.garrisons})
    for name, land in state.lands.items():
        if land.owner is None or land.owner == view["seat"]:
            continue
        men = seen[name]["men"] if name in seen else _men(dice)
        if men >= 1:
            state.garrisons.append(Garrison(next(spare), land.owner, name, men))


def _men(dice: Dice) -> int:
    """Every second land is held by a few men."""
    return 20 + dice.below(300, "imagine:garrison") if dice.below(2, "imagine:held") else 0
