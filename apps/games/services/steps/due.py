"""What happens when time is up: seal, gather, resolve; and quarantine for a game whose engine fails three
times.

Everything here may be called twice, late, or by two workers at once: a conditional UPDATE decides who seals,
the re-check under the lock decides who writes.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cache, partial
from typing import Any

import structlog
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Max, Q, QuerySet

from apps.games.engine.guard import run_limited
from apps.games.engine.positions import position_before, require_sound_seed
from apps.games.live.hub import announce_game
from apps.games.mail.notices import post_quarantine_notice
from apps.games.models import Draft, Game, Readiness, Seat, Step, Submission
from apps.games.models.fields import DamagedRecord
from apps.games.records.receipts import receipt_of
from apps.games.services.seats import answers, succession
from apps.games.services.steps import resolution
from apps.games.timing.clock import database_now
from apps.site.limits import AUTOMATIC_IN_A_ROW
from engines.core.contract import errors
from engines.core.dice import Dice
from engines.core.table import look

log = structlog.get_logger("kalan.games")

MOST_ATTEMPTS = 3
RETRY_AFTER = timedelta(seconds=20)
# The last one is what comes of it when a listener went on after the line had broken.
DATABASE_AWAY = (OperationalError, InterfaceError, transaction.TransactionManagementError)


def seal_due_steps(now: datetime) -> list[int]:
    """Seal every open step whose deadline has passed; their ids. One UPDATE each: whoever changes the row has
    sealed it."""
    due = (
        Step.objects.open()
        .filter(due_at__lte=now, game__status=Game.Status.RUNNING)
        .order_by("due_at")
        .values_list("pk", flat=True)
    )
    return [pk for pk in due if seal(pk, now)]


def seal(step_id: int, now: datetime, *, early: bool = False) -> bool:
    """OPEN to SEALED if it is due (or `early`: everyone is ready, or the one person in charge says so)."""
    due = Q() if early else Q(due_at__lte=now)
    running = Game.objects.filter(status=Game.Status.RUNNING).values("pk")
    with transaction.atomic():
        # The lock first: a postponement or a pause that was under way is then seen by the UPDATE.
        Step.objects.select_for_update(of=("self",)).only("pk").filter(pk=step_id).first()
        rows = Step.objects.filter(due, pk=step_id, status=Step.Status.OPEN, game_id__in=running)
        return rows.update(status=Step.Status.SEALED, sealed_at=now) == 1


def resolve(step_id: int) -> bool:
    """Resolve a sealed step. True if this call did it. A failure is recorded, and quarantines the game at the
    third.

    A database that is away or too busy is no fault of the game: that is raised, and the next sweep comes
    again.
    """
    step = Step.objects.select_related("game").filter(pk=step_id).first()
    if step is None or step.status != Step.Status.SEALED:
        return False
    table = list(step.game.seats.order_by("number"))
    try:
        _seal_lone_drafts(step, _decided_for(step, table))
        moves, automatic, missed = gather_without_sealing(step, table)
        computed = resolution.compute(step, moves, automatic, table)
        return _write_resolved(step, computed, table, missed)
    except DATABASE_AWAY:
        raise
    except Exception as fault:  # whatever an engine raises, or wants written: the other games go on
        _record_failure(step, fault)
        return False


def _write_resolved(step: Step, computed: resolution.Computed, table: list[Seat], missed: list[Seat]) -> bool:
    with transaction.atomic():
        step = Step.objects.lock(step)
        if step.status != Step.Status.SEALED:
            return False
        answered = [seat for seat in table if seat.number in step.asked and seat not in missed]
        answers.count_answers(answered)
        answers.count_misses(step, missed)
        resolution.write(step, computed)
        succession.hand_over(step)
        Draft.objects.filter(step=step).delete()
    log.info("step resolved", game=step.game.code, n=step.n)
    return True


def _decided_for(step: Step, table: list[Seat]) -> list[Seat]:
    """The seats whose decisions this resolution takes: all that are asked, but at a table one at a time, bots
    first, then whoever let the time pass."""
    asked = [seat for seat in table if seat.number in step.asked]
    if step.mode == "sealed":
        return asked
    return [next((seat for seat in asked if not seat.is_human), asked[0])]


def rehearse(step: Step, table: list[Seat]) -> tuple[dict[int, Any], list[int], list[Seat]]:
    """What resolving now would gather, drafts included, with nothing written."""
    drafts = {draft.seat_id: draft.action for draft in _lone_drafts(step, _decided_for(step, table))}
    return gather_without_sealing(step, table, drafts)


def gather_without_sealing(
    step: Step, table: list[Seat], drafts: Mapping[int, Any] | None = None
) -> tuple[dict[int, Any], list[int], list[Seat]]:
    """The moves to apply, the seats answered for, and the human seats that were missing."""
    position = cache(partial(position_before, step))  # read only if somebody must be answered for
    sealed = {**(drafts or {}), **last_submissions(step)}
    moves: dict[int, Any] = {}
    automatic: list[int] = []
    missed: list[Seat] = []
    for seat in _decided_for(step, table):
        if seat.pk in sealed:
            moves[seat.number] = sealed[seat.pk]
            continue
        moves[seat.number] = answer_for(step, position(), seat)
        automatic.append(seat.number)
        if seat.is_human:
            missed.append(seat)
    if step.mode == "sealed":
        moves = succession.with_heirs(step, table, moves)
    return moves, automatic, missed


def answer_for(step: Step, state: Any, seat: Seat) -> Any:
    """What a seat that did not answer does: its bot's choice, or the rules' default."""
    return run_limited(lambda: _answer_for(step, state, seat))


def _answer_for(step: Step, state: Any, seat: Seat) -> Any:
    rules = step.game.rules
    if not seat.bot or seat.bot not in rules.bots:
        return rules.default(state, seat.number, "absent" if seat.is_human else "left")
    dice = Dice(require_sound_seed(step.game) + b"bot:%d" % seat.number, step.n)
    action = rules.bots[seat.bot](look(rules, state, seat.number), dice)
    illegal = errors(rules.check(state, seat.number, action))
    return rules.default(state, seat.number, "absent") if illegal else action


def last_submissions(step: Step) -> dict[int, Any]:
    """Each seat's last sealed decision, its receipt checked: a changed order is never resolved."""
    last: dict[int, Any] = {}
    for submission in Submission.objects.filter(step=step).order_by("revision"):
        decision = submission.decision()
        if receipt_of(submission.salt, decision) != submission.receipt:
            raise DamagedRecord(f"submission {submission.pk}")
        last[submission.seat_id] = decision
    return last


