"""What each lord may know (specification, 7), built by listing what is shown. Also `scramble`, for the leak test."""

from collections.abc import Iterable
from typing import Any

from engines.core.dice import Dice
from engines.gloire.formulas import army_upkeep
from engines.gloire.standing import Averages, averages
from engines.gloire.state import Knight, Land, Lord, State, copied, links
from engines.gloire.tables import LIMITS, ROYAL_JOUST_EVERY, TITLES

View = dict[str, Any]


def build_view(state: State, seat: int | None) -> View:
    """The view of a seat; of a spectator with None; everything once the game is over."""
    return _view(state, seat, _Survey(state))


def build_views(state: State, seats: Iterable[int | None]) -> dict[int | None, View]:
    """The views of several seats at once. They share what everybody knows, so nobody may change them."""
    survey = _Survey(state)
    return {seat: _view(state, seat, survey) for seat in seats}


class _Survey:
    """What everybody knows of a position, made once for many views, and each lord's own things sorted by lord."""

    def __init__(self, state: State) -> None:
        frozen = averages(state)
        self.averages = _means(frozen)
        self.lords = _lords(state, frozen)
        self.lands = {name: _land(land, bool(state.victory)) for name, land in state.lands.items()}
        self.knights: dict[int, list[Knight]] = {}  # of each lord: shown to him alone
        for knight in state.knights:
            self.knights.setdefault(knight.lord, []).append(knight)
        self.estates: dict[int | None, list[str]] = {}
        self.memories: dict[int, dict[str, float]] = {}
        for name, land in state.lands.items():
            self.estates.setdefault(land.owner, []).append(name)
            for lord, memory in land.memory.items():
                self.memories.setdefault(lord, {})[name] = round(memory.happiness, 4)


def _view(state: State, seat: int | None, survey: _Survey) -> View:
    limits = LIMITS[state.map]
    own = (
        {}
        if seat is None
        else {name: _land(state.lands[name], True) for name in survey.estates.get(seat, ())}
    )
    view: View = {
        "game": "gloire",
        "map": state.map,
        "turn": state.turn,
        "turns": state.turns,
        "seat": seat,
        "over": bool(state.victory),
        "winner": state.winner,
        "victory": state.victory,
        "royal_joust": state.turn % ROYAL_JOUST_EVERY == 0,
        "limits": {"standing": limits.standing, "lands": limits.lands, "titles": list(limits.titles)},
        "averages": survey.averages,
        "lands": {**survey.lands, **own},
        "lords": survey.lords,
        "me": None,
    }
    if seat is not None and 0 <= seat < len(state.lords):
        view["me"] = _house(state, seat, survey)
    if state.victory:
        view["houses"] = [_house(state, other, survey) for other in range(len(state.lords))]
    return view


def _means(frozen: Averages) -> dict[str, float]:
    """The averages that the reports print, so that players can calculate."""
    return {
        "happiness": round(frozen.happiness, 4),
        "population": round(frozen.population, 2),
        "renown": round(frozen.renown, 2),
        "standing": round(frozen.standing, 2),
        "highest": round(frozen.highest, 2),
    }


def _land(land: Land, known: bool) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "owner": land.owner,
        "population": land.population,
        "happiness": round(land.happiness, 4),
    }
    if known:
        shown["wealth"] = round(land.wealth, 4)
        shown["fort"] = land.fort
        shown["sold"] = land.sold
    return shown


def _lords(state: State, frozen: Averages) -> list[dict[str, Any]]:
    seats = len(state.lords)
    allies, enemies = links(state.alliances, seats), links(state.wars, seats)
    lands = [0] * seats
    for land in state.lands.values():
        if land.owner is not None:
            lands[land.owner] += 1
    rank = {seat: place for place, seat in enumerate(frozen.order[::-1], start=1)}
    return [
        {
            "seat": seat,
            "name": lord.name,
            "alive": lord.alive,
            "fell": lord.fell,
            "home": lord.home,
            "title": lord.title,
            "title_name": TITLES[lord.title],
            "standing": round(frozen.standings[seat], 2),
            "rank": rank.get(seat),
            "lands": lands[seat],
            "allies": sorted(allies[seat]),
            "enemies": sorted(enemies[seat]),
        }
        for seat, lord in enumerate(state.lords)
    ]


