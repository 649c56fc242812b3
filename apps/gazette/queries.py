"""What is read of gazettes. Nothing here joins an article to the person who wrote it."""

from datetime import datetime

from django.db.models import Max, Prefetch, QuerySet
from django.utils import timezone

from apps.accounts.models import Person, User
from apps.games.models import Game, Seat, Step
from apps.games.permissions import can_manage, seats_answered_by
from apps.gazette.models import Article, Gazette, Issue, Unmasking


def gazette_or_new(game: Game) -> Gazette:
    """The game's gazette, or one that is not saved: reading writes nothing. What belongs to it is asked for
    by `gazette.pk`: nothing does before it is saved."""
    gazette = Gazette.objects.filter(game=game).first() or Gazette(game=game)
    gazette.game = game
    return gazette


# Issues
# ------------------------------------------------------------------------------------------------------------
def issues_for(user: Person, gazette: Gazette) -> QuerySet[Issue]:
    """Spectators of a delayed game stay some steps behind until its end, here as at the table."""
    issues = Issue.objects.filter(gazette=gazette.pk)
    game = gazette.game
    if game.spectators != Game.Spectators.DELAYED or is_inside(user, game):
        return issues
    last = game.steps.resolved().aggregate(last=Max("n"))["last"] or 0
    return issues.filter(step__lte=last - game.spectator_delay)


def is_inside(user: Person, game: Game) -> bool:
    """Everyone once the game is over; before, those who play in it or referee it."""
    return game.is_over or bool(seats_answered_by(user, game)) or can_manage(user, game)


def news_shown(user: Person, issue: Issue) -> list[str]:
    """The engine's column, kept from spectators where the table is."""
    game = issue.gazette.game
    closed = game.spectators == Game.Spectators.CLOSED
    return [] if closed and not is_inside(user, game) else issue.news


def published_articles(gazette: Gazette) -> QuerySet[Article]:
    return Article.objects.published().nameless().filter(gazette=gazette.pk).select_related("issue")


def articles_of(issue: Issue) -> list[Article]:
    articles = list(Article.objects.published().nameless().filter(issue=issue).order_by("place"))
    for article in articles:
        article.issue = issue
    return articles


def with_titles(issues: QuerySet[Issue]) -> QuerySet[Issue]:
    """For the archive: each issue with the titles of what it holds."""
    shown = (
        Article.objects.published()
        .filter(hidden_at=None)
        .only("id", "issue", "title", "place")
        .order_by("place")
    )
    return issues.prefetch_related(Prefetch("articles", queryset=shown, to_attr="contents")).order_by(
        "-number"
    )


def gazettes_for(user: Person) -> QuerySet[Gazette]:
    """Those that came out at least once, the newest issue first. One that is only being written for does not
    show."""
    games = Game.objects.visible_to(user).filter(kind=Game.Kind.TABLE).exclude(status=Game.Status.GATHERING)
    rows = (
        Gazette.objects.filter(game__in=games)
        .select_related("game")
        .annotate(last_at=Max("issues__published_at"))
    )
    return rows.filter(last_at__isnull=False).order_by("-last_at", "pk")


def unmaskings_of(gazette: Gazette) -> QuerySet[Unmasking]:
    return Unmasking.objects.filter(gazette=gazette.pk).select_related("actor", "article__issue")


# The desk
# ------------------------------------------------------------------------------------------------------------
def on_desk(gazette: Gazette) -> QuerySet[Article]:
    """What has reached the desk. Its box is emptied at midnight and with each sealed turn, so that the hour
    at which an article appears, or leaves, says nothing of who was there then."""
    cut = desk_cut(gazette.game, timezone.now())
    return (
        Article.objects.sent()
        .nameless()
        .filter(gazette=gazette.pk, sent_at__lt=cut)
        .exclude(withdrawn_at__lt=cut)
    )


def desk_cut(game: Game, now: datetime) -> datetime:
    """Midnight is the house's own: an editor who changed zones hour by hour would read when each article
    came."""
    here = timezone.get_default_timezone()
    midnight = now.astimezone(here).replace(hour=0, minute=0, second=0, microsecond=0)
    sealed = (
        Step.objects.resolved().filter(game=game, mode="sealed").aggregate(last=Max("resolved_at"))["last"]
    )
    return max(midnight, sealed) if sealed else midnight


def desk_rows(gazette: Gazette) -> list[Article]:
    """Chosen ones in their order, then the others by their random number."""
    rows = on_desk(gazette).order_by("pk")
    return sorted(rows, key=lambda article: (article.place is None, article.place or 0, article.pk))


def editor_seat(gazette: Gazette) -> Seat | None:
    """The lord who edits, while he still sits at the table."""
    if gazette.editor_id is None:
        return None
    return Seat.objects.filter(game=gazette.game, user=gazette.editor_id).order_by("number").first()


# One's own
# -----------------------------------------------------------------------------------------------------------
def own_articles(user: User, gazette: Gazette, now: datetime) -> list[Article]:
    own = Article.objects.by(user).filter(gazette=gazette.pk).select_related("issue")
    rows = [show_settled(article, gazette, now) for article in own]
    order: list[str] = [
        Article.State.REFUSED,
        Article.State.DRAFT,
        Article.State.SENT,
        Article.State.PUBLISHED,
    ]
    return sorted(
        rows, key=lambda one: (order.index(one.state), -(one.issue.number if one.issue else 0), one.title)
    )


def show_settled(article: Article, gazette: Gazette, now: datetime) -> Article:
    """As `writing.settle_withdrawn` will write it: a page that only reads writes nothing."""
    if article.state != Article.State.SENT or article.withdrawn_at is None:
        return article
    if article.withdrawn_at < desk_cut(gazette.game, now):
        article.state, article.sent_at, article.withdrawn_at = Article.State.DRAFT, None, None
    return article
