"""Finding words in posts, whatever their accents: full text in French where the database has it, plain words
elsewhere.

What search reads is kept beside each post, folded: no accents, no capitals. The first post of a topic carries
its title too.
"""

from django.db import connection
from django.db.models import QuerySet

from apps.forums.models import Post, Topic
from apps.site.folding import fold

MOST_WORDS = 6


def words_of(post: Post, topic: Topic) -> str:
    return fold(f"{topic.title}\n{post.text}" if post.number == 1 else post.text)


def matching(posts: QuerySet[Post], asked: str) -> QuerySet[Post]:
    """The posts that answer, the best first on PostgreSQL, the newest first elsewhere."""
    if connection.vendor == "postgresql":
        return _full_text(posts, fold(asked))
    for word in fold(asked).split()[:MOST_WORDS]:
        posts = posts.filter(words__contains=word)
    return posts.order_by("-created_at", "-pk")


def _full_text(posts: QuerySet[Post], asked: str) -> QuerySet[Post]:
    """The expression is that of the index `posts_by_words` (migration 0003)."""
    from django.contrib.postgres.search import SearchQuery, SearchRank, SearchVector

    vector = SearchVector("words", config="french")
    query = SearchQuery(asked, config="french", search_type="websearch")
    found = posts.annotate(found=vector, rank=SearchRank(vector, query, normalization=1)).filter(found=query)
    return found.order_by("-rank", "-created_at", "-pk")
