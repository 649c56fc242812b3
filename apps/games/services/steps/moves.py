"""What a player may do to a step: seal orders, make a move, take one back, light the "ready" lamp.

An acknowledgement is given only after the commit. The database clock, read under the lock, decides who was late.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import structlog
from django.db import OperationalError, transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.games.engine.guard import limited
from apps.games.engine.positions import position_before, state_of
from apps.games.live.hub import announce
from apps.games.live.topics import game_topic
from apps.games.models import Draft, Game, Readiness, Seat, Step, Submission
from apps.games.models.decisions import new_salt
from apps.games.problems import (
    EngineFault,
    IllegalAction,
    NotAnAction,
    NotAsked,
    NothingToTakeBack,
    NotRunning,
    Refusal,
    StaleStep,
    TooLate,
    TooManyRevisions,
)
from apps.games.records.receipts import receipt_of
from apps.games.services.seats import answers
from apps.games.services.steps import opening, resolution
from apps.games.timing.clock import database_now
from apps.site.plain_json import NotPlain, require_plain
from config.hints import hint
from engines.core import chain, codec
from engines.core.contract import BAD_SHAPE, Problem, errors
from engines.core.texts import render

log = structlog.get_logger("kalan.games")

MOST_REVISIONS = 200


class Receipt(msgspec.Struct, frozen=True):
    """What a player keeps after sealing: with the salt, anyone can check the hash once the step is resolved."""

    step: int
    seat: int
    revision: int
    receipt: str
    salt: str
    at: Any
    resolved: bool  # the move was applied at once


def submit(seat: Seat, n: int, action: Any, author: User | None, key: str, *, ready: bool = False) -> Receipt:
    """Seal orders (revisable until they are resolved) or make a move (applied at once).

    Whoever seals is `ready` where his page says so, and always at a live table.
    """
    step = pending_step(seat.game, n, seat, key)
    if isinstance(step, Submission):
        return _receipt(step)
    _require_asked(step, seat)
    problems = errors(judge(step, seat, action))
    if problems:
        raise IllegalAction(problems)
    if step.mode == "sealed":
        return _seal_orders(step, seat, action, author, key, ready)
    return _make_move(step, seat, action, author, key)


def pending_step(game: Game, n: int, seat: Seat, key: str) -> Step | Submission:
    """The step n if it is still the pending one; the earlier submission if this very request was already accepted."""
    earlier = accepted_before(seat, n, key)
    if earlier is not None:
        return earlier
    step = Step.objects.pending().light().filter(game=game).order_by().first()
    if step is None or game.status != Game.Status.RUNNING or step.n != n:
        # The same request may have been accepted by another process since the first look.
        earlier = accepted_before(seat, n, key)
        if earlier is not None:
            return earlier
        raise StaleStep if step is not None and step.n != n else NotRunning
    step.game = game
    return step


def accepted_before(seat: Seat, n: int, key: str) -> Submission | None:
    """What this very request left when it came first, found again even if acts of an organiser moved its step up."""
    known = (
        Submission.objects.filter(seat=seat, key=key, step__n__gte=n)
        .order_by("step__n")
        .values_list("pk", "step__n")
    )
    for pk, at in known[:1]:
        steps = Step.objects.filter(game_id=seat.game_id, n__gte=n, n__lt=at)
        if at == n or steps.acts_of_organiser().count() == at - n:
            return Submission.objects.select_related("step", "seat").get(pk=pk)
    return None


def _seal_orders(
    step: Step, seat: Seat, action: Any, author: User | None, key: str, ready: bool = False
) -> Receipt:
    with transaction.atomic():
        step = _lock_unmoved(step)
        known = Submission.objects.filter(step=step, seat=seat).order_by()
        found = known.aggregate(last=Max("revision", default=0), same=Max("pk", filter=Q(key=key)))
        if found["same"] is not None:
            return _receipt(known.select_related("step", "seat").get(pk=found["same"]))
        now = _require_open(step)
        if found["last"] >= MOST_REVISIONS:
            raise TooManyRevisions
        answers.come_back(seat, author)
        submission = _append(step, seat, found["last"] + 1, action, author, key, now)
        if ready or step.game.is_live:
            _light(step, seat)
        announce(game_topic(step.game.code), sealed=step.n)
    return _receipt(submission)


def _make_move(step: Step, seat: Seat, action: Any, author: User | None, key: str) -> Receipt:
    """Computed outside the lock: whoever is second finds the step resolved and is shown the new position."""
    game = step.game
    computed = _computed(step, seat, action)
    with transaction.atomic():
        step = _lock_unmoved(step)
        accepted = Submission.objects.filter(step=step, seat=seat, key=key).first()
        if accepted is not None:
            return _receipt(accepted)
        now = _require_open(step)
        answers.come_back(seat, author)
        submission = _append(step, seat, 1, action, author, key, now)
        answers.stop_clock(step, seat, now)
        answers.count_answer(seat)
        resolution.write(step, computed)
        Draft.objects.filter(step=step).delete()
        wake(game)
    return _receipt(submission)


def _lock_unmoved(step: Step) -> Step:
    """The step, locked, if it still starts from the position on which the decision was judged."""
    locked = lock(step)
    if locked.n != step.n:
        raise StaleStep
    return locked


def judge(step: Step, seat: Seat, action: Any) -> list[Problem]:
    """What the rules say of a decision, whichever way it came. What is none at all is refused: it could
    not even be kept."""
    try:
        require_plain(action)
    except NotPlain:
        raise NotAnAction from None
    with _engine_at_work(step):
        state = position_before(step)
        problems = limited(lambda: step.game.rules.check(state, seat.number, action))
    shapeless = [problem for problem in problems if problem.code == BAD_SHAPE]
    if shapeless:
        raise NotAnAction(" ".join(render(problem.text, _) for problem in shapeless[:3]))
    return problems


def _computed(step: Step, seat: Seat, action: Any) -> resolution.Computed:
    with _engine_at_work(step):
        return resolution.compute(step, {seat.number: action}, [], list(step.game.seats.all()))


@contextmanager
def _engine_at_work(step: Step) -> Iterator[None]:
    """A move that the engine cannot judge or carry out changes nothing; the player is told and may choose another."""
    try:
        yield
    except OperationalError:  # the database is away or too busy: the page says so
        raise
    except Exception as fault:  # an engine may fail in any way
        log.error("move failed", game=step.game.code, n=step.n, fault=type(fault).__name__, exc_info=fault)
        raise EngineFault from fault


def undo(seat: Seat, n: int, author: User) -> Step:
    """Take back the seat's last move: information, not time, is the barrier."""
    game = seat.game
    with transaction.atomic():
        step = lock(Step.objects.pending().filter(game=game).first())
        if step is None or game.status != Game.Status.RUNNING:
            raise NotRunning
        if step.n != n:
            raise StaleStep
        last = undoable_step(step, seat)
        if last is None:
            raise NothingToTakeBack
        answers.give_back_increment(step, seat, _require_open(step))
        taken_back = _write_undo(step, last)
        announce(game_topic(game.code), n=taken_back.n)
    return taken_back


