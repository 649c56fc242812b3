"""Standings and lands turn by turn: read from the public table each step ends with, drawn as SVG of our own.

Only the `standings` event of a step is decoded; a resolved step never changes, so its table is kept in the
cache: without it the realm's page takes a sixth longer after four turns (`make bench NAME=order-desk`), and
more with each turn.
"""

from html import escape
from typing import Any, NamedTuple

import msgspec
from django.core.cache import cache
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from apps.games.models import Game, Step
from engines.core.contract import Event
from engines.gloire.chronicle import Curves, curves
from engines.gloire.words import decimal, number

KEPT = 7 * 24 * 3600  # seconds in the cache
HIGHLIGHTED = 8  # lines with a colour, a dash and an end mark of their own
WIDE, HIGH, LEFT, RIGHT, TOP, BOTTOM = 640, 320, 48, 124, 16, 32
ENDS = ("M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0", "M-4 -4H4V4H-4Z", "M0 -5L5 4H-5Z", "M0 -5L5 0L0 5L-5 0Z")


class _Glance(msgspec.Struct):
    """An event whose facts are not decoded unless they are wanted."""

    kind: str
    params: msgspec.Raw = msgspec.Raw(b"{}")


_glances = msgspec.json.Decoder(list[_Glance])


def steps_in_force(game: Game, last: int) -> list[int]:
    """Keys of the steps that led to the position after step `last`, oldest first; turns taken back are left
    out."""
    rows = {
        n: (pk, base)
        for n, pk, base in game.steps.resolved().filter(n__lte=last).values_list("n", "pk", "base")
    }
    found, n = [], last
    while n in rows:
        pk, base = rows[n]
        found.append(pk)
        if base is None:
            break
        n = base
    return found[::-1]


def history(game: Game, last: int) -> Curves:
    """The whole game as figures a spectator may see."""
    kept = {pk: f"gloire:standings:{game.code}:{pk}" for pk in steps_in_force(game, last)}
    known: dict[str, Any] = cache.get_many(kept.values())
    missing = [pk for pk, key in kept.items() if key not in known]
    if missing:
        fresh = {kept[step.pk]: _table(step) for step in Step.objects.filter(pk__in=missing).only("events")}
        cache.set_many(fresh, KEPT)
        known |= fresh
    return curves(Event("standings", known[key]) for key in kept.values() if known.get(key))


def _table(step: Step) -> dict[str, Any] | None:
    """The table of lords with which a step ends; None for a step without one."""
    for event in reversed(_glances.decode(step.events or b"[]")):
        if event.kind == "standings":
            return msgspec.json.decode(event.params)
    return None


# --- drawing ------------------------------------------------------------------------------------------------


class Line(NamedTuple):
    """One lord's curve. `style` is 0 to 7, or None for a line in the background."""

    seat: int
    name: str
    values: tuple[float | None, ...]
    style: int | None = None
    mine: bool = False


def lines_of(
    figures: dict[int, tuple[Any, ...]], names: list[str], chosen: list[int], me: int | None
) -> list[Line]:
    """Background first, so that what matters is drawn on top."""
    styles = {seat: n for n, seat in enumerate(chosen[:HIGHLIGHTED])}
    found = [
        Line(seat, names[seat], values, styles.get(seat), seat == me) for seat, values in figures.items()
    ]
    return sorted(found, key=lambda line: (line.style is not None, line.mine, line.seat))


def draw(
    turns: tuple[int, ...], lines: list[Line], title: str, marks: tuple[tuple[float, str], ...] = ()
) -> SafeString:
    """A chart with axes, marks across (what a title or the throne asks) and the names of the chosen at the
    right."""
    top = max([value for line in lines for value in line.values if value is not None], default=1) * 1.06 or 1
    shown = [(value, words) for value, words in marks if value <= top * 1.25][:7]
    top = max([top, *(value * 1.02 for value, _words in shown)])
    scale = _Scale(turns, top)
    parts = [_grid(scale), "".join(_mark(scale, value, words) for value, words in shown)]
    parts += [_path(scale, line) for line in lines]
    parts.append(_names(scale, [line for line in lines if line.style is not None]))
    head = f'<svg class="curves" viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{escape(title)}">'
    return mark_safe(f"{head}{''.join(parts)}</svg>")


