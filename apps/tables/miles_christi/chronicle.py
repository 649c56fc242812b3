"""The chronicle beside the board: the last steps as sentences, moves that were taken back left out."""

from typing import Any

from django.utils.translation import gettext as _

from apps.games.models import Step
from apps.games.sight import Sight
from engines.core.texts import render

SHOWN = 16  # steps
LOOKED_AT = 60  # steps read in one query, those taken back included
TITLES = ("turn", "evaluation", "over")


def chronicle(sight: Sight) -> list[dict[str, Any]]:
    """Newest first: for each step its sentences, each with the Order it speaks of."""
    rows = sight.game.steps.resolved().filter(n__lte=sight.shown.n).defer("state", "moves", "draws").order_by("-n")
    steps = {step.n: step for step in rows[:LOOKED_AT]}
    found: list[dict[str, Any]] = []
    step = steps.get(sight.shown.n)
    while step is not None and len(found) < SHOWN:
        if step.kind in (Step.Kind.MOVE, Step.Kind.SETUP):
            lines = _lines(sight, step)
            if lines:
                found.append({"n": step.n, "lines": lines, "automatic": sight.answered_for_somebody(step)})
        step = steps.get(step.base) if step.base is not None else None
    return found


def _lines(sight: Sight, step: Step) -> list[dict[str, str]]:
    lines = []
    for event in sight.events_of(step):
        text = sight.game.rules.narrate(event, sight.seen)
        if text is not None:
            order = event.params.get("order", "")
            lines.append(
                {"text": render(text, _), "order": order, "kind": "title" if event.kind in TITLES else event.kind}
            )
    return lines
