"""Reminders before a deadline, scaled to the pace: one mail lists all the games that wait for a person."""

from collections import defaultdict
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q

from apps.games.mails import post_reminder, post_your_turn
from apps.games.models import Game, Seat, Step
from apps.orders.models import Draft, Submission

SCALE = 7  # a reminder leaves a seventh of the turn before its end: a day for a week, three hours and a half for a day
SHORTEST = timedelta(minutes=30)


def remind_of_deadlines(now: datetime) -> None:
    """Whoever is asked, has sealed nothing and is near the end, once for each deadline."""
    waiting: dict[Any, list[tuple[Step, Seat, bool]]] = defaultdict(list)
    for step in _near_their_end(now):
        drafted = set(Draft.objects.filter(step=step).values_list("seat_id", flat=True))
        for seat in _silent_seats(step):
            waiting[seat.user].append((step, seat, seat.pk in drafted))
    with transaction.atomic():
        for user, tables in waiting.items():
            post_reminder(user, tables)


def notice(length: timedelta) -> timedelta:
    return max(length / SCALE, SHORTEST)


def _near_their_end(now: datetime) -> list[Step]:
    steps = Step.objects.open().filter(
        due_at__gt=now, due_at__lte=now + timedelta(days=2), game__status=Game.Status.RUNNING
    )
    return [
        step
        for step in steps.select_related("game").light()
        if step.due_at - now <= notice(step.game.pace.length or SHORTEST)
    ]


def _silent_seats(step: Step) -> list[Seat]:
    answered = Submission.objects.filter(step=step).values("seat")
    asked = Q(number__in=step.asked, state=Seat.State.HELD, user__isnull=False, bot="")
    return list(
        Seat.objects.filter(asked, game_id=step.game_id).exclude(pk__in=answered).select_related("user", "game")
    )


def tell_whose_turn(step: Step, previous: Step) -> None:
    """On the edge from waiting to my turn, at tables by correspondence only; BILANs already speak for sealed games."""
    game = step.game
    if game.is_solo or game.pace.kind not in ("hours", "daily", "weekly") or step.mode == "sealed":
        return
    fresh = set(step.asked) - set(previous.asked)
    for seat in Seat.objects.filter(
        game=game, number__in=fresh, state=Seat.State.HELD, bot="", user__isnull=False
    ).select_related("user"):
        post_your_turn(step, seat)
