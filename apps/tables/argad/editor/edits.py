"""Edits of a scenario being drawn: the fields of the chosen element, then one verb. Plain data in, plain data
out.

A piece of the scenario is named by its list and its place in it: `terrain:3`, `roles:0`, `npcs:1`, `items:2`,
`score:4`.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

import msgspec

from apps.site.numbers import whole_number
from engines.argad.scenario.proofread import MOST, MOST_POINTS, MOST_ZONES
from engines.argad.scenario.scenarios import Npcs, RawItem, Role, Scenario, Score, Zone
from engines.argad.scenario.troop_text import read_troop_text, write_troop
from engines.argad.scenario.troops import READY, Recruit, Troop
from engines.argad.state import Opening, Piece
from engines.argad.tables import TERRAIN
from engines.argad.words import (
    EDGE_NAMES,
    ERA_NAMES,
    OBJECTIVE_NAMES,
    OPENING_NAMES,
    ROLE_NAMES,
    SCRIPT_NAMES,
    TERRAIN_NAMES,
    WEIGHT_NAMES,
)
from engines.core import codec

Raw = dict[str, Any]
PARTS = ("terrain", "roles", "npcs", "items", "score", "secret", "ends")
OCTAGON = ((3, -8), (8, -3), (8, 3), (3, 8), (-3, 8), (-8, 3), (-8, -3), (-3, -8))
STREAMS = ("road", "shallow")
PICK = re.compile(r"(terrain|roles|npcs|items|score|secret|ends):(\d{1,3})")
ZONE = ("a-z0", "a-z1", "a-z2", "a-z3")
# Which list of an element of this part holds its points, openings or zones.
INNER_LISTS = {
    ("terrain", "point"): "points",
    ("npcs", "point"): "at",
    ("terrain", "opening"): "openings",
    ("roles", "zone"): "zones",
}
# The simple fields of each kind of thing: with the words known for it, or how long a text with lines may be.
PLAIN: dict[str, dict[str, Collection[str] | int | None]] = {
    "table": {"turns": None, "margin": None, "title": None, "era": ERA_NAMES},
    "terrain": {"id": None, "kind": TERRAIN, "width": None, "level": None, "front": None, "tall": None},
    "opening": {"id": None, "kind": OPENING_NAMES, "open": None},
    "roles": {"name": None, "side": None, "budget": None, "troop": READY, "vip": None, "surprised": None},
    "zone": {"turn": None, "cap": None, "hidden": None},
    "npcs": {"side": None, "script": SCRIPT_NAMES, "notes": 1000},
    "items": {"id": None, "kind": None, "weight": WEIGHT_NAMES, "secret": 400},
    "score": {"side": None, "points": None, "kind": OBJECTIVE_NAMES},
    "secret": {"side": None, "points": None, "kind": OBJECTIVE_NAMES},
    "ends": {},
}
MULE = {"name": "Mulet", "cls": 1, "unit": "Convoi", "mount": "pack", "base": "mule"}


def plain(thing: Any) -> Raw:
    """A scenario, or a part of one, as data that can be changed: lists and dictionaries."""
    return msgspec.json.decode(codec.dump(thing))


def blank(title: str) -> Raw:
    """A bare table for two."""
    west = Role("Ouest", 0, 100, (Zone((2, 30, 14, 90)),), "militia")
    east = Role("Est", 1, 100, (Zone((166, 30, 178, 90)),), "vikings")
    score = (Score("kill_score", 1, 0), Score("kill_score", 1, 1))
    return plain(Scenario(title, (2, 2), 12, (180, 120), (), (west, east), score, margin=1))


def pick(raw: Raw, name: str) -> tuple[str, int] | None:
    """The element that a name designates, if it is there."""
    match = PICK.fullmatch(name)
    if match is None or int(match[2]) >= len(raw[match[1]]):
        return None
    return match[1], int(match[2])


# --- fields -------------------------------------------------------------------------------------------------


def read_fields(raw: Raw, post: Mapping[str, str], chosen: str) -> None:
    """What was typed about the table and the chosen element. What was not posted stays."""
    _read_plain(raw, "table", post, "g-")
    raw["size"] = _numbers(post, ("g-width", "g-height"), raw["size"])
    raw["seats"] = _numbers(post, ("g-low", "g-high"), raw["seats"])
    found = pick(raw, chosen)
    if found is not None and post.get("e-there"):
        part, row = found
        _read_plain(raw[part][row], part, post, "e-")
        READ[part](raw[part][row], post)


def _number(text: str | None, otherwise: int) -> int:
    text = (text or "").strip().replace(",", ".")
    try:
        return max(-999, min(999, round(float(text)))) if text else otherwise
    except (ValueError, OverflowError):
        return otherwise


def _numbers(post: Mapping[str, str], keys: Iterable[str], old: list[int]) -> list[int]:
    return [_number(post.get(key), was) for key, was in zip(keys, old, strict=True)]


def _read_plain(thing: Raw, kind: str, post: Mapping[str, str], prefix: str) -> None:
    """The simple fields of a thing, each read as what it is: ticked, a number, a known word or a text."""
    for key, known in PLAIN[kind].items():
        field, old = prefix + key, thing[key]
        if isinstance(old, bool):
            thing[key] = field in post
        elif isinstance(old, int):
            thing[key] = _number(post.get(field), old)
        elif isinstance(known, int):
            thing[key] = post.get(field, old).replace("\0", "").strip()[:known]
        elif known is None:
            thing[key] = " ".join(post.get(field, old).split())[: 80 if key == "title" else 40]
        elif post.get(field) in known:
            thing[key] = post[field]


def _points(post: Mapping[str, str], old: list[list[int]]) -> list[list[int]]:
    return [_numbers(post, (f"p{n}-x", f"p{n}-y"), point) for n, point in enumerate(old)]


def _read_terrain(piece: Raw, post: Mapping[str, str]) -> None:
    piece["work"] = _numbers(post, ("e-men", "e-turns"), piece["work"])
    piece["points"] = _points(post, piece["points"])
    for n, opening in enumerate(piece["openings"]):
        _read_plain(opening, "opening", post, f"o{n}-")
        for end in ("a", "b"):
            opening[end] = _numbers(post, (f"o{n}-{end}x", f"o{n}-{end}y"), opening[end])


def _read_role(role: Raw, post: Mapping[str, str]) -> None:
    mules = _number(post.get("e-mules"), 0)
    role["extra"] = [r for r in role["extra"] if r.get("base") != "mule"] + (
        [{**MULE, "n": mules}] if mules else []
    )
    for n, zone in enumerate(role["zones"]):
        zone["rect"] = _numbers(post, (f"z{n}-{k}" for k in range(4)), zone["rect"])
        _read_plain(zone, "zone", post, f"z{n}-")


def _read_npcs(npcs: Raw, post: Mapping[str, str]) -> None:
    npcs["at"] = _points(post, npcs["at"])
    line = post.get("e-recruit", "")
    if line.strip():
        troop, _problems = read_troop_text(f"Figurants\n{line.splitlines()[0]}")
        if troop is not None and troop.figures:
            npcs["recruit"] = plain(troop.figures[0])


def _read_item(item: Raw, post: Mapping[str, str]) -> None:
    item["at"] = _points(post, [item["at"]])[0]


def _read_score(score: Raw, post: Mapping[str, str]) -> None:
    args: Raw = {}
    for key, known in (
        ("edge", EDGE_NAMES),
        ("role", ROLE_NAMES),
        ("who", ("npc", "mine")),
        ("per", ("ten_points",)),
    ):
        if post.get(f"a-{key}") in known:
            args[key] = post[f"a-{key}"]
    for key in ("item", "npc", "text"):
        if post.get(f"a-{key}", "").strip():
            args[key] = post[f"a-{key}"].replace("\0", "").strip()[:200]
    numbers = (
        ("min", "percent", "seat", "turns") if score["kind"] == "in_zone" else ("min", "percent", "seat")
    )
    for key in numbers:
        if post.get(f"a-{key}", "").strip():
            args[key] = _number(post[f"a-{key}"], 0)
    if any(post.get(key, "").strip() for key in ZONE):
        args["zone"] = _numbers(post, ZONE, [0] * 4)
    score["args"] = args


def _read_end(end: Raw, post: Mapping[str, str]) -> None:
    if post.get("e-kind") == "nobody_in":
        zone = _numbers(post, ZONE, [0] * 4)
        changed: Raw = {"kind": "nobody_in", "zone": zone, "role": _number(post.get("e-role"), 0)}
    else:
        changed = {"kind": "side_gone", "side": _number(post.get("e-side"), 0)}
    end.clear()
    end.update(changed)


READ: dict[str, Callable[[Raw, Mapping[str, str]], None]] = {
    "terrain": _read_terrain,
    "roles": _read_role,
    "npcs": _read_npcs,
    "items": _read_item,
    "score": _read_score,
    "secret": _read_score,
    "ends": _read_end,
}


# --- verbs --------------------------------------------------------------------------------------------------


def do(raw: Raw, verb: str, post: Mapping[str, str], chosen: str) -> str:
    """One verb on the scenario; gives the name of the element chosen afterwards."""
    name, _sep, rest = verb.partition(" ")
    if name == "select":
        return rest if pick(raw, rest) else ""
    if name == "add":
        return _add(raw, rest, post) or chosen
    if name in ("shift", "point"):
        target, *numbers = rest.split(" ")
        return _slide(raw, name, target, [_number(n, 0) for n in numbers]) or chosen
    found = pick(raw, chosen)
    if found is None:
        return ""
    part, row = found
    if name == "remove":
        del raw[part][row]
        return ""
    if name == "double" and len(raw[part]) < MOST[part]:
        return _double(raw, part, row)
    _inner(raw[part][row], part, name, rest)
    return chosen


def _add(raw: Raw, what: str, post: Mapping[str, str]) -> str:
    """`forest`, `npcs`, `items`… at the place that was tapped or typed."""
    x = max(0, min(_number(post.get("x"), raw["size"][0] // 2), raw["size"][0]))
    y = max(0, min(_number(post.get("y"), raw["size"][1] // 2), raw["size"][1]))
    part = "terrain" if what in TERRAIN else what
    if part not in PARTS or len(raw[part]) >= MOST[part]:
        return ""
    raw[part].append(_new(raw, part, what, x, y))
    return f"{part}:{len(raw[part]) - 1}"


def _new(raw: Raw, part: str, what: str, x: int, y: int) -> Raw:
    if part == "terrain":
        return _new_piece(raw, what, x, y)
    if part == "roles":
        number = len(raw["roles"])
        box = (max(0, x - 8), max(0, y - 8), min(raw["size"][0], x + 8), min(raw["size"][1], y + 8))
        return plain(Role(f"Rôle {number + 1}", number % 2, 100, (Zone(box),), "saxons"))
    if part == "npcs":
        villager = Recruit(name="Villageois", cls=2, unit="Villageois", weapons=("fork",))
        return plain(Npcs(1, "flee", ((x, y),), villager))
    if part == "items":
        name = _free({item["id"] for item in raw["items"]}, "sac")
        return plain(RawItem(name, "sack", (x, y), "heavy"))
    if part == "ends":
        return {"kind": "side_gone", "side": 0}
    return plain(Score("kill_score", 1, 0))


def _new_piece(raw: Raw, kind: str, x: int, y: int) -> Raw:
    width = 5 if kind in STREAMS else 0
    openings: tuple[Opening, ...] = ()
    name = _free({piece["id"] for piece in raw["terrain"]}, TERRAIN_NAMES[kind].split()[0])
    if kind == "tree":
        shape = [(0, 0)]
    elif kind == "house":
        shape = [(-6, -5), (6, -5), (6, 5), (-6, 5)]
        openings = (Opening(f"{name}-porte", "door", (x - 1, y + 5), (x + 1, y + 5)),)
    elif kind == "cart":
        shape = [(-2, -2), (2, -2), (2, 2), (-2, 2)]
    elif width or TERRAIN[kind].line:
        shape = [(-12, 0), (12, 0)]
    else:
        shape = list(OCTAGON)
    wide, high = raw["size"]
    points = tuple((max(0, min(x + dx, wide)), max(0, min(y + dy, high))) for dx, dy in shape)
    level = 1 if kind in ("hill", "steep") else 0
    return plain(Piece(name, kind, points, width, level, openings=openings))


def _free(taken: set[str], word: str) -> str:
    return next(name for name in (word, *(f"{word}-{n}" for n in range(2, 200))) if name not in taken)


def _double(raw: Raw, part: str, row: int) -> str:
    copy = plain(raw[part][row])
    if part in ("terrain", "items"):
        copy["id"] = _free({thing["id"] for thing in raw[part]}, copy["id"][:30])
        for n, opening in enumerate(copy.get("openings", ())):
            opening["id"] = f"{copy['id']}-{n + 1}"
    raw[part].append(copy)
    name = f"{part}:{len(raw[part]) - 1}"
    _slide(raw, "shift", name, [6, 6])
    return name


def _inner(thing: Raw, part: str, verb: str, rest: str) -> None:
    """Add to the points, openings or zones of one element, or take the nth of them away: `opening-add`,
    `zone-remove 2`."""
    what, _dash, how = verb.partition("-")
    key = INNER_LISTS.get((part, what))
    if key is None:
        return
    row, inner = whole_number(rest, most=99_999), thing[key]
    if how == "remove":
        fewest = 1 if what == "point" else 0
        if row is not None and row < len(inner) and len(inner) > fewest:
            del inner[row]
    elif how == "add":
        _ADDERS[what](thing, part, row)


def _add_point(thing: Raw, part: str, row: int | None) -> None:
    points = thing[INNER_LISTS[part, "point"]]
    if len(points) < MOST_POINTS:
        points.insert(len(points) if row is None else row + 1, _between(points, row, part))


def _add_opening(thing: Raw, part: str, row: int | None) -> None:
    """A door in the second half of the first stretch of a wall."""
    if len(thing["points"]) < 2:
        return
    (x1, y1), (x2, y2) = thing["points"][:2]
    name = f"{thing['id']}-{len(thing['openings']) + 1}"
    middle = ((x1 + x2) // 2, (y1 + y2) // 2)
    thing["openings"].append(plain(Opening(name, "door", middle, (x2, y2))))


def _add_zone(thing: Raw, part: str, row: int | None) -> None:
    zones = thing["zones"]
    if len(zones) < MOST_ZONES:
        zones.append(plain(Zone(zones[-1]["rect"] if zones else (2, 2, 20, 20))))


_ADDERS = {"point": _add_point, "opening": _add_opening, "zone": _add_zone}


def _between(points: list[list[int]], row: int | None, part: str) -> list[int]:
    here = points[row] if row is not None and row < len(points) else points[-1]
    if part == "npcs" or len(points) < 2:
        return [here[0] + 3, here[1]]
    after = points[0 if row is None else (row + 1) % len(points)]
    return [(here[0] + after[0]) // 2, (here[1] + after[1]) // 2]


def _slide(raw: Raw, verb: str, name: str, numbers: list[int]) -> str:
    """`shift` moves a whole element by (dx, dy), kept on the table; `point` puts its nth point at (x, y)."""
    found = pick(raw, name)
    if found is None or len(numbers) < 2:
        return ""
    part, row = found
    wide, high = raw["size"]
    points = _all_points(raw[part][row], part)
    if verb == "point":
        if len(numbers) != 3 or not 0 <= numbers[0] < len(points):
            return name
        points[numbers[0]][:] = [max(0, min(numbers[1], wide)), max(0, min(numbers[2], high))]
    elif points:
        dx = max(-min(p[0] for p in points), min(numbers[0], wide - max(p[0] for p in points)))
        dy = max(-min(p[1] for p in points), min(numbers[1], high - max(p[1] for p in points)))
        for point in points:
            point[:] = [point[0] + dx, point[1] + dy]
    _put_back(raw[part][row], part, points)
    return name


def _all_points(thing: Raw, part: str) -> list[list[int]]:
    """The places of an element; openings move with their wall, a zone by two corners."""
    if part == "terrain":
        return [*thing["points"], *(opening[end] for opening in thing["openings"] for end in ("a", "b"))]
    if part == "npcs":
        return list(thing["at"])
    if part == "items":
        return [thing["at"]]
    if part == "roles":
        return [corner for zone in thing["zones"] for corner in (zone["rect"][:2], zone["rect"][2:])]
    return []


def _put_back(thing: Raw, part: str, points: list[list[int]]) -> None:
    """Zones keep their corners in order; their circle, which was made for one place, is dropped."""
    if part != "roles":
        return
    for n, zone in enumerate(thing["zones"]):
        (x1, y1), (x2, y2) = points[2 * n], points[2 * n + 1]
        zone["rect"] = [min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)]
        zone["circle"] = None


def recruit_line(recruit: Raw) -> str:
    """A figurant as the line that the editor shows and reads."""
    shaped = codec.load(codec.dump(recruit), Recruit)
    return write_troop(Troop("x", "feudal", (shaped,))).splitlines()[1]
