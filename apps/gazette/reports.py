"""Articles as things that can be reported. A report names no author: only the server knows one."""

from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _

from apps.forums.models import Report
from apps.forums.reportable import Reportable
from apps.games.permissions import access_game
from apps.gazette import queries
from apps.gazette.markup import text_of
from apps.gazette.models import Article
from apps.gazette.services import desk


def find_article(pk: int) -> Reportable | None:
    rows = Article.objects.published().nameless().select_related("gazette__game", "issue")
    article = rows.filter(pk=pk).first()
    if article is None:
        return None
    return Reportable(
        Report.Target.ARTICLE,
        pk,
        _("« %(title)s », %(byline)s, dans %(gazette)s")
        % {"title": article.title, "byline": article.byline, "gazette": article.gazette.title},
        None,
        text_of(article.html),
        reverse("gazette:article", args=[article.gazette.game.code, pk]),
        lambda user: _is_seen(user, article),
        thing=article,
        hide=lambda moderator, why, now, hidden: desk.hide(moderator, article, why, now, hidden),
    )


def _is_seen(user: Any, article: Article) -> bool:
    try:
        access_game(user, article.gazette.game.code)
    except Http404:
        return False
    shown = queries.issues_for(user, article.gazette).filter(pk=article.issue_id).exists()
    return shown and article.hidden_at is None