def undoable_step(pending: Step, seat: Seat) -> Step | None:
    """The resolved step that this seat may take back now; None when nothing may be."""
    if pending.status != Step.Status.OPEN or pending.mode != "turn" or pending.asked != [seat.number]:
        return None
    assert pending.base is not None
    last = Step.objects.defer("state", "events").get(game_id=pending.game_id, n=pending.base)
    if (
        last.kind != Step.Kind.MOVE
    ):  # after an undo the position is that of an earlier step: look at the move that led there
        assert pending.base is not None
    last = Step.objects.defer("state", "events").get(game_id=pending.game_id, n=origin_of(last))
    own = last.kind == Step.Kind.MOVE and last.mode == "turn" and last.asked == [seat.number]
    if not own or last.automatic or last.reveals or last.all_draws():
        return None
    return last


def origin_of(step: Step) -> int:
    """The step whose position an undo or rollback restored, through chains of them."""
    while step.kind in (Step.Kind.UNDO, Step.Kind.ROLLBACK):
        assert step.base is not None
        step = Step.objects.only("n", "kind", "base").get(game_id=step.game_id, n=step.base)
    return step.n


def _write_undo(pending: Step, last: Step) -> Step:
    """The pending step becomes the undo itself, so the log only grows; the next one asks the same seat again."""
    assert last.base is not None
    return restore(pending, last.base, Step.Kind.UNDO)


