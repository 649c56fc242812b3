"""The zones of the board as the templates draw them: spaces with their militias, what a zone brings, what it
would change."""

from collections import Counter
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.tables.miles_christi.chart import HOLY_LAND
from apps.tables.miles_christi.moments import Moments
from apps.tables.miles_christi.offers import Offers
from engines.core.contract import Json
from engines.miles_christi.tables import (
    APPLICATION_COST,
    BLASPHEMY_COST,
    BLESSING_COINS,
    COINS,
    COMMANDERY_COST,
    EVALUATION,
    MILITARY,
    ORDERS,
    POPE_COST,
    RELIGIOUS,
)
from engines.miles_christi.words import ORDER_SHORT, ZONE_SHORT, with_sign

Drawn = dict[str, Any]
TOKEN = 36  # side of a militia on the map
PITCH = 41
# where a zone is written on the map: middle, height of its name, spaces in a row
PLACES = {
    "edessa": (510, 96, 3),
    "antioch": (316, 128, 4),
    "tripoli": (322, 338, 3),
    "acre": (272, 478, 2),
    "jerusalem": (286, 642, 5),
}
NAME_TO_FIGURES, NAME_TO_SPACES = 24, 52
BADGE, BADGES = 34, {"edessa": -106}  # where the change of a gap is written, from the middle of the zone


def lands(view: Json, offers: Offers, moments: Moments) -> list[Drawn]:
    """The five military zones, placed on the map."""
    return [_land(view, zone, offers, moments) for zone in MILITARY]


def religious(view: Json, offers: Offers, moments: Moments) -> list[Drawn]:
    """The four religious zones and the pope's."""
    return [
        {**_zone(view, zone, offers, moments), "brings": _brings(view, zone)} for zone in (*RELIGIOUS, "pope")
    ]


def baphomet(view: Json, offers: Offers, moments: Moments) -> list[Drawn]:
    """The six numbers with the militias that stand there."""
    found = []
    for number, owners in enumerate(view["baphomet"], 1):
        place = f"baphomet{number}"
        tokens = [{"order": _order(view, seat), "new": (place, seat) in moments.settled} for seat in owners]
        label = _who(view, owners) or _("personne")
        rolled = (moments.die or view["die"]) == number
        found.append(
            {
                "number": number,
                "tokens": tokens,
                "label": label,
                "rolled": rolled,
                "mark": offers.mark(f"baphomet:{number}"),
            }
        )
    return found


def _land(view: Json, zone: str, offers: Offers, moments: Moments) -> Drawn:
    x, y, columns = PLACES[zone]
    drawn = _zone(view, zone, offers, moments)
    spaces = drawn["groups"] if drawn["unlimited"] else drawn["spaces"]
    for index, space in enumerate(spaces):
        row, column = divmod(index, columns)
        width = min(columns, len(spaces) - row * columns)
        space["x"] = round(x + (column - (width - 1) / 2) * PITCH)
        space["y"] = y + NAME_TO_SPACES + row * PITCH
        space["left"], space["top"] = space["x"] - TOKEN // 2, space["y"] - TOKEN // 2
    return {
        **drawn,
        "path": HOLY_LAND["regions"][zone],
        "x": x,
        "y": y,
        "badge": x + BADGES.get(zone, BADGE),
        "figures": _figures(zone, x, y + NAME_TO_FIGURES),
    }


def _figures(zone: str, x: int, y: int) -> list[Drawn]:
    """Coins for the owner, then steps on the two tracks: an icon and a number each."""
    if zone == "edessa":
        parts = [("coin", str(COINS[zone])), ("either", "±1")]
    else:
        military, faith = EVALUATION[zone]
        parts = [("coin", str(COINS[zone])), ("sword", with_sign(military)), ("faith", with_sign(faith))]
        parts = [part for part in parts if part[1] != "0"]
    left = x - len(parts) * 24
    return [
        {
            "icon": icon,
            "text": text,
            "x": left + 48 * index,
            "tx": left + 48 * index + 23,
            "y": y - 16,
            "ty": y,
        }
        for index, (icon, text) in enumerate(parts)
    ]


