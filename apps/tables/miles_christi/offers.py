"""The menu as the board offers it: each choice with what it brings, and the element of the board that stands
for it.

What a choice would change is tried on the position that the view shows, never on the state itself.
"""

import json
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from apps.games.table.sight import Sight
from engines.core.contract import Choice, Json
from engines.core.texts import render
from engines.miles_christi.actions import CATALOGUE
from engines.miles_christi.deeds import do
from engines.miles_christi.projection import project
from engines.miles_christi.state import clone
from engines.miles_christi.view import state_from
from engines.miles_christi.words import ORDER_SHORT, ZONE_NAMES

Change = tuple[str, int, int]  # an Order, its projected gap before and after


class Offers:
    """The choices of the seat that looks; none for a spectator or out of turn."""

    def __init__(self, sight: Sight) -> None:
        self.view = sight.view
        choices = sight.menu.choices if sight.menu else ()
        self.rows = [self._row(choice) for choice in choices]
        self._by_target: dict[str, list[dict[str, Any]]] = {}
        for row in self.rows:
            self._by_target.setdefault(row["choice"].target, []).append(row)
        self.draft = sight.draft if isinstance(sight.draft, str) and choices else ""

    @property
    def militia_in_hand(self) -> dict[str, str] | None:
        """The militia in hand: which Order's, and where it comes from."""
        move = CATALOGUE.get(self.draft)
        if move is None or move.complete:
            return None
        if move.kind == "place":
            text = _("Milice en main : {order}. Choisissez où la poser.")
            return {"order": move.args[0], "text": text.format(order=ORDER_SHORT[move.args[0]])}
        order = self.view["players"][self.view["active"]]["order"]
        place = render(ZONE_NAMES[move.args[0]], _)
        if move.kind == "redeploy":
            text = _("Vous déplacez une milice qui se trouve {place}. Choisissez où elle va.")
        else:
            text = _("Une milice va déserter {place}. Choisissez laquelle.")
        return {"order": order if move.kind == "redeploy" else "", "text": text.format(place=place)}

    def mark(self, target: str) -> SafeString:
        """The attributes that tie an element of the board to its choice; several choices are asked about on
        the spot."""
        rows = self._by_target.get(target, [])
        if len(rows) > 1:
            return format_html('data-many="{}"', target)
        if rows:
            return format_html('data-id="{}" data-verb="{}"', target, rows[0]["choice"].verb)
        return format_html('data-id="{}"', target)

    def mark_if(self, target: str) -> SafeString:
        """The same, and nothing at all while no choice is tied to the element: for elements within others."""
        return self.mark(target) if target in self._by_target else SafeString("")

    def verbs(self, target: str) -> list[str]:
        return [row["choice"].verb for row in self._by_target.get(target, [])]

    def change(self, target: str) -> dict[str, Any] | None:
        """The projected gap that the only choice of this element would change first."""
        rows = self._by_target.get(target, [])
        if len(rows) != 1 or not rows[0]["changes"]:
            return None
        order, before, after = rows[0]["changes"][0]
        return {"order": order, "before": before, "after": after, "better": after < before}

    def _row(self, choice: Choice) -> dict[str, Any]:
        changes = gap_changes(self.view, choice.action) if choice.complete else []
        hint = render(choice.hint, _) if choice.hint else ""
        return {
            "choice": choice,
            "action": json.dumps(choice.action, ensure_ascii=False, separators=(",", ":")),
            "label": render(choice.label, _),
            "hint": " · ".join(part for part in (hint, changes_in_words(changes)) if part),
            "changes": changes,
        }


def gap_changes(view: Json, action: str) -> list[Change]:
    """Whose projected gap an action would change. The copy keeps the view as it is."""
    trial = clone(state_from(view))
    do(trial, CATALOGUE[action], [])
    found = []
    for player in view["players"]:
        military, religious = project(trial, player["seat"])
        before, after = player["projected"]["gap"], abs(military - religious)
        if before != after:
            found.append((player["order"], before, after))
    return found


def changes_in_words(changes: list[Change]) -> str:
    if not changes:
        return ""
    parts = [f"{ORDER_SHORT[order]} {before} → {after}" for order, before, after in changes]
    return _("écart prévu : {changes}").format(changes=", ".join(parts))
