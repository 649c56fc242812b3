"""A scenario drawn: the ground as at a table, and over it what the editor handles: pieces, zones, figurants,
objects."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from apps.tables.argad.board.figures import figure
from apps.tables.argad.board.terrain import LAYERS, ground_svg
from engines.argad.scenario.scenarios import Scenario, pieces_of, read_scenario
from engines.argad.scenario.troops import Recruit
from engines.argad.state import Piece
from engines.argad.tables import TERRAIN, fewest_points
from engines.argad.words import TERRAIN_NAMES
from engines.core import codec

CM = 10  # millimetres: the unit of the drawing
ITEMS = ("sack", "chest", "letter", "emblem", "ladder", "boat")


def miniature(scenario: Scenario | None) -> SafeString:
    """The ground and the zones alone, for lists."""
    if scenario is None:
        return mark_safe("")
    width, height = scenario.size
    roles = scenario.roles[: scenario.seats[0]]
    zones = "".join(_zone_rects(role.side, (zone.rect for zone in role.zones)) for role in roles)
    ground, symbols = ground_svg(drawable(scenario)), render_to_string("argad/_symbols.html")
    return mark_safe(
        f'<svg class="ed-mini" viewBox="0 0 {width * CM} {height * CM}" '
        f'aria-hidden="true"><defs>{symbols}</defs>'
        f'<rect class="ed-table" width="{width * CM}" height="{height * CM}"/>{ground}{zones}</svg>'
    )  # numbers and our own words only


def drawable(scenario: Scenario) -> tuple[Piece, ...]:
    """Pieces with enough points to be drawn; the others wait for theirs."""
    known = {kind for layer in LAYERS for kind in layer}
    return tuple(
        piece
        for piece in pieces_of(scenario)
        if piece.kind in known and len(piece.points) >= fewest_points(piece.kind, piece.width)
    )


def _zone_rects(side: int, rects: Iterable[Sequence[int]]) -> str:
    return "".join(
        f'<rect class="ed-zone ed-side-{side}" x="{x1 * CM}" y="{y1 * CM}" '
        f'width="{max(0, x2 - x1) * CM}" height="{max(0, y2 - y1) * CM}"/>'
        for x1, y1, x2, y2 in rects
    )


class Picture:
    """The editor's drawing: the ground, then one handle an element; the chosen one shows its points."""

    def __init__(self, raw: dict[str, Any], chosen: str) -> None:
        self.raw, self.chosen = raw, chosen
        self.scenario, _problems = read_scenario(raw)
        self.width, self.height = (max(1, min(side, 400)) * CM for side in raw["size"])

    @property
    def ground(self) -> SafeString:
        return ground_svg(drawable(self.scenario)) if self.scenario else mark_safe("")

    @property
    def grid(self) -> SafeString:
        """A line every ten centimetres."""
        lines = [f"M{x} 0V{self.height}" for x in range(100, self.width, 100)]
        lines += [f"M0 {y}H{self.width}" for y in range(100, self.height, 100)]
        return mark_safe("".join(lines))

    @property
    def elements(self) -> SafeString:
        parts = [self._zones(n, role) for n, role in enumerate(self.raw["roles"])]
        parts += [self._piece(n, piece) for n, piece in enumerate(self.raw["terrain"])]
        parts += [self._npcs(n, group) for n, group in enumerate(self.raw["npcs"])]
        parts += [self._item(n, item) for n, item in enumerate(self.raw["items"])]
        return mark_safe("".join(parts))  # every text passed through escape

    @property
    def handles(self) -> SafeString:
        """The points of the chosen element, to be dragged."""
        part, _sep, row = self.chosen.partition(":")
        if not row:
            return mark_safe("")
        thing = self.raw[part][int(row)]
        points: list[list[int]] = (
            thing["points"] if part == "terrain" else thing["at"] if part == "npcs" else []
        )
        if part == "roles":
            points = [corner for zone in thing["zones"] for corner in (zone["rect"][:2], zone["rect"][2:])]
        label = escape(_("point"))
        return mark_safe(
            "".join(
                f'<circle class="ed-handle" r="14" cx="{x * CM}" cy="{y * CM}" data-point="{n}" '
                f'data-pick="{self.chosen}" role="button" tabindex="0"'
                f' aria-label="{label} {n + 1} : {x}/{y}"/>'
                for n, (x, y) in enumerate(points)
            )
        )

    def _wrap(self, name: str, label: str, inside: str, kind: str) -> str:
        state = ' aria-pressed="true"' if name == self.chosen else ' aria-pressed="false"'
        return (
            f'<g class="ed-thing ed-{kind}" data-pick="{name}" role="button" tabindex="0"{state} '
            f'aria-label="{escape(label)}">{inside}</g>'
        )

    def _piece(self, n: int, piece: dict[str, Any]) -> str:
        points = piece["points"]
        if not points:
            return ""
        kind = _(TERRAIN_NAMES.get(piece["kind"], piece["kind"]))
        way = "M" + "L".join(f"{x * CM} {y * CM}" for x, y in points)
        line = piece["width"] or (piece["kind"] in TERRAIN and TERRAIN[piece["kind"]].line)
        if len(points) == 1:
            shape = f'<circle class="ed-touch" cx="{points[0][0] * CM}" cy="{points[0][1] * CM}" r="30"/>'
        elif line:
            shape = (
                f'<path class="ed-touch ed-line" d="{way}" stroke-width="{max(40, piece["width"] * CM)}"/>'
            )
        else:
            shape = f'<path class="ed-touch" d="{way}Z"/>'
        return self._wrap(f"terrain:{n}", f"{piece['id']}, {kind}", shape, "piece")

    def _zones(self, n: int, role: dict[str, Any]) -> str:
        rects = _zone_rects(role["side"], (zone["rect"] for zone in role["zones"]))
        label = _("Entrée : %(name)s") % {"name": _(role["name"])}
        return self._wrap(f"roles:{n}", label, rects, "role") if rects else ""

    @property
    def labels(self) -> SafeString:
        """Whose zone it is and when it opens, written over it; near the eastern edge, towards the west."""
        return mark_safe(
            "".join(self._label(role, zone) for role in self.raw["roles"] for zone in role["zones"])
        )

    def _label(self, role: dict[str, Any], zone: dict[str, Any]) -> str:
        x1, y1, x2, _y2 = (c * CM for c in zone["rect"])
        late = x1 > 3 * self.width // 4
        place = f'x="{x2 - 12}" text-anchor="end"' if late else f'x="{x1 + 12}"'
        words = escape(f"{_(role['name'])}, {_('tour')} {zone['turn']}")
        return f'<text class="ed-label" {place} y="{y1 + 40}">{words}</text>'

    def _npcs(self, n: int, group: dict[str, Any]) -> str:
        recruit = codec.load(codec.dump(group["recruit"]), Recruit)
        body = figure(recruit)
        men = "".join(
            f'<g class="ag-seat-npc" transform="translate({x * CM} {y * CM})">{body}</g>'
            for x, y in group["at"]
        )
        return self._wrap(
            f"npcs:{n}", _("Figurants : %(name)s") % {"name": group["recruit"]["name"]}, men, "npcs"
        )

    def _item(self, n: int, item: dict[str, Any]) -> str:
        x, y = item["at"]
        symbol = item["kind"] if item["kind"] in ITEMS else "sack"
        inside = (
            f'<circle class="ed-touch ed-dot" cx="{x * CM}" cy="{y * CM}" r="16"/><use '
            f'href="#ag-item-{symbol}" x="{x * CM}" y="{y * CM}"/>'
        )
        return self._wrap(f"items:{n}", _("Objet : %(name)s") % {"name": item["id"]}, inside, "item")
