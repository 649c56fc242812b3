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
#             in ten minutes, in a day; then the same for a new account
LIMITS = {
    Post: (12, 120, 5, 25),
    Revision: (15, 120, 8, 40),
    Message: (30, 300, 8, 40),
    Topic: (4, 15, 2, 5),
    Report: (6, 20, 3, 10),
}
WHO: dict[type[Model], str] = {
    Post: "author",
    Revision: "by",
    Message: "author",
    Topic: "author",
    Report: "reporter",
}
WHEN: dict[type[Model], str] = {Revision: "replaced_at"}  # the others: created_at


class TooMuch(Refusal):
    status = 429


def require_calm(user: User, model: type[Model], now: datetime) -> None:
    """Inside the transaction that writes. Moderators are not counted: they speak for the house."""
    if can_moderate(user):
        return
    lock_account(user)
    short, day, new_short, new_day = LIMITS[model]
    if now - user.date_joined < NEW_ACCOUNT:
        short, day = new_short, new_day
    own, since = model._default_manager.filter(**{WHO[model]: user}), f"{WHEN.get(model, 'created_at')}__gt"
    if own.filter(**{since: now - SHORT}).count() >= short:
        raise TooMuch(
            _("Vous écrivez très vite : reprenez dans quelques minutes. Votre texte est toujours là.")
        )
    if own.filter(**{since: now - DAY}).count() >= day:
        raise TooMuch(
            _("Vous avez beaucoup écrit aujourd’hui : reprenez demain. Votre texte est toujours là.")
        )
