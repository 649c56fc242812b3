"""Sets a stage in a running site's database for browser tests: `python -m tests.apps.forums.stage`. Prints JSON."""

import json
import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    print(json.dumps({"court": court, "scripts": scripts}[sys.argv[1]]()))


def court() -> dict:
    """Rodrigue sits at the demonstration court beside Hawkmoon; both have been here for a month."""
    from datetime import timedelta

    from django.utils import timezone

    from apps.accounts.models import User
    from apps.forums.services.boards import board_of
    from apps.games.models import Game, Seat

    game = Game.objects.get(slug="gloire", kind="table", seats__user__username="Hawkmoon")
    rodrigue = User.objects.get(username="Rodrigue")
    User.objects.update(date_joined=timezone.now() - timedelta(days=30))
    if not game.seats.filter(user=rodrigue).exists():
        seat = game.seats.filter(user=None).first()
        Seat.objects.filter(pk=seat.pk).update(user=rodrigue, bot="")
    seats = {seat.user.username: seat.number for seat in game.seats.exclude(user=None).select_related("user")}
    return {"game": game.code, "board": board_of(game).slug, "seats": seats}


def scripts() -> dict:
    """Every payload as a post, a title, a letter, a poll, a report, a sanction; and the mail about each letter."""
    from django.utils import timezone

    from apps.accounts.models import User
    from apps.courier.messages import open_mail
    from apps.courier.models import Mail
    from apps.forums.markup import render_markdown
    from apps.forums.models import Board, Conversation, LetterChoice, Message, Poll, PollOption, Topic
    from apps.forums.services import letters, moderation, posting
    from tests.apps.forums.payloads import payloads

    now = timezone.now()
    hawkmoon, rodrigue, king = (User.objects.get(username=name) for name in ("Hawkmoon", "Rodrigue", "LeRoi"))
    board = Board.objects.get(slug="coup-de-gueule")
    texts = payloads()
    topic = Topic.objects.create(board=board, title="Essais", author=rodrigue, created_at=now, last_post_at=now)
    for text in texts:
        posting.write_post(topic, text, now, author=rodrigue)
    poll = Poll.objects.create(topic=topic, question=texts[0])
    PollOption.objects.bulk_create(PollOption(poll=poll, text=text[:100], order=n) for n, text in enumerate(texts[:60]))
    for text in texts:
        Topic.objects.create(board=board, title=text[:120], author=rodrigue, created_at=now, last_post_at=now)
    moderation.recount(board)
    LetterChoice.objects.get_or_create(user=hawkmoon, defaults={"text_by_mail": True})
    new = letters.NewLetter("players", texts[0], texts[0], [hawkmoon])
    conversation = letters.send(rodrigue, new, now)
    side = conversation.participants.get(user=rodrigue)
    Message.objects.bulk_create(
        Message(
            conversation=conversation,
            number=n,
            participant=side,
            author=rodrigue,
            text=t,
            html=render_markdown(t),
            created_at=now,
        )
        for n, t in enumerate(texts, start=2)
    )
    Conversation.objects.filter(pk=conversation.pk).update(last_number=len(texts) + 1)
    for text in texts[:40]:
        moderation.sanction(king, hawkmoon, "warning", text, now)
    mails = [open_mail(mail.content).html for mail in Mail.objects.filter(user=hawkmoon).order_by("-pk")[:60]]
    return {"count": len(texts), "topic": topic.pk, "board": board.slug, "letter": conversation.code, "mails": mails}


if __name__ == "__main__":
    main()
