"""The Atom feed of a gazette: its newest articles, each dated like its issue, none naming a player unless it
was signed."""

from typing import Any

from django.contrib.syndication.views import Feed
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from apps.forums.markup import absolute_links
from apps.gazette import queries
from apps.gazette.models import Article, Gazette, Issue
from apps.gazette.permissions import access_gazette
from apps.site.feeds import SteadyFeed

NEWEST = 30


class GazetteFeed(Feed):
    feed_type = SteadyFeed

    def get_object(self, request: HttpRequest, *args: Any, code: str, **kwargs: Any) -> Gazette:
        gazette = access_gazette(request.user, code)
        gazette.shown = queries.issues_for(request.user, gazette)
        return gazette

    def title(self, gazette: Gazette) -> str:
        return f"{gazette.title} — {gazette.game.name}"

    def subtitle(self, gazette: Gazette) -> str:
        return gazette.motto

    def link(self, gazette: Gazette) -> str:
        return reverse("gazette:gazette", args=[gazette.game.code])

    def items(self, gazette: Gazette) -> list[Article]:
        rows = queries.published_articles(gazette).filter(issue__in=gazette.shown, hidden_at=None)
        found = list(rows.order_by("-issue__number", "place")[:NEWEST])
        for article in found:
            article.gazette = gazette
        return found

    def item_title(self, item: Article) -> str:
        return item.title

    def item_description(self, item: Article) -> str:
        return absolute_links(item.html)

    def item_link(self, item: Article) -> str:
        return reverse("gazette:article", args=[item.gazette.game.code, item.pk])

    def item_author_name(self, item: Article) -> str:
        return item.signed_name or item.byline

    def item_categories(self, item: Article) -> list[str]:
        return [item.get_rubric_display()]

    def item_pubdate(self, item: Article) -> Any:
        return _issue(item).published_at

    item_updateddate = item_pubdate

    def item_copyright(self, item: Article) -> str:
        return _("n° %(number)d") % {"number": _issue(item).number}


def _issue(item: Article) -> Issue:
    assert item.issue is not None  # it was published
    return item.issue
