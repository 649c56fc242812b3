"""One position of a game through one pair of eyes: what the rules show of it, and what they say of an action
there.

Both who looks at a page (`sight.Sight`) and who decides (`orders.decision.Decision`) look through these.
"""

import json
from abc import ABC, abstractmethod
from typing import Any

from django.utils.functional import cached_property
from django.utils.translation import get_language

from apps.games.engine.kept import KeptValues, kept_values
from apps.games.engine.positions import state_of
from apps.games.models import Game, Step
from apps.games.table import presentation
from engines.core import codec
from engines.core.contract import Json, Problem

MOST_VERDICTS = 8  # of one seat at one position: what is stored, what is being written, and what was refused


class Eyes(ABC):
    """Whoever has `game`, `shown_step` and `number` sees by these."""

    game: Game
    shown_step: Step  # the step after which the position stands

    @property
    @abstractmethod
    def number(self) -> int | None:
        """The seat whose eyes are used; None for a spectator's."""

    @property
    def reveals_all(self) -> bool:
        return False

    @cached_property
    def kept_values(self) -> KeptValues:
        """What was made of this position for these eyes before; nothing for games that keep nothing."""
        if not presentation.of(self.game.slug).keeps_views:
            return KeptValues()
        return kept_values(*self._position, self.number, self.reveals_all, get_language())

    @property
    def _position(self) -> tuple[str, int, str]:
        return self.game.code, self.shown_step.n, self.shown_step.state_hash

    @cached_property
    def state(self) -> Any:
        if not presentation.of(self.game.slug).keeps_views:
            return state_of(self.game, self.shown_step)
        return kept_values(*self._position).take("state", lambda: state_of(self.game, self.shown_step))

    @cached_property
    def engine_view(self) -> Any:
        """The view as the engine made it."""
        return self.kept_values.take("engine view", lambda: self.game.rules.view(self.state, self.number))

    @cached_property
    def view(self) -> Json:
        """The view as plain data, for templates: all that a page learns about the position."""
        return self.kept_values.take("view", lambda: codec.builtins(self.engine_view))

    def problems_of(self, action: Any) -> list[Problem]:
        """What the rules say of an action of this seat here."""
        seat = self.number
        assert seat is not None  # a spectator decides nothing
        verdicts, said = self._verdicts, json.dumps(action, sort_keys=True)
        if said not in verdicts and len(verdicts) >= MOST_VERDICTS:
            verdicts.clear()
        return verdicts.take(said, lambda: self.game.rules.check(self.state, seat, action))

    @property
    def _verdicts(self) -> KeptValues:
        """Asked once for a draft, the page that shows it, and its seal. A position never changes and `check`
        is pure: what it said stays true, for any game."""
        keeps = presentation.of(self.game.slug).keeps_views
        kept = self.kept_values if keeps else kept_values(*self._position, self.number)
        return kept.take("verdicts", KeptValues)
