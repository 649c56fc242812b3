"""T5: tasks delivered three times, late and in reverse. T9: an engine that raises, loops or grows."""

import time

import pytest
from celery.app.task import Task
from django.core.cache import cache
from django.db import OperationalError, connection

from apps.courier.models import Mail
from apps.games import tasks
from apps.games.engine import guard
from apps.games.models import Game, Step
from apps.games.services.lobby import gathering, starting
from apps.games.services.steps import due, resolution
from apps.games.table.presentation import ReportDraft
from apps.games.timing.pace import Pace
from engines.core import registry
from tests.trust import actors, herald

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def queue(monkeypatch):
    """What would be sent to the workers, kept instead: (task, arguments)."""
    sent = []
    monkeypatch.setattr(
        Task,
        "apply_async",
        lambda task, args=None, kwargs=None, **_options: sent.append((task, tuple(args or ()))),
    )
    return sent


def sweep() -> None:
    """As when the last hints are forgotten: each sweep speaks for itself."""
    cache.clear()
    tasks.sweep()


def test_tasks_delivered_three_times_late_and_in_reverse_resolve_once(queue, reporting):
    games = [actors.sealed_game(2, rounds=1) for _ in range(4)]
    for game in games:
        actors.make_due(actors.pending(game))
    sweep()
    sweep()
    late = [message for message in queue if message[0].name.startswith("apps.games")]
    assert len(late) >= 8
    for _delivery in range(3):
        for task, arguments in reversed(late):
            task.run(*arguments)
    assert [game.steps.filter(mode="sealed", status="resolved").count() for game in games] == [1] * 4
    assert [game.steps.get(mode="sealed").reports.count() for game in games] == [2] * 4
    assert Game.objects.filter(status="finished").count() == 4
    assert actors.faults() == []


def test_message_for_a_step_that_is_gone_or_not_due_does_nothing(queue):
    game = actors.sealed_game(2)
    step = actors.pending(game)
    tasks.resolve.run(step.pk)
    tasks.resolve.run(10**9)
    tasks.advance.run(10**9)
    assert Step.objects.get(pk=step.pk).status == "open"


def test_worker_leaves_a_game_that_another_worker_holds(queue):
    game = actors.sealed_game(2)
    step = actors.pending(game)
    actors.make_due(step)
    cache.add(f"games.busy.{game.pk}", 1, 5)
    tasks.sweep()
    tasks.resolve.run(step.pk)
    assert Step.objects.get(pk=step.pk).status == "sealed"
    cache.delete(f"games.busy.{game.pk}")
    tasks.resolve.run(step.pk)
    assert Step.objects.get(pk=step.pk).status == "resolved"


def test_broker_that_does_not_answer_costs_a_move_nothing(
    broken_broker, django_capture_on_commit_callbacks, client
):
    """The hint that follows a commit is lost; the move is kept and acknowledged."""
    game = actors.new_game(2)
    client.force_login(actors.people(1)[0])
    body = {"step": 1, "seat": 0, "key": "a-key-of-mine", "action": '{"do":"stake","coins":1}'}
    with django_capture_on_commit_callbacks(execute=True) as hints:
        answer = client.post(f"/ordres/{game.code}/", body, headers={"accept": "application/json"})
    assert (answer.status_code, actors.pending(game).n) == (201, 2)
    assert hints


# T9
# ------------------------------------------------------------------------------------------------------------
@pytest.fixture(params=["raising", "looping", "growing", "silent_bot"])
def sick_game(request, monkeypatch):
    """A due game whose engine fails when it resolves, beside a healthy one; limits are short so that the test
    is."""
    slug = f"enchere_{request.param}"
    monkeypatch.setitem(registry.GAMES, slug, f"tests.trust.sick.{request.param}")
    registry.versions.cache_clear()
    monkeypatch.setattr(guard, "LONGEST_CALL", 0.4)
    monkeypatch.setattr(guard, "LARGEST_GROWTH", 60_000)
    users = actors.people(2)
    game = gathering.create_game(
        users[0],
        gathering.new_game(slug, "La table malade", {}, 3, pace=Pace(kind="hours", every=24), early=False),
    )
    for user in users:
        gathering.join_game(game, user, f"Sire {user.username}")
    gathering.add_bot(game)
    game = starting.start_game(game)
    yield game
    registry.versions.cache_clear()


