"""Orders that are not played yet belong to whoever held the seat when they were written: a change of holder
opens nothing."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.urls import reverse
from django.utils import timezone

from apps.courier.models import Mail
from apps.games.models import Draft, Seat, Step, Submission
from apps.games.queries.decisions import in_words, versions_of
from apps.games.referee import course, seat_changes
from apps.games.services.deadlines import reminders
from apps.games.services.seats import absence
from apps.games.services.steps import due
from apps.games.table.sight import look
from apps.orders.by_referee import answer_for
from apps.orders.services import submit
from tests.apps.games.conftest import pending, play_until
from tests.deciding import save_draft

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

SEALED = "Le précédent tenant du siège a scellé des ordres pour ce tour"
DRAFTED = "Le précédent tenant du siège a laissé un brouillon pour ce tour"


@pytest.fixture
def step(game):
    """Both seats are asked for a secret offer."""
    return play_until(game, "sealed")


def seat_of(game, number=0):
    return Seat.objects.select_related("game", "user").get(game=game, number=number)


def seal(game, coins, author=None, key="sealed order"):
    seat = seat_of(game)
    return submit(seat, pending(game).n, offer(coins), author or seat.user, f"{key} {coins}")


def draft(game, coins, author=None):
    seat = seat_of(game)
    save_draft(seat, pending(game).n, offer(coins), "", author or seat.user)


def offer(coins):
    return {"do": "offer", "coins": coins}


def give_seat(game, user):
    seat_changes.replace_player(game, game.creator, seat_of(game), user, "une raison")


def read(game, user):
    """What is sealed and drafted, as this person reads it."""
    sight = look(game, user)
    drafted = sight.my_draft.action["coins"] if sight.my_draft else None
    return [one.decision()["coins"] for one in sight.my_submissions], drafted


def versions(game, step):
    seat = seat_of(game)
    row = next(row for row in in_words(versions_of(seat), seat) if row.step.pk == step.pk)
    return [one.decision()["coins"] for one, _text in row.versions], row.kept_secret


def resolve(step):
    due.seal(step.pk, step.opened_at, early=True)
    assert due.resolve(step.pk)
    step.refresh_from_db()


# Who reads what
# ----------------------------------------------------------------------------------------------------------
def test_a_new_holder_begins_with_an_empty_desk_and_is_told(game, step, charlie, client):
    seal(game, 1)
    draft(game, 2)
    give_seat(game, charlie)
    assert (read(game, charlie), versions(game, step)) == (([], None), ([], True))
    client.force_login(charlie)
    assert SEALED in client.get(reverse("games:game", args=[game.code])).content.decode()
    page = client.get(reverse("orders:versions", args=[game.code])).content.decode()
    assert "Un autre tenant du siège a scellé des ordres pour ce pas" in page


def test_what_the_new_holder_seals_is_his_and_nothing_is_told_any_more(game, step, charlie, client):
    seal(game, 1)
    give_seat(game, charlie)
    seal(game, 2)
    assert (read(game, charlie), versions(game, step)) == (([2], None), ([2], True))
    client.force_login(charlie)
    assert SEALED not in client.get(reverse("games:game", args=[game.code])).content.decode()


def test_nobody_is_told_of_his_own_orders_as_if_they_were_anothers(game, step, alice, client):
    client.force_login(alice)
    for write in (draft, seal):
        write(game, 1)
        page = client.get(reverse("games:game", args=[game.code])).content.decode()
        assert (SEALED in page, DRAFTED in page) == (False, False)


def test_once_played_the_orders_are_part_of_what_a_substitute_inherits(game, step, charlie):
    seal(game, 1)
    give_seat(game, charlie)
    resolve(step)
    assert versions(game, step) == ([1], False)


def test_orders_that_a_return_left_unplayed_stay_with_who_sealed_them(game, step, alice, charlie):
    seal(game, 1)
    course.roll_back(game, alice, 0, "une raison")
    assert versions(game, step) == ([1], False)
    give_seat(game, charlie)
    assert versions(game, step) == ([], True)


def test_a_holder_who_gets_his_seat_back_reads_his_own_again(game, step, alice, charlie):
    seal(game, 1)
    draft(game, 2)
    give_seat(game, charlie)
    give_seat(game, alice)
    assert (read(game, alice), versions(game, step)) == (([1], 2), ([1], False))


def test_a_holder_who_gets_his_seat_back_is_not_told_that_his_own_count_when_they_do_not(
    game, step, alice, charlie
):
    seal(game, 1)
    give_seat(game, charlie)
    seal(game, 2)
    give_seat(game, alice)
    assert (read(game, alice), look(game, alice).sealed_by_another) == (([], None), True)
    seal(game, 3)
    assert (read(game, alice), look(game, alice).sealed_by_another) == (([3], None), False)


def test_holder_and_steward_read_each_others_orders(game, step, alice, charlie):
    absence.name_steward(seat_of(game), charlie, 2)
    seal(game, 1)
    draft(game, 2, author=charlie)
    assert read(game, alice) == read(game, charlie) == ([1], 2)


def test_what_the_referee_entered_for_an_absent_player_is_his_to_read(game, step, make_user, alice):
    answer_for(game, make_user("Roy"), seat_of(game), offer(1), "par lettre", "by the referee")
    assert read(game, alice) == ([1], None)


# The draft of a predecessor
# ----------------------------------------------------------------------------------------------
def test_a_predecessors_lone_draft_counts_if_the_new_holder_prepares_nothing(
    game, step, alice, charlie, client
):
    draft(game, 2)
    give_seat(game, charlie)
    assert read(game, charlie) == ([], None)
    client.force_login(charlie)
    assert DRAFTED in client.get(reverse("games:game", args=[game.code])).content.decode()
    resolve(step)
    assert (step.all_moves()[0], Submission.objects.get(step=step, seat__number=0).holder) == (
        offer(2),
        alice,
    )


def test_what_the_new_holder_drafts_takes_the_place_of_his_predecessors(game, step, charlie):
    draft(game, 2)
    give_seat(game, charlie)
    draft(game, 1)
    assert read(game, charlie) == ([], 1)
    resolve(step)
    assert step.all_moves()[0] == offer(1)


@pytest.mark.parametrize("taken", [False, True])
def test_a_reminder_speaks_only_of_ones_own_draft(game, step, charlie, taken):
    draft(game, 2)
    if taken:
        give_seat(game, charlie)
    Step.objects.filter(pk=step.pk).update(due_at=timezone.now() + timedelta(hours=2))
    reminders.remind_of_deadlines(timezone.now())
    mail = Mail.objects.get(kind="turn_reminder", user=seat_of(game).user)
    assert ("votre brouillon est prêt" in mail_text(mail)) is not taken


def mail_text(mail):
    from email import message_from_bytes, policy

    return message_from_bytes(bytes(mail.content), policy=policy.default).get_body(("plain",)).get_content()


# Orders from before holders were remembered
# ------------------------------------------------------------------------------
class Earlier:
    """The models as that migration knew them: decisions were those of another app then."""

    @staticmethod
    def get_model(_app, name):
        return apps.get_model("games", name)


def remember_holders():
    for model in (Draft, Submission):
        model.objects.update(holder=None)
    import_module("apps.orders.migrations.0003_name_the_holders").name_the_holders(Earlier, None)


def test_orders_of_a_pending_step_are_given_to_their_holder(game, step, alice, charlie):
    absence.name_steward(seat_of(game), charlie, 2)
    seal(game, 1, author=charlie)
    draft(game, 2)
    remember_holders()
    assert read(game, alice) == ([1], 2)


def test_orders_of_a_step_in_which_the_seat_changed_hands_are_given_to_their_author(
    game, step, alice, charlie
):
    seal(game, 1)
    give_seat(game, charlie)
    draft(game, 2)
    remember_holders()
    assert (Submission.objects.get(step=step).holder, read(game, charlie)) == (alice, ([], 2))
