"""Topics, polls and answers that are there before the test speaks; what the daily letter gathers."""

from datetime import timedelta

from django.utils import timezone

from apps.accounts.models import User
from apps.courier.composing.message import open_mail
from apps.courier.models import Mail
from apps.courier.services import digests
from apps.forums.models import Board, Poll, Post, Topic
from apps.forums.services import posting
from apps.forums.services.boards import board_of
from apps.games.models import Game, Seat
from tests.apps.forums.harm import harm
from tests.e2e.scenes.people import person


def topic(by, board, title, text, answers=(), question="", options=(), several=False, ended=False) -> int:
    """The newest of its board. `answers` are (who, words)."""
    at = timezone.now() - timedelta(seconds=len(answers))
    poll = posting.NewPoll(question, tuple(options), several) if question else None
    new = posting.NewPost(text, follow=False)
    opened = posting.open_topic(person(by), Board.objects.get(slug=board), title, new, at, poll)
    for seconds, (who, words) in enumerate(answers, start=1):
        posting.reply(
            person(who), opened, posting.NewPost(words, follow=False), at + timedelta(seconds=seconds)
        )
    if ended:
        end_poll(opened.pk)
    _count_against_nobody(opened.pk)
    return opened.pk


def demonstration_court() -> dict:
    """Rodrigue sits at the demonstration's court beside Hawkmoon; both have been here for a month."""
    games = Game.objects.filter(slug="gloire", kind="table", seats__user__username="Hawkmoon")
    game = games.earliest("pk")  # other tests open courts of his too
    User.objects.update(date_joined=timezone.now() - timedelta(days=30))
    if not game.seats.filter(user__username="Rodrigue").exists():
        seat = game.seats.filter(user=None).first()
        Seat.objects.filter(pk=seat.pk).update(user=person("Rodrigue"), bot="")
    seats = {seat.user.username: seat.number for seat in game.seats.exclude(user=None).select_related("user")}
    return {"game": game.code, "board": board_of(game).slug, "seats": seats}


def harmed() -> dict:
    """Every payload in every text people can write, and where each is shown."""
    return harm()


def _count_against_nobody(topic) -> None:
    """What a scene wrote was written long ago, as far as the limits against floods are concerned."""
    long_ago = timezone.now() - timedelta(days=2)
    Topic.objects.filter(pk=topic).update(created_at=long_ago)
    Post.objects.filter(topic=topic).update(created_at=long_ago)


def reply(by, topic, text) -> int:
    """Now, and everybody whom it concerns is told."""
    return posting.reply(
        person(by), Topic.objects.get(pk=topic), posting.NewPost(text, follow=False), timezone.now()
    ).pk


def end_poll(topic) -> None:
    Poll.objects.filter(topic=topic).update(ends_at=timezone.now() - timedelta(minutes=1))


def many_words(by, topic, count) -> None:
    """As fast as the limits allow."""
    for number in range(count):
        posting.reply(
            person(by), Topic.objects.get(pk=topic), posting.NewPost(f"Et de {number + 1}."), timezone.now()
        )


def last_post(topic) -> dict:
    post = Post.objects.filter(topic=topic).order_by("-number").first()
    return {"pk": post.pk, "number": post.number, "text": post.text}


def gather_the_day(reader) -> dict:
    """The day passes: what waits for that reader's daily letter was written before 18 h, and 18 h has
    struck."""
    user = person(reader)
    waiting = Mail.objects.filter(user=user, state=Mail.State.GATHERING)
    waiting.update(created_at=timezone.now() - timedelta(days=2))
    digests.post_digests(timezone.now())
    letter = Mail.objects.filter(user=user, kind="digest").order_by("-pk").first()
    return {"subject": letter.subject, "text": open_mail(letter.content).text} if letter else {}


def mails_to(reader, kind) -> list:
    """What was written to that address of that kind, with the choice that was made for it."""
    mails = Mail.objects.filter(user=person(reader), kind=kind).order_by("pk")
    return [{"subject": m.subject, "state": m.state, "text": open_mail(m.content).text} for m in mails]
