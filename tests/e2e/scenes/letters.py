"""Letters that were written before the test opens its box."""

from datetime import timedelta

from django.utils import timezone

from apps.forums.services import letters
from apps.games.models import Game
from tests.e2e.scenes.people import person


def between_lords(game, by, to, subject, text) -> str:
    played = Game.objects.get(code=game)
    seats = {
        seat.user.username: seat for seat in played.seats.exclude(user=None).select_related("user", "game")
    }
    new = letters.NewLetter("lords", subject, text, [seats[name] for name in to], played, seats[by])
    return letters.send(person(by), new, timezone.now() - timedelta(minutes=5)).code


def between_players(by, to, subject, text) -> str:
    new = letters.NewLetter("players", subject, text, [person(name) for name in to])
    return letters.send(person(by), new, timezone.now() - timedelta(minutes=5)).code
