"""What pages ask about talk. Every list starts from `visible_to`; a page of posts is a range of numbers,
never an offset."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, DateTimeField, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.safestring import SafeString

from apps.accounts.models import Person, User
from apps.forums.markup import LONGEST, mentioned_names, render_markdown
from apps.forums.models import (
    Board,
    BoardRead,
    Message,
    Participant,
    Post,
    Revision,
    Topic,
    TopicRead,
)
from apps.forums.models.boards import readable_by
from apps.forums.models.topics import POSTS_A_PAGE
from apps.forums.search import MOST_WORDS, matching
from apps.games.models import Game
from apps.site.folding import fold

LETTERS_READ = 5000  # of one person, by one search
UNREAD_FOR = timedelta(days=60)  # older topics count as read for everybody


# People
# ------------------------------------------------------------------------------------------------------------
def people_named(text: str) -> list[User]:
    return list(User.objects.present().filter(folded_name__in=mentioned_names(text), is_bot=False))


def addresses_of(people: Iterable[User]) -> dict[str, str]:
    return {person.folded_name: reverse("accounts:player", args=[person.username]) for person in people}


def as_shown(text: str) -> SafeString:
    """A text that is still being written, as the forum will show it: whom it names is a link already."""
    return render_markdown(text, people=addresses_of(people_named(text[:LONGEST])))


# Boards and topics
# ---------------------------------------------------------------------------------------------------
def boards_for(user: Person, now: datetime) -> dict[str, list[Board]]:
    """The index: boards of the site, table talk, then the games' forums that live; unread ones are marked."""
    boards = (
        Board.objects.visible_to(user)
        .select_related("game", "last_topic__last_post__author")
        .defer("last_topic__last_post__text", "last_topic__last_post__html", "game__outcome", "game__options")
    )
    site = list(boards.of_site())
    lively = boards.filter(_lively(user), kind=Board.Kind.GAME)
    games = list(lively.order_by(F("last_post_at").desc(nulls_last=True), "-pk")[:12])
    fresh = unread_by_board(user, now) if user.is_authenticated else {}
    for board in (*site, *games):
        board.unread = fresh.get(board.pk, 0)
    return {
        "site": [board for board in site if board.kind == Board.Kind.SITE],
        "talk": [board for board in site if board.kind == Board.Kind.TALK],
        "games": games,
    }


def _lively(user: Person) -> Q:
    """Forums where somebody spoke, and those of one's own games even before the first word."""
    spoken = Q(post_count__gt=0)
    if not user.is_authenticated:
        return spoken
    return spoken | Q(game__in=Game.objects.under_way().filter(pk__in=user.seats.values("game")).values("pk"))


def topics_of(board: Board, user: Person, now: datetime) -> QuerySet[Topic]:
    """With who opened each and who spoke last: the names, not the words, which spares a sixth of a board's
    page (bench topic-page)."""
    shown = (
        "title voice signed_name created_at pinned locked last_number post_count last_post_at board_id"
    ).split()
    last = ("last_post__voice", "last_post__signed_name", "last_post__author__username")
    topics = Topic.objects.shown().filter(board=board).select_related("author", "last_post__author")
    named = topics.only(*shown, "author__username", *last)
    return with_unread(named, user, now).order_by("-pinned", "-last_post_at")


def with_unread(topics: QuerySet[Topic], user: Person, now: datetime) -> QuerySet[Any]:
    """`read_number`, and `is_unread` where the reader has not seen the last post."""
    if not user.is_authenticated:
        return topics
    since = unread_since(user, now)
    reads = TopicRead.objects.filter(user=user, topic=OuterRef("pk")).values("number")[:1]
    marks = BoardRead.objects.filter(user=user, board=OuterRef("board")).values("at")[:1]
    return topics.annotate(  # type: ignore[no-redef]  # declared on the model for its readers
        read_number=Coalesce(Subquery(reads), Value(0)),
        read_until=Coalesce(Subquery(marks), Value(since), output_field=DateTimeField()),
        is_unread=Q(last_number__gt=F("read_number"))
        & Q(last_post_at__gt=F("read_until"))
        & Q(last_post_at__gt=Value(since, output_field=DateTimeField())),
    )


def unread_since(user: User, now: datetime) -> datetime:
    """What is older counts as read."""
    return max(now - UNREAD_FOR, user.date_joined)


def unread_topics(user: User, now: datetime) -> QuerySet[Topic]:
    topics = Topic.objects.visible_to(user).filter(last_post_at__gt=unread_since(user, now))
    return with_unread(topics, user, now).filter(is_unread=True)


def unread_by_board(user: User, now: datetime) -> dict[int, int]:
    rows = unread_topics(user, now).order_by().values_list("board_id").annotate(n=Count("pk"))
    return dict(rows)


def revisions_of(post: Post, moderator: bool) -> tuple[QuerySet[Revision], Revision | None]:
    """The former versions that this reader may read, the newest first, and the first one that is withheld: a
    moderator takes words out for good, and whatever was written before may hold them too."""
    revisions = post.revisions.select_related("by")
    withheld = None if moderator else revisions.exclude(by=post.author_id).first()
    if withheld is None:
        return revisions, None
    same_moment = Q(replaced_at=withheld.replaced_at, pk__gt=withheld.pk)
    return revisions.filter(Q(replaced_at__gt=withheld.replaced_at) | same_moment), withheld


def page_of(number: int) -> int:
    return (max(1, number) - 1) // POSTS_A_PAGE + 1


def search_posts(user: Person, words: str, board: Board | None = None) -> QuerySet[Post]:
    """Posts that this person may read, every one of them."""
    posts = Post.objects.filter(readable_by(user, "topic__board__"), hidden_at=None, topic__hidden_at=None)
    if board is not None:
        posts = posts.filter(topic__board=board)
    return matching(posts.select_related("topic__board", "author").defer("words", "text"), words)


def conversations_with(user: Person, words: str) -> set[int]:
    """Of this person, those where one letter and its subject hold every word, whatever the accents and
    capitals. Letters have no column of their own for search: a box holds hundreds of them, which are read
    here."""
    wanted = fold(words).split()[:MOST_WORDS]
    own = Participant.objects.of(user).values("conversation")
    letters = Message.objects.filter(conversation__in=own, hidden_at=None).order_by("-pk")
    found = set()
    for conversation, subject, text in letters.values_list("conversation", "conversation__subject", "text")[
        :LETTERS_READ
    ]:
        said = fold(f"{subject}\n{text}")
        if all(word in said for word in wanted):
            found.add(conversation)
    return found
