"""A form for each order: the engine's fields, narrowed to what makes sense for one land or knight, with first
values.

Reading a form back gives an order as the catalogue describes it; whether it is sensible is for `check` to
say.
"""

from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext
from msgspec import structs

from apps.games.table.eyes import Eyes
from apps.games.table.sight import Sight
from apps.site.numbers import whole_number
from apps.tables.gloire.desk.draft import desk_of
from apps.tables.gloire.desk.first_values import first_knight, first_value, near_first, owner_words, translate
from engines.core.contract import Field, OrderForm
from engines.gloire.advice import advisors
from engines.gloire.maps import load_map
from engines.gloire.orders.catalogue import CATALOGUE
from engines.gloire.words import number

Order = dict[str, Any]
BY_LORD = ("GUE", "ALL", "PAI", "ANN", "APP", "ACH")
BY_ARMY = {"GAR": "knight", "TSF": "knight", "DEM": "army", "DEF": "army", "AFF": "garrison"}
GIFTS = ("none", "best", "steady", "own")


@dataclass(frozen=True)
class Filled:
    """One field with the value it shows."""

    field: Field
    value: Any
    label: str
    help: str
    choices: tuple[tuple[str, str, bool], ...] = ()  # value, words, chosen
    near: int = 0  # how many of the choices come first because they are near; 0: no such order

    @property
    def groups(self) -> list[tuple[str, tuple[tuple[str, str, bool], ...]]]:
        """The choices under their headings, for a long list; one group without a heading for a short one."""
        if not 0 < self.near < len(self.choices):
            return [("", self.choices)]
        return [
            (gettext("Près de vous"), self.choices[: self.near]),
            (gettext("Plus loin"), self.choices[self.near :]),
        ]


def order_forms(sight: Sight) -> dict[str, OrderForm]:
    """Every order that could be given now, by code, in the order of the phases."""
    return {form.code: form for form in sight.menu.forms} if sight.menu is not None else {}


def narrow_to(sight: Sight, form: OrderForm, land: str) -> OrderForm | None:
    """The form bound to a land of the map; None when the order has nothing to do with it."""
    view, code = sight.view, form.code
    if code == "ATT" and view["lands"][land]["owner"] == view["seat"]:
        return None
    allowed = _values_at(view, form, land)
    if not allowed:
        return None
    fields = tuple(_only(one, allowed[one.key]) if one.key in allowed else one for one in form.fields)
    if any(field.kind == "choice" and field.required and not field.choices for field in fields):
        return None
    return structs.replace(form, fields=fields)


def _values_at(view: dict[str, Any], form: OrderForm, land: str) -> dict[str, set[Any]]:
    """Which fields of an order a land narrows, and to what; nothing if the order has nothing to do with
    it."""
    code, allowed = form.code, {}
    lands = next((field for field in form.fields if field.key == "land"), None)
    if lands is not None:
        if land not in {value for value, _label in lands.choices}:
            return {}
        allowed["land"] = {land}
        if code in ("ATT", "MOV", "ARM"):
            allowed["knight"] = _near(view, land, with_here=code != "MOV")
    elif code in BY_ARMY:
        allowed[BY_ARMY[code]] = _armies_at(view, land)
        if code == "AFF":
            allowed["knight"] = _near(view, land, with_here=True)
    if code in BY_LORD:
        allowed["lord"] = {view["lands"][land]["owner"]}
    return allowed


def _armies_at(view: dict[str, Any], land: str) -> set[str]:
    armies = [*view["me"]["knights"], *view["me"]["garrisons"]]
    return {army["id"] for army in armies if army["place"] == land}


def _only(field: Field, values: set[Any]) -> Field:
    kept = tuple(pair for pair in field.choices if pair[0] in values)
    return structs.replace(field, choices=kept)


def _near(view: dict[str, Any], land: str, *, with_here: bool) -> set[str]:
    """Own knights on the neighbouring lands, or here."""
    around = {*load_map(view["map"]).lands[land].neighbours, *((land,) if with_here else ())}
    return {knight["id"] for knight in view["me"]["knights"] if knight["place"] in around}


