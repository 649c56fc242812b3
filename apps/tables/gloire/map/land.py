"""The sheet of one land: what the reader knows of it, his forces there, and the orders possible there."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from apps.games.table.sight import Sight
from apps.tables.gloire.desk.draft import drafted_orders
from apps.tables.gloire.desk.forms import narrow_to, order_forms
from apps.tables.gloire.map.chart import chart
from apps.tables.gloire.map.layers import force_words, houses_shown, standing_to
from engines.core.contract import errors
from engines.gloire.formulas import peasants
from engines.gloire.orders.catalogue import CATALOGUE
from engines.gloire.tables import FORTS
from engines.gloire.words import number

# The map's menu in the order in which people use it; the rest of the catalogue follows.
USUAL = ("ATT", "IMP", "RED", "ARM", "MOV", "FOR", "GAR", "AFF", "ESP")
STRONG = ("ATT", "IMP")


def land_sheet(sight: Sight, name: str) -> dict[str, Any]:
    """Everything the sheet shows, from the reader's view."""
    view, drawn = sight.view, chart(sight.view["map"])
    land = view["lands"][name]
    owner = land["owner"]
    relation = standing_to(view, owner)
    return {
        "name": name,
        "label": drawn.shapes[name].label,
        "land": land,
        "owner": view["lords"][owner] if owner is not None else None,
        "owner_seat": sight.seats[owner] if owner is not None else None,
        "relation": relation,
        "may_write": may_write(sight, owner),
        "fort": _(FORTS[land["fort"]].label) if "fort" in land else "",
        "peasants": peasants(land["population"]) if owner is None else None,
        "intel": _intel(view, name),
        "memory": view["me"]["memory"].get(name) if view["me"] else None,
        "neighbours": neighbours(sight, name),
        "forces": forces_at(view, name),
        "actions": actions_at(sight, name),
        "drafted": drafted_at(sight, name),
    }


def may_write(sight: Sight, owner: int | None) -> bool:
    """A letter goes from somebody who sits at the table, not as a steward, to another person there."""
    if owner is None or not sight.user.is_authenticated or sight.game.is_solo:
        return False
    here = {seat.user_id for seat in sight.seats}
    return sight.user.pk in here and sight.seats[owner].user_id not in (None, sight.user.pk)


def _intel(view: dict[str, Any], name: str) -> dict[str, Any] | None:
    found = view["me"]["intel"].get(name) if view["me"] else None
    return {**found, "fort_words": _(FORTS[found["fort"]].label)} if found else None


def neighbours(sight: Sight, name: str) -> list[dict[str, Any]]:
    view, drawn = sight.view, chart(sight.view["map"])
    here = drawn.game_map.lands[name]
    return [
        {
            "label": drawn.shapes[other].label,
            "url": reverse("gloire:land", args=[sight.game.code, other]),
            "sea": other in here.sea,
            "relation": standing_to(view, view["lands"][other]["owner"]),
        }
        for other in here.neighbours
    ]


def forces_at(view: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """Knights and garrisons known to be here: mine, or all once the game is over."""
    armies = (army for house in houses_shown(view) for army in (*house["knights"], *house["garrisons"]))
    return [army for army in armies if army["place"] == name]


def actions_at(sight: Sight, name: str) -> list[dict[str, Any]]:
    """The orders of the catalogue that can be about this land now."""
    found, here = {}, {"terre": name, "siege": sight.number}
    for code, form in order_forms(sight).items():
        if narrow_to(sight, form, name) is not None:
            found[code] = {
                "code": code,
                "words": _(CATALOGUE[code].verb),
                "strong": code in STRONG,
                "url": reverse("gloire:order", args=[sight.game.code, code], query=here),
            }
    usual = [found.pop(code) for code in USUAL if code in found]
    return [*usual, *found.values()]


def drafted_at(sight: Sight, name: str) -> list[str]:
    """The orders of the draft that are about this land."""
    if not sight.is_asked:
        return []
    texts = []
    for order in drafted_orders(sight):
        if order.get("land") == name and not errors(sight.problems_of({"orders": [order]})):
            texts.append(sight.game.rules.notate(sight.state, sight.own_number, {"orders": [order]}))
    return texts


def land_rows(sight: Sight, names: list[str]) -> list[dict[str, Any]]:
    """The list that says the same as the map."""
    view, drawn = sight.view, chart(sight.view["map"])
    rows = []
    for name in names:
        land = view["lands"][name]
        forces = forces_at(view, name)
        knights, men = sum(1 for one in forces if "renown" in one), sum(one["men"] for one in forces)
        rows.append(
            {
                "name": name,
                "label": drawn.shapes[name].label,
                "land": land,
                "population": number(land["population"]),
                "lord": view["lords"][land["owner"]]["name"] if land["owner"] is not None else "",
                "relation": standing_to(view, land["owner"]),
                "forces": force_words(knights, men, land.get("fort", "none")),
            }
        )
    return rows
