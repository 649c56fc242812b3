"""The waiting lists: enter, be called, confirm, start, be asked again; all of it by the clock."""

from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse

from apps.courier.models import Mail
from apps.games.models import Game, QueueEntry
from apps.games.problems import Refusal
from apps.games.queries.waiting import waiting_count
from apps.games.services.lobby import queues

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

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
    page = client.post(
        reverse("games:queue", args=["gloire", "scandinavie"]), {"verb": "enter", "lord_name": name}
    )
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


def test_a_place_to_confirm_waits_in_the_header_until_it_is_confirmed(lords):
    queues.run_queues(WEDNESDAY)
    assert waiting_count(lords[0]) == 1
    confirm_all(lords[:1])
    assert (waiting_count(lords[0]), waiting_count(lords[1])) == (0, 1)


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


def test_who_answered_earlier_calls_is_not_put_out_for_one_silence(lords):
    """Two weeks too few confirm; the third week somebody who had said yes twice is away."""
    for week in range(2):
        queues.run_queues(WEDNESDAY + timedelta(weeks=week))
        confirm_all(lords[:5])
        QueueEntry.objects.filter(state__in=("asked", "confirmed")).update(
            answer_by=SUNDAY + timedelta(weeks=week) - timedelta(hours=1)
        )
        queues.run_queues(SUNDAY + timedelta(weeks=week))
    queues.run_queues(WEDNESDAY + timedelta(weeks=2))
    queues.run_queues(SUNDAY + timedelta(weeks=2))
    left = QueueEntry.objects.filter(state="left").values_list("user__username", flat=True)
    assert sorted(left) == sorted(person.username for person in lords[5:])
    called = Mail.objects.filter(key__startswith="confirm:", user=lords[0])
    assert called.count() == 3  # each week's call is a letter of its own


def test_whoever_comes_after_the_call_is_asked_too_and_not_reminded_at_once(lords, make_user):
    queues.run_queues(WEDNESDAY)
    late = queues.enter_queue(make_user("Tardif"), "gloire", "scandinavie", "Sire Tardif")
    queues.run_queues(FRIDAY)
    queues.run_queues(FRIDAY)
    late.refresh_from_db()
    assert (late.state, late.answer_by) == ("asked", QueueEntry.objects.exclude(pk=late.pk).first().answer_by)
    assert Mail.objects.filter(key__startswith="confirm:", user=late.user).count() == 1


def test_a_list_that_fails_holds_no_other_back(lords, alice):
    QueueEntry.objects.create(user=alice, slug="aucun", variant="aucune", lord_name="Sire Nulle Part")
    queues.run_queues(WEDNESDAY)
    assert QueueEntry.objects.filter(slug="gloire", state="asked").count() == 10


def test_two_lords_who_chose_one_name_at_the_same_instant_both_play(lords):
    QueueEntry.objects.filter(user__in=lords[:3]).update(lord_name="Élie")
    QueueEntry.objects.filter(user=lords[1]).update(lord_name="éLIE")
    queues.run_queues(WEDNESDAY)
    confirm_all(lords)
    queues.run_queues(SUNDAY)
    names = list(Game.objects.get().seats.order_by("number").values_list("name", flat=True)[:3])
    assert names == ["Élie", "éLIE II", "Élie III"]


def test_the_page_counts_who_confirmed_and_leads_to_the_game_that_began(lords, client):
    address = reverse("games:queue", args=["gloire", "scandinavie"])
    queues.run_queues(WEDNESDAY)
    confirm_all(lords[:4])
    page = client.get(address).content.decode()
    assert "4 seigneurs ont confirmé sur les 10 qu’il faut" in page
    confirm_all(lords[4:])
    queues.run_queues(SUNDAY)
    client.force_login(lords[0])
    page = client.get(address).content.decode()
    assert f'href="{Game.objects.get().get_absolute_url()}"' in page