class _Scale:
    def __init__(self, turns: tuple[int, ...], top: float) -> None:
        self.first, self.last, self.top = turns[0], max(turns[-1], turns[0] + 1), top
        self.turns = turns

    def x(self, turn: float) -> float:
        return LEFT + (turn - self.first) / (self.last - self.first) * (WIDE - LEFT - RIGHT)

    def y(self, value: float) -> float:
        return HIGH - BOTTOM - value / self.top * (HIGH - TOP - BOTTOM)

    def points(self, line: Line) -> list[tuple[float, float]]:
        rows = zip(self.turns, line.values, strict=True)
        return [(self.x(turn), self.y(value)) for turn, value in rows if value is not None]


def _step(top: float, wanted: int = 5) -> int:
    for unit in (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000):
        if top / unit <= wanted:
            return unit
    return 2000


def _grid(scale: _Scale) -> str:
    parts = []
    for value in range(0, int(scale.top) + 1, _step(scale.top)):
        y = scale.y(value)
        parts.append(
            f'<path class="rule" d="M{LEFT} {y:.1f}H{WIDE - RIGHT}"/><text class="tick" x="{LEFT - 6}" '
            f'y="{y + 4:.1f}" text-anchor="end">{number(value)}</text>'
        )
    every = _step(scale.last - scale.first, 8)
    for turn in scale.turns:
        if (turn - scale.first) % every == 0:
            parts.append(
                f'<text class="tick" x="{scale.x(turn):.1f}" y="{HIGH - 8}" '
                f'text-anchor="middle">{turn}</text>'
            )
    return "".join(parts)


def _mark(scale: _Scale, value: float, words: str) -> str:
    y = scale.y(value)
    return (
        f'<path class="mark" d="M{LEFT} {y:.1f}H{WIDE - RIGHT}"/><text class="mark-name" '
        f'x="{LEFT + 4}" y="{y - 4:.1f}">{escape(words)}</text>'
    )


def _path(scale: _Scale, line: Line) -> str:
    points = scale.points(line)
    if not points:
        return ""
    css = "line-far" if line.style is None else f"line s{line.style}" + (" is-mine" if line.mine else "")
    drawn = f'<path class="{css}" d="M{" L".join(f"{x:.1f} {y:.1f}" for x, y in points)}"/>'
    if line.style is None:
        return drawn
    x, y = points[-1]
    return (
        f'{drawn}<path class="end s{line.style}" transform="translate({x:.1f} {y:.1f})" '
        f'd="{ENDS[line.style % 4]}"/>'
    )


def _names(scale: _Scale, lines: list[Line]) -> str:
    """Names at the end of the lines, pushed apart where they would overlap."""
    ends = [(points[-1][1], line) for line in lines if (points := scale.points(line))]
    parts, below = [], 0.0
    for y, line in sorted(ends, key=lambda end: end[0]):
        below = max(y + 4, below + 16, 14)
        name = line.name if len(line.name) <= 14 else line.name[:13] + "…"
        parts.append(
            f'<text class="line-name s{line.style}{" is-mine" if line.mine else ""}" '
            f'x="{WIDE - RIGHT + 10}" y="{below:.1f}">{escape(name)}</text>'
        )
    return "".join(parts)


def legend_mark(style: int) -> SafeString:
    """The sample of a line for the legend under a chart."""
    return mark_safe(
        f'<svg class="legend-mark" viewBox="0 0 36 12" aria-hidden="true"><path class="line s{style}" '
        'd="M1 6H26"/>'
        f'<path class="end s{style}" transform="translate(29 6)" d="{ENDS[style % 4]}"/></svg>'
    )


def twin(history: Curves, chosen: list[int], names: list[str]) -> dict[str, Any]:
    """The same figures as a table: one row a turn, one column for each chosen lord, standing and lands."""
    rows = []
    for n, turn in enumerate(history.turns):
        cells = [
            (history.standings[seat][n], history.lands[seat][n])
            for seat in chosen
            if seat in history.standings
        ]
        rows.append((turn, [_("–") if s is None else f"{decimal(s, 0)} · {lands}" for s, lands in cells]))
    return {"names": [names[seat] for seat in chosen if seat in history.standings], "rows": rows[::-1]}
