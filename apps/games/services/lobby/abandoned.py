"""Tables that gather nobody: closed when they have stood still for a month, and those who still sat there are
told."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max, Q
from django.db.models.functions import Coalesce, Greatest
from django.dispatch import Signal

from apps.accounts.models import User
from apps.games.live.hub import announce_game
from apps.games.mail.notices import post_table_closed
from apps.games.models import Game

PATIENCE = timedelta(days=30)  # without anybody coming or going; the waiting room says so

table_closed = Signal()  # sent with game, people and now, in the transaction that closes the table


def close_abandoned_tables(now: datetime) -> int:
    """How many were closed. Each under its own lock: a player who sits down at this moment keeps his
    table."""
    waiting = Game.objects.gathering().filter(kind=Game.Kind.TABLE)
    last = Greatest(Coalesce("stirred_at", "created_at"), Coalesce(Max("seats__joined_at"), "created_at"))
    still = waiting.annotate(last_stir=last).filter(last_stir__lte=now - PATIENCE)
    return sum(_close(pk, now) for pk in still.order_by("pk").values_list("pk", flat=True))


@transaction.atomic
def _close(pk: int, now: datetime) -> bool:
    game = Game.objects.select_for_update(of=("self",)).get(pk=pk)
    if game.status != Game.Status.GATHERING or (
        game.stirred_at is not None and game.stirred_at > now - PATIENCE
    ):
        return False
    game.status, game.ended_at = Game.Status.CANCELLED, now
    game.save(update_fields=["status", "ended_at"])
    people = _people(game)
    post_table_closed(game, people, PATIENCE.days)
    table_closed.send(Game, game=game, people=people, now=now)
    announce_game(game, lobby=1)
    return True


def _people(game: Game) -> list[User]:
    """Those who sat there, and the host, who may lead a table without sitting."""
    concerned = Q(pk__in=game.seats.values("user")) | Q(pk=game.creator_id)
    return list(User.objects.present().filter(concerned, is_bot=False).order_by("pk"))
