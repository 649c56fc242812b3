"""The log of what is done to a game from its console: each act as it was shown, and once.

A preview carries a mark of what it said. The act is done under the game's lock, and only if the preview would
still say the same: whoever looks at a page of an hour ago, or clicks twice, changes nothing.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.games.live.hub import announce_game
from apps.games.models import Game, RefereeAct, Step
from apps.games.problems import Refusal
from apps.site.texts import LazyText

NO_STEP: dict[str, LazyText] = {
    Game.Status.GATHERING: _("Cette partie n’a pas encore commencé."),
    Game.Status.FINISHED: _("Cette partie est terminée : on n’y change plus rien."),
    Game.Status.CANCELLED: _("Cette partie est annulée : on n’y change plus rien."),
}


class Outdated(Refusal):
    message = _(
        "La partie a changé depuis cet aperçu : rien n’a été fait. Voici ce que l’acte ferait maintenant."
    )


class DoneAlready(Refusal):
    message = _("Cet acte était déjà fait : il n’a pas été répété.")


def mark(game: Game, sentences: Sequence[str]) -> str:
    """What a preview said, and after which act: another act in between makes it another preview. Dry runs
    change nothing."""
    acts = game.referee_acts.exclude(kind=RefereeAct.Kind.DRY_RUN).order_by("-pk")
    last = acts.values_list("pk", flat=True).first() or 0
    return hashlib.sha256("\n".join([game.code, str(last), *sentences]).encode()).hexdigest()[:32]


def carry_out(
    game: Game, shown: str, preview: Callable[[Game], Sequence[str]], do: Callable[[Game], Any]
) -> Any:
    """Do it if the preview still says what was shown. Nothing else changes the game meanwhile."""
    with transaction.atomic():
        locked = _lock(game)
        if shown and locked.referee_acts.filter(key=shown).exists():
            raise DoneAlready
        if mark(locked, preview(locked)) != shown:
            raise Outdated
        before = locked.referee_acts.order_by("-pk").values_list("pk", flat=True).first() or 0
        done = do(locked)
        locked.referee_acts.filter(pk__gt=before).update(key=shown)
    return done


def record(
    game: Game,
    actor: User | None,
    kind: str,
    reason: str,
    *,
    step: int | None = None,
    public: bool = True,
    **details: Any,
) -> RefereeAct:
    announce_game(game, acts=1)
    return RefereeAct.objects.create(
        game=game, actor=actor, kind=kind, step=step, reason=reason, public=public, details=details
    )


def step_under_way(game: Game) -> Step:
    """What is being decided in a game that goes on or is suspended."""
    step = Step.objects.pending().select_related("game").filter(game=game).first()
    status = (step.game if step is not None else Game.objects.get(pk=game.pk)).status
    if step is None or status in NO_STEP:
        raise Refusal(str(NO_STEP.get(status, _("Cette partie n’a pas de tour en cours."))))
    return step


def _lock(game: Game) -> Game:
    """The step first, then the game, as a resolution does: neither waits for the other."""
    step = Step.objects.pending().filter(game=game).only("pk").first()
    if step is not None and Step.objects.lock(step).status == Step.Status.RESOLVED:
        raise Outdated
    return Game.objects.select_for_update(of=("self",)).get(pk=game.pk)
