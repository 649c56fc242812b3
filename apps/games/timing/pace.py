"""How fast a game goes, and the instants it makes: weekday + time + zone become one UTC `due_at`.

The next deadline is anchored on the previous scheduled one, never on now, so that delays do not creep.
"""

from datetime import UTC, datetime, time, timedelta
from typing import Any, Literal
from zoneinfo import ZoneInfo

import msgspec

Kind = Literal["weekly", "daily", "hours", "live", "at_once"]

FRIDAY = 4
SHORTEST_TURN = timedelta(days=2)  # a weekly turn is never shorter, even the first


class Pace(msgspec.Struct, frozen=True):
    """`weekly` uses weekday, hour, minute, zone; `daily` hour, minute, zone; `hours` every; `live` the clock
    fields."""

    kind: Kind = "weekly"
    weekday: int = FRIDAY
    hour: int = 23
    minute: int = 0
    zone: str = "Europe/Paris"
    every: int = 24  # hours
    clock: int = 1200  # seconds each seat starts with, live
    increment: int = 30  # seconds given at each decision, live

    @property
    def has_grid(self) -> bool:
        """Deadlines fall on a calendar grid, so extensions snap to it."""
        return self.kind in ("weekly", "daily")

    @property
    def length(self) -> timedelta | None:
        """The usual time for a decision; None when nothing presses."""
        return {
            "weekly": timedelta(days=7),
            "daily": timedelta(days=1),
            "hours": timedelta(hours=self.every),
            "live": timedelta(seconds=self.clock),
        }.get(self.kind)


def first_deadline(pace: Pace, started: datetime) -> datetime | None:
    """The first deadline of a game that starts now: the first one that leaves a decent time."""
    if pace.kind == "weekly":
        return on_grid_after(pace, started + SHORTEST_TURN)
    if pace.kind == "daily":
        return on_grid_after(pace, started + timedelta(hours=12))
    return next_deadline(pace, started, started)


def next_deadline(pace: Pace, scheduled: datetime | None, now: datetime) -> datetime | None:
    """The deadline after the one `scheduled`. If several were missed (an outage), the first that leaves half
    a turn."""
    length = pace.length
    if length is None or pace.kind == "live":
        return None
    if not pace.has_grid:  # a decision made early earns nobody a longer turn
        on_time = scheduled is not None and scheduled <= now < scheduled + length / 2
        return (scheduled if scheduled is not None and on_time else now) + length
    due = on_grid_after(pace, scheduled or now)
    while due <= now + length / 2:
        due = on_grid_after(pace, due)
    return due


def on_grid_after(pace: Pace, moment: datetime) -> datetime:
    """The first instant of the grid strictly after `moment`, in UTC."""
    zone = ZoneInfo(pace.zone)
    local = moment.astimezone(zone)
    day = local.date()
    if pace.kind == "weekly":
        day += timedelta(days=(pace.weekday - day.weekday()) % 7)
    stride = timedelta(days=7 if pace.kind == "weekly" else 1)
    while (due := _instant(day, time(pace.hour, pace.minute), zone)) <= moment:
        day += stride
    return due


def _instant(day: Any, at: time, zone: ZoneInfo) -> datetime:
    """Local wall time to UTC. A time skipped in spring counts one hour later, one repeated in autumn is the
    first."""
    return datetime.combine(day, at, tzinfo=zone).astimezone(UTC)
