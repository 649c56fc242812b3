"""How a page tells the older of two answers: the step, and how far the seat's decision has come at it."""

import re

import pytest
from django.urls import reverse

from apps.games.models import Draft
from apps.games.table.sight import look
from apps.orders.services import submit
from tests.apps.games.conftest import play_until
from tests.deciding import save_draft

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(game):
    """A step at which everybody seals, and Alice's seat."""
    return play_until(game, "sealed"), game.seats.select_related("user", "game").get(number=0)


def offer(coins):
    return {"do": "offer", "coins": coins}


def version(seat, user=None):
    """As numbers: how often it sealed, and its draft."""
    sealed, draft = look(seat.game, user or seat.user, seat=seat.number).version.split(".")
    return int(sealed), int(draft)


def test_each_saving_of_a_draft_is_a_later_version_and_one_row(asked):
    step, seat = asked
    versions = [version(seat)]
    for coins in (1, 2, 1):
        save_draft(seat, step.n, offer(coins), "", seat.user)
        versions.append(version(seat))
    assert versions[0] == (0, 0)
    assert versions == sorted(set(versions))
    assert Draft.objects.get().action == offer(1)


def test_each_seal_is_a_later_version_whoever_holds_the_seat(asked, charlie):
    step, seat = asked
    for coins in (1, 2):
        submit(seat, step.n, offer(coins), seat.user, f"version of {coins}")
        assert version(seat) == (coins, 0)
    seat.user = charlie
    seat.save()
    assert version(seat, charlie) == (2, 0)  # nothing of it is shown to him, and his page goes on from there


def test_the_table_says_where_it_stands(asked, client):
    step, seat = asked
    save_draft(seat, step.n, offer(1), "", seat.user)
    client.force_login(seat.user)
    page = client.get(reverse("games:board", args=[seat.game.code])).content.decode()
    said = re.search(r'data-step="(\d+)" data-version="(\d+)\.(\d+)" data-seat="(\d+)"', page).groups()
    assert [int(one) for one in said] == [step.n - 1, 0, Draft.objects.get().pk, 0]


def test_who_only_watches_has_no_decision_of_his_own(asked, charlie):
    _step, seat = asked
    assert look(seat.game, charlie).version == "0.0"
