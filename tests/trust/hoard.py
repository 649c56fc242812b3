"""One account that asks for more than its share, from many processes at the same moment. Runs in a child of
the zygote."""

import time
import uuid
from typing import Any

from tests.trust.actors import Child, at_once


def ask_together(what: str, processes: int, threads: int) -> dict[str, Any]:
    """How many were granted, what the others were told, and how many are kept."""
    name, subject = Child(_newcomer, what).wait()
    start = time.time() + 0.5 + 0.1 * processes
    crowd = [Child(_ask, what, name, subject, threads, start) for _ in range(processes)]
    answers = [answer for child in crowd for answer in child.wait()]
    return {"answers": answers, "kept": Child(_kept, what, name).wait()}


def _newcomer(what: str) -> tuple[str, int]:
    """Somebody of two months' standing; for edits with posts of his own, and where the first of them is."""
    from datetime import timedelta

    from django.contrib.auth import get_user_model
    from django.utils import timezone

    from apps.forums.models import Board
    from apps.forums.services import posting

    name, now = f"Avide{uuid.uuid4().hex[:8]}", timezone.now()
    joined = now - timedelta(days=60)
    user = get_user_model().objects.create_user(
        name, f"{name}@example.test", "un mot de passe", date_joined=joined
    )
    if what != "edit":
        return name, 0
    board = Board.objects.get(slug="nouveaux-venus")
    topic = posting.open_topic(user, board, "Un sujet", posting.NewPost(f"premier {name}"), now)
    for n in range(60):
        posting.write_post(topic, f"message {n}", now, author=user)
    return name, topic.pk


def _ask(what: str, name: str, subject: int, threads: int, start: float) -> list[str]:
    answers: list[str] = []

    def ask() -> None:
        from django.contrib.auth import get_user_model
        from django.db import connection

        from apps.games.problems import Refusal

        user = get_user_model().objects.get(username=name)
        time.sleep(max(0.0, start - time.time()))
        try:
            DEEDS[what](user, subject)
            answers.append("granted")
        except Refusal as refusal:
            answers.append(type(refusal).__name__)
        connection.close()

    at_once(ask, threads)
    return answers


def _open_table(user: Any, _subject: int) -> None:
    from apps.games.services.lobby import gathering

    gathering.open_table(
        user, gathering.new_game("enchere", "Une table", {}, 2), "Sire Avide", lambda game: None
    )


def _train(user: Any, _subject: int) -> None:
    from apps.games.services.lobby import gathering

    gathering.start_training(user, "enchere", {}, 2)


def _edit(user: Any, subject: int) -> None:
    """Another post each time: no lock of a post keeps the edits apart."""
    import random

    from django.utils import timezone

    from apps.forums.models import Post
    from apps.forums.services import posting

    post = random.choice(Post.objects.filter(topic=subject, number__gt=1).order_by("number"))
    posting.edit_post(user, post, f"autrement {uuid.uuid4().hex}", timezone.now())


def _kept(what: str, name: str) -> int:
    from apps.forums.models import Revision
    from apps.games.models import Game

    if what == "edit":
        return Revision.objects.filter(by__username=name).count()
    return Game.objects.filter(creator__username=name).count()


DEEDS = {"table": _open_table, "training": _train, "edit": _edit}
