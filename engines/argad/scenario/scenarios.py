"""Scenarios: read from data files or from an editor, validated, and turned into an opening position."""

from typing import Any

import msgspec

from engines.argad.field.geometry import CM, Point
from engines.argad.field.ground import Ground
from engines.argad.problems import read_as
from engines.argad.scenario.troops import Recruit
from engines.argad.state import Item, Objective, Piece, State
from engines.argad.tables import DATA, read
from engines.core.contract import Problem
from engines.core.dice import Dice
from engines.core.texts import gettext_noop

Pair = tuple[int, int]


class Zone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a role sets up or enters; centimetres. `cap` limits the points placed there, `kinds` the
    terrain."""

    rect: tuple[int, int, int, int]
    turn: int = 1
    circle: tuple[int, int, int] | None = None
    cap: int = 0
    kinds: tuple[str, ...] = ()
    hidden: bool = False


class Role(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    side: int
    budget: int
    zones: tuple[Zone, ...]
    troop: str = "militia"
    extra: tuple[Recruit, ...] = ()
    vip: bool = False
    surprised: bool = False  # his men begin without their harness


class RawItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    kind: str
    at: Pair
    weight: str = "light"
    value: int = 0
    secret: str = ""


class Npcs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: int
    script: str
    at: tuple[Pair, ...]
    recruit: Recruit
    notes: str = ""


class Score(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: str
    points: int
    side: int = -1
    args: dict[str, Any] = {}


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    seats: Pair
    turns: int
    size: Pair
    terrain: tuple[Piece, ...]  # in centimetres
    roles: tuple[Role, ...]
    score: tuple[Score, ...]
    items: tuple[RawItem, ...] = ()
    npcs: tuple[Npcs, ...] = ()
    secret: tuple[Score, ...] = ()
    ends: tuple[dict[str, Any], ...] = ()
    margin: int = 0
    era: str = "feudal"


SCENARIOS: dict[str, Scenario] = {
    path.stem: msgspec.convert(read(f"scenarios/{path.name}"), Scenario)
    for path in sorted((DATA / "scenarios").glob("*.toml"))
}
CARDS: tuple[Score, ...] = tuple(msgspec.convert(row, Score) for row in read("cards.toml")["card"])


def read_scenario(raw: Any) -> tuple[Scenario | None, list[Problem]]:
    """A scenario from an editor's JSON, or why it cannot be read."""
    return read_as(Scenario, raw, "bad_scenario", gettext_noop("Ce scénario est mal écrit : {why}."))


def scenario_of(state: State) -> Scenario:
    """The scenario being played: one of ours, or the one that the table brought."""
    if state.custom is None:
        return SCENARIOS[state.scenario]
    return msgspec.convert(state.custom, Scenario)


def without_secrets(raw: dict[str, Any] | None) -> dict[str, Any] | None:
    """A scenario as every seat may read it: no notes on figurants, no contents of chests, no secret cards."""
    if raw is None:
        return None
    shown = {key: value for key, value in raw.items() if key != "secret"}
    shown["npcs"] = [{key: v for key, v in npcs.items() if key != "notes"} for npcs in raw.get("npcs", ())]
    shown["items"] = [{key: v for key, v in item.items() if key != "secret"} for item in raw.get("items", ())]
    return shown


def roles_of(scenario: Scenario, count: int) -> list[Role]:
    """The roles of a table of `count` seats; allies of one side share its budget."""
    roles = list(scenario.roles[:count])
    shared = {side: sum(role.side == side for role in roles) for side in {role.side for role in roles}}
    extra_sides = {role.side for role in roles[scenario.seats[0] :]}
    return [
        msgspec.structs.replace(role, budget=role.budget // shared[role.side])
        if role.side in extra_sides
        else role
        for role in roles
    ]


def pieces_of(scenario: Scenario) -> tuple[Piece, ...]:
    """The terrain in the units of a battle."""
    replace = msgspec.structs.replace
    return tuple(
        replace(
            piece,
            points=tuple(units(point) for point in piece.points),
            width=piece.width * CM,
            openings=tuple(replace(o, a=units(o.a), b=units(o.b)) for o in piece.openings),
        )
        for piece in scenario.terrain
    )


def items_of(scenario: Scenario) -> list[Item]:
    return [
        Item(raw.id, raw.kind, *units(raw.at), weight=raw.weight, value=raw.value, secret=raw.secret)
        for raw in scenario.items
    ]


def objectives_of(scenario: Scenario, roles: list[Role]) -> list[Objective]:
    """Public objectives, one for each seat of the side that holds them."""
    return [
        Objective(f"o{number}-{seat}", seat, score.kind, score.points, False, dict(score.args))
        for number, score in enumerate(scenario.score)
        for seat, role in enumerate(roles)
        if role.side == score.side
    ]


def deal_secrets(state: State, seat: int, cards: int, dice: Dice, label: str = "") -> None:
    """The third seat's own card where the scenario has some, and so many of the deck."""
    own = [score for score in scenario_of(state).secret if score.side == state.seats[seat].side]
    dealt = {f"s-{seat}": dice.choice(own, f"{label}secret:{seat}")} if own else {}
    deck = list(CARDS)
    if cards:
        dice.shuffle(deck, f"{label}cards:{seat}")
    dealt |= {f"c{number}-{seat}": card for number, card in enumerate(deck[:cards])}
    state.objectives += [
        Objective(id, seat, card.kind, card.points, True, dict(card.args)) for id, card in dealt.items()
    ]


def units(point: Pair) -> Point:
    return (point[0] * CM, point[1] * CM)


def fits_zone(ground: Ground, zone: Zone, x: int, y: int) -> bool:
    x1, y1, x2, y2 = (c * CM for c in zone.rect)
    if not (x1 <= x <= x2 and y1 <= y <= y2):
        return False
    if zone.circle is not None:
        cx, cy, r = (c * CM for c in zone.circle)
        if (x - cx) ** 2 + (y - cy) ** 2 > r * r:
            return False
    return not zone.kinds or any(s.piece.kind in zone.kinds and s.covers(x, y) for s in ground.at(x, y))
