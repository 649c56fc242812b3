"""Printing: all that comes out comes out together, with the turn, in an order that tells nothing."""

import hashlib
import hmac
from datetime import datetime, timedelta

from django.db.models import F

from apps.games.engine.positions import state_of
from apps.games.models import Game, Step
from apps.games.table import presentation
from apps.gazette.models import Article, Gazette, Issue
from apps.gazette.services import telling
from apps.gazette.services.writing import lock_gazette, make_drafts

SHORTEST_WAIT = timedelta(hours=20)  # between two issues at a table where every move is a step
PATIENCE = 2  # issues that may come out without an article nobody judged
MOST_NEWS = 40  # sentences of the engine's own column


def publish_with(step: Step) -> Issue | None:
    """Inside the transaction that resolved the step: the issue of this turn, if there is anything to
    print."""
    game = step.game
    if game.is_solo or step.n == 0:
        return None
    gazette = Gazette.objects.select_for_update(of=("self",)).filter(game=game).first()
    if gazette is None:
        if step.mode != "sealed":
            return None
        gazette = lock_gazette(Gazette(game=game))
    gazette.game = game
    last = gazette.issues.order_by("-number").first()
    if not _is_press_day(step, last):
        return None
    articles = _articles_to_print(gazette, step)
    if not articles and step.mode != "sealed":
        return None
    news = _news_between(game, last.step if last else 0, step)
    if not articles and not news:
        return None
    return _print(gazette, step, (last.number if last else 0) + 1, articles, news)


def _is_press_day(step: Step, last: Issue | None) -> bool:
    """Every sealed turn; at a table of moves once a day, so that an issue gathers several authors; always at
    the end."""
    if step.over or (step.mode == "sealed" and step.game.pace.kind != "live"):
        return True
    since = last.published_at if last else step.game.started_at
    return since is None or _moment_of(step) - since >= SHORTEST_WAIT


def _articles_to_print(gazette: Gazette, step: Step) -> list[Article]:
    """What comes out, in order: as the desk placed it, the rest as the salt has it. What was asked back does
    not."""
    make_drafts(Article.objects.withdrawn().filter(gazette=gazette))
    waiting = list(Article.objects.sent().select_for_update(of=("self",)).filter(gazette=gazette))
    if gazette.mode == Gazette.Mode.COMPOSED and not step.over:
        waiting = [article for article in waiting if article.place is not None or article.passed >= PATIENCE]
    salt = bytes(gazette.salt)
    return sorted(waiting, key=lambda one: (one.place is None, one.place or 0, shuffle_key(salt, one.pk)))


def shuffle_key(salt: bytes, pk: int) -> bytes:
    return hmac.new(salt, str(pk).encode(), hashlib.sha256).digest()


def _news_between(game: Game, after: int, last: Step) -> list[str]:
    """Public events of the steps in ]after, last], told with the spectators' view of the last position."""
    steps = [*(_between(game, after, last.n) if after < last.n - 1 else ()), last]
    events = [event for step in steps for event in step.events_for(None)]
    return presentation.of(game.slug).public_news(game, events, state_of(game, last), MOST_NEWS)


def _between(game: Game, after: int, before: int) -> list[Step]:
    """The last of the steps that have no issue yet; a weekly game never has any."""
    steps = game.steps.resolved().filter(n__gt=after, n__lt=before).defer("state", "moves", "draws")
    return list(steps.order_by("-n")[:MOST_NEWS])[::-1]


def _print(gazette: Gazette, step: Step, number: int, articles: list[Article], news: list[str]) -> Issue:
    issue = Issue.objects.create(
        gazette=gazette,
        number=number,
        step=step.n,
        published_at=_moment_of(step),
        headline=gazette.next_headline,
        editorial=gazette.next_editorial,
        news=news,
    )
    for place, article in enumerate(articles, start=1):
        article.issue, article.place, article.state = issue, place, Article.State.PUBLISHED
        article.sent_at = None
        article.note = ""
    Article.objects.bulk_update(articles, ["issue", "place", "state", "sent_at", "note"])
    Article.objects.sent().filter(gazette=gazette).update(passed=F("passed") + 1)
    Gazette.objects.filter(pk=gazette.pk).update(next_headline="", next_editorial="")
    telling.of_issue(issue)
    return issue


def _moment_of(step: Step) -> datetime:
    assert step.resolved_at is not None  # what is printed was resolved
    return step.resolved_at