def _house(state: State, seat: int, survey: _Survey) -> dict[str, Any]:
    """What a lord knows of his own house."""
    lord = state.lords[seat]
    knights = survey.knights.get(seat, [])
    garrisons = [garrison for garrison in state.garrisons if garrison.lord == seat]
    wages = 0
    for knight in knights:
        wages += knight.wage
    men = [knight.men for knight in knights] + [garrison.men for garrison in garrisons]
    return {
        "seat": seat,
        "treasury": lord.treasury,
        "fallback": {"peasants": lord.peasants, "garrison": lord.garrison, "knights": lord.knights},
        "heir": lord.heir,
        "knights": [_knight(knight) for knight in knights],
        "garrisons": [{"id": g.id, "place": g.place, "men": g.men} for g in garrisons],
        "upkeep": {"wages": wages, "armies": sum(army_upkeep(m) for m in men)},
        "calls": [_call(call) for call in state.calls if seat in (call.caller, call.called)],
        "memory": survey.memories.get(seat, {}),  # what the people of lost lands think of this lord
        "intel": _intel(lord),
    }


def _knight(knight: Knight) -> dict[str, Any]:
    return {
        "id": knight.id,
        "name": knight.name,
        "renown": round(knight.renown, 2),
        "wage": knight.wage,
        "place": knight.place,
        "men": knight.men,
        "is_lord": knight.is_lord,
        "hired": knight.hired,
    }


def _call(call: Any) -> dict[str, Any]:
    return {"caller": call.caller, "called": call.called, "enemies": list(call.enemies), "turn": call.turn}


def _intel(lord: Lord) -> dict[str, Any]:
    return {
        name: {"turn": one.turn, "wealth": one.wealth, "fort": one.fort, "men": one.men}
        for name, one in sorted(lord.intel.items())
    }


def scramble(state: State, seat: int | None, dice: Dice) -> State:
    """The same position with everything hidden from `seat` changed, standings and published means kept."""
    if state.victory:
        return state
    fresh = copied(state)
    for land in fresh.lands.values():
        if land.owner != seat or seat is None:
            land.wealth = 0.05 + 0.6 * dice.uniform("scramble:wealth")
            land.fort = dice.choice(("none", "palisade", "wall", "fortress"), "scramble:fort")
            land.sold = dice.below(max(1, fresh.turn), "scramble:sold")
        land.memory = {one: memory for one, memory in land.memory.items() if one == seat}
    for other, lord in enumerate(fresh.lords):
        if other != seat:
            lord.peasants, lord.garrison, lord.knights = (
                dice.below(101, "scramble:fallback") for _ in range(3)
            )
            lord.heir, lord.intel = "", {}
            _scramble_knights(fresh, other, dice)
    fresh.garrisons = [garrison for garrison in fresh.garrisons if garrison.lord == seat]
    fresh.calls = [call for call in fresh.calls if seat in (call.caller, call.called)]
    _swap_wealth_for_renown(fresh, seat)
    return fresh


def _scramble_knights(state: State, lord: int, dice: Dice) -> None:
    """Renown, men and places are dealt out anew among a lord's knights; their sum, which is public, stays."""
    knights = [knight for knight in state.knights if knight.lord == lord]
    hired = [knight for knight in knights if not knight.is_lord]
    renowns = [knight.renown for knight in hired]
    dice.shuffle(renowns, "scramble:renown")
    for knight, renown in zip(hired, renowns, strict=True):
        knight.renown = renown
        knight.wage, knight.hired = (
            dice.below(100, "scramble:wage"),
            dice.below(state.turn + 1, "scramble:hired"),
        )
    for n, knight in enumerate(knights):
        knight.place = dice.choice(list(state.lands), "scramble:place")
        knight.men = dice.below(3000, "scramble:men")
        if not knight.is_lord:
            knight.name = f"Inconnu {lord} {n}"


def _swap_wealth_for_renown(state: State, seat: int | None) -> None:
    """500 écus weigh as much as ten points of hired renown: exchange them between two other lords."""
    hired = [k for k in state.knights if k.lord != seat and not k.is_lord]
    rich = next((k for k in hired if k.renown > 12), None)
    poor = next(
        (k for k in hired if rich and k.lord != rich.lord and state.lords[k.lord].treasury >= 500), None
    )
    if rich is not None and poor is not None:
        rich.renown -= 10
        state.lords[rich.lord].treasury += 500
        poor.renown += 10
        state.lords[poor.lord].treasury -= 500