def _zone(view: Json, zone: str, offers: Offers, moments: Moments) -> Drawn:
    row = view["zones"][zone]
    owners = [seat for seat in row["spaces"] if seat is not None]
    spaces = [
        {
            "n": n,
            "order": _order(view, seat) if seat is not None else "",
            "served": n in row["served"],
            "new": (zone, n) in moments.arrivals,
        }
        for n, seat in enumerate(row["spaces"])
    ]
    groups = [
        {"order": _order(view, seat), "count": count, "new": (zone, seat) in moments.settled}
        for seat, count in sorted(Counter(owners).items())
    ]
    target = f"zone:{zone}"
    return {
        "key": zone,
        "name": ZONE_SHORT[zone],
        "spaces": spaces,
        "groups": groups,
        "unlimited": row["unlimited"],
        "label": _label(view, zone, owners),
        "taken": _occupation(view, zone, owners),
        "mark": offers.mark(target),
        "change": offers.change(target),
    }


def _label(view: Json, zone: str, owners: list[int]) -> str:
    effect = _effect(zone) if zone in MILITARY else _brings(view, zone)
    return f"{ZONE_SHORT[zone]}. {effect}. {_occupation(view, zone, owners)}."


def _occupation(view: Json, zone: str, owners: list[int]) -> str:
    """Who stands in a zone, and how many places it has."""
    who = _who(view, owners) or _("personne")
    row = view["zones"][zone]
    if row["unlimited"]:
        return _("places sans limite ; on y trouve : {who}").format(who=who)
    text = ngettext(
        "{taken} place prise sur {all} : {who}", "{taken} places prises sur {all} : {who}", len(owners)
    )
    return text.format(taken=len(owners), all=len(row["spaces"]), who=who)


def _effect(zone: str) -> str:
    """What a militia of a military zone does, in words."""
    paid = ngettext(
        "{n} pièce pour l’Ordre de la milice", "{n} pièces pour l’Ordre de la milice", COINS[zone]
    ).format(n=COINS[zone])
    if zone == "edessa":
        return f"{paid}, {_('un pas au choix à l’évaluation')}"
    military, faith = EVALUATION[zone]
    steps = _("militaire {n}").format(n=with_sign(military))
    if faith:
        steps += ", " + _("religieux {n}").format(n=with_sign(faith))
    return _("{paid}, à l’évaluation {steps}").format(paid=paid, steps=steps)


def _brings(view: Json, zone: str) -> str:
    """What a religious zone brings, with the prices of the Order that looks, or the usual ones."""
    me = view["you"]
    order = _order(view, me) if me is not None else ""
    if zone == "blessing":
        return _("une bénédiction et {coins} pièces").format(
            coins=BLESSING_COINS.get(order, min(BLESSING_COINS.values()))
        )
    if zone == "blasphemy":
        _none, one, two = BLASPHEMY_COST.get(order) or max(BLASPHEMY_COST.values())
        return _("un blasphème pour {one}, deux pour {two}").format(one=_coins(one), two=_coins(two))
    if zone == "application":
        cost = APPLICATION_COST.get(order, max(APPLICATION_COST.values()))
        return (
            _("une candidature pour {cost}").format(cost=_coins(cost))
            if cost
            else _("une candidature, sans payer")
        )
    if zone == "commandery":
        costs = (
            COMMANDERY_COST.get(order)
            or COMMANDERY_COST[next(other for other in ORDERS if other != "sepulchre")]
        )
        return _("rang {rank}, redéploiement {redeploy}, désertion {desert} pièces").format(**costs)
    first, second, third = POPE_COST.get(order) or max(POPE_COST.values())
    return _("un émissaire : {first}, {second} puis {third} pièces").format(
        first=first, second=second, third=third
    )


def _coins(n: int) -> str:
    return ngettext("{n} pièce", "{n} pièces", n).format(n=n)


def _who(view: Json, owners: list[int]) -> str:
    """« Temple 2, Hospitaliers 1 »"""
    return ", ".join(
        f"{ORDER_SHORT[_order(view, seat)]} {count}" for seat, count in sorted(Counter(owners).items())
    )


def _order(view: Json, seat: int) -> str:
    return view["players"][seat]["order"]
