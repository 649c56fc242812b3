"""The same position with all that a seat may not know changed: for the test that looks for leaks."""

from engines.core.dice import Dice
from engines.gloire.state import Land, Lord, State, copy_of
from engines.gloire.tables import FORTS


def scramble(state: State, seat: int | None, dice: Dice) -> State:
    """The same position with everything hidden from `seat` changed, standings and published means kept."""
    if state.victory:
        return state
    fresh = copy_of(state)
    for land in fresh.lands.values():
        if land.owner != seat or seat is None:
            _scramble_land(fresh, land, dice)
        land.memory = {one: memory for one, memory in land.memory.items() if one == seat}
    for other, lord in enumerate(fresh.lords):
        if other != seat:
            _scramble_lord(lord, dice)
            _scramble_knights(fresh, other, dice)
    fresh.garrisons = [garrison for garrison in fresh.garrisons if garrison.lord == seat]
    fresh.calls = [call for call in fresh.calls if seat in (call.caller, call.called)]
    _swap_wealth_for_renown(fresh, seat)
    return fresh


def _scramble_land(state: State, land: Land, dice: Dice) -> None:
    land.wealth = 0.05 + 0.6 * dice.uniform("scramble:wealth")
    land.fort = dice.choice(tuple(FORTS), "scramble:fort")
    land.sold = dice.below(max(1, state.turn), "scramble:sold")


def _scramble_lord(lord: Lord, dice: Dice) -> None:
    lord.peasants, lord.garrison, lord.knights = (dice.below(101, "scramble:fallback") for _ in range(3))
    lord.heir, lord.intel = "", {}


def _scramble_knights(state: State, lord: int, dice: Dice) -> None:
    """Renown, men and places are dealt out anew among a lord's knights; their sum, which is public, stays."""
    knights = [knight for knight in state.knights if knight.lord == lord]
    hired = [knight for knight in knights if not knight.is_lord]
    renowns = [knight.renown for knight in hired]
    dice.shuffle(renowns, "scramble:renown")
    for knight, renown in zip(hired, renowns, strict=True):
        knight.renown = renown
        knight.wage = dice.below(100, "scramble:wage")
        knight.hired = dice.below(state.turn + 1, "scramble:hired")
    for n, knight in enumerate(knights):
        knight.place = dice.choice(list(state.lands), "scramble:place")
        knight.men = dice.below(3000, "scramble:men")
        if not knight.is_lord:
            knight.name = f"Inconnu {lord} {n}"


def _swap_wealth_for_renown(state: State, seat: int | None) -> None:
    """500 écus weigh as much as ten points of hired renown: exchange them between two other lords."""
    hired = [knight for knight in state.knights if knight.lord != seat and not knight.is_lord]
    giver = next((knight for knight in hired if knight.renown > 12), None)
    if giver is None:
        return
    takers = [knight for knight in hired if knight.lord != giver.lord]
    taker = next((knight for knight in takers if state.lords[knight.lord].treasury >= 500), None)
    if taker is not None:
        giver.renown -= 10
        state.lords[giver.lord].treasury += 500
        taker.renown += 10
        state.lords[taker.lord].treasury -= 500
