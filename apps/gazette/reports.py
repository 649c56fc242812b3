"""Articles and editorials as things that can be reported. A report names no author: only the server knows
one."""

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.forums.models import Report
from apps.forums.reportable import Reportable
from apps.games.models import Game
from apps.gazette import queries
from apps.gazette.markup import text_of
from apps.gazette.models import Article, Issue
from apps.gazette.services import desk


def articles() -> QuerySet[Article]:
    return Article.objects.published().nameless().select_related("gazette__game", "issue__gazette__game")


def describe_article(article: Article) -> Reportable:
    return Reportable(
        Report.Target.ARTICLE,
        _("« %(title)s », %(byline)s, dans %(gazette)s")
        % {"title": article.title, "byline": article.byline, "gazette": article.gazette.title},
        None,
        text_of(article.html),
        reverse("gazette:article", args=[article.gazette.game.code, article.pk]),
        lambda user: article.hidden_at is None and article.issue is not None and _reads(user, article.issue),
        article,
        hide=lambda moderator, why, now, hidden: desk.hide(moderator, article, why, now, hidden),
    )


def editorials() -> QuerySet[Issue]:
    """The editorial of an issue, under the issue's own number."""
    return Issue.objects.exclude(editorial="").select_related("gazette__game")


def describe_editorial(issue: Issue) -> Reportable:
    return Reportable(
        Report.Target.EDITORIAL,
        _("Éditorial du n° %(number)d, dans %(gazette)s")
        % {"number": issue.number, "gazette": issue.gazette.title},
        None,
        issue.editorial,
        reverse("gazette:issue", args=[issue.gazette.game.code, issue.number]),
        lambda user: issue.editorial_hidden_at is None and _reads(user, issue),
        issue,
        hide=lambda moderator, why, now, hidden: desk.hide_editorial(moderator, issue, why, now, hidden),
    )


def _reads(user: User, issue: Issue) -> bool:
    sees_game = Game.objects.visible_to(user).filter(pk=issue.gazette.game_id).exists()
    return sees_game and queries.issues_for(user, issue.gazette).filter(pk=issue.pk).exists()
