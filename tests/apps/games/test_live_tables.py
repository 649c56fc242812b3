"""Live tables: to seal is to answer, the last answer resolves, and everybody reads for whom the table
waits."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.games import tasks
from apps.games.models import Game, Seat
from apps.games.services.lobby import gathering, starting
from apps.games.services.seats import absence
from apps.games.services.steps import due
from apps.games.timing.pace import Pace
from apps.orders.services import set_ready, submit
from tests.apps.games.conftest import pending, play_until
from tests.pages import page_of, words

pytestmark = pytest.mark.django_db

LIVE = Pace(kind="live", clock=600, increment=30)


@pytest.fixture
def table(make_game) -> Game:
    """A live table that asks Alice and Bob for a secret offer; its creator did not tick « dès que tous sont
    prêts »."""
    game = make_game(pace=LIVE, early=False)
    play_until(game, "sealed")
    return game


def seal(game, user, coins=0, key="sealed once"):
    seat = game.seats.select_related("game").get(user=user)
    return submit(seat, pending(game).n, {"do": "offer", "coins": coins}, user, key)


def lamp(game, user, lit):
    set_ready(game.seats.select_related("game").get(user=user), pending(game).n, lit)


def table_of(game, user=None):
    client = Client()
    if user is not None:
        client.force_login(user)
    return page_of(client, game)


def line_of(game, user=None):
    """The line on top of the table, up to its deadline."""
    return words(table_of(game, user).split('<p class="due">')[1].split("</p>")[0]).split(" · ")[0]


def row_of(game, user):
    client = Client()
    client.force_login(user)
    page = client.get(reverse("games:mine")).content.decode()
    return words(page.split(f'{game.get_absolute_url()}">')[1].split("</tr>")[0])


# Resolving
# ----------------------------------------------------------------------------------------------------------
def test_last_seal_of_a_live_table_resolves_by_itself(
    table, alice, bob, eager, django_capture_on_commit_callbacks
):
    n = pending(table).n
    with django_capture_on_commit_callbacks(execute=True):
        seal(table, alice)
    assert pending(table).n == n
    with django_capture_on_commit_callbacks(execute=True):
        seal(table, bob)
    resolved = table.steps.get(n=n)
    assert (resolved.status, resolved.automatic, pending(table).n) == ("resolved", [], n + 1)
    assert resolved.was_hurried


def test_live_table_whose_message_was_lost_is_found_by_the_sweep(table, alice, bob, eager):
    n = pending(table).n
    for person in (alice, bob):
        seal(table, person)
    tasks.sweep_quiet()
    assert pending(table).n == n + 1


def test_table_by_correspondence_waits_for_its_deadline_or_its_lamps(make_game, alice, bob, eager):
    patient, early = make_game(early=False), make_game(early=True)
    for game in (patient, early):
        play_until(game, "sealed")
        for person in (alice, bob):
            seal(game, person)
        assert due.advance(game.pk) == 0
    for person in (alice, bob):
        lamp(patient, person, True)
        lamp(early, person, True)
    assert (due.advance(patient.pk), due.advance(early.pk)) == (0, 1)


def test_sealed_answer_can_be_changed_while_another_is_awaited(table, alice, bob):
    n = pending(table).n
    seal(table, alice, 0)
    assert due.advance(table.pk) == 0
    seal(table, alice, 1, "changed my mind")
    seal(table, bob)
    assert due.advance(table.pk) == 1
    assert table.steps.get(n=n).all_moves()[table.seats.get(user=alice).number] == {"do": "offer", "coins": 1}


def test_answer_taken_back_is_awaited_until_it_is_sealed_again(table, alice, bob):
    seal(table, alice)
    lamp(table, alice, False)
    seal(table, bob)
    assert due.advance(table.pk) == 0
    assert (line_of(table, alice)[:6], line_of(table, bob)) == ("À vous", "Scellé, on attend Sire Alice")
    seal(table, alice, 1, "sealed again")
    assert due.advance(table.pk) == 1


def test_lamp_without_a_sealed_answer_hurries_nobody_at_a_live_table(table, alice, bob):
    lamp(table, alice, True)
    seal(table, bob)
    assert due.advance(table.pk) == 0


def test_two_workers_woken_by_two_seals_resolve_once(table, alice, bob):
    n = pending(table).n
    for person in (alice, bob):
        seal(table, person)
    assert [due.advance(table.pk), due.advance(table.pk)] == [1, 0]
    assert pending(table).n == n + 1


def test_automata_that_are_asked_are_not_waited_for(alice, bob):
    new = gathering.new_game(
        "gloire", "Avec des automates", {"map": "scandinavie"}, 6, pace=LIVE, early=False
    )
    game = gathering.create_game(alice, new)
    for person in (alice, bob):
        gathering.join_game(game, person, f"Sire {person.username}")
    gathering.fill_with_bots(game)
    game = starting.start_game(game)
    assert len(pending(game).asked) == 6
    answered = []
    for person in (alice, bob):
        seat = game.seats.select_related("game").get(user=person)
        submit(seat, 1, {"orders": []}, person, "nothing at all")
        answered.append(due.advance(game.pk))
    assert answered == [0, 1]


def test_empty_chair_is_waited_for_until_the_deadline_and_named(table, alice, bob):
    """Whoever left it may come back, and somebody else may sit down: neither is cut off."""
    absence.ask_for_substitute(table.seats.select_related("game").get(user=bob))
    seal(table, alice)
    assert due.advance(table.pk) == 0
    assert line_of(table, alice) == "Scellé, on attend Sire Bob"
    step = pending(table)
    table.steps.filter(pk=step.pk).update(due_at=timezone.now())
    assert due.seal_due_steps(timezone.now()) == [step.pk]


def test_holder_who_sealed_and_left_is_not_waited_for(table, alice, bob):
    seal(table, bob)
    absence.ask_for_substitute(table.seats.select_related("game").get(user=bob))
    seal(table, alice)
    assert due.advance(table.pk) == 1


def test_new_live_table_resolves_when_all_are_ready_whatever_its_form_says(alice):
    client = Client()
    client.force_login(alice)
    fields = {"name": "Essai", "lord_name": "Dame Alice", "seats": 2, "visibility": "public", "pace": "live"}
    fields |= {
        "weekday": 4,
        "time": "23:00",
        "zone": "Europe/Paris",
        "every": 24,
        "clock": 20,
        "increment": 30,
    }
    fields |= {"spectators": "open", "option_purse": "light", "option_rounds": 4}
    client.post(reverse("games:create", args=["enchere"]), fields)
    assert Game.objects.get().early


# What is said
# -------------------------------------------------------------------------------------------------------
def test_whoever_has_sealed_reads_for_whom_the_live_table_waits(table, alice, bob):
    seal(table, alice)
    assert line_of(table, alice) == "Scellé, on attend Sire Bob"
    assert line_of(table, bob).startswith("À vous")
    assert "scellé, on attend sire bob" in row_of(table, alice).lower()
    assert "Je ne suis plus prêt" in table_of(table, alice)
    assert "Je suis prêt" not in table_of(table, bob)


def test_ready_is_said_only_of_what_is_sealed_at_an_early_table(make_game, alice):
    """The button would let the turn go on with a plan that is still in the making."""
    game = make_game(early=True)
    play_until(game, "sealed")
    assert "Je suis prêt" not in table_of(game, alice)
    seal(game, alice)
    assert "Je suis prêt" in table_of(game, alice)


def test_many_who_are_awaited_are_named_shortly_at_a_live_table(make_game, alice, bob, make_user):
    others = [make_user("Charles"), make_user("Diane")]
    game = make_game(pace=LIVE, players=[alice, bob, *others])
    play_until(game, "sealed")
    seal(game, alice)
    assert line_of(game, alice) == "Scellé, on attend Sire Bob, Sire Charles et Sire Diane"
    assert line_of(game) == "On attend Sire Bob, Sire Charles et Sire Diane."
    seal(game, bob)
    assert line_of(game, alice) == "Scellé, on attend Sire Charles et Sire Diane"


def test_by_correspondence_only_the_number_of_those_who_sealed_is_told(make_game, alice, bob, charlie):
    game = make_game(players=[alice, bob, charlie])
    play_until(game, "sealed")
    seal(game, alice)
    assert line_of(game, alice) == "Scellé, on attend 2 sièges"
    assert "Scellé, on attend 2 sièges" in row_of(game, alice)
    assert line_of(game) == "On attend 2 sièges."
    for person in (bob, charlie):
        seal(game, person)
    assert line_of(game, alice) == "Scellé, tous ont répondu"
    assert line_of(game) == "Tous ont répondu."
    assert "Scellé, tous ont répondu" in row_of(game, alice)


def test_of_two_by_correspondence_whoever_has_sealed_knows_the_other_and_a_spectator_does_not(game, alice):
    play_until(game, "sealed")
    seal(game, alice)
    assert line_of(game, alice) == "Scellé, on attend Sire Bob"
    assert "Scellé, on attend Sire Bob" in row_of(game, alice)
    assert line_of(game) == "On attend 1 siège."


def test_whoever_plays_alone_reads_that_his_orders_are_sealed(alice):
    game = gathering.start_training(alice, "gloire", {"map": "scandinavie"}, 6)
    seat = game.seats.select_related("game").get(user=alice)
    submit(seat, pending(game).n, {"orders": []}, alice, "nothing at all")
    assert line_of(game, alice) == "Scellé"


@pytest.mark.postgres
def test_list_of_my_games_costs_the_same_with_one_sealed_table_and_with_three(
    make_game, alice, client, django_assert_max_num_queries
):
    client.force_login(alice)

    def sealed_table():
        game = make_game(pace=LIVE)
        play_until(game, "sealed")
        seal(game, alice)

    sealed_table()
    with django_assert_max_num_queries(60) as one:
        client.get(reverse("games:mine"))
    sealed_table()
    sealed_table()
    with django_assert_max_num_queries(len(one.captured_queries)):
        client.get(reverse("games:mine"))


def test_a_seat_that_may_answer_is_held_by_a_person_or_stands_open(table):
    seat = table.seats.first()
    seen = []
    for state, bot in (
        (Seat.State.HELD, ""),
        (Seat.State.OPEN, ""),
        (Seat.State.OPEN, "hardi"),
        (Seat.State.GONE, ""),
    ):
        seat.state, seat.bot = state, bot
        seen.append(seat.may_answer)
    assert seen == [True, True, False, False]
