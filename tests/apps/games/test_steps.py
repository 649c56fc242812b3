"""The life of a step: open, sealed, resolved; receipts, stale pages, undo."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.games.engine.positions import current_position
from apps.games.models import Draft, Game, Seat, Step, Submission
from apps.games.problems import IllegalAction, NotAsked, Refusal, StaleStep, TooLate
from apps.games.records.receipts import receipt_of
from apps.games.records.verification import find_world_faults
from apps.games.services.steps import due
from apps.games.services.steps.restoring import undoable_step
from apps.games.timing.pace import Pace
from apps.orders.services import submit, undo
from tests.apps.games.conftest import first_choice, pending, play_until, seat_asked

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def make_due(step):
    """The deadline is now: whatever was saved before it counts."""
    Step.objects.filter(pk=step.pk).update(due_at=timezone.now())


def test_start_publishes_the_commitment_and_opens_step_one(game):
    setup = game.steps.get(n=0)
    assert (game.status, len(game.commitment), setup.status, setup.kind) == (
        Game.Status.RUNNING,
        64,
        "resolved",
        "setup",
    )
    assert pending(game).n == 1


def test_move_is_applied_at_once_and_opens_the_next_step(game):
    step, seat = seat_asked(game)
    receipt = submit(seat, step.n, first_choice(game, seat), seat.user, "k")
    assert (receipt.step.n, receipt.step.status) == (1, Step.Status.RESOLVED)
    assert Step.objects.get(pk=step.pk).status == Step.Status.RESOLVED
    assert pending(game).n == 2


def test_same_key_gives_the_same_receipt_and_one_move(game):
    step, seat = seat_asked(game)
    action = first_choice(game, seat)
    first = submit(seat, step.n, action, seat.user, "same")
    again = submit(seat, step.n, action, seat.user, "same")
    assert first == again
    assert Submission.objects.count() == 1


def test_stale_step_is_refused_and_changes_nothing(game):
    step, seat = seat_asked(game)
    action = first_choice(game, seat)
    submit(seat, step.n, action, seat.user, "one")
    with pytest.raises(StaleStep):
        submit(seat, step.n, action, seat.user, "two")
    assert Submission.objects.count() == 1


def test_seat_that_is_not_asked_is_refused(game):
    step, seat = seat_asked(game)
    other = game.seats.exclude(pk=seat.pk).get()
    with pytest.raises(NotAsked):
        submit(other, step.n, first_choice(game, seat), other.user, "k")


def test_illegal_action_is_refused_with_a_reason(game):
    step, seat = seat_asked(game)
    with pytest.raises(IllegalAction) as refused:
        submit(seat, step.n, {"do": "fly"}, seat.user, "k")
    assert refused.value.problems
    assert Submission.objects.count() == 0


def test_sealed_orders_are_revisable_and_the_last_counts(game):
    step = play_until(game, "sealed")
    seat = game.seats.get(number=step.asked[0])
    for coins in (0, 1):
        receipt = submit(seat, step.n, {"do": "offer", "coins": coins}, seat.user, f"k{coins}")
    stored = Submission.objects.get(step=step, seat=seat, revision=2)
    assert (receipt.revision, receipt.receipt) == (2, receipt_of(stored.salt, {"do": "offer", "coins": 1}))
    make_due(step)
    due.seal_due_steps(timezone.now())
    assert due.resolve(step.pk)
    assert Step.objects.get(pk=step.pk).all_moves()[seat.number] == {"do": "offer", "coins": 1}


def test_orders_after_the_deadline_are_refused(game):
    step = play_until(game, "sealed")
    seat = game.seats.get(number=step.asked[0])
    make_due(step)
    with pytest.raises(TooLate):
        submit(seat, step.n, {"do": "offer", "coins": 0}, seat.user, "late")
    assert not Submission.objects.filter(step=step).exists()


def test_absent_seats_are_answered_by_default_and_marked(game):
    step = play_until(game, "sealed")
    make_due(step)
    due.seal_due_steps(timezone.now())
    due.resolve(step.pk)
    assert Step.objects.get(pk=step.pk).automatic == step.asked
    assert set(game.seats.values_list("misses", flat=True)) == {1}


def test_lone_legal_draft_counts_at_the_deadline(game):
    step = play_until(game, "sealed")
    seat = game.seats.get(number=step.asked[0])
    Draft.objects.create(step=step, seat=seat, action={"do": "offer", "coins": 1}, author=seat.user)
    make_due(step)
    due.seal_due_steps(timezone.now())
    due.resolve(step.pk)
    resolved = Step.objects.get(pk=step.pk)
    assert resolved.all_moves()[seat.number] == {"do": "offer", "coins": 1}
    assert seat.number not in resolved.automatic
    assert Submission.objects.get(step=step, seat=seat).from_draft


def test_lone_legal_draft_counts_at_a_table_too(game):
    step = Step.objects.pending().get(game=game)
    seat = game.seats.get(number=step.asked[0])
    Draft.objects.create(step=step, seat=seat, action={"do": "stake", "coins": 1}, author=seat.user)
    make_due(step)
    due.seal_due_steps(timezone.now())
    due.resolve(step.pk)
    resolved = Step.objects.get(pk=step.pk)
    assert (step.mode, resolved.all_moves(), resolved.automatic) == (
        "turn",
        {seat.number: {"do": "stake", "coins": 1}},
        [],
    )
    assert list(find_world_faults()) == []


def test_two_misses_in_a_row_open_the_seat(make_game):
    game = make_game(options={"rounds": 12})
    first, _second = game.seats.order_by("number")
    submit(first, 1, {"do": "keep"}, first.user, "present on the first step")
    for _ in range(4):
        step = pending(game)
        make_due(step)
        due.seal_due_steps(timezone.now())
        due.resolve(step.pk)
    absent = game.seats.get(number=0)
    assert (absent.state, absent.misses) == ("open", 2)
    assert absent.holders.get().to_step is not None


def test_undo_restores_the_position_and_keeps_the_log(game):
    """A stake draws nothing and reveals nothing, and the same seat decides before and after."""
    step, seat = seat_asked(game)
    before = current_position(game)[0].state_hash
    submit(seat, step.n, {"do": "stake", "coins": 1}, seat.user, "k")
    undo(seat, 2, seat.user)
    assert current_position(game)[0].state_hash == before
    assert list(game.steps.values_list("n", "kind", "base")) == [
        (0, "setup", None),
        (1, "move", 0),
        (2, "undo", 0),
        (3, "move", 2),
    ]


def test_taking_back_at_a_live_table_wins_no_time(make_game):
    """The move cost what was thought before it, the undo what was thought since; the increment is won by the
    move that stands."""
    game = make_game(pace=Pace(kind="live", clock=600, increment=30))
    _step, seat = seat_asked(game)
    for thought in (100, 50):
        think(pending(game), thought)
        submit(seat, pending(game).n, {"do": "stake", "coins": 1}, seat.user, f"after {thought}")
        think(pending(game), 20)
        undo(seat, pending(game).n, seat.user)
        seat.refresh_from_db()
    assert 400 < seat.clock_left.total_seconds() <= 600 - 100 - 20 - 50 - 20
    given = pending(game).due_at - pending(game).opened_at
    assert abs(given.total_seconds() - seat.clock_left.total_seconds() - 30) < 5
    Seat.objects.filter(pk=seat.pk).update(clock_left=timedelta(seconds=40))
    seat.refresh_from_db()
    submit(seat, pending(game).n, {"do": "stake", "coins": 1}, seat.user, "at the last moment")
    think(pending(game), 90)
    undo(seat, pending(game).n, seat.user)
    seat.refresh_from_db()
    assert seat.clock_left == timedelta(0)


def think(step, seconds):
    """So long ago the step was opened."""
    back = timedelta(seconds=seconds)
    Step.objects.filter(pk=step.pk).update(
        opened_at=step.opened_at - back, due_at=step.due_at - back, scheduled_at=step.scheduled_at - back
    )


def test_undo_is_refused_after_a_draw(game):
    step, seat = seat_asked(game)
    submit(seat, step.n, {"do": "draw"}, seat.user, "k")
    following = pending(game)
    assert undoable_step(following, seat) is None
    with pytest.raises(Refusal):
        undo(seat, following.n, seat.user)


def test_whole_game_ends_with_results(game):
    for _ in range(300):
        game.refresh_from_db()
        if game.status == Game.Status.FINISHED:
            break
        step, seat = seat_asked(game)
        if step.mode == "sealed":
            for number in step.asked:
                bidder = game.seats.get(number=number)
                submit(bidder, step.n, first_choice(game, bidder, step), bidder.user, f"k{step.n}")
            make_due(step)
            due.seal_due_steps(timezone.now())
            due.resolve(step.pk)
        else:
            submit(seat, step.n, first_choice(game, seat), seat.user, f"k{step.n}")
    assert game.status == Game.Status.FINISHED
    assert {result.place for result in game.results.all()} <= {1, 2}
    assert game.results.filter(rated=True).count() == 2


def test_taking_back_again_and_again_stays_one_look_deep(game):
    """Each restored position names its origin, so nothing grows with the number of undos."""
    _step, seat = seat_asked(game)
    for n in range(1, 9, 2):
        submit(seat, n, {"do": "stake", "coins": 1}, seat.user, f"key {n}")
        undo(seat, n + 1, seat.user)
    assert list(game.steps.filter(kind="undo").values_list("base", flat=True)) == [0, 0, 0, 0]
