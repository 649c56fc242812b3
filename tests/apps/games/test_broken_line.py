"""The line to the database breaks while a step is written: nothing is kept, and nobody is told that it was."""

import pytest
from django.db import OperationalError, connection

from apps.games.models import Step, Submission
from apps.games.signals import step_resolved
from apps.orders.services import submit
from tests.apps.games.conftest import first_choice, seat_asked

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def broken(*_arguments, **_named):
    raise OperationalError("the line is dead")


@pytest.fixture
def listener():
    """Somebody who listens to every step and fails."""

    def listen(fault):
        def fail(**_told):
            raise fault

        step_resolved.connect(fail, weak=False)
        listening.append(fail)

    listening = []
    yield listen
    for one in listening:
        step_resolved.disconnect(one)


def test_a_move_is_refused_when_the_line_breaks_under_a_listener(game, listener, monkeypatch):
    """Django would roll all back without a word: the savepoint of the listener cannot be reached any more."""
    step, seat = seat_asked(game)
    action = first_choice(game, seat, step)
    listener(OperationalError("the line is dead"))
    with monkeypatch.context() as patch:
        patch.setattr(connection, "savepoint_rollback", broken)
        with pytest.raises(OperationalError):
            submit(seat, step.n, action, seat.user, "the one move")
    assert not Submission.objects.exists()
    assert Step.objects.get(pk=step.pk).status == Step.Status.OPEN


def test_a_listener_that_fails_by_itself_holds_no_move_back(game, listener):
    step, seat = seat_asked(game)
    action = first_choice(game, seat, step)
    listener(ValueError("a listener's own fault"))
    receipt = submit(seat, step.n, action, seat.user, "the one move")
    assert Submission.objects.get().receipt == receipt.receipt
    assert Step.objects.get(pk=step.pk).status == Step.Status.RESOLVED
