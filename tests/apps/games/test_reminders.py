"""Reminders before a deadline: scaled to the pace, one mail for all my tables, once for each deadline."""

import zoneinfo
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from apps.courier.messages import open_mail
from apps.courier.models import Mail
from apps.games.mails import post_your_turn
from apps.games.models import Step
from apps.games.pace import Pace
from apps.games.services import moves
from apps.games.services.reminders import notice, remind_of_deadlines
from tests.apps.games.conftest import pending, play_until

pytestmark = pytest.mark.django_db


def reminders():
    return Mail.objects.filter(key__startswith="reminder:")


def test_a_week_is_warned_a_day_before_and_an_hour_half_an_hour():
    assert notice(timedelta(days=7)) == timedelta(days=1)
    assert notice(timedelta(hours=1)) == timedelta(minutes=30)


def test_one_mail_tells_of_all_tables_and_tells_it_once(make_game, alice, bob):
    games = [make_game(), make_game()]
    for game in games:
        play_until(game, "sealed")
    end = min(pending(game).due_at for game in games)
    remind_of_deadlines(end - timedelta(hours=12))
    assert reminders().count() == 0
    remind_of_deadlines(end - timedelta(hours=1))
    remind_of_deadlines(end - timedelta(minutes=59))
    assert sorted(reminders().values_list("user__username", flat=True)) == ["Alice", "Bob"]


def test_whoever_has_sealed_is_left_in_peace(game, alice, bob):
    step = play_until(game, "sealed")
    moves.submit(game.seats.get(user=alice), step.n, {"do": "offer", "coins": 0}, alice, "sealed once")
    remind_of_deadlines(step.due_at - timedelta(hours=1))
    assert list(reminders().values_list("user__username", flat=True)) == ["Bob"]


def test_a_fast_table_is_warned_later_than_a_slow_one(make_game):
    slow = make_game(pace=Pace(kind="hours", every=240))
    step = pending(slow)
    remind_of_deadlines(step.due_at - timedelta(hours=30))
    assert reminders().count() == 1


def test_the_hour_in_a_mail_is_the_readers_whoever_caused_it(game, bob):
    """The move that calls Bob is made in the request of somebody who lives elsewhere."""
    bob.time_zone = "America/Montreal"
    bob.save()
    Step.objects.filter(pk=pending(game).pk).update(due_at=datetime(2026, 11, 20, 22, 0, tzinfo=UTC))
    with timezone.override(zoneinfo.ZoneInfo("Pacific/Noumea")):
        post_your_turn(pending(game), game.seats.select_related("user", "game").get(user=bob))
    text = open_mail(Mail.objects.get(user=bob).content).text
    assert "La table vous attend jusqu’au vendredi 20 novembre à 17 h 00 (heure de Montréal)." in text