def fill_fields(sight: Sight, form: OrderForm, given: dict[str, str]) -> list[Filled]:
    """The fields ready to show, with what was given or a first value that suits the fields before it."""
    found, known = [], dict(given)
    for field in form.fields:
        one = _fill_field(sight, form, field, known)
        known[field.key] = str(one.value)
        found.append(one)
    return found


def _fill_field(sight: Sight, form: OrderForm, field: Field, given: dict[str, str]) -> Filled:
    value = given.get(field.key, "")
    near = 0
    if field.key == "land" and form.code in ("ATT", "MOV"):
        field = _within_reach_first(sight, form, field, given)
    elif len(field.choices) > 1 and (field.key == "lord" or form.code in ("ESP", "ACH")):
        field, near = near_first(sight.view, field)
    if value == "":
        value = first_value(sight.view, form, field, given, desk_of(sight))
    rows = tuple((str(key), translate(words), str(key) == str(value)) for key, words in field.choices)
    return Filled(field, value, gettext(field.label), gettext(field.help) if field.help else "", rows, near)


def _within_reach_first(sight: Sight, form: OrderForm, field: Field, given: dict[str, str]) -> Field:
    """Lands next to the chosen knight before the rest; for an attack enemies, then free lands, then others,
    each with its lord."""
    view = sight.view
    chosen = given.get("knight") or first_knight(sight.view, form)
    place = next((knight["place"] for knight in view["me"]["knights"] if knight["id"] == chosen), "")
    near = set(load_map(view["map"]).lands[place].neighbours) if place else set()
    enemies = view["lords"][view["seat"]]["enemies"]

    def rank(pair: tuple[Any, Any]) -> tuple[bool, int]:
        owner = view["lands"][pair[0]]["owner"]
        kind = 0 if owner in enemies else 1 if owner is None else 3 if owner == view["seat"] else 2
        return pair[0] not in near, kind if form.code == "ATT" else 0

    pairs = sorted(field.choices, key=rank)
    if form.code == "ATT":
        pairs = [(name, f"{translate(words)} – {owner_words(view, name)}") for name, words in pairs]
    return structs.replace(field, choices=tuple(pairs))


def read_order(code: str, data: dict[str, str]) -> Order:
    """The order that a form's values make. What cannot be read stays as typed, for `check` to refuse it."""
    order: Order = {"code": code}
    for arg in CATALOGUE[code].args:
        text = data.get(arg.key, "").strip()
        if text == "" and arg.optional:
            continue
        if arg.kind in ("int", "lord"):
            number = whole_number(text.replace(" ", "").replace("\u202f", "").replace("\u00a0", ""))
            order[arg.key] = text if number is None else number
        else:
            order[arg.key] = text
    return order


@dataclass(frozen=True)
class GiftChoice:
    """What goes with a tax: no gift, the greatest useful one, the one that keeps happiness, or one's own
    figure."""

    chosen: str
    best: int
    steady: int | None
    own: int

    @property
    def best_shown(self) -> str:
        return number(self.best)

    @property
    def steady_shown(self) -> str:
        return number(self.steady or 0)

    @property
    def amount(self) -> int:
        return {"none": 0, "best": self.best, "steady": self.steady or 0, "own": self.own}[self.chosen]


def gift_choice(eyes: Eyes, land: str, level: Any, data: dict[str, str]) -> GiftChoice | None:
    """None when the land is not one's own or the level is no level."""
    if not isinstance(level, int) or not 0 <= level <= 10 or "wealth" not in eyes.view["lands"].get(land, {}):
        return None
    chosen = data.get("gift", "best")
    choice = GiftChoice(
        chosen if chosen in GIFTS else "best",
        advisors.best_gift(eyes.view, land, level),
        advisors.steady_gift(eyes.view, land, level),
        whole_number(data.get("gift_own", "").strip()) or 0,
    )
    return replace(choice, chosen="best") if choice.chosen == "steady" and choice.steady is None else choice


def orders_from(eyes: Eyes, code: str, data: dict[str, str]) -> list[Order]:
    """The orders a form asks for: one, or a tax and its gift."""
    order = read_order(code, data)
    if code != "IMP" or "gift" not in data:
        return [order]
    gift = gift_choice(eyes, str(order["land"]), order["level"], data)
    if gift is None or not gift.amount:
        return [order]
    return [order, {"code": "RED", "amount": gift.amount, "land": order["land"]}]
