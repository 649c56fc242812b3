"""What a seat may do: prepare, seal, move, take back, say that it is ready. Each verb is one transaction.

An acknowledgement is given only after the commit.
"""

from typing import Any

from django.db import transaction

from apps.accounts.models import User
from apps.games.live.hub import announce_game
from apps.games.models import Draft, Game, Readiness, Seat, Step, Submission
from apps.games.problems import IllegalAction, NotAsked, NothingToTakeBack, TooManyRevisions
from apps.games.services.seats import answers
from apps.games.services.steps import due, resolution, restoring
from apps.games.services.steps.pending import wake
from apps.orders.decision import Change, Decision, Hold, hold, open_decision
from engines.core.contract import errors

MOST_REVISIONS = 200
LONGEST_TEXT = 60_000


def submit(seat: Seat, n: int, action: Any, author: User | None, key: str) -> Submission:
    """Answer what the seat is asked at step n, if it is still asked."""
    return answer(open_decision(seat, n, author, key), action)


def answer(
    decision: Decision, action: Any, *, is_last_word: bool = False, drafts: bool = False
) -> Submission:
    """Seal orders, which are revisable until they are resolved, or make a move, which is applied at once.

    What is sealed as a last word lights the lamp where all being ready ends the turn; with `drafts` it takes
    the place of what was being prepared. Where one person plays alone or a screen goes round, the last seal
    resolves. What comes back is the player's receipt: with its salt, anyone can check the hash once the step
    is resolved.
    """
    if decision.accepted is None:
        wrong = errors(decision.judge(action))
        if wrong:
            raise IllegalAction(wrong)
        if decision.step.mode != "sealed":
            return _move(decision, action)
    with transaction.atomic():
        held = hold(decision)
        submission = held.accepted or _append(decision, held, action)
        if held.accepted is None:
            _light_after_seal(decision, held.step, is_last_word)
            if drafts:
                _keep_draft(decision, action)
            announce_game(decision.game, sealed=held.step.n)
    if decision.game.kind == Game.Kind.HOTSEAT or (decision.game.is_solo and is_last_word):
        due.resolve_once_all_sealed(decision.game, held.step.n)
    return submission


def _light_after_seal(decision: Decision, step: Step, is_last_word: bool) -> None:
    game = step.game
    if game.is_live or (is_last_word and game.early and not game.is_solo):
        _light(step, decision.seat)


def _move(decision: Decision, action: Any) -> Submission:
    """Computed outside the lock: whoever is second finds the step resolved and is shown the new position."""
    game, seat = decision.game, decision.seat
    with decision.engine_at_work():
        computed = resolution.compute(decision.step, {seat.number: action}, [], list(game.seats.all()))
    with transaction.atomic():
        held = hold(decision)
        if held.accepted is not None:
            return held.accepted
        submission = _append(decision, held, action)
        answers.stop_clock(held.step, seat, held.now)
        answers.count_answers([seat])
        resolution.write(held.step, computed)
        Draft.objects.filter(step=held.step).delete()
        wake(game)
    return submission


def _append(decision: Decision, held: Hold, action: Any) -> Submission:
    """A new entry in the log; a holder who was away and decides again has come back."""
    if held.revision > MOST_REVISIONS:
        raise TooManyRevisions
    answers.come_back(decision.seat, decision.author)
    return Submission.objects.append(
        held.step, decision.seat, held.revision, action, decision.author, decision.key, held.now
    )


def draft(decision: Decision, change: Change) -> None:
    """Keep what is being prepared with its faults, as long as it is a decision at all and has none that the
    change itself forbids: nothing typed is lost."""
    wrong = [fault for fault in errors(decision.judge(change.action)) if change.forbids(fault)]
    if wrong:
        raise IllegalAction(wrong)
    with transaction.atomic():
        hold(decision)
        _keep_draft(decision, change.action, change.text)


def _keep_draft(decision: Decision, action: Any, text: str = "") -> None:
    """A new row each time: its number is the draft's version, by which a page knows the newer of two
    answers."""
    Draft.objects.filter(step=decision.step, seat=decision.seat).delete()
    Draft.objects.create(
        step=decision.step,
        seat=decision.seat,
        action=action,
        text=text.replace("\0", "")[:LONGEST_TEXT],
        author=decision.author,
        holder_id=decision.seat.user_id,
    )


def undo(seat: Seat, n: int, author: User | None) -> Step:
    """Take back the seat's last move: information, not time, is the barrier."""
    try:
        decision = open_decision(seat, n, author)
    except NotAsked:
        raise NothingToTakeBack from None
    last = restoring.undoable_step(decision.step, seat)
    if last is None:
        raise NothingToTakeBack
    with transaction.atomic():
        held = hold(decision)
        answers.give_back_increment(held.step, seat, held.now)
        # The pending step becomes the undo itself, so the log only grows; the next one asks the same seat
        # again.
        taken_back = restoring.restore(held.step, last.starts_from, Step.Kind.UNDO)
        announce_game(seat.game, n=taken_back.n)
    return taken_back


def set_ready(seat: Seat, n: int, ready: bool) -> None:
    """The courtesy lamp; at a table that resolves early, the last lamp wakes the resolver. It can be put out
    again: at a live table that takes back what one has sealed, until one seals again or the time is up."""
    decision = open_decision(seat, n, None)
    with transaction.atomic():
        step = hold(decision).step
        if ready:
            _light(step, seat)
        else:
            Readiness.objects.filter(step=step, seat=seat).delete()
        announce_game(seat.game, ready=step.n)


def _light(step: Step, seat: Seat) -> None:
    """With the step locked: this seat waits for the others, and may be the last of them."""
    Readiness.objects.get_or_create(step=step, seat=seat)
    wake(step.game)
