"""What a step leads to: computed outside any transaction, then written in one.

`compute` is a function of stored data only. `write` is the single place where a step becomes RESOLVED,
whatever the game and whoever asked: a move at a table, a deadline, a referee, a bot.
"""

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec
import structlog
from django.db import transaction
from django.utils import timezone

from apps.games.engine.guard import run_limited
from apps.games.engine.positions import position_before, require_sound_seed
from apps.games.live.hub import announce_game
from apps.games.mail.reports import post_reports
from apps.games.models import Game, Report, Seat, Step
from apps.games.records import ending
from apps.games.services.deadlines import reminders
from apps.games.services.seats.answers import clocks_of
from apps.games.services.steps import opening
from apps.games.signals import step_resolved
from apps.games.table import presentation
from engines.core import chain, codec
from engines.core.contract import Ask, Outcome
from engines.core.dice import Dice

log = structlog.get_logger("kalan.games")

LARGEST_STATE = 8 * 1024 * 1024


class Computed(msgspec.Struct):
    """All that a resolution writes, ready as bytes."""

    moves: bytes
    automatic: list[int]
    draws: bytes
    events: bytes
    state: bytes
    state_hash: str
    chain: str
    reveals: bool
    ask: Ask | None
    outcome: Outcome | None
    reports: list[presentation.ReportDraft]


def compute(step: Step, moves: Mapping[int, Any], automatic: list[int], seats: list[Seat]) -> Computed:
    """Apply the moves to the stored position. Raises whatever the engine raises; changes nothing."""
    game = step.game
    before = position_before(step)
    dice = Dice(require_sound_seed(game), step.n)
    previous = Step.objects.values_list("chain", flat=True).get(game_id=game.pk, n=step.n - 1)
    return run_limited(
        lambda: _run_engine(game, step.n, before, dict(moves), automatic, dice, previous, seats)
    )


def compute_setup(game: Game, seats: list[Seat]) -> Computed:
    dice = Dice(require_sound_seed(game), 0)
    return run_limited(lambda: _run_engine(game, 0, None, {}, [], dice, game.commitment, seats))


def _run_engine(
    game: Game,
    n: int,
    before: Any,
    moves: dict[int, Any],
    automatic: list[int],
    dice: Dice,
    previous: str,
    seats: list[Seat],
) -> Computed:
    rules = game.rules
    if n == 0:
        result = rules.setup([seat.name for seat in seats], game.options, dice)
    else:
        result = rules.apply(before, moves, dice)
    state = codec.dump(result.state)
    if len(state) > LARGEST_STATE:
        raise MemoryError(f"a state of {len(state)} bytes")
    state_hash = hashlib.sha256(state).hexdigest()
    link = chain.link(previous, state_hash, moves)
    ask = rules.asks(result.state)
    happening = presentation.Happening(
        game=game,
        n=n,
        before=before,
        after=result.state,
        events=result.events,
        moves=moves,
        chain=link,
        over=ask is None,
    )
    return Computed(
        moves=codec.dump({str(seat): action for seat, action in moves.items()}),
        automatic=automatic,
        draws=codec.dump(dice.draws),
        events=codec.dump(result.events),
        state=state,
        state_hash=state_hash,
        chain=link,
        reveals=result.reveals,
        ask=ask,
        outcome=rules.outcome(result.state),
        reports=presentation.of(game.slug).reports(happening, [seat for seat in seats if not seat.bot]),
    )


def write(step: Step, computed: Computed) -> Step | None:
    """Inside the caller's transaction, with the step locked: mark it RESOLVED and open the next, or end the
    game."""
    step.moves = computed.moves
    step.automatic = computed.automatic
    step.draws = computed.draws
    step.events = computed.events
    step.state = computed.state
    step.state_hash = computed.state_hash
    step.chain = computed.chain
    step.reveals = computed.reveals
    step.clocks = clocks_of(step.game)
    step.over = computed.ask is None
    step.status = Step.Status.RESOLVED
    step.resolved_at = timezone.now()
    step.fault = ""
    step.save()
    _write_reports(step, computed)
    if computed.ask is None:
        following = None
        ending.finish(step.game, step, computed.outcome)
    else:
        following = opening.open_next(step, computed.ask)
        if not computed.reports:  # a report already says what happened and what is asked
            reminders.tell_whose_turn(following, step)
    _tell_the_others(step)
    announce_game(step.game, n=step.n)
    return following


def _tell_the_others(step: Step) -> None:
    """Forum, gazette and whoever listens write in this transaction, but their fault never holds a game
    back."""
    try:
        with transaction.atomic():
            step_resolved.send(Step, step=step)
    except Exception as fault:
        if transaction.get_rollback():  # the line broke: nothing is kept, whoever asked must hear it
            raise
        log.error(
            "a listener failed", game=step.game.code, n=step.n, fault=type(fault).__name__, exc_info=fault
        )


def _write_reports(step: Step, computed: Computed) -> None:
    """One report a seat that is no automaton's, exactly; its mail is written in the same transaction."""
    if not computed.reports:
        return
    seats = {seat.number: seat for seat in step.game.seats.select_related("user")}
    reports = Report.objects.bulk_create(
        Report(step=step, seat=seats[draft.seat], subject=draft.subject, text=draft.text, html=draft.html)
        for draft in computed.reports
    )
    post_reports(step, reports)
