"""Atom feeds of what the asker may read: the newest posts of the forums, of a board, of a topic."""

from typing import Any

from django.contrib.syndication.views import Feed
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from apps.forums.markup import absolute_links
from apps.forums.models import Board, Post, Topic
from apps.forums.models.boards import readable_by
from apps.forums.permissions import access_board, access_topic
from apps.site.feeds import SteadyFeed

NEWEST = 30


class PostsFeed(Feed):
    feed_type = SteadyFeed

    def title(self, obj: Any) -> str:
        return f"Kalan : {obj.title}"

    def link(self, obj: Any) -> str:
        return obj.get_absolute_url()

    def posts(self) -> QuerySet[Post]:
        shown = Post.objects.filter(hidden_at=None, topic__hidden_at=None)
        return shown.select_related("topic", "author").order_by("-created_at")

    def item_title(self, item: Post) -> str:
        return f"{item.topic.title} — {item.signature}"

    def item_description(self, item: Post) -> str:
        return absolute_links(item.html)

    def item_pubdate(self, item: Post) -> Any:
        return item.created_at

    def item_updateddate(self, item: Post) -> Any:
        return item.edited_at or item.created_at

    def item_author_name(self, item: Post) -> str:
        return item.signature


class ForumsFeed(PostsFeed):
    def get_object(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        return request.user

    def title(self, obj: Any) -> str:
        return _("Kalan : les forums")

    def link(self, obj: Any) -> str:
        return reverse("forums:index")

    def items(self, obj: Any) -> QuerySet[Post]:
        return self.posts().filter(readable_by(obj, "topic__board__"))[:NEWEST]


class BoardFeed(PostsFeed):
    def get_object(self, request: HttpRequest, *args: Any, slug: str, **kwargs: Any) -> Board:
        return access_board(request.user, slug)

    def items(self, obj: Board) -> QuerySet[Post]:
        return self.posts().filter(topic__board=obj)[:NEWEST]


class TopicFeed(PostsFeed):
    def get_object(self, request: HttpRequest, *args: Any, pk: int, **kwargs: Any) -> Topic:
        return access_topic(request.user, pk)

    def items(self, obj: Topic) -> QuerySet[Post]:
        return self.posts().filter(topic=obj)[:NEWEST]
