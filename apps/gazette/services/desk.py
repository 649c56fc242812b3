"""What the desk does: take it and leave it, name the gazette, choose, order and return articles. It never
learns who wrote."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.forums.services.moderation_log import record_hiding
from apps.games.problems import Refusal, require
from apps.gazette import queries
from apps.gazette.models import Article, Gazette, Issue
from apps.gazette.permissions import can_edit, can_referee_gazette, is_editor, why_not_write
from apps.gazette.services import telling
from apps.gazette.services.writing import lock_gazette

SETTINGS = ("name", "motto", "mode", "next_headline", "next_editorial")


@transaction.atomic
def volunteer(user: User, gazette: Gazette, now: datetime) -> None:
    """A player takes the empty chair of the editor."""
    require(why_not_write(user, gazette, now))
    gazette = lock_gazette(gazette)
    seat = queries.editor_seat(gazette)
    if seat is not None and gazette.editor_id != user.pk:
        raise Refusal(_("%(lord)s tient déjà la rédaction.") % {"lord": seat.name})
    gazette.editor = user
    gazette.save(update_fields=["editor"])


@transaction.atomic
def leave(user: User, gazette: Gazette) -> None:
    """The editor resigns, or the referee thanks them. Whatever waits comes out with the turn again."""
    gazette = lock_gazette(gazette)
    if not (is_editor(user, gazette) or can_referee_gazette(user, gazette)):
        raise Refusal(_("Seuls le rédacteur et l’arbitre peuvent libérer la rédaction."))
    gazette.editor, gazette.mode = None, Gazette.Mode.WITH_TURN
    gazette.save(update_fields=["editor", "mode"])


@transaction.atomic
def settle(user: User, gazette: Gazette, values: Mapping[str, str]) -> None:
    gazette = _lock_to_edit(user, gazette)
    for name in SETTINGS:
        setattr(gazette, name, values[name])
    gazette.save(update_fields=SETTINGS)


@transaction.atomic
def arrange(user: User, gazette: Gazette, places: Mapping[int, int | None]) -> None:
    """Place articles in the next issue: the smallest number opens the cover, None leaves one for later."""
    gazette = _lock_to_edit(user, gazette)
    rows = list(queries.on_desk(gazette).select_for_update(of=("self",)).filter(pk__in=places))
    for article in rows:
        Article.objects.filter(pk=article.pk).update(place=places[article.pk])


@transaction.atomic
def give_back(user: User, gazette: Gazette, article: Article, note: str, now: datetime) -> None:
    """Returned to its author with a word. The author is told; nobody learns who that is."""
    gazette = _lock_to_edit(user, gazette)
    if not note.strip():
        raise Refusal(_("Dites à l’auteur ce qui ne va pas : il pourra reprendre son article."))
    changed = (
        queries.on_desk(gazette)
        .filter(pk=article.pk)
        .update(state=Article.State.REFUSED, sent_at=None, withdrawn_at=None, place=None, note=note[:300])
    )
    if not changed:
        raise Refusal(_("Cet article n’est plus sur le bureau."))
    found = Article.objects.select_related("author", "gazette__game").get(pk=article.pk)
    if found.author is not None:
        telling.of_return(found, found.author, now)


@transaction.atomic
def hide(moderator: User, article: Article, why: str, now: datetime, hidden: bool) -> None:
    """A moderator takes a published article out of sight, or puts it back. The log does not name its
    author."""
    Article.objects.filter(pk=article.pk).update(
        hidden_at=now if hidden else None, hidden_why=why[:300] if hidden else ""
    )
    url = reverse("gazette:article", args=[article.gazette.game.code, article.pk])
    record_hiding(moderator, hidden, now, what=article.title, url=url, reason=why)


@transaction.atomic
def hide_editorial(moderator: User, issue: Issue, why: str, now: datetime, hidden: bool) -> None:
    """As `hide`, for the words of the desk itself."""
    Issue.objects.filter(pk=issue.pk).update(
        editorial_hidden_at=now if hidden else None, editorial_hidden_why=why[:300] if hidden else ""
    )
    url = reverse("gazette:issue", args=[issue.gazette.game.code, issue.number])
    words = _("l’éditorial du n° %(number)d, dans %(gazette)s")
    what = words % {"number": issue.number, "gazette": issue.gazette.title}
    record_hiding(moderator, hidden, now, what=what, url=url, reason=why)


def _lock_to_edit(user: User, gazette: Gazette) -> Gazette:
    gazette = lock_gazette(gazette)
    if not can_edit(user, gazette):
        raise Refusal(_("La rédaction n’est pas à vous."))
    return gazette
