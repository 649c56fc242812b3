"""Changing the time: extensions, pauses, resuming. Few, capped, announced, snapped to the grid of
deadlines."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.games.live.hub import announce_game
from apps.games.mail.notices import post_proposal, post_time_changed
from apps.games.models import Game, RefereeAct, Seat, Step, Vote
from apps.games.problems import Refusal
from apps.games.referee.acts import record
from apps.games.services.steps.pending import lock_pending
from apps.games.timing.clock import database_now, long_date
from apps.games.timing.pace import on_grid_after

MOST_EXTENSIONS_BY_VOTE = 3
MOST_PAUSES_BY_VOTE = 2
LONGEST_PAUSE = timedelta(days=28)  # whoever asked for it: a table is not forgotten
SHORT_PAUSE = 14  # of a turn: half a day of a week
LEAST_LEFT = timedelta(hours=1)  # after a pause there is time to see that the game goes on
LEAST_LEFT_LIVE = timedelta(minutes=1)
FARTHEST_DEADLINE = timedelta(days=28)  # from now, whoever postpones and however often

# What may hold a suspended game back, as other apps know it: each gives a sentence, empty when it does not.
reasons_to_wait: list[Callable[[Game], str]] = []


class Ballot(NamedTuple):
    """One thing the table may decide by vote, as it stands."""

    proposal: str
    label: Any
    voices: list[Seat]
    needed: int
    refusal: str  # why it cannot be voted now; empty when it can


def vote(seat: Seat, proposal: str) -> bool:
    """One seat's voice; when more than half of the held seats agree the proposal is carried out. True when it
    was."""
    game = seat.game
    with transaction.atomic():
        step = lock_pending(game)
        if not seat.is_human:
            raise Refusal(_("Votre siège cherche un remplaçant : reprenez-le avant de voter."))
        _require_votable(step, proposal)
        voice, is_new = Vote.objects.get_or_create(step=step, seat=seat, proposal=proposal)
        voices = [one.seat for one in _votes(step) if one.proposal == proposal]
        announce_game(game, votes=step.n)
        if len(voices) < _majority(game):
            if is_new and len(voices) == 1 and game.pace.kind != "live":
                post_proposal(voice, _majority(game))
            return False
        Vote.objects.filter(
            step=step, proposal=proposal
        ).delete()  # a voice counts once: the next time one asks again
        _carry_out(step, proposal)
    return True


def ballots(step: Step | None) -> list[Ballot]:
    """What the table may vote on as the game stands: suspended, only to go on."""
    if step is None:
        return []
    paused = step.game.status == Game.Status.PAUSED
    open_now = (Vote.Proposal.RESUME,) if paused else (Vote.Proposal.EXTENSION, Vote.Proposal.PAUSE)
    votes, needed = list(_votes(step)), _majority(step.game)
    return [
        Ballot(
            one.value,
            one.label,
            [v.seat for v in votes if v.proposal == one],
            needed,
            _why_not_votable(step, one.value),
        )
        for one in open_now
    ]


def _votes(step: Step) -> QuerySet[Vote]:
    """The voices of seats that are still held by whoever gave them."""
    held = Vote.objects.filter(step=step, seat__state=Seat.State.HELD, seat__user__isnull=False)
    return held.select_related("seat").order_by("pk")


def _majority(game: Game) -> int:
    """More than half of the people who hold a seat."""
    return sum(1 for seat in game.seats.all() if seat.is_human) // 2 + 1


def _why_not_votable(step: Step, proposal: str) -> str:
    try:
        _require_votable(step, proposal)
    except Refusal as refusal:
        return refusal.text
    return ""


def _require_votable(step: Step, proposal: str) -> None:
    game = step.game
    if proposal == Vote.Proposal.EXTENSION and game.extensions_used >= MOST_EXTENSIONS_BY_VOTE:
        raise Refusal(_("La table a déjà reporté trois échéances : seul l’arbitre peut encore le faire."))
    if (
        proposal == Vote.Proposal.EXTENSION
        and _acts_by_vote(game, RefereeAct.Kind.POSTPONE).filter(step=step.n).exists()
    ):
        raise Refusal(_("La table a déjà reporté cette échéance : seul l’arbitre peut encore le faire."))
    if (
        proposal == Vote.Proposal.PAUSE
        and _acts_by_vote(game, RefereeAct.Kind.PAUSE).count() >= MOST_PAUSES_BY_VOTE
    ):
        raise Refusal(
            _("La table a déjà suspendu la partie deux fois : seul l’arbitre peut encore le faire.")
        )
    if proposal == Vote.Proposal.RESUME and game.status != Game.Status.PAUSED:
        raise Refusal(_("La partie n’est pas suspendue."))
    if proposal != Vote.Proposal.RESUME and game.status != Game.Status.RUNNING:
        raise Refusal(_("La partie n’est pas en cours."))
    if proposal == Vote.Proposal.EXTENSION:
        postponed_deadline(step, None)  # what the last voice could only be refused, the first is


def _acts_by_vote(game: Game, kind: str) -> QuerySet[RefereeAct]:
    """What the table itself decided of that kind."""
    return RefereeAct.objects.filter(game=game, actor=None, kind=kind)


def _carry_out(step: Step, proposal: str) -> None:
    game = step.game
    if proposal == Vote.Proposal.EXTENSION:
        Game.objects.filter(pk=game.pk).update(extensions_used=game.extensions_used + 1)
        postpone(step, None, _("vote de la table"))
    elif proposal == Vote.Proposal.PAUSE:
        pause(step, None, _("vote de la table"))
    else:
        resume(step, None, _("vote de la table"))


def postpone(step: Step, actor: User | None, reason: str, *, until: datetime | None = None) -> None:
    """Inside a transaction with the step locked: a later deadline, on the grid where there is one."""
    former, later = step.due_at, postponed_deadline(step, until)
    assert former is not None  # `postponed_deadline` refuses a step that has no deadline
    step.due_at = later
    step.save(update_fields=["due_at"])
    times: dict[str, Any] = {"from": former.isoformat(), "due_at": later.isoformat()}
    record(step.game, actor, RefereeAct.Kind.POSTPONE, reason, step=step.n, **times)
    post_time_changed(step, reason)


def postponed_deadline(step: Step, until: datetime | None) -> datetime:
    """The deadline that a postponement would give."""
    if step.status != Step.Status.OPEN or step.due_at is None:
        raise Refusal(_("Ce tour n’a pas d’échéance à reporter."))
    if step.game.status != Game.Status.RUNNING:
        raise Refusal(_("La partie n’est pas en cours : aucune échéance n’y court."))
    now = database_now()
    earliest, farthest = max(step.due_at, now), now + FARTHEST_DEADLINE
    if until is not None and until <= earliest:
        words = _("Une échéance ne peut qu’être reportée : choisissez un moment après le %(due)s.")
        raise Refusal(words % {"due": long_date(earliest)})
    if until is not None and until > farthest:  # before any arithmetic on a year 9999
        raise _too_far(farthest)
    later = _later(step, until)
    if later > farthest:
        raise _too_far(farthest)
    return later


def _later(step: Step, until: datetime | None) -> datetime:
    pace = step.game.pace
    assert step.due_at is not None
    if not pace.has_grid:
        return until or step.due_at + (pace.length or timedelta(hours=24))
    return on_grid_after(pace, until - timedelta(seconds=1) if until else step.due_at)


def _too_far(farthest: datetime) -> Refusal:
    words = _("Une échéance est à quatre semaines d’ici au plus, le %(last)s : au-delà, suspendez la partie.")
    return Refusal(words % {"last": long_date(farthest)})


def pause(step: Step, actor: User | None, reason: str) -> None:
    """Inside a transaction with the step locked: no deadline runs until the game is resumed."""
    now = database_now()
    if not Game.objects.filter(pk=step.game_id, status=Game.Status.RUNNING).update(
        status=Game.Status.PAUSED, paused_at=now
    ):
        raise Refusal(_("La partie n’est pas en cours."))
    step.game.status = Game.Status.PAUSED  # the letters below say so
    record(step.game, actor, RefereeAct.Kind.PAUSE, reason, step=step.n)
    post_time_changed(step, reason)


def resume(step: Step, actor: User | None, reason: str, **details: Any) -> None:
    """The time that was left is given back, rounded up to the grid."""
    game = require_resumable(step)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.RUNNING, paused_at=None)
    step.game.status = Game.Status.RUNNING  # the letters below say so
    due = resumed_deadline(step, game, database_now())
    if due != step.due_at:
        step.due_at = due
        step.save(update_fields=["due_at"])
    if due is not None:
        details["due_at"] = due.isoformat()
    record(step.game, actor, RefereeAct.Kind.RESUME, reason, step=step.n, **details)
    post_time_changed(step, reason)


def require_resumable(step: Step) -> Game:
    """The suspended game, read afresh."""
    game = Game.objects.get(pk=step.game_id)
    if game.status != Game.Status.PAUSED:
        raise Refusal(_("La partie n’est pas suspendue."))
    for reason in reasons_to_wait:
        if words := reason(game):
            raise Refusal(words)
    return game


def resumed_deadline(step: Step, game: Game, now: datetime) -> datetime | None:
    """The deadline that the game would have if it went on now. On a grid a short pause leaves it where it
    was: nobody wants a week for an hour's doubt."""
    if step.due_at is None or game.paused_at is None:
        return step.due_at
    least = LEAST_LEFT_LIVE if game.pace.kind == "live" else LEAST_LEFT
    left, lost = max(step.due_at - game.paused_at, least), now - game.paused_at
    if not game.pace.has_grid:
        return now + left
    assert game.pace.length is not None  # a grid has one
    if lost <= min(left / 2, game.pace.length / SHORT_PAUSE):
        return step.due_at
    return on_grid_after(game.pace, now + left - timedelta(seconds=1))


def end_long_pauses(now: datetime) -> int:
    """Games that were suspended for too long go on, and everyone is told. How many did."""
    resumed = 0
    for game in Game.objects.filter(status=Game.Status.PAUSED, paused_at__lte=now - LONGEST_PAUSE):
        with transaction.atomic(), suppress(Refusal):  # someone else may resume it at this moment
            step = lock_pending(game)
            resume(step, None, _("Une suspension dure au plus quatre semaines."), by_itself=True)
            resumed += 1
    return resumed
