"""Absence, stewards, substitutes, votes, pauses, the calendar."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from apps.games.calendar import calendar_of
from apps.games.models import Game, RefereeAct, Seat
from apps.games.pace import Pace
from apps.games.problems import Refusal
from apps.games.services import absence, moves, timetable
from tests.apps.games.conftest import first_choice, pending

pytestmark = pytest.mark.django_db


def test_steward_may_play_for_the_seat_and_the_table_sees_it(game, charlie, client):
    seat = game.seats.get(number=0)
    absence.name_steward(seat, charlie, 2)
    client.force_login(charlie)
    body = {"step": 1, "seat": 0, "key": "steward-key", "action": '{"do": "keep"}'}
    assert client.post(reverse("orders:submit", args=[game.code]), body).status_code == 302
    assert pending(game).n == 2
    assert "Charlie" in client.get(reverse("games:about", args=[game.code])).content.decode()


def test_steward_is_never_a_player_of_the_same_game(game, bob):
    with pytest.raises(Refusal):
        absence.name_steward(game.seats.get(number=0), bob, 1)


def test_steward_serves_only_his_steps(game, charlie):
    seat = game.seats.get(number=0)
    absence.name_steward(seat, charlie, 1)
    moves.submit(seat, 1, first_choice(game, seat), charlie, "the one step")
    from apps.games.permissions import seats_answered_by

    assert seats_answered_by(charlie, game) == []


def test_substitute_takes_an_open_seat_with_a_clean_page(game, charlie):
    seat = game.seats.get(number=0)
    absence.ask_for_substitute(seat)
    taken = absence.take_seat(Seat.objects.get(pk=seat.pk), charlie)
    assert (taken.user, taken.state, taken.misses) == (charlie, "held", 0)
    assert list(taken.holders.values_list("user__username", "reason")) == [
        ("Alice", "resigned"),
        ("Charlie", "substitute"),
    ]


def test_a_player_cannot_take_a_second_seat(game, bob):
    seat = game.seats.get(number=0)
    absence.ask_for_substitute(seat)
    with pytest.raises(Refusal):
        absence.take_seat(Seat.objects.get(pk=seat.pk), bob)


def test_vote_needs_more_than_half(game):
    first, second = game.seats.order_by("number")
    assert timetable.vote(first, "extension") is False
    due = pending(game).due_at
    assert timetable.vote(second, "extension") is True
    assert pending(game).due_at > due


def test_extensions_by_vote_are_capped(game):
    Game.objects.filter(pk=game.pk).update(extensions_used=3)
    game.refresh_from_db()
    with pytest.raises(Refusal):
        timetable.vote(game.seats.get(number=0), "extension")


def test_extension_of_a_weekly_game_stays_on_the_grid(make_game):
    game = make_game(pace=Pace())
    for seat in game.seats.all():
        timetable.vote(seat, "extension")
    step = pending(game)
    assert step.due_at - step.scheduled_at in (
        timedelta(days=7),
        timedelta(days=7, hours=1),
        timedelta(days=6, hours=23),
    )


def test_pause_stops_the_clock_and_resuming_gives_time_back(game, alice):
    for seat in game.seats.all():
        timetable.vote(seat, "pause")
    game.refresh_from_db()
    assert game.status == "paused"
    Game.objects.filter(pk=game.pk).update(paused_at=timezone.now() - timedelta(days=3))
    due = pending(game).due_at
    game.refresh_from_db()
    for seat in game.seats.select_related("game"):
        timetable.vote(seat, "resume")
    assert pending(game).due_at > due
    assert list(RefereeAct.objects.order_by("pk").values_list("kind", flat=True)) == ["pause", "resume"]


def test_absence_must_end_after_it_starts(alice):
    now = timezone.now()
    with pytest.raises(Refusal):
        absence.declare_absence(alice, now + timedelta(days=2), now + timedelta(days=1))
    assert absence.declare_absence(alice, now, now + timedelta(days=5), "en mer").note == "en mer"


def test_calendar_lists_my_deadlines_and_hides_behind_its_token(game, alice, client):
    text = calendar_of(alice)
    assert text.count("BEGIN:VEVENT") == 1
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    assert client.get(reverse("games:calendar", args=[alice.feed_token])).status_code == 200
    assert client.get(reverse("games:calendar", args=["x" * 32])).status_code == 404
