"""The last steps of a table, as its chronicle tells them: newest first, and which of them are news to the
reader."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext

from apps.games.models import Step
from apps.games.table.sight import Sight
from engines.core.texts import Text, render

LOOKED_AT = 80  # steps read in one query, those taken back included


def recent(sight: Sight, least: int) -> list[tuple[Step, bool]]:
    """Each step that led here with whether it is news: all that is, and `least` where there are as many.

    Moves that were taken back are left out.
    """
    steps = standing(list(steps_to(sight)[:LOOKED_AT]), sight.shown_step.n)
    first = news_from(steps, sight.number)
    return [(step, step.n >= first) for place, step in enumerate(steps) if place < least or step.n >= first]


def steps_to(sight: Sight) -> QuerySet[Step]:
    """The resolved steps up to the one that is shown, the newest first, with what they tell and no more."""
    steps = sight.game.steps.resolved().filter(n__lte=sight.shown_step.n)
    return steps.defer("state", "moves", "draws").order_by("-n")


def news_from(steps: Sequence[Step], seat: int | None) -> int:
    """The number of the oldest of these steps, newest first, that this seat has not answered yet.

    The newest is always news; to a spectator nothing else is.
    """
    first = steps[0].n if steps else 0
    if seat is None:
        return first
    for step in steps:
        if step.kind == Step.Kind.MOVE and seat in step.asked:
            break
        first = step.n
    return first


def standing(steps: Sequence[Step], last: int) -> list[Step]:
    """Of these steps, those that led to the position after step `last`, newest first: nothing that was taken
    back."""
    by_number = {step.n: step for step in steps}
    found: list[Step] = []
    step = by_number.get(last)
    while step is not None:
        if step.kind in (Step.Kind.MOVE, Step.Kind.SETUP):
            found.append(step)
        step = by_number.get(step.base) if step.base is not None else None
    return found


def final_ranking(sight: Sight) -> list[dict[str, Any]]:
    """Place, seat and the reason in words, for each seat; empty while the game goes on."""
    outcome = sight.game.outcome or {}
    rows = outcome.get("ranking", []) if sight.view["phase"] == "over" else []
    return [{**row, "why": render(Text(**row["why"]), gettext) if row.get("why") else ""} for row in rows]
