"""What one account may have of tables, trainings, one-screen games and sandboxes; what a refusal says and
leaves."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from apps.accounts.models import Role
from apps.games.models import Game, Seat
from apps.games.problems import Refusal
from apps.games.services.lobby import gathering, quotas, rematch, sandbox
from apps.site import limits
from tests.pages import words

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
TABLE = {
    "name": "Ma table",
    "lord_name": "Dame Alice",
    "seats": 2,
    "visibility": "public",
    "pace": "hours",
    "weekday": 4,
    "time": "23:00",
    "zone": "Europe/Paris",
    "every": 24,
    "clock": 20,
    "increment": 30,
    "spectators": "open",
    "option_rounds": 6,
    "option_purse": "light",
    "bots_allowed": "on",
}


def have(user, count, **fields):
    """Games of this account, as rows."""
    row = {
        "slug": "enchere",
        "rules_version": 1,
        "seats_wanted": 2,
        "name": "Une partie",
        "creator": user,
        **fields,
    }
    return Game.objects.bulk_create(Game(**row) for _n in range(count))


def long_ago(games, **ago):
    Game.objects.filter(pk__in=[game.pk for game in games]).update(
        created_at=timezone.now() - timedelta(**ago)
    )


@pytest.fixture
def alices(client, alice):
    client.force_login(alice)
    return client


def shown_errors(answer):
    return words(answer.content.decode())


def open_table(user):
    return gathering.open_table(
        user, gathering.new_game("enchere", "Ma table", {}, 2), "Dame Alice", lambda game: None
    )


def test_sixth_table_that_waits_is_refused_beside_the_form_and_nothing_typed_is_lost(alices, alice):
    long_ago(have(alice, limits.TABLES_GATHERING), days=3)
    answer = alices.post(reverse("games:create", args=["enchere"]), {**TABLE, "name": "La sixième"})
    told = (
        "Vous avez déjà 5 tables qui attendent des joueurs : ouvrez l’une de ces parties, ou "
        "levez-vous d’une table"
    )
    assert told in shown_errors(answer)
    page = answer.content.decode()
    assert f'<a href="{reverse("games:mine")}">« Mes parties »</a>' in page
    assert 'value="La sixième"' in page
    assert Game.objects.count() == limits.TABLES_GATHERING


def test_a_table_that_began_or_closed_makes_room(alice):
    first, second, *_rest = have(alice, limits.TABLES_GATHERING)
    with pytest.raises(quotas.TooMany):
        open_table(alice)
    Game.objects.filter(pk=first.pk).update(status="running")
    open_table(alice)
    with pytest.raises(quotas.TooMany):
        open_table(alice)
    Game.objects.filter(pk=second.pk).update(status="cancelled")
    open_table(alice)


def test_tables_of_a_day_are_counted_even_when_they_were_closed_again(alice):
    closed = have(alice, limits.TABLES_A_DAY, status="cancelled")
    with pytest.raises(quotas.TooMany, match="Vous avez déjà ouvert 15 tables en un jour"):
        open_table(alice)
    long_ago(closed[:1], days=1, minutes=1)
    open_table(alice)


def test_games_under_way_of_one_host_are_limited(alice):
    long_ago(have(alice, limits.TABLES_RUNNING, status="running"), days=9)
    with pytest.raises(quotas.TooMany, match="Vous menez déjà 30 parties en cours"):
        open_table(alice)


def test_referees_have_no_more_room_than_others(make_user):
    referee = make_user("Lothaire", role=Role.REFEREE)
    have(referee, limits.TABLES_GATHERING)
    with pytest.raises(quotas.TooMany):
        open_table(referee)


def test_tables_of_others_and_solo_games_take_no_room(alice, bob):
    have(bob, 20)
    have(alice, limits.SOLO_AT_ONCE, status="running", kind="training")
    open_table(alice)


def test_whoever_leads_without_sitting_closes_a_table_where_nobody_sits(alices, alice, charlie):
    (table,) = have(alice, 1, referee=alice)
    page = alices.get(reverse("games:gathering", args=[table.code])).content.decode()
    assert "Fermer la table" in page
    gathering.join_game(table, charlie, "Sire Charlie")
    assert "Fermer la table" not in alices.get(reverse("games:gathering", args=[table.code])).content.decode()
    with pytest.raises(Refusal, match="Vous n’êtes pas assis à cette table"):
        gathering.leave_game(table, alice)
    gathering.kick_player(table, alice, table.seats.get())
    alices.post(reverse("games:lobby-act", args=[table.code, "quitter"]))
    table.refresh_from_db()
    assert table.status == "cancelled"


@pytest.mark.parametrize(
    "body", [{}, {"seats": 2, "option_rounds": 6, "option_purse": "light"}], ids=["click", "form"]
)
def test_eleventh_training_is_refused_at_its_form(alices, alice, body):
    long_ago(have(alice, limits.SOLO_AT_ONCE, status="running", kind="training"), days=2)
    answer = alices.post(reverse("games:training", args=["enchere"]), body)
    assert answer.status_code == 422
    told = "Vous avez déjà 10 entraînements en cours : terminez-en un, ou rangez-en un dans « Mes parties »."
    assert told in shown_errors(answer)
    assert f'<a href="{reverse("games:mine")}">' in answer.content.decode()
    assert Game.objects.count() == limits.SOLO_AT_ONCE


def test_what_is_put_away_makes_room_for_another_training(alice):
    first, *_rest = have(alice, limits.SOLO_AT_ONCE, status="running", kind="training")
    with pytest.raises(quotas.TooMany):
        gathering.start_training(alice, "enchere", {}, 2)
    gathering.put_away(first, alice)
    assert gathering.start_training(alice, "enchere", {}, 2).status == "running"


def test_one_screen_has_a_room_of_its_own(alices, alice):
    have(alice, limits.SOLO_AT_ONCE, status="running", kind="training")
    gathering.start_hotseat(alice, "enchere", {}, ["Anna", "Basile"])
    have(alice, limits.SOLO_AT_ONCE - 1, status="running", kind="hotseat")
    body = {"seats": 2, "names": "Anna, Basile", "option_rounds": 6, "option_purse": "light"}
    answer = alices.post(reverse("games:hotseat", args=["enchere"]), body)
    assert "Vous avez déjà 10 parties à un seul écran en cours : terminez-en une" in shown_errors(answer)
    assert "Anna, Basile" in answer.content.decode()


def test_eleventh_sandbox_is_refused_on_the_page_it_was_asked_from(alices, alice, make_game):
    game = make_game()
    Game.objects.filter(pk=game.pk).update(status="finished")
    game.refresh_from_db()
    for _n in range(limits.SOLO_AT_ONCE):
        sandbox.fork(game, 0, alice)
    answer = alices.post(reverse("games:fork", args=[game.code, 0]), follow=True)
    assert answer.redirect_chain == [(reverse("games:step", args=[game.code, 0]), 302)]
    assert "Vous avez déjà 10 essais en cours : rangez-en un dans « Mes parties »." in shown_errors(answer)
    assert Game.objects.filter(kind="sandbox").count() == limits.SOLO_AT_ONCE


def test_solo_games_of_a_day_are_limited_however_often_they_are_put_away(alice):
    begun = have(alice, limits.SOLO_A_DAY - 1, status="cancelled", kind="training")
    gathering.start_hotseat(alice, "enchere", {}, ["Anna", "Basile"])
    with pytest.raises(quotas.TooMany, match="Vous avez déjà commencé 40 parties pour vous seul en un jour"):
        gathering.start_training(alice, "enchere", {}, 2)
    long_ago(begun[:1], days=1, minutes=1)
    gathering.start_training(alice, "enchere", {}, 2)


def test_a_rematch_counts_as_a_table_and_joining_one_does_not(make_game, alice, bob):
    over = make_game()
    Game.objects.filter(pk=over.pk).update(status="finished")
    over.refresh_from_db()
    have(alice, limits.TABLES_GATHERING)
    with pytest.raises(quotas.TooMany):
        rematch.rematch(over, alice)
    asked = rematch.rematch(over, bob)
    assert rematch.rematch(over, alice) == asked
    assert Seat.objects.filter(game=asked).count() == 1
