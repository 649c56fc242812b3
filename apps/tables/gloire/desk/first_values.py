"""What a form shows at first: choices near the reader before the rest, and values that could be ordered as
they stand."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext
from msgspec import structs

from apps.site.numbers import whole_number
from apps.tables.gloire.desk.draft import Desk
from apps.tables.gloire.desk.effects import muster
from engines.core.contract import Field, OrderForm
from engines.core.texts import Text, render
from engines.gloire.advice.outlook import Outlook
from engines.gloire.maps import load_map
from engines.gloire.orders.names import fold

View = dict[str, Any]
USUAL_AMOUNT = 1000  # écus
USUAL = {"level": 4, "count": 1, "places": 8, "prize": 500}
FIGHTING = ("ATT", "TSF", "AFF", "GAR")  # orders for which the strongest knight is offered first


def near_first(view: View, field: Field) -> tuple[Field, int]:
    """Lands or lords around the reader before the rest, each part by name; and how many are near."""
    outlook = Outlook(view)
    if field.key == "lord":
        mine = view["lords"][view["seat"]]
        close = {*outlook.neighbours(), *mine["allies"], *mine["enemies"]}
    else:
        places = {*outlook.own, *(knight["place"] for knight in view["me"]["knights"])}
        close = {other for place in places for other in outlook.around(place)}
    pairs = sorted(field.choices, key=lambda pair: (pair[0] not in close, fold(translate(pair[1]))))
    if field.key == "land":
        pairs = [(name, f"{translate(words)} – {owner_words(view, name)}") for name, words in pairs]
    near = sum(1 for value, _words in pairs if value in close)
    return structs.replace(field, choices=tuple(pairs)), near


def owner_words(view: View, land: str) -> str:
    owner = view["lands"][land]["owner"]
    if owner is None:
        return gettext("indépendante")
    return gettext("à vous") if owner == view["seat"] else str(view["lords"][owner]["name"])


def translate(words: str | Text) -> str:
    return render(words, gettext) if isinstance(words, Text) else gettext(words)


def first_value(view: View, form: OrderForm, field: Field, given: dict[str, str], desk: Desk) -> Any:
    """What a field shows at first. The draft counts: men who will march, écus that are spent."""
    if field.kind == "choice":
        return _first_choice(view, form, field, given)
    if field.kind != "int":
        return ""
    if form.code == "INI":
        return view["me"]["fallback"][field.key]
    if field.key in USUAL:
        return USUAL[field.key]
    if field.key == "amount":
        return max(field.low or 0, min(USUAL_AMOUNT, desk.treasury, desk.end))
    men = _men_of(view, given.get("knight") or given.get("army") or first_knight(view, form), desk)
    return max(field.low or 0, men // 2)


def _first_choice(view: View, form: OrderForm, field: Field, given: dict[str, str]) -> Any:
    """What a list shows at first: something that could be ordered as it stands."""
    if not field.choices or (not field.required and len(field.choices) > 1):
        return ""
    if field.key in ("knight", "army"):
        return first_knight(view, form)
    values = [value for value, _words in field.choices]
    preferred = PREFERRED.get((form.code, field.key))
    likely = preferred(view, form, values, given) if preferred is not None else ()
    return next((value for value in likely if value in values), values[0])


def _companions(view: View, form: OrderForm, values: list[Any], given: dict[str, str]) -> list[str]:
    """Those beside the knight who gives his men away."""
    giver = given.get("knight") or first_knight(view, form)
    close = _reach(view, giver)
    return [one["id"] for one in view["me"]["knights"] if one["place"] in close and one["id"] != giver]


def _garrisons_in_reach(view: View, form: OrderForm, values: list[Any], given: dict[str, str]) -> list[str]:
    close = _reach(view, given.get("knight") or first_knight(view, form))
    return [garrison["id"] for garrison in view["me"]["garrisons"] if garrison["place"] in close]


def _owners_nearby(view: View, form: OrderForm, values: list[Any], given: dict[str, str]) -> list[Any]:
    """The owners of what could be bought, the nearest land first."""
    lands = next(field for field in form.fields if field.key == "land")
    return [view["lands"][name]["owner"] for name, _words in near_first(view, lands)[0].choices]


def _lands_of_the_seller(view: View, form: OrderForm, values: list[Any], given: dict[str, str]) -> list[str]:
    seller = whole_number(given.get("lord"))
    return [] if seller is None else [name for name in values if view["lands"][name]["owner"] == seller]


# (order, field) -> what suits best, the best first.
PREFERRED: dict[tuple[str, str], Callable[[View, OrderForm, list[Any], dict[str, str]], list[Any]]] = {
    ("TSF", "other"): _companions,
    ("AFF", "garrison"): _garrisons_in_reach,
    ("ACH", "lord"): _owners_nearby,
    ("ACH", "land"): _lands_of_the_seller,
}


def first_knight(view: View, form: OrderForm) -> str:
    """The knight or army a form speaks of at first: for a fight the strongest who has something to attack."""
    field = next((field for field in form.fields if field.key in ("knight", "army") and field.choices), None)
    if field is None:
        return ""
    values = [str(value) for value, _words in field.choices]
    if form.code not in FIGHTING:
        return values[0]
    own = {one["id"]: one for one in view["me"]["knights"]}
    return max(
        (value for value in values if value in own),
        key=lambda value: _readiness(view, form.code, own[value]),
        default=values[0],
    )


def _readiness(view: View, code: str, knight: dict[str, Any]) -> tuple[int, int]:
    """How well an order suits a knight; of two alike the one with more men."""
    if code == "AFF":
        close = _reach(view, knight["id"])
        within = sum(garrison["men"] for garrison in view["me"]["garrisons"] if garrison["place"] in close)
        return within, -knight["men"]
    if code != "ATT" or not knight["men"]:
        return 0, knight["men"]
    enemies = view["lords"][view["seat"]]["enemies"]
    owners = [
        view["lands"][near]["owner"] for near in load_map(view["map"]).lands[knight["place"]].neighbours
    ]
    return 2 if any(owner in enemies for owner in owners) else 1 if None in owners else 0, knight["men"]


def _reach(view: View, knight: str) -> set[str]:
    """Where a knight stands, and the lands around."""
    place = next((one["place"] for one in view["me"]["knights"] if one["id"] == knight), "")
    return {place, *load_map(view["map"]).lands[place].neighbours} if place else set()


def _men_of(view: View, army: str, desk: Desk) -> int:
    """A knight's men once the drafted levies and transfers are done; the men of a garrison."""
    if any(knight["id"] == army for knight in view["me"]["knights"]):
        return muster(view, desk.sound, army)
    return next((garrison["men"] for garrison in view["me"]["garrisons"] if garrison["id"] == army), 0)
