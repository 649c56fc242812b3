"""How many games one account may have. Each check locks the account's row and counts, in the transaction that
adds a game."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.accounts.models import User
from apps.accounts.services import lock_account
from apps.games.models import Game
from apps.games.problems import Refusal
from apps.games.timing.clock import database_now
from apps.site import limits

DAY = timedelta(days=1)
AT_ONCE = {
    Game.Kind.TRAINING: gettext_lazy(
        "Vous avez déjà {n} entraînements en cours : terminez-en un, ou rangez-en un dans {mine}."
    ),
    Game.Kind.HOTSEAT: gettext_lazy(
        "Vous avez déjà {n} parties à un seul écran en cours : terminez-en une, ou rangez-en une dans {mine}."
    ),
    Game.Kind.SANDBOX: gettext_lazy("Vous avez déjà {n} essais en cours : rangez-en un dans {mine}."),
}


class TooMany(Refusal):
    """`words` may name {n}, the limit, and {mine}, which leads to the games of the account."""

    status = 429

    def __init__(self, words: str, n: int) -> None:
        mine = format_html('<a href="{}">{}</a>', reverse("games:mine"), _("« Mes parties »"))
        super().__init__(format_html(words, n=n, mine=mine))


def require_room_for_table(host: Any) -> None:
    """Referees and members as well: the lobby belongs to everybody."""
    tables = _lock_games_of(host).filter(kind=Game.Kind.TABLE)
    if tables.gathering().count() >= limits.TABLES_GATHERING:
        words = _(
            "Vous avez déjà {n} tables qui attendent des joueurs : ouvrez l’une de ces parties, ou "
            "levez-vous d’une "
            "table, dans {mine}."
        )
        raise TooMany(words, limits.TABLES_GATHERING)
    if tables.under_way().count() >= limits.TABLES_RUNNING:
        words = _("Vous menez déjà {n} parties en cours : attendez que l’une d’elles finisse.")
        raise TooMany(words, limits.TABLES_RUNNING)
    if _begun_since(tables, database_now() - DAY) >= limits.TABLES_A_DAY:
        words = _(
            "Vous avez déjà ouvert {n} tables en un jour : revenez demain, ou prenez place à une table "
            "qui attend."
        )
        raise TooMany(words, limits.TABLES_A_DAY)


def require_room_for_solo(player: User, kind: str) -> None:
    alone = _lock_games_of(player).exclude(kind=Game.Kind.TABLE)
    if alone.filter(kind=kind).under_way().count() >= limits.SOLO_AT_ONCE:
        raise TooMany(str(AT_ONCE[Game.Kind(kind)]), limits.SOLO_AT_ONCE)
    if _begun_since(alone, database_now() - DAY) >= limits.SOLO_A_DAY:
        words = _(
            "Vous avez déjà commencé {n} parties pour vous seul en un jour : revenez demain, ou reprenez "
            "l’une de celles "
            "de {mine}."
        )
        raise TooMany(words, limits.SOLO_A_DAY)


def _lock_games_of(user: User) -> Any:
    """The games of an account whose row stays locked until the end of the transaction."""
    lock_account(user)
    return Game.objects.filter(creator=user).order_by()


def _begun_since(games: QuerySet[Game], moment: datetime) -> int:
    return games.filter(created_at__gt=moment).count()
