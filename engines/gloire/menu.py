"""What a lord may choose: forms with only sensible choices, and ready-made orders for the map's menu.

A draft is an action with the orders chosen so far; each further order gives the next draft. Any may be sent.
"""

from collections.abc import Iterator
from typing import Any

from engines.core.contract import Choice, Field, Menu, OrderForm
from engines.core.texts import Text, say
from engines.core.texts import gettext_noop as _
from engines.gloire.orders.catalogue import CATALOGUE, ORDERS, PHASE_TITLES, Arg, OrderSpec
from engines.gloire.orders.names import Known, known_to
from engines.gloire.state import Garrison, Knight, State
from engines.gloire.tables import BUILDABLE, FORTS, ROYAL_JOUST_EVERY, SPY_COST

MOST_IN_DRAFT = 12
Order = dict[str, Any]
Pairs = tuple[tuple[Any, str | Text], ...]


def build_menu(state: State, seat: int, draft: Any = None) -> Menu:
    orders = _orders_of(draft)
    if not 0 <= seat < len(state.lords) or not state.lords[seat].alive or state.victory:
        return Menu(say(_("Vous n’avez plus d’ordres à donner.")))
    desk = Surroundings(known_to(state, seat))
    send = Choice({"orders": orders}, say(_("Sceller ces {count} ordres"), count=len(orders)), verb="seal")
    further: list[Choice] = []
    if len(orders) < MOST_IN_DRAFT:
        further = [_further_choice(desk, orders, order) for order in suggestions(desk, orders)]
    prompt = say(_("Tour {turn} : donnez vos ordres."), turn=state.turn)
    return Menu(prompt, (send, *further), forms(desk) if not orders else ())


def _orders_of(draft: Any) -> list[Order]:
    orders = draft.get("orders") if isinstance(draft, dict) else None
    return list(orders) if isinstance(orders, list) else []


def _further_choice(desk: "Surroundings", orders: list[Order], order: Order) -> Choice:
    target = order.get("land") or order.get("knight") or order.get("army") or ""
    if not target and "lord" in order:
        target = f"L{order['lord']}"
    label = say(_("{verb} : {details}"), verb=say(CATALOGUE[order["code"]].verb), details=desk.details(order))
    return Choice({"orders": [*orders, order]}, label, verb=order["code"], target=str(target), complete=False)


class Surroundings:
    """What the lord has and sees around him, computed once for a menu."""

    def __init__(self, known: Known) -> None:
        self.known, self.state, self.seat = known, known.state, known.seat
        self.allies, self.enemies = known.allies, known.enemies
        self.own = [name for name, land in self.state.lands.items() if land.owner == self.seat]
        self.others = [s for s, lord in enumerate(self.state.lords) if lord.alive and s != self.seat]
        self.treasury = self.state.lords[self.seat].treasury

    def around(self, place: str) -> tuple[str, ...]:
        return self.known.map.lands[place].neighbours

    def knights_near(self, land: str) -> list[Knight]:
        """Those on the land, or beside it."""
        near = {land, *self.around(land)}
        return [knight for knight in self.known.knights.values() if knight.place in near]

    def open_to(self, land: str) -> bool:
        owner = self.state.lands[land].owner
        return owner is None or owner == self.seat or owner in self.allies

    def frontier(self) -> list[str]:
        """Lands beside one's own, or beside one's knights, that belong to others or to nobody."""
        places = [*self.own, *(knight.place for knight in self.known.knights.values())]
        near = {other for place in places for other in self.around(place)}
        return sorted(name for name in near if self.state.lands[name].owner != self.seat)

    def details(self, order: Order) -> Text:
        """The arguments in their order; a text without words of its own, whose parts are translated."""
        args = [arg for arg in CATALOGUE[order["code"]].args if arg.key in order]
        labels = {arg.key: self.label(arg, order[arg.key]) for arg in args}
        return say(" ".join(f"{{{key}}}" for key in labels), **labels)

    def label(self, arg: Arg, value: Any) -> str | Text:
        if arg.kind in ("land", "own_land"):
            return str(self.known.map.lands[value].label)
        if arg.kind == "lord":
            return str(self.state.lords[value].name)
        if arg.kind == "fort":
            return say(FORTS[value].label)
        if value in self.known.knights:
            return str(self.known.knights[value].name)
        return str(value)


