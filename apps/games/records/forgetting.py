"""What people played alone is forgotten, whole, so long after its last move; « Mes parties » says when."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import DateTimeField, Exists, Max, OuterRef
from django.db.models.functions import Coalesce, Greatest

from apps.games.models import Draft, Game
from apps.site.limits import ONE_SCREEN_KEPT, SANDBOX_KEPT, TRAINING_KEPT

KEPT: Mapping[str, timedelta] = {
    Game.Kind.TRAINING: TRAINING_KEPT,
    Game.Kind.HOTSEAT: ONE_SCREEN_KEPT,
    Game.Kind.SANDBOX: SANDBOX_KEPT,
}


def forget_solo_games(now: datetime) -> int:
    """How many went, each in a transaction of its own, under its lock: a move made at this moment keeps its
    game."""
    return sum(
        _forget(pk, now - kept)
        for kind, kept in KEPT.items()
        for pk in _games_untouched(now - kept).filter(kind=kind).values_list("pk", flat=True)
    )


def _games_untouched(since: datetime):
    """Solo games where nothing was played, prepared or put away since. The last step opens when the one
    before is made."""
    played = Greatest(
        Coalesce(Max("steps__opened_at"), "created_at", output_field=DateTimeField()),
        Coalesce("ended_at", "created_at"),
    )
    drafted = Draft.objects.filter(seat__game=OuterRef("pk"), updated_at__gt=since)
    games = Game.objects.exclude(kind=Game.Kind.TABLE).annotate(played=played).filter(played__lte=since)
    return games.exclude(Exists(drafted)).order_by("pk")


@transaction.atomic
def _forget(pk: int, since: datetime) -> bool:
    """With its steps, seats, orders and BILANs; a sandbox that somebody made from it stays."""
    Game.objects.select_for_update(of=("self",)).only("pk").filter(pk=pk).first()
    game = _games_untouched(since).filter(pk=pk).first()
    if game is None:
        return False
    game.delete()
    return True
