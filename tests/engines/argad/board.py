"""Small battles for tests: figures by a few words, distances in centimetres, dice by their faces."""

from collections.abc import Mapping, Sequence
from typing import Any

from engines.argad import RULES
from engines.argad.events import Tale
from engines.argad.field.battlefield import Field
from engines.argad.field.groups import contacts
from engines.argad.melee.blows import Fight, fight
from engines.argad.orders import Order, Packet, Plot, as_json
from engines.argad.state import Figure, Now, Opening, Piece, Place, State, by_id
from engines.argad.tables import preset
from engines.core.contract import Event, Step
from engines.core.dice import LoadedDice

RULE = RULES[-1]


def cm(value: float) -> int:
    return round(value * 100)


def man(id: str, x: float, y: float, cls: int = 3, **more: Any) -> Figure:
    """A figure of seat A or B by its letter; on foot unless told."""
    seat = {"A": 0, "B": 1, "C": 2, "N": -1}[id[0]]
    mount = more.pop("mount", "foot")
    more.setdefault("base", "disc" if mount == "foot" else "horse")
    more.setdefault("cost", 2 * cls)
    if "javelin" in more.get("weapons", ()):
        more.setdefault("javelins", 2 if "lance" in more["weapons"] else 3)
    return Figure(
        id=id,
        seat=seat,
        side=more.pop("side", max(0, seat)),
        unit=more.pop("unit", "U"),
        name=id,
        cls=cls,
        mount=mount,
        x=cm(x),
        y=cm(y),
        place="table",
        **more,
    )


def chief(id: str, x: float, y: float, cls: int = 5, **more: Any) -> Figure:
    return man(id, x, y, cls, roles=("troop_chief",), unit="Chef", **more)


def area(kind: str, x1: float, y1: float, x2: float, y2: float, **more: Any) -> Piece:
    points = ((cm(x1), cm(y1)), (cm(x2), cm(y1)), (cm(x2), cm(y2)), (cm(x1), cm(y2)))
    return Piece(more.pop("id", kind), kind, points, **more)


def line(kind: str, *points: tuple[float, float], **more: Any) -> Piece:
    return Piece(more.pop("id", kind), kind, tuple((cm(x), cm(y)) for x, y in points), **more)


def opening(kind: str, a: tuple[float, float], b: tuple[float, float]) -> Opening:
    return Opening(kind, kind, (cm(a[0]), cm(a[1])), (cm(b[0]), cm(b[1])))


def battle(*figures: Figure, terrain: Sequence[Piece] = (), rules: str = "standard", **more: Any) -> State:
    seats = 3 if any(f.id.startswith("C") for f in figures) else 2
    state = State(
        scenario="village",
        options=preset(rules),
        width=18000,
        height=12000,
        terrain=tuple(terrain),
        figures=list(figures),
        items=more.pop("items", []),
        objectives=[],
        seats=[Place(f"Joueur {n}", "Rôle", n, 100) for n in range(seats)],
        phase="plot",
        turn=1,
        last_turn=50,
    )
    start(state)
    return state


def start(state: State) -> State:
    figures = by_id(state)
    for figure in state.figures:
        figure.now = Now(start=(figure.x, figure.y))
    for id, touched in contacts(state).items():
        figures[id].now.contacts = tuple(sorted(touched))
    return state


def faces(values: Mapping[str, Sequence[int]] | None = None) -> LoadedDice:
    """Dice that show these faces (1 to 6) under these labels."""
    return LoadedDice({label: [face - 1 for face in row] for label, row in (values or {}).items()})


def order(figs: str, do: str = "move", *path: tuple[float, float], **more: Any) -> Order:
    return Order(tuple(figs.split(",")), do, tuple((cm(x), cm(y)) for x, y in path), **more)


def plot(
    state: State, a: Sequence[Order] = (), b: Sequence[Order] = (), dice: LoadedDice | None = None
) -> Step:
    """One plot phase; problems fail the test."""
    moves = {seat: as_json(Plot(orders=tuple(orders))) for seat, orders in ((0, a), (1, b))}
    for seat, action in moves.items():
        assert RULE.check(state, seat, action) == []
    return RULE.apply(state, moves, dice or faces())


def combat(
    state: State, a: Packet | None = None, b: Packet | None = None, dice: LoadedDice | None = None
) -> Step:
    assert state.phase == "combat"
    moves = {seat: as_json(packet or Packet(auto=True)) for seat, packet in ((0, a), (1, b))}
    return RULE.apply(state, moves, dice or faces())


def brawl(
    state: State, dice: LoadedDice | None = None, packets: dict[int, Packet] | None = None
) -> tuple[Fight, list[Event], Field]:
    field, tale = Field(state), Tale(state)
    field.packets = packets or {}
    result = fight(field, dice or faces(), tale)
    return result, tale.events, field


def events(step: Step, kind: str) -> list[dict[str, Any]]:
    return [event.params for event in step.events if event.kind == kind]


def at(step_or_state: Step | State, id: str) -> Figure:
    state = step_or_state.state if isinstance(step_or_state, Step) else step_or_state
    return by_id(state)[id]
