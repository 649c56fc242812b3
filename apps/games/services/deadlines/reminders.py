"""Reminders before a deadline, scaled to the pace: one mail lists all the games that wait for a person."""

from collections import defaultdict
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q

from apps.games.mail.notices import post_game_started, post_reminder, post_your_turn
from apps.games.models import Draft, Game, Reminder, Seat, Step, Steward, Submission

# a reminder leaves a seventh of the turn before its end: a day for a week, three hours and a half for a day
SCALE = 7
SHORTEST = timedelta(minutes=30)


def remind_of_deadlines(now: datetime) -> None:
    """Whoever is asked, has sealed nothing and is near the end, and his steward, once for each deadline."""
    waiting: dict[Any, list[tuple[Step, Seat, bool]]] = defaultdict(list)
    told: list[Reminder] = []
    for step in _near_their_end(now):
        own = Draft.objects.filter(step=step, holder=F("seat__user"))
        drafted = set(own.values_list("seat_id", flat=True))
        serving = Steward.objects.serving(step.n).filter(seat__game_id=step.game_id).select_related("user")
        stewards = {steward.seat_id: steward.user for steward in serving}
        for seat in _silent_seats(step):
            for reader in {seat.user, stewards.get(seat.pk)} - {None}:
                waiting[reader].append((step, seat, seat.pk in drafted))
            assert step.due_at is not None
            told.append(Reminder(step=step, seat=seat, due_at=step.due_at))
    with transaction.atomic():
        for user, tables in waiting.items():
            post_reminder(user, tables)
        Reminder.objects.bulk_create(told, ignore_conflicts=True)


def notice(length: timedelta) -> timedelta:
    return max(length / SCALE, SHORTEST)


def _near_their_end(now: datetime) -> list[Step]:
    """At tables by correspondence: a mail is no way to reach somebody whom a live clock presses."""
    games = Game.objects.by_correspondence().filter(status=Game.Status.RUNNING)
    steps = Step.objects.open().filter(due_at__gt=now, due_at__lte=now + timedelta(days=2), game__in=games)
    return [
        step
        for step in steps.select_related("game").light()
        if step.due_at is not None and step.due_at - now <= notice(step.game.pace.length or SHORTEST)
    ]


def _silent_seats(step: Step) -> list[Seat]:
    """Held by somebody who is asked, has answered nothing and was not reminded of this very deadline."""
    asked = Q(number__in=step.asked, state=Seat.State.HELD, user__isnull=False, bot="")
    answered = Submission.objects.filter(step=step).values("seat")
    assert step.due_at is not None
    reminded = Reminder.objects.filter(step=step, due_at=step.due_at).values("seat")
    silent = (
        Seat.objects.filter(asked, game_id=step.game_id).exclude(pk__in=answered).exclude(pk__in=reminded)
    )
    return list(silent.select_related("user", "game"))


def tell_whose_turn(step: Step, previous: Step) -> None:
    """On the edge from waiting to my turn, at tables by correspondence only. Where all decide in secret each
    turn is new.

    When a game begins, those who must wait hear of it too: they may have sat down weeks ago.
    """
    game = step.game
    if game.is_solo or game.pace.kind not in ("hours", "daily", "weekly"):
        return
    fresh = set(step.asked) if step.mode == "sealed" else set(step.asked) - set(previous.asked)
    people = Seat.objects.filter(game=game, state=Seat.State.HELD, bot="", user__isnull=False).select_related(
        "user"
    )
    for seat in people.filter(number__in=fresh):
        post_your_turn(step, seat)
    if previous.n == 0:
        post_game_started(step, list(people.exclude(number__in=fresh)))
