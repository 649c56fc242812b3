"""Reminders before a deadline: scaled to the pace, one mail for all my tables, once for each deadline."""

import zoneinfo
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from apps.courier.messages import open_mail
from apps.courier.models import Mail
from apps.games.mail.notices import post_your_turn
from apps.games.models import Step
from apps.games.services.deadlines.reminders import notice, remind_of_deadlines
from apps.games.services.seats.absence import name_steward
from apps.games.timing.pace import Pace
from apps.orders.services import submit
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
    submit(game.seats.get(user=alice), step.n, {"do": "offer", "coins": 0}, alice, "sealed once")
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
    text = open_mail(Mail.objects.get(user=bob, key__startswith="turn:").content).text
    assert "La table vous attend jusqu’au vendredi 20 novembre à 17 h 00 (heure de Montréal)." in text


def test_many_tables_make_one_letter_whose_cause_fits_its_column(make_game, alice):
    """A longer key fails on PostgreSQL, and with it every reminder and every waiting list."""
    games = [make_game() for _ in range(12)]
    end = min(pending(game).due_at for game in games)
    remind_of_deadlines(end - timedelta(hours=1))
    (letter,) = reminders()
    assert letter.user == alice
    assert len(letter.key) <= Mail._meta.get_field("key").max_length


def test_a_postponed_deadline_is_reminded_of_again(game, alice):
    step = pending(game)
    remind_of_deadlines(step.due_at - timedelta(hours=1))
    later = step.due_at + timedelta(days=1)
    Step.objects.filter(pk=step.pk).update(due_at=later)
    remind_of_deadlines(later - timedelta(hours=1))
    assert reminders().count() == 2


def test_steward_is_reminded_like_the_player(game, alice, charlie):
    name_steward(game.seats.select_related("game", "user").get(number=0), charlie, 1)
    step = pending(game)
    for minutes in (60, 59):
        remind_of_deadlines(step.due_at - timedelta(minutes=minutes))
    texts = {mail.user.username: open_mail(mail.content).text for mail in reminders().select_related("user")}
    assert sorted(texts) == ["Alice", "Charlie"]
    assert ("dont vous êtes l’intendant" in texts["Charlie"], "intendant" in texts["Alice"]) == (True, False)


def test_a_game_that_begins_is_told_to_those_who_must_wait(game):
    assert sorted(Mail.objects.values_list("key", "user__username")) == [
        (f"started:{game.pk}:{game.seats.get(number=1).pk}", "Bob"),
        (f"turn:{pending(game).pk}:{game.seats.get(number=0).pk}", "Alice"),
    ]


def test_each_secret_turn_without_a_report_calls_everybody_again(game, alice, bob):
    step = play_until(game, "sealed")
    called = Mail.objects.filter(key__startswith=f"turn:{step.pk}:")
    assert sorted(called.values_list("user__username", flat=True)) == ["Alice", "Bob"]
