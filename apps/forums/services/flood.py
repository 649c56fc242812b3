"""Limits against floods, counted in SQL: so many posts, edits and letters in so much time, fewer for a new
account."""

from datetime import datetime, timedelta

from django.db.models import Model
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.accounts.permissions import can_moderate
from apps.accounts.services import lock_account
from apps.forums.models import Message, Post, Report, Revision, Topic
from apps.games.problems import Refusal

NEW_ACCOUNT = timedelta(days=3)
SHORT, DAY = timedelta(minutes=10), timedelta(days=1)
# In ten minutes, in a day; then the same for a new account; whose it is and when, by their columns.
LIMITS: dict[type[Model], tuple[int, int, int, int, str, str]] = {
    Post: (12, 120, 5, 25, "author", "created_at"),
    Revision: (15, 120, 8, 40, "by", "replaced_at"),
    Message: (30, 300, 8, 40, "author", "created_at"),
    Topic: (4, 15, 2, 5, "author", "created_at"),
    Report: (6, 20, 3, 10, "reporter", "created_at"),
}


class TooMuch(Refusal):
    status = 429


def require_calm(user: User, model: type[Model], now: datetime) -> None:
    """Inside the transaction that writes. Moderators are not counted: they speak for the house."""
    if can_moderate(user):
        return
    lock_account(user)
    short, day, new_short, new_day, who, when = LIMITS[model]
    if now - user.date_joined < NEW_ACCOUNT:
        short, day = new_short, new_day
    own, since = model._default_manager.filter(**{who: user}), f"{when}__gt"
    if own.filter(**{since: now - SHORT}).count() >= short:
        raise TooMuch(
            _("Vous écrivez très vite : reprenez dans quelques minutes. Votre texte est toujours là.")
        )
    if own.filter(**{since: now - DAY}).count() >= day:
        raise TooMuch(
            _("Vous avez beaucoup écrit aujourd’hui : reprenez demain. Votre texte est toujours là.")
        )
