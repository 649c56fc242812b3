"""What each lord may know (specification, 7), built by listing what is shown."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from msgspec.structs import asdict

from engines.gloire.formulas import army_upkeep
from engines.gloire.standing import Averages, averages
from engines.gloire.state import Knight, Land, State, links
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
    """What everybody knows of a position, made once for many views,
    and each lord's own things sorted by lord."""

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
    lands = Counter(land.owner for land in state.lands.values())
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
    men = [knight.men for knight in knights] + [garrison.men for garrison in garrisons]
    return {
        "seat": seat,
        "treasury": lord.treasury,
        "fallback": {"peasants": lord.peasants, "garrison": lord.garrison, "knights": lord.knights},
        "heir": lord.heir,
        "knights": [_knight(knight) for knight in knights],
        "garrisons": [{"id": g.id, "place": g.place, "men": g.men} for g in garrisons],
        "upkeep": {
            "wages": sum(knight.wage for knight in knights),
            "armies": sum(army_upkeep(m) for m in men),
        },
        "calls": [_call(call) for call in state.calls if seat in (call.caller, call.called)],
        "memory": survey.memories.get(seat, {}),  # what the people of lost lands think of this lord
        "intel": {name: asdict(one) for name, one in sorted(lord.intel.items())},
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
