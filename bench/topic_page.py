"""A topic of 15 posts and a board of 20 topics: CPU and queries a page, beside django-machina, and among
100,000 posts.

Builds two databases of its own in a temporary folder (SQLite, as the embedded default): the small one, and
the same with a crowd around. django-machina 1.3.1 gets the same people, topics and words in a process of its
own (bench/peers/machina.py); where it cannot be installed the figures taken earlier stand in for it, and the
table says so. Times are of the CPU clock of one process, middleware and templates included, after a first
look at each page. All sides are measured in turns, so that a busy machine slows them alike; the least
disturbed batch counts. Exit status 0 when every goal is met.
"""

import os
import sqlite3
import statistics
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
FOLDER = tempfile.TemporaryDirectory(prefix="kalan-bench-")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.update(KALAN_DATA_DIR=FOLDER.name, DATABASE_URL="", REDIS_URL="", KALAN_LOG_LEVEL="ERROR")

import django  # noqa: E402

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.utils import timezone  # noqa: E402

from apps.accounts.models import User  # noqa: E402
from apps.forums.markup import render_markdown  # noqa: E402
from apps.forums.models import Board, Post, Topic  # noqa: E402
from apps.forums.services.moderation import recount  # noqa: E402
from apps.heraldry.lots import distinct_arms  # noqa: E402
from bench.peers.machina import Machina  # noqa: E402

GIVEN = {
    "topic": (33.0, 13),
    "board": (33.0, 13),
}  # django-machina, a topic taken earlier: milliseconds and queries
SHARE = 4  # we take at most a quarter of its time
MOST_QUERIES, MOST_DRIFT = 6, 0.20
CROWD = 100_000
PEOPLE, POSTS, TOPICS, SHORT_TOPIC = 15, 15, 20, 3
ROUNDS, A_BATCH = 25, 8
SMALL, CROWDED = "small", "crowded"
SIZES = {SMALL: f"{FOLDER.name}/small.sqlite3", CROWDED: str(connection.settings_dict["NAME"])}
WRITES = ("INSERT", "UPDATE", "DELETE")
TEXT = """Moi, seigneur de **Narvik**, déclare ceci *devant tous* :

> Que celui qui conteste vienne le dire l’épée à la main.

- les marches de Lappland sont miennes ;
- le droit de passage se paie en écus.

Nous nous reverrons au printemps, [comme convenu](https://exemple.example/traite)."""


def main() -> int:
    people, boards = prepare()
    topic = make_topic(boards[0], people, POSTS)
    for _n in range(TOPICS - 1):
        make_topic(boards[0], people, SHORT_TOPIC)
    recount(boards[0])
    keep_copy()
    long = crowd(boards[1], people)
    pages = {"topic": topic.get_absolute_url(), "board": boards[0].get_absolute_url()}
    rows = {(size, name): asked(size, url) for size in SIZES for name, url in pages.items()}
    rows[CROWDED, "last"] = asked(CROWDED, f"{long.get_absolute_url()}?page=last")
    order = {"people": PEOPLE, "text": TEXT, "topics": [POSTS] + [SHORT_TOPIC] * (TOPICS - 1)}
    peer = Machina.start(order)
    theirs = take_turns(rows, peer)
    show(rows, theirs, peer)
    return verdict(rows, theirs)


def prepare() -> tuple[list, list[Board]]:
    call_command("migrate", verbosity=0, interactive=False)
    call_command("collectstatic", verbosity=0, interactive=False)
    people = [
        User.objects.create_user(f"Joueur {n}", f"j{n}@example.test", "un mot de passe solide")
        for n in range(PEOPLE)
    ]
    for person, arms in zip(people, distinct_arms(PEOPLE, "bench"), strict=True):
        person.arms = str(arms)
        person.save()
    return people, list(Board.objects.filter(slug__in=("nouveaux-venus", "coup-de-gueule")).order_by("order"))


def make_topic(board: Board, people: list, posts: int) -> Topic:
    now = timezone.now() - timedelta(days=1)
    topic = Topic.objects.create(
        board=board, title="À tous les seigneurs", author=people[0], created_at=now, last_post_at=now
    )
    html = render_markdown(TEXT)
    Post.objects.bulk_create(
        (
            Post(topic=topic, number=n, author=people[n % PEOPLE], text=TEXT, html=html, created_at=now)
            for n in range(1, posts + 1)
        ),
        batch_size=2000,
    )
    Topic.objects.filter(pk=topic.pk).update(
        last_number=posts, post_count=posts, last_post=topic.posts.last()
    )
    topic.refresh_from_db()
    return topic