def test_sick_engine_is_quarantined_alone_after_three_attempts(sick_game, eager, monkeypatch, client):
    healthy = actors.sealed_game(2)
    for game in (sick_game, healthy):
        actors.make_due(actors.pending(game))
    step = actors.pending(sick_game)
    tasks.sweep()
    assert healthy.steps.filter(mode="sealed", status="resolved").count() == 1
    assert (Step.objects.get(pk=step.pk).status, Step.objects.get(pk=step.pk).attempts) == ("sealed", 1)
    sweep()
    assert Step.objects.get(pk=step.pk).attempts == 1, "the second attempt waits a little"
    monkeypatch.setattr(due, "RETRY_AFTER", due.RETRY_AFTER * 0)
    for _sweep in range(3):
        sweep()
    held = Step.objects.get(pk=step.pk)
    assert (held.status, held.attempts, held.state) == ("quarantined", 3, None)
    assert held.fault
    told = Mail.objects.filter(key__startswith=f"quarantine:{step.pk}:")
    assert {mail.user.username for mail in told} == {"Sire0", "Sire1"}
    client.force_login(actors.people(1)[0])
    assert "retenu" in client.get(sick_game.get_absolute_url()).content.decode()


class LostAt:
    """The line to the database breaks at the k-th statement; a new one is there for the next."""

    def __init__(self, k):
        self.left = k

    def __call__(self, execute, sql, params, many, context):
        self.left -= 1
        if self.left == 0:
            raise OperationalError("the connection is lost")
        return execute(sql, params, many, context)


@pytest.mark.django_db(transaction=True)
def test_database_that_goes_away_is_no_fault_of_the_game(reporting):
    """At whatever statement of a resolution: no attempt is counted, and the next one does it."""
    step, k, lost = sealed_step(), 1, 0
    while True:
        line = LostAt(k)
        try:
            with connection.execute_wrapper(line):
                assert due.resolve(step.pk)
        except due.DATABASE_AWAY:
            held = Step.objects.get(pk=step.pk)
            assert (held.status, held.attempts, held.fault) == ("sealed", 0, "")
            lost += 1
        else:
            if line.left > 0:
                break
            step = sealed_step()  # it broke under a listener, whose faults hold no game back
        k += 1
    assert lost > 15
    assert actors.faults() == []


def sealed_step() -> Step:
    step = actors.pending(actors.sealed_game(2))
    due.seal(step.pk, step.opened_at, early=True)
    return step


def test_whoever_computed_the_same_step_second_writes_nothing(reporting):
    step = sealed_step()
    Step.objects.filter(pk=step.pk).update(due_at=step.opened_at)  # its deadline had come: silence counts
    table = list(step.game.seats.order_by("number"))
    loaded = [Step.objects.select_related("game").get(pk=step.pk) for _ in range(2)]
    computed = [
        (one, resolution.compute(one, *due.gather_without_sealing(one, table)[:2], table)) for one in loaded
    ]
    assert [due._write_resolved(one, result, table, table) for one, result in computed] == [True, False]
    assert list(step.game.seats.values_list("misses", flat=True)) == [1, 1]


@pytest.mark.parametrize("status", ["resolved", "quarantined", "sealed"])
def test_only_an_open_step_is_sealed(status):
    step = actors.pending(actors.sealed_game(2))
    Step.objects.filter(pk=step.pk).update(status=status)
    assert due.seal(step.pk, step.opened_at, early=True) is False
    assert Step.objects.get(pk=step.pk).sealed_at is None


def test_result_that_cannot_be_written_is_an_attempt_like_any_other(reporting, monkeypatch):
    step = sealed_step()
    nobody = [ReportDraft(99, "Bilan", "à personne", "<p>à personne</p>")]
    monkeypatch.setattr(herald.Herald, "reports", lambda *_happening: nobody)
    for attempt in (1, 2, 3):
        assert due.resolve(step.pk) is False
        assert Step.objects.get(pk=step.pk).attempts == attempt
    held = Step.objects.get(pk=step.pk)
    assert (held.status, held.state, step.game.steps.count()) == ("quarantined", None, step.n + 1)


def test_workers_that_failed_together_made_one_attempt(sick_game):
    step = actors.pending(sick_game)
    due.seal(step.pk, step.opened_at, early=True)
    loaded = [Step.objects.select_related("game").get(pk=step.pk) for _ in range(3)]
    for copy in loaded:
        due._record_failure(copy, RuntimeError("together"))
    assert Step.objects.get(pk=step.pk).attempts == 1


def test_call_that_ends_at_its_limit_leaves_nothing_behind():
    """A stop asked for at the very end must not strike the caller later."""
    end = 0.06
    for _ in range(15):
        started = time.monotonic()
        try:
            guard.run_limited(
                lambda started=started: [None for _ in iter(lambda: time.monotonic() - started < end, False)],
                seconds=0.05,
            )
        except guard.EngineOverrun:
            continue
    assert guard._WATCHMAN.watches == set()
    for _ in range(200_000):
        pass
