"""One decision of one seat: opened, judged, held. The rules of acceptance stand here, once each.

Is it mine: `permissions.access_seat`, before anything else. Is it open, and was this very request accepted
before: `open_decision`, and again under the lock: `hold`, which alone says whether it is late.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog
from django.db import OperationalError
from django.db.models import Max, Q
from django.utils.functional import cached_property
from django.utils.translation import gettext

from apps.accounts.models import User
from apps.games.models import Draft, Game, Seat, Step, Submission
from apps.games.problems import (
    EngineFault,
    GameOver,
    NotAnAction,
    NotAsked,
    NotRunning,
    StaleStep,
    TooLate,
)
from apps.games.queries.decisions import readable_draft, readable_submissions
from apps.games.table import presentation
from apps.games.table.eyes import Eyes
from apps.games.timing.clock import database_now
from apps.site.plain_json import NotPlain, require_plain
from engines.core.contract import BAD_SHAPE, Problem
from engines.core.texts import render

log = structlog.get_logger("kalan.games")


@dataclass
class Decision(Eyes):
    """What a seat decides at the pending step, with the position it decides on as that seat knows it."""

    seat: Seat
    step: Step
    author: User | None  # who decides: the holder, his steward, a referee for an absent one
    key: str = ""  # names the request: the same key gives the same receipt
    accepted: Submission | None = None  # what this very request left when it came first

    @property
    def game(self) -> Game:  # type: ignore[override]  # a plain attribute of those who only look
        return self.step.game

    @property
    def number(self) -> int:
        return self.seat.number

    @cached_property
    def shown_step(self) -> Step:  # type: ignore[override]  # likewise
        """The step on whose position one decides. Its state is read only if no page has kept it."""
        columns = (
            ("n", "state_hash")
            if presentation.of(self.game.slug).keeps_views
            else ("n", "state", "state_hash")
        )
        return Step.objects.only(*columns).get(game_id=self.step.game_id, n=self.step.starts_from)

    @cached_property
    def my_draft(self) -> Draft | None:
        return readable_draft(self.step, self.seat)

    @cached_property
    def my_submissions(self) -> list[Submission]:
        return readable_submissions(self.step, self.seat)

    def judge(self, action: Any) -> list[Problem]:
        """What the rules say of an action, whichever way it came. What is none at all is refused: it could
        not even be kept."""
        try:
            require_plain(action)
        except NotPlain:
            raise NotAnAction from None
        with self.engine_at_work():
            problems = self.problems_of(action)
        shapeless = [problem for problem in problems if problem.code == BAD_SHAPE]
        if shapeless:
            raise NotAnAction(" ".join(render(problem.text, gettext) for problem in shapeless[:3]))
        return problems

    @contextmanager
    def engine_at_work(self) -> Iterator[None]:
        """What the engine cannot judge or carry out changes nothing; the player is told and may choose
        something else."""
        try:
            yield
        except OperationalError:  # the database is away or too busy: the page says so
            raise
        except Exception as fault:  # an engine may fail in any way
            log.error(
                "move failed", game=self.game.code, n=self.step.n, fault=type(fault).__name__, exc_info=fault
            )
            raise EngineFault from fault


@dataclass
class Change:
    """What a form makes of a decision."""

    action: Any
    text: str = ""  # as typed, faults included, to be kept with the draft
    said: Callable[[], str] | None = None  # what the page says once it is kept
    forbids: Callable[[Problem], bool] = lambda fault: False  # errors that a draft is not kept with
    is_unfinished: bool = False  # the form holds more than it gave, and is shown again as it was filled in


def open_decision(seat: Seat, n: int, author: User | None, key: str = "") -> Decision:
    """The decision that a page showed at step n, if it is still to be made and this seat is asked for it.

    A request that was accepted before is no refusal: the decision says what it left.
    """
    game = seat.game
    step = Step.objects.pending_of(game)
    if step is None or game.status != Game.Status.RUNNING or not _is_same_question(step, n):
        accepted = _accepted_before(seat, n, key)
        if accepted is not None:
            accepted.step.game = game
            return Decision(seat, accepted.step, author, key, accepted)
        raise GameOver if step is None else NotRunning if step.n == n else StaleStep
    if seat.number not in step.asked:
        raise NotAsked
    return Decision(seat, step, author, key)


def _is_same_question(step: Step, n: int) -> bool:
    """The page was made for this step, or since then there was only talk, which left the table as it
    stood."""
    if step.n <= n:
        return step.n == n
    since = Step.objects.filter(game_id=step.game_id, n__gte=n, n__lt=step.n)
    if since.acts_of_organiser().count() != step.n - n:
        return False
    shown = presentation.of(step.game.slug)
    return all(shown.is_talk(one) for one in since.defer("state", "moves", "draws"))


def _accepted_before(seat: Seat, n: int, key: str) -> Submission | None:
    """What this very request left, found again even if acts of an organiser moved its step up."""
    if not key:
        return None
    known = Submission.objects.filter(seat=seat, key=key, step__n__gte=n).order_by("step__n")
    for pk, at in known.values_list("pk", "step__n")[:1]:
        steps = Step.objects.filter(game_id=seat.game_id, n__gte=n, n__lt=at)
        if at == n or steps.acts_of_organiser().count() == at - n:
            return Submission.objects.select_related("step", "seat").get(pk=pk)
    return None


@dataclass(frozen=True)
class Hold:
    """The step of a decision under its lock: nobody seals, moves or resolves until the end of the
    transaction."""

    step: Step
    now: datetime  # by the database's clock; for what was accepted before, then
    revision: int = 1  # of the next submission
    accepted: Submission | None = None


def hold(decision: Decision) -> Hold:
    """Inside a transaction, for every verb: the step locked, if it still starts from the position that was
    judged, is open and in time. What was accepted before is found first: being late changes nothing for
    it."""
    if decision.accepted is not None:
        return Hold(decision.step, decision.accepted.created_at, accepted=decision.accepted)
    step = Step.objects.lock(decision.step)
    if step.n != decision.step.n:
        raise StaleStep
    last = 0
    if decision.key:
        known = Submission.objects.filter(step=step, seat=decision.seat).order_by()
        found = known.aggregate(last=Max("revision", default=0), same=Max("pk", filter=Q(key=decision.key)))
        if found["same"] is not None:
            accepted = known.select_related("step", "seat").get(pk=found["same"])
            return Hold(step, accepted.created_at, accepted=accepted)
        last = found["last"]
    now = database_now()
    is_late = step.due_at is not None and now >= step.due_at
    automaton_decides = step.status == Step.Status.SEALED and step.mode != "sealed" and not is_late
    if step.status == Step.Status.RESOLVED or automaton_decides:
        raise StaleStep
    if step.status != Step.Status.OPEN or is_late:
        raise TooLate
    return Hold(step, now, last + 1)
