"""The events of a turn as a chronicler tells them, where the engine's order of things would mislead a
reader."""

from collections.abc import Sequence

from engines.core.contract import Event


def retold(events: Sequence[Event]) -> list[Event]:
    """A lord who falls defending his land leaves it free a moment before his victor takes it: told as taken
    from him."""
    told: list[Event] = []
    victors: dict[int, int] = {}  # who beat a lord that fell, until he takes the land they fought for
    freed: dict[str, Event] = {}
    for event in events:
        p = event.params
        if event.kind == "lord_fell" and p["by"] is not None:
            victors[p["by"]] = p["lord"]
        elif event.kind == "land_freed" and p["how"] == "end":
            freed[p["land"]] = event
        elif event.kind in ("land_taken", "attack_failed"):
            fallen, free = victors.pop(p["lord"], None), freed.get(p["land"])
            if event.kind == "land_taken" and free is not None and free.params["lord"] == fallen:
                told.remove(free)
                event = Event(event.kind, {**p, "before": fallen}, event.audience)
        told.append(event)
    return told
