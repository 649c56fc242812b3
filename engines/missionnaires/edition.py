"""The files of `data/` as structs: spaces, sections and cards, exactly as they are written there."""

from pathlib import Path
from typing import Literal

import msgspec

DATA = Path(__file__).parent / "data"

Kind = Literal["bethel", "congregation", "barracks", "green", "sea"]


class Space(msgspec.Struct, frozen=True):
    """A place on the board. `x`, `y` are drawing units, `label` where its name is drawn."""

    id: str
    name: str
    kind: Kind
    port: bool
    grid: str
    lon: float
    lat: float
    x: int
    y: int
    label: tuple[int, int, str] | None = None
    zone: str = ""


class Section(msgspec.Struct, frozen=True):
    """One edge between two neighbouring spaces; `bend` only matters to the drawing."""

    a: str
    b: str
    type: Literal["road", "sea"]
    bend: list[tuple[float, float]] | None = None

    @property
    def id(self) -> str:
        return f"{self.a}--{self.b}"


class Zone(msgspec.Struct, frozen=True):
    id: str
    name: str


class Coast(msgspec.Struct, frozen=True):
    id: str
    ring: list[tuple[float, float]]


class Projection(msgspec.Struct, frozen=True):
    width: int
    height: int


class Map(msgspec.Struct, frozen=True):
    edition: str
    version: int
    projection: Projection
    zones: tuple[Zone, ...]
    spaces: tuple[Space, ...]
    edges: tuple[Section, ...]
    coast: tuple[Coast, ...]


class Effect(msgspec.Struct, frozen=True):
    """One primitive of a card's text; which fields count depends on `op`."""

    op: str
    n: int = 0
    who: str = ""
    how: str = ""
    at: str = ""
    what: str = ""
    max: int = 0
    to: int = 0


class When(msgspec.Struct, frozen=True):
    turn_start: bool = False
    on_draw: bool = False


class Card(msgspec.Struct, frozen=True):
    id: str
    deck: Literal["territoires", "mer"]
    count: int
    bon: bool
    text: str
    effects: tuple[Effect, ...]
    when: When = When()
    condition: str | None = None


class Cards(msgspec.Struct, frozen=True):
    edition: str
    version: int
    cards: tuple[Card, ...]


def read_map(raw: bytes) -> Map:
    return msgspec.json.decode(raw, type=Map)


def read_cards(raw: bytes) -> Cards:
    return msgspec.json.decode(raw, type=Cards)


MAP = read_map((DATA / "map.json").read_bytes())
CARDS = read_cards((DATA / "cards.json").read_bytes())
