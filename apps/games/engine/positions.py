"""Positions read back from the log, verified as they are read: a flipped bit is noticed and never
resolved."""

import hashlib
from typing import Any

from apps.games.models import Game, Step
from apps.games.models.fields import DamagedRecord
from engines.core import codec
from engines.core.contract import Json


def state_of(game: Game, step: Step) -> Any:
    """The position after a resolved step, as the engine's own struct."""
    raw = step.state
    if raw is None or hashlib.sha256(raw).hexdigest() != step.state_hash:
        raise DamagedRecord(f"state of step {step.n}")
    return codec.load(raw, game.rules.State)


def position_before(step: Step) -> Any:
    """The position in which this step's decisions are made."""
    base = Step.objects.only("n", "state", "state_hash").get(game_id=step.game_id, n=step.starts_from)
    return state_of(step.game, base)


def current_position(game: Game) -> tuple[Step, Any]:
    """The last resolved step and the position after it."""
    step = game.steps.resolved().order_by("-n").first()
    if step is None:
        raise LookupError(f"game {game.code} has not started")
    return step, state_of(game, step)


def require_sound_seed(game: Game) -> bytes:
    seed = bytes(game.seed)
    if hashlib.sha256(seed).hexdigest() != game.commitment:
        raise DamagedRecord("seed")
    return seed


def view_for(game: Game, state: Any, seat: int | None) -> Json:
    """A view as plain data, for pages that show another position than the one being looked at."""
    return codec.builtins(game.rules.view(state, seat))
