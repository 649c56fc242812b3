"""What the other apps tell the frame of the site, so that it need not import them.

In its `AppConfig.ready` an app may add a counter of things that wait for a player, and a source of news for
the home page. Both are called at most once a page, and only when the page shows them.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser


@dataclass(frozen=True)
class News:
    """One line of "what happens now" on the home page, beside the emblem of a game (its slug) or `arms` in
    text form."""

    text: str
    at: datetime
    url: str = ""
    arms: str = ""
    emblem: str = ""


waiting_counters: list[Callable[[Any], int]] = []  # functions of a user
news_sources: list[Callable[[], Iterable[News]]] = []


def waiting_for(user: AbstractBaseUser) -> int:
    """The sum of the counters. It stands in the head of every page."""
    return sum(counter(user) for counter in waiting_counters)


def latest_news(limit: int = 8) -> list[News]:
    found = [news for source in news_sources for news in source()]
    return sorted(found, key=lambda news: news.at, reverse=True)[:limit]
