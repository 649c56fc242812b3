"""Figures and names as French readers see them: 4 948, 19,5, labels of lands, names of lords, armies."""

from typing import Any

from engines.core.texts import Text, say
from engines.core.texts import gettext_noop as _
from engines.gloire.maps import load_map
from engines.gloire.tables import TITLES


def number(value: float) -> str:
    """Whole numbers in groups of three."""
    return f"{int(value):,}".replace(",", "\u202f")


def decimal(value: float, places: int = 1) -> str:
    return f"{value:,.{places}f}".replace(",", "\u202f").replace(".", ",")


def men_words(n: int) -> Text:
    """« 1 homme », « 1 200 hommes »: nought and one are singular in French."""
    return say(_("{n} homme") if n < 2 else _("{n} hommes"), n=number(n))


def ecus_words(n: int) -> Text:
    return say(_("{n} écu") if n < 2 else _("{n} écus"), n=number(n))


def knight_of(view: dict[str, Any], name: str, lord: int) -> str | Text:
    """« Aubry (Rodrigue) »; a lord who rides himself is named once."""
    house = lord_name(view, lord)
    return name if name == house else say(_("{name} ({lord})"), name=name, lord=house)


def lord_name(view: dict[str, Any], seat: int | None) -> str | Text:
    if seat is None:
        return say(_("le peuple"))
    if seat < 0:
        return say(_("le roi"))
    return str(view["lords"][seat]["name"])


def land_label(view: dict[str, Any], land: str) -> str:
    return load_map(view["map"]).lands[land].label


def title_name(title: int) -> Text:
    return say(TITLES[title]) if title else say(_("simple seigneur"))
