"""Drafts: saved as you go, judged at once, binding nobody."""

from typing import Any

import msgspec
from django.db import transaction
from django.utils.translation import gettext

from apps.accounts.models import User
from apps.games.models import Draft, Seat, Step
from apps.games.problems import NotAsked, StaleStep, TooLate
from apps.games.services.steps.moves import judge, lock
from apps.games.timing.clock import database_now
from engines.core.contract import Problem
from engines.core.texts import render

LONGEST_TEXT = 60_000


class SavedDraft(msgspec.Struct):
    step: int
    action: Any
    problems: list[Problem]

    def as_json(self) -> dict[str, Any]:
        return {"step": self.step, "problems": [_shown(problem) for problem in self.problems]}


def save_draft(seat: Seat, n: int, action: Any, text: str, author: User) -> SavedDraft:
    """Keep the draft whatever its faults, as long as it is one: nothing typed is lost. The problems come
    back for the page to show."""
    step = Step.objects.pending().filter(game_id=seat.game_id).first()
    if step is None or step.n != n:
        raise StaleStep
    if seat.number not in step.asked:
        raise NotAsked
    step.game = seat.game
    problems = judge(step, seat, action)
    text = text.replace("\0", "")[:LONGEST_TEXT]
    with transaction.atomic():
        _require_open(lock(step))
        Draft.objects.filter(step=step, seat=seat).delete()  # a new row: its number is the draft's version
        Draft.objects.create(
            step=step, seat=seat, action=action, text=text, author=author, holder_id=seat.user_id
        )
    return SavedDraft(step.n, action, problems)


def _require_open(step: Step) -> None:
    """Under the lock, like a sealed order: what is drafted after the deadline cannot count."""
    if step.status == Step.Status.RESOLVED:
        raise StaleStep
    if step.status != Step.Status.OPEN or (step.due_at is not None and database_now() >= step.due_at):
        raise TooLate


def _shown(problem: Problem) -> dict[str, Any]:
    return {
        "code": problem.code,
        "level": problem.level,
        "text": render(problem.text, gettext),
        "where": list(problem.where),
        "suggestions": list(problem.suggestions),
    }
