"""Articles that lie on a desk or stand in print."""

from datetime import timedelta

from django.utils import timezone

from apps.games.models import Game
from apps.gazette.models import Article
from apps.gazette.queries import gazette_or_new
from apps.gazette.services import writing
from tests.apps.gazette.stage import newspaper
from tests.e2e.scenes.people import person


def full_desk() -> dict:
    """A printed issue, a desk of four articles, one given back, one mask lifted."""
    return newspaper()


def hand_over(game, by, title, source, pen_name="") -> int:
    """Remis the day before yesterday: the box was emptied since."""
    gazette, now = gazette_or_new(Game.objects.get(code=game)), timezone.now()
    article = writing.save_article(person(by), gazette, writing.Copy(title, source, pen_name=pen_name), now)
    writing.send(person(by), article, now)
    empty_the_box(game)
    return article.pk


def empty_the_box(game) -> None:
    """Midnight passes: what was handed over lies on the desk."""
    Article.objects.sent().filter(gazette__game__code=game).update(sent_at=timezone.now() - timedelta(days=2))
