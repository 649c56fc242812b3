"""A lord abdicates in favour of a player who waited: the house goes on under its new name and in new
hands."""

import pytest
from django.urls import reverse

from apps.games.models import Game, Seat, Succession
from apps.games.problems import Refusal
from apps.games.records import verification
from apps.games.services.lobby import gathering, starting
from apps.games.services.seats import succession
from apps.games.services.steps import due
from apps.games.timing.pace import Pace
from apps.orders.services import submit
from tests.apps.games.conftest import pending

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def court(alice, bob):
    """Ten lords of Scandinavie: Alice, Bob and eight bots."""
    game = gathering.create_game(
        alice, gathering.new_game("gloire", "La cour", {"map": "scandinavie"}, 10, pace=Pace())
    )
    for player in (alice, bob):
        gathering.join_game(game, player, f"Sire {player.username}")
    gathering.fill_with_bots(game)
    return starting.start_game(game)


def abdicate_and_resolve(court, seat):
    step = pending(court)
    submit(seat, step.n, {"orders": [{"code": "ABD"}]}, seat.user, "abd")
    due.seal(step.pk, step.opened_at, early=True)
    assert due.resolve(step.pk)


def act(client, court, **body):
    return client.post(reverse("games:people-act", args=[court.code, "succession"]), body)


def test_the_house_passes_to_the_player_who_waited(court, alice, charlie, client):
    client.force_login(alice)
    act(client, court, choice="seek")
    client.force_login(charlie)
    assert "Sire Alice" in client.get(reverse("games:substitutes")).content.decode()
    act(client, court, choice="offer", number=0, name="Elric")
    assert "sous le nom de Elric" in client.get(reverse("games:about", args=[court.code])).content.decode()
    abdicate_and_resolve(court, court.seats.get(number=0))
    seat = court.seats.get(number=0)
    assert (seat.user, seat.name, seat.state) == (charlie, "Elric", Seat.State.HELD)
    assert list(seat.holders.values_list("user__username", "reason")) == [
        ("Alice", "joined"),
        ("Charlie", "heir"),
    ]
    assert 0 in pending(court).asked
    assert not Succession.objects.exists()
    assert client.get(court.get_absolute_url()).status_code == 200
    assert verification.replay(Game.objects.get(pk=court.pk)) == []
    assert list(verification.find_world_faults()) == []


def test_without_a_successor_the_house_ends(court, alice):
    succession.seek(court.seats.get(number=0))
    abdicate_and_resolve(court, court.seats.get(number=0))
    assert 0 not in pending(court).asked
    assert court.seats.get(number=0).user == alice


def test_nobody_names_his_own_heir_in_his_orders(court):
    seat = court.seats.get(number=0)
    with pytest.raises(Refusal):
        submit(seat, 1, {"orders": [{"code": "ABD"}], "heir": "Elric"}, seat.user, "k")


def test_who_may_wait(court, alice, bob, charlie, make_user):
    seat = court.seats.select_related("game").get(number=0)
    with pytest.raises(Refusal, match="ne cherche pas"):
        succession.offer(seat, charlie, "Elric")
    succession.seek(seat)
    for person, name, why in (
        (alice, "Elric", "soi-même"),
        (bob, "Elric", "Qui joue déjà"),
        (charlie, "sire bob", "pris"),
    ):
        with pytest.raises(Refusal, match=why):
            succession.offer(seat, person, name)
    succession.offer(seat, charlie, "Elric")
    with pytest.raises(Refusal, match="attend déjà"):
        succession.offer(seat, make_user("Denise"), "Corum")
    succession.withdraw(seat, charlie)
    assert Succession.objects.get().user is None


def test_a_game_without_heirs_offers_none(game, alice, client):
    client.force_login(alice)
    act(client, game, choice="seek")
    assert not Succession.objects.exists()
    assert act(client, game, choice="nonsense").status_code == 404
