"""Positions put back: what a seat may take back, and how the log tells of an undo or a referee's return."""

from django.utils.translation import gettext as _

from apps.games.engine.positions import state_of
from apps.games.models import Draft, Seat, Step
from apps.games.problems import Refusal
from apps.games.services.seats import answers
from apps.games.services.steps import opening
from apps.games.timing.clock import database_now
from engines.core import chain


def undoable_step(pending: Step, seat: Seat) -> Step | None:
    """The resolved step that this seat may take back now; None when nothing may be."""
    if pending.status != Step.Status.OPEN or pending.mode != "turn" or pending.asked != [seat.number]:
        return None
    last = Step.objects.defer("state", "events").get(game_id=pending.game_id, n=pending.starts_from)
    if last.kind != Step.Kind.MOVE:  # it was put back itself: look at the move that led there
        last = Step.objects.defer("state", "events").get(game_id=pending.game_id, n=origin_of(last))
    own = last.kind == Step.Kind.MOVE and last.mode == "turn" and last.asked == [seat.number]
    if not own or last.automatic or last.reveals or last.all_draws():
        return None
    return last


def origin_of(step: Step) -> int:
    """The step whose position an undo or rollback restored, through chains of them."""
    while step.kind in (Step.Kind.UNDO, Step.Kind.ROLLBACK):
        step = Step.objects.only("n", "kind", "base").get(game_id=step.game_id, n=step.starts_from)
    return step.n


def restore(pending: Step, to: int, kind: str, reason: str = "") -> Step:
    """Inside a transaction with `pending` locked: put the position of step `to` back, as a new entry in the
    log."""
    game = pending.game
    goal = Step.objects.get(game_id=game.pk, n=to)
    state = state_of(game, goal)
    ask = game.rules.asks(state)
    if ask is None:
        raise Refusal(_("La partie finissait là : revenez à un pas plus ancien."))
    previous = Step.objects.values_list("chain", flat=True).get(game_id=game.pk, n=pending.n - 1)
    Draft.objects.filter(step=pending).delete()
    # A position that was itself restored is named by its origin: however often one takes back, one look finds
    # it.
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
    """Taking back gains no time. After a rollback the old deadline stands only if half a turn is left:
    nobody's turn is lost by a referee's act. At a live table the clocks make a new one."""
    pace = restored.game.pace
    if pace.kind == "live":
        return False
    if restored.kind == Step.Kind.UNDO or restored.due_at is None or pace.length is None:
        return True
    return restored.due_at - following.opened_at >= pace.length / 2
