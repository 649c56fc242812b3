"""The log beside the table: the last steps in sentences, the newest first, long lists of arrivals gathered
into one."""

from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.games.models import Step
from apps.games.table.sight import Sight
from apps.tables.argad.board.film import dice_of
from engines.argad.view import TableView
from engines.core.contract import Event
from engines.core.texts import render

SHOWN = 9  # steps
GATHERED = 3  # arrivals in one line


def is_talk(step: Step) -> bool:
    """Somebody spoke and nothing else happened: the table stands as before."""
    events = step.all_events()
    return bool(events) and all(event.kind == "speech" for event in events)


def log_of(sight: Sight, steps: list[Step], view: TableView) -> list[dict[str, Any]]:
    return [{"n": step.n, "lines": lines} for step in steps if (lines := sentences(sight, step, view))]


def sentences(sight: Sight, step: Step, view: TableView) -> list[dict[str, Any]]:
    """Each event as a line: its text, its dice, and whether it opens a turn."""
    lines: list[dict[str, Any]] = []
    for kind, group in groupby(sight.events_of(step), key=lambda event: event.kind):
        events = list(group)
        if kind == "arrives" and len(events) >= GATHERED:
            lines.append({"kind": kind, "text": _arrivals(events)})
            continue
        lines += [line for event in events if (line := _line(sight, event, view))]
    return lines


def _line(sight: Sight, event: Event, view: TableView) -> dict[str, Any] | None:
    text = sight.game.rules.narrate(event, view)
    if text is None:
        return None
    return {"kind": event.kind, "text": render(text, _), "dice": dice_of(event.kind, event.params)}


def _arrivals(events: list[Event]) -> str:
    ids = ", ".join(event.params["fig"] for event in events)
    text = ngettext("{n} figurine arrive : {ids}.", "{n} figurines arrivent : {ids}.", len(events))
    return text.format(n=len(events), ids=ids)
