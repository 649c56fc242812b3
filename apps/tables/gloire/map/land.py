"""The sheet of one land: what the reader knows of it, his forces there, and the orders possible there."""

from html import escape
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from apps.games.table.sight import Sight
from apps.tables.gloire.desk.draft import drafted_orders
from apps.tables.gloire.desk.forms import narrow_to, order_forms
from apps.tables.gloire.map.chart import chart
from apps.tables.gloire.map.layers import force_words, houses_shown, standing_to
from engines.gloire.formulas import peasants
from engines.gloire.orders.catalogue import CATALOGUE
from engines.gloire.tables import FORTS
from engines.gloire.words import decimal, number

# The map's menu in the order in which people use it; the rest of the catalogue follows.
USUAL = ("ATT", "IMP", "RED", "ARM", "MOV", "FOR", "GAR", "AFF", "ESP")
STRONG = ("ATT", "IMP")
MINE, NUMBER = ' class="is-mine"', ' class="num"'


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
    found = []
    for house in houses_shown(view):
        found += [knight for knight in house["knights"] if knight["place"] == name]
        found += [garrison for garrison in house["garrisons"] if garrison["place"] == name]
    return found


def actions_at(sight: Sight, name: str) -> list[dict[str, Any]]:
    """The orders of the catalogue that can be about this land now."""
    found = {}
    for code, form in order_forms(sight).items():
        if narrow_to(sight, form, name) is not None:
            found[code] = {
                "code": code,
                "words": _(CATALOGUE[code].verb),
                "strong": code in STRONG,
                "url": reverse("gloire:order", args=[sight.game.code, code])
                + f"?terre={name}&siege={sight.number}",
            }
    usual = [found.pop(code) for code in USUAL if code in found]
    return [*usual, *found.values()]


def drafted_at(sight: Sight, name: str) -> list[str]:
    """The orders of the draft that are about this land."""
    if not sight.is_asked:
        return []
    texts = []
    for order in drafted_orders(sight):
        if order.get("land") == name and not _errors(sight, order):
            texts.append(sight.game.rules.notate(sight.state, sight.seated, {"orders": [order]}))
    return texts


def _errors(sight: Sight, order: dict[str, Any]) -> bool:
    problems = sight.game.rules.check(sight.state, sight.seated, {"orders": [order]})
    return any(problem.level == "error" for problem in problems)


def land_rows(sight: Sight, names: list[str]) -> SafeString:
    """The body of the list that says the same as the map. Put together here: Europe has 151 rows."""
    view, drawn = sight.view, chart(sight.view["map"])
    address = reverse("gloire:land", args=[sight.game.code, "LAND"])
    titles = [_("Seigneur"), _("Population"), _("Bonheur"), _("Richesse"), _("Mes forces")]
    badges = {
        "enemy": f' <span class="badge badge-red">{_("en guerre")}</span>',
        "ally": f' <span class="badge badge-green">{_("allié")}</span>',
    }
    rows = []
    for name in names:
        land = view["lands"][name]
        owner = land["owner"]
        relation = standing_to(view, owner)
        lord = escape(view["lords"][owner]["name"]) + badges.get(relation, "") if owner is not None else "–"
        cells = [lord, number(land["population"]), decimal(land["happiness"])]
        if view["me"] is not None:
            cells.append(decimal(land["wealth"], 2) if "wealth" in land else "–")
            forces = forces_at(view, name)
            knights, men = sum(1 for one in forces if "renown" in one), sum(one["men"] for one in forces)
            cells.append(force_words(knights, men, land.get("fort", "none")) or "–")
        rows.append(
            f'<tr{MINE if relation == "mine" else ""}><th scope="row" class="cell-title">'
            f'<a href="{address.replace("LAND", name)}" '
            f"data-land-link>{escape(drawn.shapes[name].label)}</a></th>"
            + "".join(
                f'<td{NUMBER if 0 < n < 4 else ""} data-label="{titles[n]}">{cell}</td>'
                for n, cell in enumerate(cells)
            )
            + "</tr>"
        )
    return mark_safe("".join(rows))
