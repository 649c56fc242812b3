"""The rulebook's tables, read once from `data/*.toml`: movement, terrain, weapons, option presets."""

import tomllib
from pathlib import Path
from typing import Any

import msgspec

from engines.argad.field.geometry import CM

DATA = Path(__file__).parent / "data"

EPS = 5  # hundredths of a cm: bases touch
RANK_TOL = 50  # a friend is in base contact behind
BEHIND_TOL = 100  # tight behind an obstacle
VOICE = 20 * CM
MUSIC = 40 * CM
SIGHT = 200 * CM
LEVEL = 5 * CM  # the height of one level of a hill
TICKS = 40

EASY, HARD, VERY, NEVER = 0, 1, 2, 3  # easy, D, V, forbidden


def read(name: str) -> dict[str, Any]:
    with (DATA / name).open("rb") as file:
        return tomllib.load(file)


class Going(msgspec.Struct, frozen=True):
    """How one kind of mover gets through a terrain."""

    grade: int  # EASY, HARD, VERY or NEVER
    hazard: str = ""  # "stuck": when stuck there; "cross": when crossing without a stop
    swim: bool = False


class Terrain(msgspec.Struct, frozen=True):
    kind: str
    line: bool
    going: dict[str, Going]  # by mount
    behind: dict[str, Going]  # pointed stakes taken from the rear
    blocks_sight: bool
    cover: int = 0
    conceals: str = ""
    depth: int = 0
    solid: bool = False
    obstacle: bool = False
    wall: bool = False
    walk: bool = False  # defenders stand higher than attackers
    building: bool = False
    jump: bool = False
    road_helps: bool = True


class Weapon(msgspec.Struct, frozen=True):
    id: str
    cost: int  # half points
    bands: tuple[int, ...] = ()
    need: tuple[int, ...] = ()
    outdoor: tuple[bool, ...] = ()
    armour: tuple[int, int] = (0, 0)
    users: tuple[str, ...] = ()
    moving: int | None = None  # malus when moving; None: must be immobile
    moving_cavalier: int | None = None
    reload: bool = False
    thrown: bool = False
    bare: bool = False  # loses cover when shooting
    group: int = 0
    count: int = 0
    tier: int = -1
    long: bool = False
    pole: bool = False
    heavy: bool = False
    charge_only: bool = False
    throwable: bool = False
    two_handed: bool = False
    free: bool = False
    cost_armour5: int | None = None

    @property
    def is_ranged(self) -> bool:
        return bool(self.bands)


def _going(text: str) -> Going:
    if text == "swim":
        return Going(VERY, "", True)
    words = text.split()
    grade = {"easy": EASY, "D": HARD, "V": VERY, "no": NEVER}[words[0]]
    hazard = {"H": "stuck", "H*": "cross"}[words[1]] if len(words) > 1 else ""
    return Going(grade, hazard)


def _terrain(kind: str, row: dict[str, Any]) -> Terrain:
    movers = ("foot", "cavalier", "mounted_inf")
    going = {mover: _going(row[mover]) for mover in movers}
    behind = dict(zip(movers, map(_going, row["behind"]), strict=True)) if "behind" in row else {}
    read = {
        "kind": kind,
        "line": row.get("shape") == "line",
        "going": {**going, "pack": going["foot"]},
        "behind": {**behind, "pack": behind["foot"]} if behind else {},
        "blocks_sight": row.get("sight") == "blocked",
    }
    return msgspec.convert({**row, **read}, Terrain)


def _weapon(id: str, row: dict[str, Any]) -> Weapon:
    row = dict(row)
    if "bands" in row:
        row["bands"] = tuple(limit * CM for limit in row["bands"])
        row["outdoor"] = tuple(text.endswith("e") for text in row["need"])
        row["need"] = tuple(int(text.rstrip("e")) for text in row["need"])
    return msgspec.convert({"id": id, **row}, Weapon)


_movement = read("movement.toml")
ALLOWANCE: dict[str, tuple[int, int, int]] = {
    mount: (row[0] * CM, row[1] * CM, row[2] * CM) for mount, row in _movement["allowance"].items()
}
SPECIAL: dict[str, int] = {name: value * CM for name, value in _movement["special"].items()}
TERRAIN: dict[str, Terrain] = {kind: _terrain(kind, row) for kind, row in read("terrain.toml").items()}
WEAPONS: dict[str, Weapon] = {id: _weapon(id, row) for id, row in read("weapons.toml").items()}
PRESETS = ("basic", "standard", "full")
OPTIONS: dict[str, list[int]] = read("options.toml")  # 1 where the preset of that column has it


def preset(name: str) -> tuple[str, ...]:
    """The options that a preset switches on, in the table's order."""
    column = PRESETS.index(name)
    return tuple(option for option, row in OPTIONS.items() if row[column])


def fewest_points(kind: str, width: int) -> int:
    """How many points make a piece of terrain: a tree, a line, an area."""
    return 1 if kind == "tree" else 2 if width or TERRAIN[kind].line else 3
