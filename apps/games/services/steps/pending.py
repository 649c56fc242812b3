"""The step that a game waits for: locked, and woken when nobody may be awaited any more."""

from django.db import transaction

from apps.games.models import Game, Step
from apps.games.problems import NotRunning
from config.hints import hint


def lock_pending(game: Game) -> Step:
    step = Step.objects.pending_of(game)
    if step is None:
        raise NotRunning
    return Step.objects.lock(step)


def wake(game: Game) -> None:
    """A hint that the game may go on by itself (bots, all ready). The sweep would find it anyway."""
    from apps.games.tasks import advance

    transaction.on_commit(lambda: hint(advance, game.pk), robust=True)
