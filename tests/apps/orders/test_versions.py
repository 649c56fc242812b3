"""What a seat has sealed is its own to read: every version, with the receipt that anyone can compute
again."""

import hashlib

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from apps.games.models import Game
from apps.games.queries.decisions import in_words, versions_of
from apps.orders.services import submit
from apps.site.limits import VERSIONS_A_PAGE
from tests.apps.games.conftest import play_until

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def sealed(game):
    """Alice has sealed twice for the pending step, Bob once."""
    step = play_until(game, "sealed")
    for number, coins in ((0, 1), (0, 2), (1, 3)):
        seat = game.seats.select_related("user", "game").get(number=number)
        submit(seat, step.n, {"do": "offer", "coins": coins}, seat.user, f"version of {coins}")
    return step


def address(played):
    return reverse("orders:versions", args=[played.code])


def test_every_version_is_read_back_and_its_receipt_computed_again(game, sealed):
    seat = game.seats.select_related("game").get(number=0)
    (row,) = in_words(versions_of(seat), seat)
    versions = row.versions
    assert [one.revision for one, _text in versions] == [2, 1]
    for one, _text in versions:
        again = hashlib.sha256(f"{one.salt}\n{one.as_sealed}".encode()).hexdigest()
        assert again == one.receipt


def test_a_player_reads_his_own_and_nobody_elses_before_the_end(game, sealed, alice, bob, charlie, client):
    receipts = {one.seat.number: one.receipt for one in sealed.submissions.select_related("seat")}
    client.force_login(bob)
    for asked in ("", "?siege=0"):
        page = client.get(address(game) + asked).content.decode()
        assert (receipts[1] in page, receipts[0] in page) == (True, False)
    client.force_login(charlie)
    assert client.get(address(game)).status_code == 404


def test_after_the_end_every_seat_can_be_read(game, sealed, bob, client):
    Game.objects.filter(pk=game.pk).update(status="finished")
    client.force_login(bob)
    page = client.get(address(game) + "?siege=0")
    assert [one.seat.number for row in page.context["rows"] for one, _text in row.versions] == [0, 0]


def test_the_history_leads_there_only_when_something_was_sealed(make_game, alice, client):
    client.force_login(alice)
    fresh = make_game()
    assert address(fresh) not in client.get(reverse("games:history", args=[fresh.code])).content.decode()
    assert client.get(address(fresh)).status_code == 200
    step = play_until(fresh, "sealed")
    submit(fresh.seats.get(number=0), step.n, {"do": "offer", "coins": 0}, alice, "something sealed")
    assert address(fresh) in client.get(reverse("games:history", args=[fresh.code])).content.decode()


def seal_often(game, step, times):
    """Alice's seat seals that many versions for the step, in rows as the service writes them."""
    seat = game.seats.select_related("user", "game").get(number=0)
    for n in range(times):
        submit(seat, step.n, {"do": "offer", "coins": n % 3}, seat.user, f"version number {n}")


def test_versions_of_one_turn_come_a_page_at_a_time(game, alice, client):
    step = play_until(game, "sealed")
    seal_often(game, step, VERSIONS_A_PAGE + 5)
    client.force_login(alice)
    first, second = (client.get(address(game), {"page": page}) for page in (1, 2))
    shown = [
        [one.revision for row in page.context["rows"] for one, _text in row.versions]
        for page in (first, second)
    ]
    assert shown == [list(range(25, 5, -1)), [5, 4, 3, 2, 1]]
    marks = [
        page.content.decode().count('<span class="badge badge-green">compte</span>')
        for page in (first, second)
    ]
    assert marks == [1, 0]


def test_versions_cost_the_same_at_one_and_at_many(game, alice, client):
    step = play_until(game, "sealed")
    client.force_login(alice)
    client.get(address(game))  # what only the first page of a session costs
    costs = []
    for times in (1, 9):
        seal_often(game, step, times)
        with CaptureQueriesContext(connection) as found:
            assert client.get(address(game)).status_code == 200
        costs.append(len(found.captured_queries))
    assert costs[0] == costs[1]
