"""Whom a game does not write to: those who play alone or round one screen, and those who sit before a live
table."""

import asyncio
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from apps.courier.models import Mail
from apps.games.live import presence
from apps.games.live.hub import Follower, Hub
from apps.games.live.topics import game_topic
from apps.games.models import Game, Report, Step
from apps.games.records.verification import find_world_faults
from apps.games.referee import course
from apps.games.services.deadlines.reminders import remind_of_deadlines
from apps.games.services.lobby import gathering
from apps.games.services.steps import due
from apps.games.timing.pace import Pace
from tests.apps.games.conftest import pending, play_until
from tests.trust import herald

pytestmark = pytest.mark.django_db

LIVE = Pace(kind="live", clock=600, increment=30)


@pytest.fixture(autouse=True)
def nobody_is_there():
    cache.clear()


@pytest.fixture
def reporting():
    """The small game writes a report to every seat at every step."""
    herald.install()
    yield
    herald.remove()


def come(game, *people):
    presence.mark_connected([(person.pk, game_topic(game.code)) for person in people])


def resolve(game):
    step = pending(game)
    assert due.seal(step.pk, timezone.now(), early=True)
    assert due.resolve(step.pk)


def let_time_pass(game):
    step = pending(game)
    Step.objects.filter(pk=step.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    assert due.seal_due_steps(timezone.now()) == [step.pk]
    assert due.resolve(step.pk)


def readers(prefix=""):
    return sorted(Mail.objects.filter(key__startswith=prefix).values_list("user__username", flat=True))


# Alone, or round one screen
# -----------------------------------------------------------------------------------------
def test_training_keeps_its_reports_and_mails_none(alice):
    game = gathering.start_training(alice, "gloire", {"map": "scandinavie"}, 6)
    resolve(game)
    assert Report.objects.filter(seat__user=alice, step__n=1).count() == 1
    assert readers() == []
    assert list(find_world_faults()) == []


def test_one_screen_for_several_mails_nothing(alice):
    lords = ["Anna", "Basile", "Cyril", "Doris", "Éloi", "Flore"]
    game = gathering.start_hotseat(alice, "gloire", {"map": "scandinavie"}, lords)
    resolve(game)
    assert Report.objects.filter(seat__user=alice, step__n=1).count() == 6
    assert readers() == []
    assert list(find_world_faults()) == []


# Live
# ------------------------------------------------------------------------------------------------------------
def test_who_sits_before_a_live_table_is_mailed_nothing_when_he_misses(make_game, alice, bob):
    game = make_game(pace=LIVE)
    play_until(game, "sealed")
    come(game, alice)
    let_time_pass(game)
    let_time_pass(game)
    assert set(game.seats.values_list("state", flat=True)) & {"open"}
    assert readers() == readers("seat-opened:") != []
    assert set(readers()) == {"Bob"}


def test_live_table_reminds_nobody_by_mail_whoever_is_there(make_game, alice):
    game = make_game(pace=LIVE)
    come(game, alice)
    remind_of_deadlines(pending(game).due_at - timedelta(minutes=1))
    assert readers() == []


def test_report_of_a_live_table_is_mailed_to_the_one_who_is_away(make_game, alice, reporting):
    game = make_game(pace=LIVE)
    Mail.objects.all().delete()
    come(game, alice)
    resolve(game)
    assert readers("report:") == ["Bob"]
    assert Report.objects.filter(step__n=1).count() == 2
    assert list(find_world_faults()) == []


def test_at_another_table_one_is_not_before_this_one(make_game, alice, bob):
    game, other = make_game(pace=LIVE), make_game(pace=LIVE)
    play_until(game, "sealed")
    come(other, alice, bob)
    let_time_pass(game)
    let_time_pass(game)
    assert set(readers("seat-opened:")) == {"Alice", "Bob"}


def test_word_of_a_referee_reaches_whoever_sits_there_all_the_same(make_game, alice, bob, make_user):
    """The page of the table does not show it."""
    game = make_game(pace=LIVE)
    come(game, alice, bob)
    course.message_all(game, make_user("Roi", role="referee"), "Du calme.")
    assert readers("referee:") == ["Alice", "Bob"]


# By correspondence nothing changes
# ----------------------------------------------------------------------------------
def test_table_by_correspondence_writes_to_everybody_connected_or_not(make_game, alice, bob, reporting):
    game = make_game()
    come(game, alice, bob)
    resolve(game)
    assert readers(f"report:{game.steps.get(n=1).pk}:") == ["Alice", "Bob"]
    remind_of_deadlines(pending(game).due_at - timedelta(hours=1))
    assert readers("reminder:") == [
        seat.user.username for seat in game.seats.filter(number__in=pending(game).asked)
    ]
    assert list(find_world_faults()) == []
    Mail.objects.filter(key__startswith=f"report:{game.steps.get(n=1).pk}:", user=bob).delete()
    assert [fault.split()[2:] for fault in find_world_faults()] == [["has", "no", "mail"]]


def test_mails_that_older_trainings_sent_leave_the_world_sound(alice):
    game = gathering.start_training(alice, "gloire", {"map": "scandinavie"}, 6)
    report = Report.objects.get(seat__user=alice)
    Game.objects.filter(pk=game.pk).update(kind=Game.Kind.TABLE)  # as if it were posted
    from apps.games.mail.reports import post_reports

    post_reports(Step.objects.select_related("game").get(pk=report.step_id), [report])
    Game.objects.filter(pk=game.pk).update(kind=Game.Kind.TRAINING)
    assert readers("report:") == ["Alice"]
    assert list(find_world_faults()) == []


def test_games_by_correspondence_are_the_tables_that_are_not_live(make_game, alice):
    live, daily = make_game(pace=LIVE), make_game(pace=Pace(kind="daily"))
    old = make_game()
    Game.objects.filter(pk=old.pk).update(pace_data={})  # nothing said: weekly
    gathering.start_training(alice, "enchere", {}, 2)
    assert set(Game.objects.by_correspondence()) == {daily, old}
    assert (list(Game.objects.live()), live.is_live, daily.is_live) == ([live], True, False)


# Who is there
# -------------------------------------------------------------------------------------------------------
def test_sockets_go_on_telling_who_is_there_and_visitors_are_nobody(alice, bob):
    """They are put in their places: to `follow` would subscribe to Redis, which is not always let go in
    mid-sentence."""
    hub = Hub()
    for user in (alice.pk, None):
        follower = Follower()
        follower.user = user
        hub.followers["game:abc"].add(follower)
    asyncio.run(hub.tell_who_is_here())
    assert presence.connected_among("game:abc", {alice.pk, bob.pk}) == {alice.pk}
    assert presence.connected_among("game:other", {alice.pk, bob.pk}) == set()
