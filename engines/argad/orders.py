"""The two sealed inputs, as data: the plot (one order a figure or squad) and the combat packet. `check`
judges them."""

from typing import Any

import msgspec

from engines.argad.field.geometry import Point
from engines.argad.problems import read_as
from engines.core.contract import BAD_SHAPE, Problem
from engines.core.texts import gettext_noop

MODES = ("direct", "gap", "shoulder", "ranks", "thrown", "lob", "height")  # how a shot passes (3.6)
TIMINGS = ("undecided", "before", "during", "normal", "contact")
WHENS = ("enemy_within", "enemy_enters", "enemy_charges_me", "enemy_visible", "ally_down", "time")
BADLY_WRITTEN = gettext_noop("Ces ordres sont mal écrits : {why}.")


class Stance(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    guard: bool = True
    contact: str = "accept"  # accept, evade
    obstacle: str = "none"  # assault, hold, none
    pace: str = "fast"  # fast, spread, depart
    depart: int = 0  # hundredths of the turn, for pace "depart"


class Fire(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    timing: str = "undecided"
    weapon: str = ""
    prefer: tuple[str, ...] = ()
    unless: int = 0  # hold fire unless an enemy is that near


class When(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    k: str
    distance: int = 0
    who: str = ""  # a figure; empty: any enemy
    zone: tuple[int, int, int, int] = (0, 0, 0, 0)
    role: str = ""
    time: int = 0  # hundredths of the turn


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    figs: tuple[str, ...]
    do: str = "hold"
    path: tuple[Point, ...] = ()
    target: str = ""
    item: str = ""
    distance: int = 0
    advance: bool = False
    front: int = -1
    offsets: str = "keep"  # keep, line, column
    stance: Stance = Stance()
    fire: Fire = Fire()
    when: tuple["Condition", ...] = ()


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """`then` replaces the order once `if_` is true; `else_` is done at the end of the turn if it never
    was."""

    if_: When = msgspec.field(name="if")
    then: Order
    else_: Order | None = msgspec.field(name="else", default=None)


class Plot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    kind: str = msgspec.field(default="plot")
    orders: tuple[Order, ...] = ()
    cloud: bool = False
    end: str = ""  # concede, propose


class Aim(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    figs: tuple[str, ...]
    target: str
    weapon: str = ""
    aim: str = "exposed"  # any, exposed
    mode: str = ""  # direct, gap, shoulder, ranks, thrown, lob, height; empty: the plainest way there is


class Strike(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    fig: str
    target: str = ""
    weapon: str = ""
    prefer: tuple[str, ...] = ()


class Packet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    kind: str = msgspec.field(default="combat")
    auto: bool = False  # what is not written is left to the usual policy
    shots: tuple[Aim, ...] = ()
    hold: tuple[str, ...] = ()  # figures who keep their shot
    strikes: tuple[Strike, ...] = ()
    point_blank: tuple[str, ...] = ()
    follow: dict[str, str] = {}  # always, on_kill, never
    blocked: dict[str, str] = {}  # die, surrender
    obstacle: dict[str, str] = {}  # assault, hold, none
    free_swing: tuple[str, ...] = ()  # heavy two-handers who leave the close order for their +1


def as_json(value: msgspec.Struct) -> dict[str, Any]:
    """The action as plain data in one way only: kind first, nothing that is left at its default."""
    return {"kind": getattr(value, "kind", ""), **{k: v for k, v in lean(value).items() if k != "kind"}}


def lean(value: msgspec.Struct) -> dict[str, Any]:
    found = {}
    for field in msgspec.structs.fields(value):
        own = getattr(value, field.name)
        if field.default is not msgspec.NODEFAULT and own == field.default:
            continue
        if field.default_factory is not msgspec.NODEFAULT and own == field.default_factory():
            continue
        found[field.encode_name] = _plain(own)
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return lean(value)
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return value


def read_plot(raw: Any) -> tuple[Plot | None, list[Problem]]:
    return read_as(Plot, raw, BAD_SHAPE, BADLY_WRITTEN)


def read_packet(raw: Any) -> tuple[Packet | None, list[Problem]]:
    return read_as(Packet, raw, BAD_SHAPE, BADLY_WRITTEN)
