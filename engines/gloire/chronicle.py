"""The whole game from its public events: the film of the map, the curves of standings and lands."""

from collections.abc import Iterable

import msgspec

from engines.core.contract import Event


class Frame(msgspec.Struct, frozen=True):
    """The map at the end of a turn: owner, population and happiness of each land, and what changed hands."""

    turn: int
    lands: dict[str, tuple[int | None, int, float]]
    taken: tuple[str, ...] = ()


class Curves(msgspec.Struct, frozen=True):
    """By seat, one figure a turn; None once the lord is gone."""

    turns: tuple[int, ...]
    standings: dict[int, tuple[float | None, ...]]
    lands: dict[int, tuple[int | None, ...]]


def film(events: Iterable[Event]) -> list[Frame]:
    frames: list[Frame] = []
    for event in events:
        if event.kind != "realm":
            continue
        lands = {name: (row[0], row[1], row[2]) for name, row in event.params["lands"].items()}
        before = frames[-1].lands if frames else lands
        taken = tuple(sorted(name for name in lands if before[name][0] != lands[name][0]))
        frames.append(Frame(event.params["turn"], lands, taken))
    return frames


def curves(events: Iterable[Event]) -> Curves:
    tables = [event.params for event in events if event.kind == "standings"]
    seats = sorted({row[0] for table in tables for row in table["rows"]})
    rows = [{row[0]: row for row in table["rows"]} for table in tables]
    return Curves(
        tuple(table["turn"] for table in tables),
        {seat: tuple(row[seat][1] if seat in row else None for row in rows) for seat in seats},
        {seat: tuple(row[seat][2] if seat in row else None for row in rows) for seat in seats},
    )
