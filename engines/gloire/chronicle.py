"""The whole game from its public events: the curves of standings and lands."""

from collections.abc import Iterable

import msgspec

from engines.core.contract import Event


class Curves(msgspec.Struct, frozen=True):
    """By seat, one figure a turn; None once the lord is gone."""

    turns: tuple[int, ...]
    standings: dict[int, tuple[float | None, ...]]
    lands: dict[int, tuple[int | None, ...]]


def curves(events: Iterable[Event]) -> Curves:
    tables = [event.params for event in events if event.kind == "standings"]
    seats = sorted({row[0] for table in tables for row in table["rows"]})
    rows = [{row[0]: row for row in table["rows"]} for table in tables]
    return Curves(
        tuple(table["turn"] for table in tables),
        {seat: tuple(row[seat][1] if seat in row else None for row in rows) for seat in seats},
        {seat: tuple(row[seat][2] if seat in row else None for row in rows) for seat in seats},
    )
