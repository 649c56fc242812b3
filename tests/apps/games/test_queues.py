"""The waiting lists: enter, be called, confirm, start, be asked again; all of it by the clock."""

from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse

from apps.courier.models import Mail
from apps.games.models import Game, QueueEntry
from apps.games.problems import Refusal
from apps.games.services import queues

pytestmark = pytest.mark.django_db

MONDAY = datetime(2026, 11, 16, 10, 0, tzinfo=UTC)
WEDNESDAY = datetime(2026, 11, 18, 18, 0, tzinfo=UTC)
FRIDAY = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)
SUNDAY = datetime(2026, 11, 22, 10, 0, tzinfo=UTC)


@pytest.fixture
def lords(make_user):
    """Ten people in the line for Scandinavie."""
    people = [make_user(f"Seigneur{number}") for number in range(10)]
    for person in people:
        queues.enter_queue(person, "gloire", "scandinavie", f"Sire {person.username}")
    return people


def confirm_all(people):
    for person in people:
        entry = QueueEntry.objects.get(user=person, state="asked")
        QueueEntry.objects.filter(pk=entry.pk).update(answer_by=datetime.now(UTC) + timedelta(days=1))
        queues.confirm(person, entry)
    QueueEntry.objects.filter(state="confirmed").update(answer_by=SUNDAY - timedelta(hours=1))


def states():
    return set(QueueEntry.objects.values_list("state", flat=True))


@pytest.mark.parametrize("name", ["", "x" * 41])
def test_a_name_that_will_not_do_is_refused_on_the_page(alice, client, name):
    client.force_login(alice)
    page = client.post(reverse("games:queue", args=["gloire", "scandinavie"]), {"verb": "enter", "lord_name": name})
    assert "lord_name" in page.context["form"].errors
    assert not QueueEntry.objects.exists()


def test_entering_leads_back_to_the_list(alice, client):
    client.force_login(alice)
    address = reverse("games:queue", args=["gloire", "scandinavie"])
    answer = client.post(address, {"verb": "enter", "lord_name": "Sire Alice"})
    assert (answer.status_code, answer.headers["Location"]) == (302, address)
    assert QueueEntry.objects.get().lord_name == "Sire Alice"


def test_nobody_is_called_before_wednesday(lords):
    queues.run_queues(MONDAY)
    assert states() == {"waiting"}


def test_everyone_is_called_once_by_mail(lords):
    queues.run_queues(WEDNESDAY)
    queues.run_queues(WEDNESDAY)
    assert states() == {"asked"}
    assert Mail.objects.filter(key__startswith="confirm:").count() == 10


def test_the_silent_are_reminded_once(lords):
    queues.run_queues(WEDNESDAY)
    queues.run_queues(FRIDAY)
    queues.run_queues(FRIDAY)
    assert Mail.objects.filter(key__startswith="confirm:").count() == 20


def test_the_game_starts_when_enough_confirmed(lords):
    queues.run_queues(WEDNESDAY)
    confirm_all(lords)
    queues.run_queues(SUNDAY)
    game = Game.objects.get()
    assert (game.status, game.name, game.seats.count()) == ("running", "Scandinavie I", 10)
    assert states() == {"seated"}


def test_too_few_confirmations_say_why_and_wait_for_the_next_week(lords):
    queues.run_queues(WEDNESDAY)
    confirm_all(lords[:7])
    QueueEntry.objects.filter(state="asked").update(answer_by=SUNDAY - timedelta(hours=1))
    queues.run_queues(SUNDAY)
    assert Game.objects.count() == 0
    assert states() == {"waiting"}
    assert set(QueueEntry.objects.values_list("why", flat=True)) == {
        "7 seigneurs ont confirmé sur les 10 qu’il faut : nouvel appel la semaine prochaine."
    }


def test_three_silent_calls_leave_the_list(lords):
    for week in range(3):
        queues.run_queues(WEDNESDAY + timedelta(weeks=week))
        queues.run_queues(SUNDAY + timedelta(weeks=week))
    assert states() == {"left"}


def test_moyen_orient_is_for_members(alice):
    with pytest.raises(Refusal) as refused:
        queues.enter_queue(alice, "gloire", "moyen_orient", "Dame Alice")
    assert "membres" in refused.value.text


def test_one_entry_a_person_and_one_lord_a_name(alice, bob):
    queues.enter_queue(alice, "gloire", "scandinavie", "Dame Alice")
    with pytest.raises(Refusal):
        queues.enter_queue(alice, "gloire", "scandinavie", "Autre Nom")
    with pytest.raises(Refusal):
        queues.enter_queue(bob, "gloire", "scandinavie", "dame alice")
