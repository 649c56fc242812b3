"""Who may read, write, edit and unmask. What one may not read is not there (404). Nobody is told who wrote an
article."""

from datetime import datetime

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from apps.accounts.models import Person, User
from apps.accounts.permissions import can_moderate
from apps.forums.permissions import seats_spoken_for, why_silenced
from apps.games.models import Game
from apps.games.permissions import access_game, can_open_orders
from apps.gazette import queries
from apps.gazette.models import Article, Gazette, Issue


# Reading
# ------------------------------------------------------------------------------------------------------------
def access_gazette(user: Person, code: str) -> Gazette:
    """The gazette of a game this person may see; not saved yet when nobody needed it."""
    game = access_game(user, code)
    if game.is_solo or game.status == Game.Status.GATHERING:
        raise Http404
    return queries.gazette_or_new(game)


def access_issue(user: Person, gazette: Gazette, number: int) -> Issue:
    issue = get_object_or_404(queries.issues_for(user, gazette), number=number)
    issue.gazette = gazette
    return issue


def access_article(user: Person, gazette: Gazette, pk: int) -> Article:
    """A published article of an issue that this person may read. Moderators also read what was hidden."""
    issues = queries.issues_for(user, gazette)
    article = _article_of(gazette, queries.published_articles(gazette).filter(issue__in=issues), pk)
    if article.hidden_at is not None and not can_moderate(user):
        raise Http404
    return article


def access_sheet(user: Person, gazette: Gazette, pk: int) -> Article:
    """The text of an article: published, one's own, or one that lies on the desk of which one has the key."""
    found = _article_of(gazette, Article.objects.filter(gazette=gazette.pk), pk)
    if found.state == Article.State.PUBLISHED:
        return access_article(user, gazette, pk)
    if user.is_authenticated and found.author_id == user.pk:
        return found
    if can_edit(user, gazette) and queries.on_desk(gazette).filter(pk=pk).exists():
        return found
    raise Http404


def _article_of(gazette: Gazette, articles: QuerySet[Article], pk: int) -> Article:
    article = get_object_or_404(articles, pk=pk)
    article.gazette = gazette
    return article


# Writing
# ------------------------------------------------------------------------------------------------------------
def access_own(user: User, gazette: Gazette, pk: int) -> Article:
    return _article_of(gazette, Article.objects.by(user).filter(gazette=gazette.pk), pk)


def is_player(user: Person, gazette: Gazette) -> bool:
    return bool(seats_spoken_for(user, gazette.game))


def require_player(user: Person, gazette: Gazette) -> None:
    if not is_player(user, gazette):
        raise Http404


def why_not_write(user: Person, gazette: Gazette, now: datetime) -> str:
    """Why this person may not write for this gazette; empty when they may."""
    if gazette.game.is_over:
        return _("La partie est finie : la gazette ne paraît plus, on la lit encore.")
    if not user.is_authenticated or not is_player(user, gazette):
        return _("Seuls les joueurs de cette partie écrivent dans sa gazette.")
    return why_silenced(user, now)


# The desk
# ------------------------------------------------------------------------------------------------------------
def can_referee_gazette(user: Person, gazette: Gazette) -> bool:
    """A manager of the game who does not play in it."""
    return can_open_orders(user, gazette.game)


def is_editor(user: Person, gazette: Gazette) -> bool:
    """The volunteer, for as long as they sit at the table."""
    return user.is_authenticated and gazette.editor_id == user.pk and is_player(user, gazette)


def can_edit(user: Person, gazette: Gazette) -> bool:
    return is_editor(user, gazette) or can_referee_gazette(user, gazette)


def access_desk(user: Person, code: str) -> Gazette:
    gazette = access_gazette(user, code)
    if not can_edit(user, gazette):
        raise Http404
    return gazette


def access_unmasking(user: Person, code: str, pk: int) -> Article:
    """An article whose author a referee might have to know: published, or on the desk."""
    gazette = access_gazette(user, code)
    if not can_referee_gazette(user, gazette):
        raise Http404
    return _article_of(gazette, queries.published_articles(gazette) | queries.on_desk(gazette), pk)
