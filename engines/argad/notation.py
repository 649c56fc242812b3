"""Actions as text a player could type, and back. One line an order:

A01,A02 move path=120.5/60,130/62          A03 charge target=B02 guard=no
tir A04,A05 > B02          coup A01 > B03 weapon=sword          auto
"""

import json
import re
from collections.abc import Callable
from typing import Any

import msgspec

from engines.argad.orders import Order, Packet, Plot, as_json, lean, read_packet, read_plot
from engines.argad.problems import problem
from engines.argad.scenario.setup import Deploy, read_deploy
from engines.core.contract import Action, Problem
from engines.core.texts import gettext_noop

SIMPLE = ("target", "item", "offsets")
NUMBERS = ("distance", "front")
NESTED = ("stance", "fire", "when")
NUMBER = re.compile(r"(-*)([0-9]{1,6})(?:\.([0-9]{0,2}))?")


class Unreadable(ValueError):
    """A line that cannot be read; carries its number."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(what)
        self.line = line


def notate(action: Action) -> str:
    kind = action.get("kind") if isinstance(action, dict) else None
    if kind == "muster":
        troop = action["troop"]
        return f"troupe {troop}" if isinstance(troop, str) else f"troupe {_compact(troop)}"
    if kind == "deploy":
        deploy = msgspec.convert(action, Deploy)
        places = (f"{id}={_point(spot)}" for id, spot in deploy.places.items())
        return " ".join(["placement", deploy.layout, *places])
    if kind == "plot":
        return _plot_text(msgspec.convert(action, Plot))
    return _packet_text(msgspec.convert(action, Packet))


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _point(point: tuple[int, int]) -> str:
    return "/".join(_number(c) for c in point)


def _number(value: int) -> str:
    sign, value = ("-", -value) if value < 0 else ("", value)
    whole, rest = divmod(value, 100)
    return f"{sign}{whole}.{rest:02d}".rstrip("0").rstrip(".") if rest else f"{sign}{whole}"


def _plot_text(plot: Plot) -> str:
    lines = [_order_text(order) for order in plot.orders]
    if plot.cloud:
        lines.append("nuée")
    if plot.end:
        lines.append(f"fin {plot.end}")
    return "\n".join(["ordres", *lines])


def _order_text(order: Order) -> str:
    raw = lean(order)
    parts = [",".join(order.figs), order.do]
    if order.path:
        parts.append("path=" + ",".join(_point(point) for point in order.path))
    parts += [f"{key}={raw[key]}" for key in SIMPLE if key in raw]
    parts += [
        f"{key}={_number(raw[key]) if key == 'distance' else raw[key]}" for key in NUMBERS if key in raw
    ]
    if order.advance:
        parts.append("advance=yes")
    parts += [f"{key}={_compact(raw[key])}" for key in NESTED if key in raw]
    return " ".join(parts)


def _packet_text(packet: Packet) -> str:
    lines = ["combat" + (" auto" if packet.auto else "")]
    for aim in packet.shots:
        line = f"tir {','.join(aim.figs)} > {aim.target}"
        line += f" weapon={aim.weapon}" if aim.weapon else ""
        line += f" mode={aim.mode}" if aim.mode else ""
        lines.append(line + ("" if aim.aim == "exposed" else f" aim={aim.aim}"))
    for strike in packet.strikes:
        line = f"coup {strike.fig} > {strike.target or '-'}"
        line += f" weapon={strike.weapon}" if strike.weapon else ""
        lines.append(line + (f" prefer={','.join(strike.prefer)}" if strike.prefer else ""))
    for word, ids in (("garde", packet.hold), ("contact", packet.point_blank), ("libre", packet.free_swing)):
        if ids:
            lines.append(f"{word} {','.join(ids)}")
    for word, table in (("suite", packet.follow), ("bloqué", packet.blocked), ("obstacle", packet.obstacle)):
        lines += [f"{word} {id}={value}" for id, value in table.items()]
    return "\n".join(lines)


# --- reading ------------------------------------------------------------------------------------------------


def parse(text: str) -> tuple[Action | None, list[Problem]]:
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    if not lines:
        why = gettext_noop("Rien à lire : commencez par « ordres », « combat », « troupe » ou « placement ».")
        return None, [problem("empty", why)]
    head = lines[0].split()[0]
    try:
        if head == "troupe":
            return _read_muster(lines[0]), []
        if head in _READERS:
            found, problems = _READERS[head](lines)
            return (as_json(found) if found else None), problems
    except Unreadable as error:
        why = gettext_noop("Ligne {line} : « {what} » ne se lit pas.")
        return None, [problem("unreadable", why, (error.line, 0), line=error.line + 1, what=str(error)[:60])]
    except (ValueError, KeyError, IndexError, RecursionError) as error:
        return None, [
            problem("unreadable", gettext_noop("Ce texte ne se lit pas : {why}."), why=str(error)[:80])
        ]
    why = gettext_noop("La première ligne est « ordres », « combat », « troupe » ou « placement ».")
    return None, [problem("unknown_head", why)]


def _read_muster(line: str) -> Action:
    rest = line[len("troupe") :].strip()
    troop: Any = json.loads(rest) if rest.startswith("{") else rest
    return {"kind": "muster", "troop": troop}


def _read_deploy(lines: list[str]) -> tuple[Deploy | None, list[Problem]]:
    words = lines[0].split()
    places = {}
    for word in words[2:]:
        id, _, spot = word.partition("=")
        places[id] = _read_point(spot, 0)
    raw: dict[str, Any] = {"kind": "deploy", "places": places}
    if len(words) > 1:
        raw["layout"] = words[1]
    return read_deploy(raw)


def _read_point(text: str, line: int) -> tuple[int, int]:
    x, slash, y = text.partition("/")
    if not slash:
        raise Unreadable(line, text)
    return _read_number(x, line), _read_number(y, line)


def _read_number(text: str, line: int) -> int:
    """Centimetres with two decimals at most, in hundredths."""
    match = NUMBER.fullmatch(text)
    if match is None:
        raise Unreadable(line, text)
    value = int(match[2]) * 100 + int(f"{match[3] or ''}00"[:2])
    return -value if match[1] else value


def _read_plot(lines: list[str]) -> tuple[Plot | None, list[Problem]]:
    raw: dict[str, Any] = {"kind": "plot", "orders": []}
    for number, line in enumerate(lines[1:], 1):
        words = line.split()
        if words == ["nuée"]:
            raw["cloud"] = True
        elif words[0] == "fin" and len(words) == 2:
            raw["end"] = words[1]
        else:
            raw["orders"].append(_read_order(words, number))
    return read_plot(raw)


def _read_order(words: list[str], line: int) -> dict[str, Any]:
    if len(words) < 2:
        raise Unreadable(line, " ".join(words))
    order: dict[str, Any] = {"figs": words[0].split(","), "do": words[1]}
    for word in words[2:]:
        key, equal, value = word.partition("=")
        if not equal:
            raise Unreadable(line, word)
        if key == "path":
            order["path"] = [_read_point(point, line) for point in value.split(",")]
        elif key in NESTED:
            order[key] = json.loads(value)
        elif key == "distance":
            order[key] = _read_number(value, line)
        elif key == "front":
            order[key] = int(value)
        elif key == "advance":
            order[key] = value == "yes"
        elif key in SIMPLE:
            order[key] = value
        else:
            raise Unreadable(line, word)
    return order


def _read_packet(lines: list[str]) -> tuple[Packet | None, list[Problem]]:
    raw: dict[str, Any] = {
        "kind": "combat",
        "auto": lines[0].split()[1:] == ["auto"],
        "shots": [],
        "strikes": [],
    }
    tables = {"suite": "follow", "bloqué": "blocked", "obstacle": "obstacle"}
    lists = {"garde": "hold", "contact": "point_blank", "libre": "free_swing"}
    for number, line in enumerate(lines[1:], 1):
        words = line.split()
        if words[0] in ("tir", "coup") and len(words) >= 4 and words[2] == ">":
            raw["shots" if words[0] == "tir" else "strikes"].append(_read_blow(words, number))
        elif words[0] in tables and len(words) == 2 and "=" in words[1]:
            id, _, value = words[1].partition("=")
            raw.setdefault(tables[words[0]], {})[id] = value
        elif words[0] in lists and len(words) == 2:
            raw[lists[words[0]]] = words[1].split(",")
        else:
            raise Unreadable(number, line)
    return read_packet(raw)


def _read_blow(words: list[str], line: int) -> dict[str, Any]:
    target = "" if words[3] == "-" else words[3]
    found: dict[str, Any] = {"target": target}
    if words[0] == "tir":
        found["figs"] = words[1].split(",")
    else:
        found["fig"] = words[1]
    for word in words[4:]:
        key, equal, value = word.partition("=")
        if not equal or key not in ("weapon", "aim", "prefer", "mode"):
            raise Unreadable(line, word)
        found[key] = value.split(",") if key == "prefer" else value
    return found


_READERS: dict[str, Callable[[list[str]], tuple[msgspec.Struct | None, list[Problem]]]] = {
    "placement": _read_deploy,
    "ordres": _read_plot,
    "combat": _read_packet,
}
