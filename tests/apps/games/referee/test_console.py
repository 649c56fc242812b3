"""The overview: what is due, late, held back, suspended or silent, at the same cost for one game and for
three."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from apps.games.models import Game, RefereeAct, Seat, Step
from apps.games.referee import course
from apps.games.services.deadlines import outage, timetable
from apps.games.services.lobby import gathering
from apps.orders.services import submit
from tests.apps.games.conftest import pending, play_until
from tests.apps.games.referee.conftest import act
from tests.pages import source

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def look(client, view=""):
    return client.get(reverse("referee:console"), {"voir": view} if view else {})


def counts(page):
    return {tile.name: tile.count for tile in page.context["tiles"]}


def names(page):
    return [row.game.name for row in page.context["rows"]]


@pytest.fixture
def named(make_game):
    def make(name, **more):
        game = make_game(**more)
        Game.objects.filter(pk=game.pk).update(name=name)
        return Game.objects.get(pk=game.pk)

    return make


@pytest.fixture
def world(named, king, alice):
    """One game in every state."""
    now = timezone.now()
    held, late, calm, soon = named("Retenue"), named("Tardive"), named("Calme"), named("Bientôt")
    Step.objects.filter(game=held).pending().update(status="quarantined", fault="ZeroDivisionError")
    Step.objects.filter(game=late).pending().update(due_at=now - timedelta(minutes=5))
    Step.objects.filter(game=soon).pending().update(due_at=now + timedelta(minutes=5))
    Seat.objects.filter(game=calm, number=1).update(misses=2)
    course.pause(named("Suspendue", referee=king), king, "vacances")
    named("Ouverte", start=False)
    course.cancel(named("Annulée"), king, "finie")
    gathering.start_training(alice, "enchere", {}, 2)


def test_every_state_is_counted_shown_and_put_in_the_order_of_need(console, world):
    page = look(console)
    assert counts(page) == {
        "": 6,
        "quarantaine": 1,
        "retard": 1,
        "suspendues": 1,
        "silence": 1,
        "attente": 1,
        "miennes": 1,
    }
    assert names(page)[:3] == ["Retenue", "Tardive", "Bientôt"]
    assert set(names(page)) == {"Retenue", "Tardive", "Bientôt", "Calme", "Suspendue", "Ouverte"}
    states = {row.game.name: row.state for row in page.context["rows"]}
    assert (states["Retenue"], states["Tardive"]) == ("quarantined", "late")
    silent = next(row.silent for row in page.context["rows"] if row.game.name == "Calme")
    assert [(seat.name, seat.misses) for seat in silent] == [("Sire Bob", 2)]
    html = source(page)
    assert "Sire Bob · 2" in html
    assert 'data-countdown=""' in html


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        ("quarantaine", ["Retenue"]),
        ("retard", ["Tardive"]),
        ("suspendues", ["Suspendue"]),
        ("silence", ["Calme"]),
        ("attente", ["Ouverte"]),
        ("miennes", ["Suspendue"]),
    ],
)
def test_each_tile_shows_its_games(console, world, view, expected):
    assert names(look(console, view)) == expected


def test_a_view_that_does_not_exist_shows_all(console, world):
    assert len(names(look(console, "<script>"))) == 6


def test_a_training_game_held_back_is_seen_too(console, alice):
    training = gathering.start_training(alice, "enchere", {}, 2)
    assert names(look(console)) == []
    Step.objects.filter(game=training).pending().update(status="quarantined")
    assert names(look(console)) == [training.name]


def test_sealed_orders_are_counted_and_not_shown(console, game):
    step = play_until(game, "sealed")
    seat = game.seats.get(number=step.asked[0])
    submit(seat, step.n, {"do": "offer", "coins": 1}, seat.user, "sealed-key")
    row = look(console).context["rows"][0]
    assert (row.sealed, row.humans, row.awaited) == (1, 2, [])
    assert "1 scellé sur 2" in look(console).content.decode()


def test_at_a_table_the_console_says_whose_turn_it_is(console, game):
    assert [seat.name for seat in look(console).context["rows"][0].awaited] == ["Sire Alice"]


def test_the_overview_has_pages(console, make_game):
    for _ in range(41):
        make_game(start=False)
    assert len(look(console).context["rows"]) == 40
    assert len(console.get(reverse("referee:console"), {"page": 2}).context["rows"]) == 1


def cost(client, address):
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    return len(queries)


def test_the_overview_costs_the_same_queries_for_one_and_for_three(console, make_game):
    make_game()
    one = cost(console, reverse("referee:console"))
    make_game(), make_game()
    Seat.objects.update(misses=1)
    assert cost(console, reverse("referee:console")) == one


def test_a_creator_s_overview_costs_the_same_queries_for_one_and_for_three(client, make_game, alice):
    client.force_login(alice)
    make_game(private=True)
    one = cost(client, reverse("referee:console"))
    make_game(private=True), make_game(private=True)
    assert cost(client, reverse("referee:console")) == one


def test_one_game_costs_the_same_queries_whatever_its_seats_and_its_log(
    console, make_game, king, alice, bob, charlie
):
    small, large = make_game(players=[alice, bob]), make_game(players=[alice, bob, charlie], seats=3)
    act(console, small, "message")
    one = cost(console, reverse("referee:game", args=[small.code]))
    for _ in range(3):
        act(console, large, "message")
    assert cost(console, reverse("referee:game", args=[large.code])) == one


# The log
# ------------------------------------------------------------------------------------------------------------
def public_log(client, game):
    client.logout()
    html = source(client.get(reverse("games:about", args=[game.code])))
    return html[html.index('id="acts-title"') :]


def test_the_public_log_says_who_did_what_to_whom_and_why(console, client, game):
    act(console, game, "remplacer", number="0", username="Bob")  # refused
    act(console, game, "ecarter", number="0", reason="insultes")
    act(console, game, "message", reason="Restons courtois.")
    log = public_log(client, game)
    assert "<strong>LeGrandRoi</strong> a écarté Alice du siège « Sire Alice »" in log
    assert "insultes" in log
    assert "Restons courtois." in log
    assert "a confié" not in log


def test_what_the_site_did_by_itself_is_not_said_of_the_table(client, game):
    for seat in game.seats.select_related("game"):
        timetable.vote(seat, "pause")
    Game.objects.filter(pk=game.pk).update(paused_at=timezone.now() - timedelta(days=29))
    assert timetable.end_long_pauses(timezone.now()) == 1
    outage._move(Step.objects.lock(pending(game)), timedelta(hours=2))
    acts = RefereeAct.objects.order_by("pk")
    assert [one.who for one in acts] == ["La table", "Le site", "Le site"]
    assert acts[1].sentence.startswith("a repris la partie ; nouvelle échéance : ")
    assert acts[2].sentence.startswith("a rendu le temps perdu dans une panne ; nouvelle échéance : ")


def test_entries_of_before_details_were_kept_are_still_read(game, king):
    old = RefereeAct.objects.create(game=game, actor=king, kind="replace", details={"seat": 1})
    assert old.sentence == "a remplacé un joueur"