def crowd(board: Board, people: list) -> Topic:
    """Half of the posts in one topic, half in five hundred."""
    long = make_topic(board, people, CROWD // 2)
    for _n in range(500):
        make_topic(board, people, CROWD // 1000)
    recount(board)
    return long


# Measuring
# -----------------------------------------------------------------------------------------------------------
def keep_copy() -> None:
    """The small database as it is now, beside the one that grows."""
    connection.close()
    with sqlite3.connect(SIZES[CROWDED]) as grown, sqlite3.connect(SIZES[SMALL]) as small:
        grown.backup(small)


def enter(size: str) -> Client:
    connection.close()
    connection.settings_dict["NAME"] = SIZES[size]
    connection.ensure_connection()
    return Client()


def asked(size: str, url: str) -> dict:
    """What one look at the page asks of the database; the pieces of the page are drawn now."""
    client = enter(size)
    client.get(url)
    with CaptureQueriesContext(connection) as found:
        answer = client.get(url)
    connection.force_debug_cursor = False
    assert answer.status_code == 200, (url, answer.status_code)
    sqls = [query["sql"] for query in found.captured_queries]
    writes = sum(1 for sql in sqls if sql.startswith(WRITES))
    return {"url": url, "queries": len(sqls), "writes": writes, "size": len(answer.content), "times": []}


def take_turns(rows: dict, peer: Machina | None) -> dict[str, tuple[float, int]]:
    """One batch of each page on each side, many times over. Gives django-machina's least time and queries a
    page."""
    theirs: dict[str, list[float]] = {name: [] for name in GIVEN}
    for _n in range(ROUNDS):
        for (size, _name), row in rows.items():
            row["times"].append(batch(enter(size), row["url"]))
        for name, times in theirs.items():
            if peer is not None:
                times.append(peer.cpu(name))
    for row in rows.values():
        row["cpu"] = min(row["times"])
    if peer is None:
        return GIVEN
    peer.stop()
    return {name: (min(times), peer.queries[name]) for name, times in theirs.items()}


def batch(client: Client, url: str) -> float:
    client.get(url)
    start = time.process_time()
    for _n in range(A_BATCH):
        client.get(url)
    return (time.process_time() - start) * 1000 / A_BATCH


# Telling
# ------------------------------------------------------------------------------------------------------------
def show(rows: dict, theirs: dict, peer: Machina | None) -> None:
    names = {
        "topic": f"topic of {POSTS} posts",
        "board": f"board of {TOPICS} topics",
        "last": f"last of {CROWD // 2:,}",
    }
    around = {SMALL: "", CROWDED: f", {CROWD:,} posts around"}
    print(f"reference loop: {reference():.1f} ms of CPU (to compare runs on differently busy machines)")
    print(f"{'page':<44}{'CPU ms':>8}{'median':>8}{'queries':>9}{'writes':>8}{'kB':>7}")
    for (size, name), row in rows.items():
        cells = (
            f"{row['cpu']:>8.2f}{statistics.median(row['times']):>8.2f}{row['queries']:>9}{row['writes']:>8}"
        )
        print(f"{names[name] + around[size]:<44}{cells}{row['size'] / 1000:>7.0f}")
    source = "measured here" if peer is not None else "given, not installed here"
    for name, (cpu, queries) in theirs.items():
        print(f"{f'django-machina, {names[name]} ({source})':<44}{cpu:>8.2f}{'':>8}{queries:>9}")


def reference() -> float:
    """A loop of plain Python, so that two runs on differently busy machines can be compared."""
    times = []
    for _n in range(20):
        start, total = time.process_time(), 0
        for n in range(200_000):
            total += n * n % 7
        times.append((time.process_time() - start) * 1000)
    return min(times)


def verdict(rows: dict, theirs: dict) -> int:
    ours = {name: rows[SMALL, name] for name in GIVEN}
    drifts = {name: rows[CROWDED, name]["cpu"] / ours[name]["cpu"] - 1 for name in GIVEN}
    goals = {
        f"{name} page {ours[name]['cpu']:.2f} ms ≤ 1/{SHARE} of {theirs[name][0]:.1f} ms": ours[name]["cpu"]
        <= theirs[name][0] / SHARE
        for name in GIVEN
    }
    goals |= {
        f"at most {MOST_QUERIES} queries": all(row["queries"] <= MOST_QUERIES for row in rows.values()),
        "no write on an anonymous read": all(row["writes"] == 0 for row in rows.values()),
    }
    for name, drift in drifts.items():
        goals[f"{CROWD:,} posts change the {name} by {drift:+.0%} (≤ {MOST_DRIFT:.0%})"] = drift <= MOST_DRIFT
    for goal, met in goals.items():
        print(f"{'met  ' if met else 'SHORT'} {goal}")
    met = all(goals.values())
    goal = theirs["topic"][0] / SHARE
    print(
        f"topic-page: {ours['topic']['cpu']:.2f} ms of CPU, goal ≤ {goal:.2f} ms, {'met' if met else 'short'}"
    )
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
