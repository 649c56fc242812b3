"""Tables that wait for players: closed after thirty days without anybody coming or going, and who sat there
is told."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from apps.courier.models import Mail
from apps.forums.models import Notice
from apps.games import tasks
from apps.games.models import Game, Seat
from apps.games.services.lobby import abandoned, gathering
from config.celery import app

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
MONTH = timedelta(days=30)


@pytest.fixture
def table(make_game, alice, bob):
    """Alice's table, where Bob sits too and a third chair is free."""
    return make_game(players=[alice, bob], seats=3, start=False)


def age(game, days):
    """Everything about the table happened that many days earlier."""
    earlier = timedelta(days=days)
    game.refresh_from_db()
    stirred = game.stirred_at and game.stirred_at - earlier
    Game.objects.filter(pk=game.pk).update(created_at=game.created_at - earlier, stirred_at=stirred)
    for seat in game.seats.all():
        Seat.objects.filter(pk=seat.pk).update(joined_at=seat.joined_at - earlier)


def status(game):
    return Game.objects.values_list("status", flat=True).get(pk=game.pk)


def test_table_that_stood_still_for_thirty_days_is_closed_by_the_nightly_job(table):
    age(table, 29)
    tasks.close_abandoned_tables()
    assert status(table) == "gathering"
    age(table, 1)
    tasks.close_abandoned_tables()
    assert status(table) == "cancelled"
    assert "apps.games.tasks.close_abandoned_tables" in [
        row["task"] for row in app.conf.beat_schedule.values()
    ]


def test_those_who_sat_there_are_told_once_on_the_site_and_by_mail(table, alice, bob, client):
    gathering.add_bot(table)
    age(table, 30)
    for _night in range(2):
        tasks.close_abandoned_tables()
    told = Notice.objects.filter(kind="table").order_by("user").values_list("user__username", flat=True)
    assert list(told) == ["Alice", "Bob"]
    mailed = Mail.objects.filter(key__startswith="table-closed:").order_by("user")
    assert list(mailed.values_list("user__username", flat=True)) == ["Alice", "Bob"]
    client.force_login(bob)
    notice = Notice.objects.get(user=bob)
    shown = client.post(reverse("forums:open_notice", args=[notice.pk]), follow=True)
    assert "Cette partie a été annulée avant de commencer." in shown.content.decode()


def test_host_who_leads_a_private_table_without_sitting_is_told_and_its_page_is_his(
    make_game, alice, bob, client
):
    table = make_game(players=[bob], seats=2, start=False, private=True)
    Game.objects.filter(pk=table.pk).update(creator=alice)
    age(table, 31)
    tasks.close_abandoned_tables()
    assert sorted(Notice.objects.values_list("user__username", flat=True)) == ["Alice", "Bob"]
    client.force_login(alice)
    shown = client.get(table.get_absolute_url()).content.decode()
    assert "Cette partie a été annulée avant de commencer." in shown


@pytest.mark.parametrize("stir", ["comes", "leaves", "is put out"])
def test_whoever_comes_or_goes_gives_the_table_another_month(table, alice, bob, charlie, stir):
    age(table, 29)
    if stir == "comes":
        gathering.join_game(table, charlie, "Sire Charlie")
    elif stir == "leaves":
        gathering.leave_game(table, bob)
    else:
        gathering.kick_player(table, alice, table.seats.get(user=bob))
    assert abandoned.close_abandoned_tables(timezone.now() + timedelta(days=2)) == 0
    assert abandoned.close_abandoned_tables(timezone.now() + MONTH) == 1


def test_table_older_than_the_count_of_its_stirs_goes_by_who_sat_down_last(table):
    Game.objects.filter(pk=table.pk).update(stirred_at=None, created_at=timezone.now() - 2 * MONTH)
    assert abandoned.close_abandoned_tables(timezone.now()) == 0
    assert abandoned.close_abandoned_tables(timezone.now() + MONTH) == 1


def test_games_that_are_played_are_left_alone(game, table):
    assert abandoned.close_abandoned_tables(timezone.now() + 2 * MONTH) == 1
    assert (status(game), status(table)) == ("running", "cancelled")


def test_invitation_to_a_closed_table_says_that_it_closed(table, charlie, client):
    abandoned.close_abandoned_tables(timezone.now() + MONTH)
    client.force_login(charlie)
    shown = client.get(reverse("games:invitation", args=[table.code, table.invitation])).content.decode()
    assert "La table s’est refermée" in shown
    assert "La partie a commencé" not in shown
