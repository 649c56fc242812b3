"""The lists of the lobby: an order that a player wants, pages on which no table is lost, a price that does
not grow."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from apps.games.models import Game, Seat
from apps.games.queries.lists import my_games
from apps.site.limits import TABLES_A_PAGE

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
KEYS = {"gathering": "attente", "running": "cours", "finished": "finies"}


def tables(host, count, status="gathering", first=0, **more):
    """Public tables, the later the newer: they were opened, started and ended an hour apart."""
    began = timezone.now() - timedelta(days=60)
    made = Game.objects.bulk_create(
        Game(
            name=f"Table {n}",
            slug="enchere",
            rules_version=1,
            seats_wanted=4,
            status=status,
            creator=host,
            started_at=None if status == "gathering" else began + timedelta(hours=n),
            ended_at=began + timedelta(hours=n) if status == "finished" else None,
            **more,
        )
        for n in range(first, first + count)
    )
    for n, game in enumerate(made, start=first):
        Game.objects.filter(pk=game.pk).update(created_at=began + timedelta(hours=n))
    return made


def sit(game, people):
    Seat.objects.bulk_create(Seat(game=game, number=n, name=f"Sire {n}", bot="x") for n in range(people))


def listed(client, name):
    """The names of one list, all its pages together."""
    found, page = [], 1
    while True:
        shown = client.get(reverse("games:lobby"), {KEYS[name]: page}).context[name]
        found += [game.name for game in shown]
        if not shown.has_next():
            return found
        page += 1


@pytest.mark.parametrize("name", KEYS)
def test_none_of_sixty_tables_is_invisible_and_the_newest_stand_first(client, alice, name):
    tables(alice, 60, name)
    assert listed(client, name) == [f"Table {n}" for n in reversed(range(60))]
    page = client.get(reverse("games:lobby")).content.decode()
    assert page.count(">Table ") == TABLES_A_PAGE
    assert f'href="?{KEYS[name]}=2#{KEYS[name]}"' in page


def test_what_starts_soonest_stands_first_and_what_is_full_last(client, alice):
    made = tables(alice, 60)
    for game, people in ((made[3], 3), (made[7], 1), (made[9], 2), (made[11], 4), (made[13], 3)):
        sit(game, people)
    found = listed(client, "gathering")
    assert found[:4] == ["Table 13", "Table 3", "Table 9", "Table 7"]
    assert (found[-1], len(found)) == ("Table 11", 60)


def test_tables_of_one_moment_keep_their_order(client, alice):
    tables(alice, 60, "running")
    Game.objects.update(started_at=timezone.now(), created_at=timezone.now())
    found = listed(client, "running")
    assert found == [f"Table {n}" for n in reversed(range(60))]


def test_pages_of_one_list_leave_the_others_where_they_are(client, alice):
    tables(alice, 25, "gathering")
    tables(alice, 25, "running")
    answer = client.get(reverse("games:lobby"), {"attente": 2, "jeu": "enchere"})
    assert (answer.context["gathering"].number, answer.context["running"].number) == (2, 1)
    assert 'href="?attente=2&amp;jeu=enchere&amp;cours=2#cours"' in answer.content.decode()


def test_the_lobby_costs_the_same_at_one_and_at_sixty_tables(client, alice, bob):
    client.get(reverse("games:lobby"))
    costs = []
    for first, count in ((0, 1), (1, 59)):
        for status in KEYS:
            for game in tables(alice if first else bob, count, status, first):
                sit(game, 2)
        with CaptureQueriesContext(connection) as found:
            client.get(reverse("games:lobby"))
        costs.append(len(found.captured_queries))
    assert costs[0] == costs[1]


def test_seats_that_look_for_somebody_all_find_a_page(client, alice):
    for game in tables(alice, 70, "running"):
        Seat.objects.create(game=game, number=0, name="Sire Absent", state=Seat.State.OPEN)
    first, second = (
        client.get(reverse("games:substitutes"), {"page": page}).context["seats"] for page in (1, 2)
    )
    assert [seat.game.name for seat in (*first, *second)] == [f"Table {n}" for n in reversed(range(70))]
    assert reverse("games:substitutes") in client.get(reverse("games:lobby")).content.decode()


def test_what_is_over_never_hides_what_is_played(alice):
    (old,) = tables(alice, 1, "running")
    over = tables(alice, 210, "finished", first=1)
    Seat.objects.bulk_create(
        Seat(game=game, number=0, name="Dame Alice", user=alice) for game in (old, *over)
    )
    assert [row["game"] for row in my_games(alice)["running"]] == [old]