def _seal_lone_drafts(step: Step, deciding: list[Seat]) -> None:
    """A seat that prepared orders and sealed none: its draft counts if it is legal. A forgotten click loses
    no turn."""
    for draft in _lone_drafts(step, deciding):
        with transaction.atomic():
            locked = Step.objects.lock(step)
            if (
                locked.status == Step.Status.SEALED
                and not Submission.objects.filter(step=step, seat=draft.seat).exists()
            ):
                Submission.objects.append(
                    locked, draft.seat, 1, draft.action, draft.author, "draft", database_now(), draft
                )


def _lone_drafts(step: Step, deciding: list[Seat]) -> list[Draft]:
    """Legal drafts of seats that have sealed nothing."""
    sealed = Submission.objects.filter(step=step).values("seat")
    drafts = (
        Draft.objects.filter(step=step, seat__in=deciding).exclude(seat__in=sealed).select_related("seat")
    )
    state = position_before(step) if drafts else None
    check = step.game.rules.check
    return [draft for draft in drafts if not errors(check(state, draft.seat.number, draft.action))]


def _record_failure(step: Step, fault: Exception) -> None:
    """Count the attempt; the third one, or damaged data at once, puts this game alone in quarantine.

    Workers that failed together made one attempt: only the first of them is counted.
    """
    log.error("step failed", game=step.game.code, n=step.n, fault=type(fault).__name__, exc_info=fault)
    with transaction.atomic():
        counted = step.attempts
        step = Step.objects.lock(step)
        if step.status != Step.Status.SEALED or step.attempts != counted:
            return
        step.attempts += 1
        step.fault = f"{type(fault).__name__}: {fault}"[:2000]
        if step.attempts >= MOST_ATTEMPTS or isinstance(fault, DamagedRecord):
            step.status = Step.Status.QUARANTINED
            announce_game(step.game, quarantined=step.n)
            post_quarantine_notice(step)
        step.save(update_fields=["attempts", "fault", "status"])