def restore(pending: Step, to: int, kind: str, reason: str = "") -> Step:
    """Inside a transaction with `pending` locked: put the position of step `to` back, as a new entry in the log."""
    game = pending.game
    goal = Step.objects.get(game_id=game.pk, n=to)
    state = state_of(game, goal)
    ask = game.rules.asks(state)
    if ask is None:
        raise Refusal(_("La partie finissait là : revenez à un pas plus ancien."))
    previous = Step.objects.values_list("chain", flat=True).get(game_id=game.pk, n=pending.n - 1)
    Draft.objects.filter(step=pending).delete()
    # A position that was itself restored is named by its origin: however often one takes back, one look finds it.
    pending.kind, pending.base, pending.reason = kind, origin_of(goal), reason
    pending.moves, pending.draws, pending.events = b"{}", b"[]", b"[]"
    pending.state, pending.state_hash = goal.state, goal.state_hash
    pending.chain = chain.link(previous, goal.state_hash, {})
    pending.status, pending.resolved_at, pending.fault = Step.Status.RESOLVED, database_now(), ""
    if kind == Step.Kind.ROLLBACK:
        answers.restore_clocks(goal)
    pending.clocks = answers.clocks_of(game)
    pending.save()
    following = opening.open_next(pending, ask)
    if _keeps_deadline(pending, following):
        following.due_at, following.scheduled_at = pending.due_at, pending.scheduled_at
        following.save(update_fields=["due_at", "scheduled_at"])
    return pending


def _keeps_deadline(restored: Step, following: Step) -> bool:
    """Taking back gains no time. After a rollback the old deadline stands only if half a turn is left: nobody's turn is lost
    by a referee's act. At a live table the clocks make a new one."""
    pace = restored.game.pace
    if pace.kind == "live":
        return False
    if restored.kind == Step.Kind.UNDO or restored.due_at is None or pace.length is None:
        return True
    return restored.due_at - following.opened_at >= pace.length / 2


def set_ready(seat: Seat, n: int, ready: bool) -> None:
    """The courtesy lamp; at a table that resolves early, the last lamp wakes the resolver. It can be put out again: at
    a live table that takes back what one has sealed, until one seals again or the time is up."""
    game = seat.game
    with transaction.atomic():
        step = lock(Step.objects.pending().filter(game=game).first())
        if step is None or step.n != n:
            raise StaleStep
        _require_asked(step, seat)
        _require_open(step)
        if ready:
            _light(step, seat)
        else:
            Readiness.objects.filter(step=step, seat=seat).delete()
        announce(game_topic(game.code), ready=step.n)


def _light(step: Step, seat: Seat) -> None:
    """With the step locked: this seat waits for the others, and may be the last of them."""
    Readiness.objects.get_or_create(step=step, seat=seat)
    wake(step.game)


def lock(step: Step | None) -> Step:
    """The step's row, locked until the end of the transaction, as it is now."""
    if step is None:
        raise NotRunning
    return Step.objects.light().select_for_update(of=("self",)).select_related("game").get(pk=step.pk)


def wake(game: Game) -> None:
    """A hint that the game may go on by itself (bots, all ready). The sweep would find it anyway."""
    from apps.games.tasks import advance

    transaction.on_commit(lambda: hint(advance, game.pk), robust=True)


def _require_asked(step: Step, seat: Seat) -> None:
    if seat.number not in step.asked:
        raise NotAsked


def _require_open(step: Step) -> Any:
    """Under the lock: the step is OPEN and the database clock is before the deadline. Gives that instant."""
    now = database_now()
    answering = (
        step.status == Step.Status.SEALED and step.mode != "sealed"
    )  # a bot decides at this very moment
    if step.status == Step.Status.RESOLVED or (answering and not (step.due_at and now >= step.due_at)):
        raise StaleStep
    if step.status != Step.Status.OPEN or (step.due_at is not None and now >= step.due_at):
        raise TooLate
    return now


def _append(
    step: Step,
    seat: Seat,
    revision: int,
    action: Any,
    author: User | None,
    key: str,
    now: Any,
    draft: Draft | None = None,
) -> Submission:
    """A decision of whoever holds the seat now; one made from a draft is that of whoever held it then."""
    salt = new_salt()
    return Submission.objects.create(
        step=step,
        seat=seat,
        revision=revision,
        action=codec.dump(action),
        author=author,
        holder_id=seat.user_id if draft is None else draft.holder_id,
        key=key,
        salt=salt,
        receipt=receipt_of(salt, action),
        from_draft=draft is not None,
        created_at=now,
    )


def _receipt(submission: Submission) -> Receipt:
    return Receipt(
        step=submission.step.n,
        seat=submission.seat.number,
        revision=submission.revision,
        receipt=submission.receipt,
        salt=submission.salt,
        at=submission.created_at,
        resolved=submission.step.mode != "sealed",
    )
