"""The chronicle beside the board: the last steps as sentences, moves that were taken back left out."""

from typing import Any

from django.utils.translation import gettext as _

from apps.games.models import Step
from apps.games.table.sight import Sight
from apps.tables.past import recent
from engines.core.texts import render

SHOWN = 16  # steps, or more where more has happened since the reader last decided
TITLES = ("turn", "evaluation", "over")


def chronicle(sight: Sight) -> list[dict[str, Any]]:
    """Newest first: for each step its sentences, each with the Order it speaks of."""
    found: list[dict[str, Any]] = []
    for step, news in recent(sight, SHOWN):
        lines = _lines(sight, step)
        if lines:
            found.append(
                {"n": step.n, "lines": lines, "news": news, "automatic": sight.answered_for_somebody(step)}
            )
    return found


def _lines(sight: Sight, step: Step) -> list[dict[str, str]]:
    lines = []
    for event in sight.events_of(step):
        text = sight.game.rules.narrate(event, sight.engine_view)
        if text is not None:
            kind = "title" if event.kind in TITLES else event.kind
            lines.append({"text": render(text, _), "order": event.params.get("order", ""), "kind": kind})
    return lines