# --- ready-made orders


def suggestions(desk: Surroundings, orders: list[Order]) -> Iterator[Order]:
    """Orders that make sense now, none of them already in the draft."""
    chosen = {
        (o.get("code"), o.get("land"), o.get("knight"), o.get("lord")) for o in orders if isinstance(o, dict)
    }
    for order in (*_economy(desk), *_levies(desk), *_war(desk, orders), *_court(desk), *_building(desk)):
        if (order["code"], order.get("land"), order.get("knight"), order.get("lord")) not in chosen:
            yield order


def _economy(desk: Surroundings) -> Iterator[Order]:
    for land in desk.own:
        yield {"code": "IMP", "level": 4, "land": land}
        if desk.treasury >= 200:
            yield {"code": "RED", "amount": min(1000, desk.treasury // 2), "land": land}


def _levies(desk: Surroundings) -> Iterator[Order]:
    yield {"code": "CHE", "count": 2}
    amount = max(100, desk.treasury // 3)
    for land in desk.own:
        yield {"code": "ARM", "land": land, "amount": amount}
        for knight in desk.knights_near(land):
            yield {"code": "ARM", "land": land, "amount": amount, "knight": knight.id}


def _war(desk: Surroundings, orders: list[Order]) -> Iterator[Order]:
    armed = {o.get("knight") for o in orders if isinstance(o, dict) and o.get("code") == "ARM"}
    for knight in desk.known.knights.values():
        yield from _ride_out(desk, knight, bool(knight.men) or knight.id in armed)
        if knight.men > 1 and knight.place in desk.own:
            yield {"code": "GAR", "knight": knight.id, "men": knight.men // 2}
    for garrison in desk.known.garrisons.values():
        for knight in desk.knights_near(garrison.place):
            yield {"code": "AFF", "knight": knight.id, "garrison": garrison.id}


def _ride_out(desk: Surroundings, knight: Knight, has_men: bool) -> Iterator[Order]:
    for land in desk.around(knight.place):
        owner = desk.state.lands[land].owner
        if has_men and owner != desk.seat and owner not in desk.allies:
            yield {"code": "ATT", "knight": knight.id, "land": land, "men": knight.men // 2}
        if desk.open_to(land):
            yield {"code": "MOV", "knight": knight.id, "land": land}


def _court(desk: Surroundings) -> Iterator[Order]:
    for lord in desk.others:
        if lord in desk.enemies:
            yield {"code": "PAI", "lord": lord}
        elif lord in desk.allies:
            yield {"code": "ANN", "lord": lord}
            if desk.enemies:
                yield {"code": "APP", "lord": lord}
        else:
            yield {"code": "ALL", "lord": lord}
            yield {"code": "GUE", "lord": lord}
    if desk.state.turn % ROYAL_JOUST_EVERY == 0:
        yield {"code": "PAR", "knight": "*"}


def _building(desk: Surroundings) -> Iterator[Order]:
    if desk.treasury >= FORTS["palisade"].cost:
        for land in desk.own:
            yield {"code": "FOR", "land": land, "fort": "palisade"}
    if desk.treasury >= SPY_COST:
        for land in desk.frontier():
            yield {"code": "ESP", "land": land}


# --- forms


def forms(desk: Surroundings) -> tuple[OrderForm, ...]:
    """One form for each order that could be given now, in the order of the phases."""
    made = []
    for spec in ORDERS:
        fields = tuple(_field(desk, spec, arg) for arg in spec.args)
        if _is_timely(desk, spec) and all(_can_be_filled(field) for field in fields):
            made.append(OrderForm(spec.code, spec.label, fields, PHASE_TITLES[spec.phase], spec.help))
    return tuple(made)


def _is_timely(desk: Surroundings, spec: OrderSpec) -> bool:
    return desk.state.turn > 1 or spec.code not in ("VND", "ACH")


def _can_be_filled(field: Field) -> bool:
    return bool(field.choices) or field.kind != "choice" or not field.required


def _field(desk: Surroundings, spec: OrderSpec, arg: Arg) -> Field:
    required = not arg.optional
    if arg.kind == "int":
        high = min(arg.high, max(arg.low, desk.treasury)) if spec.code == "ESP" else arg.high
        return Field(arg.key, arg.label, "int", low=arg.low, high=high, required=required, help=arg.help)
    if arg.kind == "text":
        return Field(arg.key, arg.label, "text", low=arg.low, high=arg.high, required=required, help=arg.help)
    choices = _choices(desk, spec.code, arg)
    return Field(arg.key, arg.label, "choice", choices, required=required, help=arg.help)


def _choices(desk: Surroundings, code: str, arg: Arg) -> Pairs:
    if arg.kind in ("land", "own_land"):
        return tuple((name, desk.known.map.lands[name].label) for name in _land_choices(desk, code, arg))
    if arg.kind == "lord":
        return tuple((lord, desk.state.lords[lord].name) for lord in _lord_choices(desk, code))
    if arg.kind == "fort":
        return tuple((fort, FORTS[fort].label) for fort in BUILDABLE)
    garrisons = tuple((one.id, _garrison_label(desk, one)) for one in desk.known.garrisons.values())
    if arg.kind == "garrison":
        return garrisons
    knights = tuple((knight.id, _knight_label(desk, knight)) for knight in _knight_choices(desk, code, arg))
    if arg.kind == "army":
        return knights + garrisons
    return (("*", _("Tous mes chevaliers")), *knights) if arg.kind == "knights" else knights


def _land_choices(desk: Surroundings, code: str, arg: Arg) -> list[str]:
    if arg.kind == "own_land" or code in ("FOR", "VND"):
        return desk.own
    lands = desk.state.lands
    if code == "ACH":
        return [name for name, land in lands.items() if land.owner in desk.others]
    if code == "ESP":
        return [name for name, land in lands.items() if land.owner != desk.seat]
    places = {knight.place for knight in desk.known.knights.values()}
    reach = {near for place in places for near in desk.around(place)}
    if code == "MOV":
        return sorted(filter(desk.open_to, reach))
    return sorted(name for name in reach | places if lands[name].owner not in desk.allies)


def _lord_choices(desk: Surroundings, code: str) -> list[int]:
    if code == "PAI":
        return sorted(desk.enemies)
    if code in ("ANN", "APP"):
        return sorted(desk.allies) if code == "ANN" or desk.enemies else []
    if code == "ALL":
        return [lord for lord in desk.others if lord not in desk.allies and lord not in desk.enemies]
    if code == "GUE":
        return [lord for lord in desk.others if lord not in desk.enemies]
    if code == "PAR":
        return [desk.seat, *desk.others]
    return desk.others


def _knight_choices(desk: Surroundings, code: str, arg: Arg) -> list[Knight]:
    knights = list(desk.known.knights.values())
    if code == "LIB":
        return [knight for knight in knights if not knight.is_lord]
    if code in ("DEM", "DEF"):
        return [knight for knight in knights if knight.men]
    if code == "GAR":
        return [knight for knight in knights if knight.place in desk.own]
    return knights


def _garrison_label(desk: Surroundings, garrison: Garrison) -> Text:
    place = desk.known.map.lands[garrison.place].label
    return say(_("{id} – {men} h., {place}"), id=garrison.id, men=garrison.men, place=place)


def _knight_label(desk: Surroundings, knight: Knight) -> Text:
    return say(
        _("{name} ({id}) – {renown}, {place}, {men} h."),
        name=knight.name,
        id=knight.id,
        renown=f"{round(knight.renown, 2):.0f}",  # as the view shows it
        place=desk.known.map.lands[knight.place].label,
        men=knight.men,
    )