def resolve_once_all_sealed(game: Game, n: int) -> bool:
    """Where one person plays alone, or people pass one screen round, the last seal resolves the turn."""
    step = Step.objects.pending().filter(game=game, n=n, mode="sealed").first()
    if step is None:
        return False
    asked = [seat for seat in game.seats.all() if seat.is_human and seat.number in step.asked]
    sealed = set(Submission.objects.filter(step=step).values_list("seat_id", flat=True))
    if any(seat.pk not in sealed for seat in asked):
        return False
    resolve_now(step)
    return True


def resolve_now(step: Step) -> None:
    """The one person in charge says so: no deadline is waited for. Asked twice, it happens once."""
    if seal(step.pk, database_now(), early=True) or step.status == Step.Status.SEALED:
        resolve(step.pk)
        advance(step.game_id, asked_for=step.n)


def goes_on_by_itself(step: Step, table: list[Seat], asked_for: int = 0) -> bool:
    """No human answer is awaited: bots and empty chairs only, or everyone at an early or live table is ready.
    `asked_for` is the last step that the owner of a solo game had resolved."""
    asked = [seat for seat in table if seat.number in step.asked]
    waiting = [seat for seat in asked if seat.may_answer]
    if step.mode != "sealed":
        return (len(waiting) < len(asked) or not asked) and _is_attended(step, asked_for)
    if not waiting:
        return _is_attended(step, asked_for)
    if not (step.game.early or step.game.is_live):
        return False
    return {seat.pk for seat in waiting} <= set(_ready(step).values_list("seat_id", flat=True))


def _ready(step: Step) -> QuerySet[Readiness]:
    """The lamps that are lit; at a live table only those of seats that have sealed something."""
    lit = Readiness.objects.filter(step=step)
    sealed = Submission.objects.filter(step=step).values("seat")
    return lit.filter(seat__in=sealed) if step.game.is_live else lit


def _is_attended(step: Step, asked_for: int) -> bool:
    """What one plays alone does not play on for ever where nobody looks: so many steps after its owner's last
    decision or request it waits for him, and where a step is a whole turn at once."""
    if not step.game.is_solo:
        return True
    most = 0 if step.game.rules.meta.pace == "weekly" else AUTOMATIC_IN_A_ROW
    decided = Submission.objects.filter(step__game=step.game_id).aggregate(last=Max("step__n", default=0))[
        "last"
    ]
    return bool(step.n - 1 - max(asked_for, decided) < most)


def waits_for_its_owner(step: Step | None, table: list[Seat]) -> bool:
    """A solo game where nobody is asked any more and that has stopped until its owner has it go on."""
    if step is None or step.status != Step.Status.OPEN or not step.game.is_solo:
        return False
    asks_nobody = not any(seat.is_human for seat in table if seat.number in step.asked)
    return asks_nobody and not goes_on_by_itself(step, table)


def advance(game_id: int, asked_for: int = 0) -> int:
    """Carry a game on while nobody is awaited; how many steps were resolved."""
    done = 0
    while True:
        step = (
            Step.objects.open()
            .select_related("game")
            .filter(game_id=game_id, game__status=Game.Status.RUNNING)
            .first()
        )
        if step is None or not goes_on_by_itself(step, list(step.game.seats.order_by("number")), asked_for):
            return done
        if not (_seal_while_quiet(step, asked_for) and resolve(step.pk)):
            return done
        done += 1


def _seal_while_quiet(step: Step, asked_for: int) -> bool:
    """Looked at again under the lock that a lamp needs: whoever has just put his out is heard."""
    with transaction.atomic():
        locked = Step.objects.lock(step)
        table = list(locked.game.seats.order_by("number"))
        return goes_on_by_itself(locked, table, asked_for) and seal(locked.pk, database_now(), early=True)
