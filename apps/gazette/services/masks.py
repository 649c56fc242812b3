"""Lifting a mask: possible for a referee who does not play, logged before anything is read, and told to
everyone."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.games.problems import Refusal
from apps.games.referee import inspection
from apps.gazette.models import Article, Unmasking
from apps.gazette.permissions import can_referee_gazette


def unmask(actor: User, article: Article, reason: str, now: datetime) -> Article:
    """The article with its author and seat, after the act is written and every player is told."""
    if not reason.strip():
        raise Refusal(_("Dites pourquoi vous levez l’anonymat : tous les joueurs le liront."))
    gazette = article.gazette
    if not can_referee_gazette(actor, gazette):
        raise Refusal(_("Seul un arbitre qui ne joue pas dans la partie lève un masque."))
    what = (
        f"« {article.title} »"
        if article.state == Article.State.PUBLISHED
        else _("un article qui n’a pas paru")
    )
    with transaction.atomic():
        Unmasking.objects.create(
            gazette=gazette, article=article, actor=actor, reason=reason[:500], created_at=now
        )
        inspection.log_unmasking(gazette.game, actor, what, reason[:500])
    return Article.objects.select_related("author", "seat").get(pk=article.pk)
