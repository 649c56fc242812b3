"""The order desk: one lord's orders while they are checked, and the check of each argument by its kind."""

import re
import unicodedata
from collections.abc import Callable
from typing import Any

import msgspec

from engines.core.contract import Problem
from engines.core.texts import gettext_noop as _
from engines.core.texts import say
from engines.gloire.orders.catalogue import ORDERS, Arg, OrderSpec
from engines.gloire.orders.names import Known
from engines.gloire.state import State
from engines.gloire.tables import BUILDABLE
from engines.gloire.words import number

_KNIGHT_ID = re.compile(r"C[1-9]\d{0,5}")


class Desk(msgspec.Struct):
    """The orders of one lord while they are checked."""

    known: Known
    orders: list[dict[str, Any]]
    problems: list[Problem] = []
    n: int = 0

    def error(self, code: str, key: str, msgid: str, hints: tuple[str, ...] = (), /, **params: Any) -> None:
        where = ("orders", self.n, key) if key else ("orders", self.n)
        self.problems.append(Problem(code, say(msgid, **params), where, suggestions=hints))

    def warn(self, code: str, key: str, msgid: str, /, **params: Any) -> None:
        where = ("orders", self.n, key) if key else ("orders", self.n)
        self.problems.append(Problem(code, say(msgid, **params), where, "warning"))

    @property
    def state(self) -> State:
        return self.known.state

    def owner(self, land: str) -> int | None:
        return self.known.state.lands[land].owner

    def label(self, land: str) -> str:
        return self.known.map.lands[land].label

    def near(self, here: str, there: str) -> bool:
        return here == there or there in self.known.map.lands[here].neighbours


def arguments_ok(desk: Desk, spec: OrderSpec, order: dict[str, Any]) -> bool:
    before = len(desk.problems)
    given = len(order) - 1
    for key, arg, fits in _READERS[spec.code]:
        if key in order:
            given -= 1
            fits(desk, arg, order[key])
        elif not arg.optional:
            text = _("Il manque : {label}. On écrit par exemple : {example}.")
            desk.error("missing", key, text, label=say(arg.label), example=spec.example)
    if given:
        keys = [arg.key for arg in spec.args]
        desk.error(
            "unknown_argument", "", _("{code} n’a que ces arguments : {keys}."), code=spec.code, keys=keys
        )
    return len(desk.problems) == before


def _number(desk: Desk, arg: Arg, value: Any) -> None:
    if type(value) is not int or not arg.low <= value <= arg.high:
        text = _("{label} : un nombre entier de {low} à {high}.")
        desk.error(
            "out_of_bounds", arg.key, text, label=say(arg.label), low=number(arg.low), high=number(arg.high)
        )


def _text(desk: Desk, arg: Arg, value: Any) -> None:
    if (
        isinstance(value, str)
        and arg.low <= len(value) <= arg.high
        and value == value.strip()
        and printable(value)
    ):
        return
    text = _(
        "{label} : de {low} à {high} caractères, sans espace au début ni à la fin, ni caractère de contrôle."
    )
    desk.error("bad_text", arg.key, text, label=say(arg.label), low=arg.low, high=arg.high)


def printable(text: str) -> bool:
    if text.isascii():
        return text.isprintable()
    return all(
        unicodedata.category(c)[0] != "C" and unicodedata.category(c) not in ("Zl", "Zp") for c in text
    )


def _land(desk: Desk, arg: Arg, value: Any) -> None:
    if not isinstance(value, str) or value not in desk.known.map.lands:
        desk.error("unknown_name", arg.key, _("Cette terre n’est pas sur la carte."))


def _own_land(desk: Desk, arg: Arg, value: Any) -> None:
    """Before phase 7 no land can change hands: another's land is an error."""
    if not isinstance(value, str) or value not in desk.known.map.lands:
        desk.error("unknown_name", arg.key, _("Cette terre n’est pas sur la carte."))
    elif desk.owner(value) != desk.known.seat:
        mine = tuple(name for name, land in desk.state.lands.items() if land.owner == desk.known.seat)
        text = _("{land} n’est pas à vous. Vos terres : {mine}.")
        desk.error(
            "not_your_land", arg.key, text, mine, land=desk.label(value), mine=[desk.label(m) for m in mine]
        )


def _lord(desk: Desk, arg: Arg, value: Any) -> None:
    if type(value) is not int or not 0 <= value < len(desk.state.lords):
        desk.error("unknown_name", arg.key, _("Ce seigneur ne joue pas cette partie."))
    elif not desk.state.lords[value].alive:
        desk.error("lord_gone", arg.key, _("{lord} n’est plus en lice."), lord=desk.state.lords[value].name)


def _knight(desk: Desk, arg: Arg, value: Any) -> None:
    if not isinstance(value, str) or value not in desk.known.knights:
        text = _("Ce chevalier n’est pas à vous. Vos chevaliers : {mine}.")
        desk.error("unknown_name", arg.key, text, tuple(desk.known.knights), mine=list(desk.known.knights))


def _any_knight(desk: Desk, arg: Arg, value: Any) -> None:
    if not isinstance(value, str) or not _KNIGHT_ID.fullmatch(value):
        desk.error(
            "unknown_name", arg.key, _("Un chevalier se désigne par son identifiant, par exemple C12.")
        )


def _knights(desk: Desk, arg: Arg, value: Any) -> None:
    if value != "*":
        _knight(desk, arg, value)


def _garrison(desk: Desk, arg: Arg, value: Any) -> None:
    if not isinstance(value, str) or value not in desk.known.garrisons:
        text = _("Cette garnison n’est pas à vous. Vos garnisons : {mine}.")
        desk.error(
            "unknown_name", arg.key, text, tuple(desk.known.garrisons), mine=list(desk.known.garrisons) or "–"
        )


def _army(desk: Desk, arg: Arg, value: Any) -> None:
    if not isinstance(value, str) or (value not in desk.known.garrisons and value not in desk.known.knights):
        mine = [*desk.known.knights, *desk.known.garrisons]
        desk.error(
            "unknown_name", arg.key, _("Cette armée n’est pas à vous. Vos armées : {mine}."), mine=mine
        )


def _fort(desk: Desk, arg: Arg, value: Any) -> None:
    if value not in BUILDABLE:
        text = _("On bâtit une palissade, une muraille ou une enceinte.")
        desk.error("unknown_name", arg.key, text, ("palissade", "muraille", "enceinte"))


_ARGUMENTS: dict[str, Callable[[Desk, Arg, Any], None]] = {
    "int": _number,
    "text": _text,
    "land": _land,
    "own_land": _own_land,
    "lord": _lord,
    "knight": _knight,
    "any_knight": _any_knight,
    "knights": _knights,
    "garrison": _garrison,
    "army": _army,
    "fort": _fort,
}
_READERS = {spec.code: tuple((arg.key, arg, _ARGUMENTS[arg.kind]) for arg in spec.args) for spec in ORDERS}
