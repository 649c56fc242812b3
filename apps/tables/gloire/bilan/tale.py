"""What a BILAN is told from: one lord's views before and after the turn and the events he saw, with names at
hand."""

from collections.abc import Sequence
from typing import Any

from apps.tables.gloire.bilan.sheet import clean, strong
from apps.tables.gloire.bilan.words import gettext as _
from apps.tables.gloire.bilan.words import ngettext
from engines.core.contract import Event
from engines.gloire.maps import load_map
from engines.gloire.tables import FORTS, TITLES
from engines.gloire.words import decimal, number

View = dict[str, Any]
Params = dict[str, Any]


class Tale:
    """The turn of one house. For the setup `before` is the same as `after`."""

    def __init__(self, seat: int, before: View, after: View, events: Sequence[Event], turn: int) -> None:
        self.seat, self.before, self.after, self.turn = seat, before, after, turn
        self.by_kind: dict[str, list[Params]] = {}
        for event in retell(events):
            self.by_kind.setdefault(event.kind, []).append(event.params)
        self.old, self.new = before["lords"][seat], after["lords"][seat]
        self.was, self.now = before["me"], after["me"]
        self.map = load_map(after["map"])
        self.names = {
            knight["id"]: clean(knight["name"]) for knight in (*self.was["knights"], *self.now["knights"])
        }

    def of(self, kind: str) -> list[Params]:
        return self.by_kind.get(kind, [])

    def mine(self, kind: str, key: str = "lord") -> list[Params]:
        """Events of a kind where this lord plays that part."""
        return [params for params in self.of(kind) if params[key] == self.seat]

    def orders_done(self, code: str) -> list[Params]:
        """This lord's orders of one code that were carried out, wholly or partly."""
        return [p for p in self.of("order") if p["order"]["code"] == code and p["result"] != "refused"]

    def land(self, name: str) -> str:
        return self.map.lands[name].label

    def lord(self, seat: int | None) -> str:
        if seat is None:
            return _("le peuple")
        return _("le roi") if seat < 0 else clean(self.after["lords"][seat]["name"])

    def knight(self, identifier: str) -> str:
        return self.names.get(identifier, identifier)

    def is_reader(self, name: str, lord: int | None) -> bool:
        """The reader himself, who is told of as « vous »."""
        return lord == self.seat and name == self.lord(lord)

    def knight_of(self, name: str, lord: int) -> str:
        """A knight and his house: the reader's own need no house, and a lord rides « en personne »."""
        if self.is_reader(name, lord):
            return _("vous-même")
        if name == self.lord(lord):
            return _("{name} en personne").format(name=strong(name))
        if lord == self.seat:
            return strong(name)
        return _("{name}, de la maison {lord}").format(name=strong(name), lord=self.lord(lord))

    def rider(self, name: str, lord: int) -> str:
        """The same before a verb: what stands between commas is closed."""
        who = self.knight_of(name, lord)
        return f"{who}," if lord != self.seat and name != self.lord(lord) else who


def retell(events: Sequence[Event]) -> list[Event]:
    """The events as a chronicler tells them, where the engine's order of things would mislead a reader: a
    lord who falls defending his land leaves it free a moment before his victor takes it; told as taken from
    him."""
    told: list[Event] = []
    victors: dict[int, int] = {}  # who beat a lord that fell, until he takes the land they fought for
    freed: dict[str, Event] = {}
    for event in events:
        p = event.params
        if event.kind == "lord_fell" and p["by"] is not None:
            victors[p["by"]] = p["lord"]
        elif event.kind == "land_freed" and p["how"] == "end":
            freed[p["land"]] = event
        elif event.kind in ("land_taken", "attack_failed"):
            fallen, free = victors.pop(p["lord"], None), freed.get(p["land"])
            if event.kind == "land_taken" and free is not None and free.params["lord"] == fallen:
                told.remove(free)
                event = Event(event.kind, {**p, "before": fallen}, event.audience)
        told.append(event)
    return told


def title_of(rank: int) -> str:
    return _(TITLES[rank]) if rank else _("sans titre")


def fort_of(fort: str) -> str:
    return _(FORTS[fort].label)


def men(n: int) -> str:
    return ngettext("{n} homme", "{n} hommes", n).format(n=number(n))


def ecus(n: int) -> str:
    return ngettext("{n} écu", "{n} écus", n).format(n=number(n))


def lands(n: int) -> str:
    return ngettext("{n} terre", "{n} terres", n).format(n=number(n))


def points(value: float) -> str:
    told = decimal(value).removesuffix(",0")
    return ngettext("{n} point de renommée", "{n} points de renommée", 1 if value < 2 else 2).format(n=told)


def enumeration(names: Sequence[str]) -> str:
    """« Oulu, Vaasa et Mikeli »."""
    if len(names) < 2:
        return "".join(names)
    return _("{first} et {last}").format(first=", ".join(names[:-1]), last=names[-1])


def place(rank: int | None) -> str:
    """« 1er », « 4e »; a lord who fell has no place."""
    if rank is None:
        return "†"
    return _("1er") if rank == 1 else _("{n}e").format(n=rank)


def change(before: float, after: float, places: int = 1) -> str:
    """With an arrow, so that it reads without colour."""
    gap = round(after - before, places)
    if not gap:
        return "="
    return f"▲ {decimal(gap, places)}" if gap > 0 else f"▼ {decimal(-gap, places)}"


def passage(before: float, after: float, *, places: int = 1) -> str:
    """« 20,0 → 10,0 », or one figure when nothing moved."""
    one, other = decimal(before, places), decimal(after, places)
    return one if one == other else f"{one} → {other}"
