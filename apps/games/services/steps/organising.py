"""What happens between two decisions of the seats, each a step of its own: acts of whoever leads without
playing, and speeches.

The pending step is put back by one number and starts from the new position: its deadline, its sealed orders
and their receipts stay. An act that would make a sealed order impossible is refused, so that no acknowledged
order is ever lost.
"""

import hashlib
from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.games.engine.positions import position_before, require_sound_seed
from apps.games.live.hub import announce_game
from apps.games.models import Game, RefereeAct, Step, Steward
from apps.games.problems import EngineFault, IllegalAction, Refusal, StaleStep
from apps.games.referee.acts import record
from apps.games.services.seats.answers import clocks_of
from apps.games.services.steps import due
from apps.games.services.steps.resolution import LARGEST_STATE
from apps.games.timing.clock import database_now
from engines.core import chain, codec
from engines.core.contract import ORGANISER, Ask, errors
from engines.core.contract import Step as Result
from engines.core.dice import Dice


def organise(game: Game, actor: User, act: dict[str, Any], reason: str, *, public: bool) -> Step:
    """Carry out one act. A private one leaves a public line that says only that it happened."""

    def write_down(step: Step) -> None:
        told, kind = (reason, act["kind"]) if public else ("", "")
        record(game, actor, RefereeAct.Kind.RULE, told, step=step.n, act=kind, private=not public)

    return _between_steps(game, act, write_down)


def speak(game: Game, act: dict[str, Any]) -> Step:
    """A word of a seat's man to those who hear him: a step like an organiser's act, without a line in the
    referees' log."""
    return _between_steps(game, act)


def _between_steps(game: Game, act: dict[str, Any], write_down: Callable[[Step], None] | None = None) -> Step:
    pending = Step.objects.pending_of(game)
    if pending is None or pending.status != Step.Status.OPEN or game.is_over:
        raise Refusal(
            _("La partie ne peut pas être changée en ce moment : attendez que le tour soit résolu.")
        )
    result, ask, draws = _compute_act(pending, act)
    with transaction.atomic():
        locked = Step.objects.lock(pending)
        if locked.status != Step.Status.OPEN or locked.n != pending.n:
            raise StaleStep
        _require_orders_hold(locked, result.state)  # under the lock: no order is sealed in between
        step = _write(locked, act, result, ask, draws)
        if write_down is not None:
            write_down(step)
        announce_game(game, n=step.n)
    return step


def _compute_act(pending: Step, act: dict[str, Any]) -> tuple[Result, Ask, list[Any]]:
    rules: Any = pending.game.rules
    state = position_before(pending)
    dice = Dice(require_sound_seed(pending.game), pending.n)
    try:
        problems = errors(rules.check_organise(state, act))
        if problems:
            raise IllegalAction(problems)
        result = rules.organise(state, act, dice)
        ask = rules.asks(result.state)
    except Refusal:
        raise
    except Exception as fault:  # an engine may fail in any way
        raise EngineFault from fault
    if ask is None:
        raise Refusal(_("Cet acte finirait la partie : laissez-la finir d’elle-même."))
    return result, ask, dice.draws


def _require_orders_hold(pending: Step, state: Any) -> None:
    """Sealed orders were judged on the old position: they must still be legal on the new one."""
    rules = pending.game.rules
    numbers = dict(pending.game.seats.values_list("pk", "number"))
    for seat, decision in due.last_submissions(pending).items():
        if errors(rules.check(state, numbers[seat], decision)):
            raise Refusal(
                _(
                    "Des ordres déjà scellés deviendraient impossibles : faites-le après la résolution "
                    "de ce tour."
                )
            )


def _write(pending: Step, act: dict[str, Any], result: Result, ask: Ask, draws: list[Any]) -> Step:
    """Inside the transaction, with the pending step locked: it moves up by one, the act takes its number."""
    n, base, now = pending.n, pending.base, database_now()
    state = codec.dump(result.state)
    if len(state) > LARGEST_STATE:
        raise Refusal(_("La position deviendrait trop grande."))
    moves = {str(ORGANISER): act}
    state_hash = hashlib.sha256(state).hexdigest()
    previous = Step.objects.values_list("chain", flat=True).get(game_id=pending.game_id, n=n - 1)
    Step.objects.filter(pk=pending.pk).update(n=n + 1, base=n, asked=list(ask.seats), mode=ask.mode)
    Steward.objects.serving(n).filter(seat__game_id=pending.game_id).update(to_step=F("to_step") + 1)
    return Step.objects.create(
        game=pending.game,
        n=n,
        kind=Step.Kind.MOVE,
        base=base,
        status=Step.Status.RESOLVED,
        opened_at=now,
        resolved_at=now,
        moves=codec.dump(moves),
        draws=codec.dump(draws),
        events=codec.dump(result.events),
        state=state,
        state_hash=state_hash,
        chain=chain.link(previous, state_hash, moves),
        clocks=clocks_of(pending.game),
        reveals=True,
    )
