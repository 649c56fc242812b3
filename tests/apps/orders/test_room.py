"""The room for a decision: who may know of it, and that its rules hold for every way in."""

import ast
from pathlib import Path

import pytest

from apps.games.models import Draft, Game, Readiness, Step, Submission
from apps.games.problems import GameOver, NotAsked, NotRunning, StaleStep, TooLate
from apps.games.services.steps import due
from apps.games.timing.clock import database_now
from apps.orders.decision import Change, open_decision
from apps.orders.services import answer, draft, set_ready, submit, undo
from tests.apps.games.conftest import pending, play_until

ROOT = Path(__file__).resolve().parents[3]
OFFER = {"do": "offer", "coins": 1}


def imports_of(path):
    """Also those inside a function: a cycle that is hidden is one."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_games_knows_neither_the_room_nor_who_comes_in():
    above = ("apps.orders", "apps.tables", "apps.demo")
    files = [path for path in (ROOT / "apps/games").rglob("*.py") if "migrations" not in path.parts]
    found = {str(path.relative_to(ROOT)) for path in files for name in imports_of(path) if name.startswith(above)}
    assert (len(files) > 50, found) == (True, set())


def test_the_step_is_locked_and_the_clock_asked_in_one_place():
    """Whatever a seat does goes through `hold`."""
    files = sorted((ROOT / "apps/orders").glob("*.py")) + sorted((ROOT / "apps/tables").rglob("*.py"))
    found = {path.name for path in files for word in (".lock(", "database_now()") if word in path.read_text()}
    assert found == {"decision.py"}


@pytest.fixture
def seat(game):
    step = play_until(game, "sealed")
    return game.seats.select_related("game", "user").get(number=step.asked[0])


VERBS = {
    "seal": lambda seat, n: submit(seat, n, OFFER, seat.user, "a key of mine"),
    "draft": lambda seat, n: draft(open_decision(seat, n, seat.user), Change(OFFER)),
    "ready": lambda seat, n: set_ready(seat, n, True),
}


def written():
    return [model.objects.count() for model in (Submission, Draft, Readiness)]


@pytest.mark.django_db
@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_the_same_refusals(game, seat, verb):
    do, n, before = VERBS[verb], pending(game).n, written()
    with pytest.raises(StaleStep):
        do(seat, n + 1)
    with pytest.raises(StaleStep):
        do(seat, n - 1)
    Step.objects.filter(pk=pending(game).pk).update(asked=[1 - seat.number])
    with pytest.raises(NotAsked):
        do(seat, n)
    Step.objects.filter(pk=pending(game).pk).update(asked=[0, 1], due_at=database_now())
    with pytest.raises(TooLate):
        do(seat, n)
    Step.objects.filter(pk=pending(game).pk).update(due_at=None, status=Step.Status.SEALED)
    with pytest.raises(TooLate):
        do(seat, n)
    seat.game.status = Game.Status.PAUSED
    with pytest.raises(NotRunning):
        do(seat, n)
    Step.objects.filter(pk=pending(game).pk).update(status=Step.Status.RESOLVED)
    with pytest.raises(GameOver):
        do(seat, n)
    assert written() == before


@pytest.mark.django_db
def test_a_request_sent_again_has_its_receipt_whatever_happened_since(game, seat):
    step = pending(game)
    first = submit(seat, step.n, OFFER, seat.user, "a key of mine")
    Step.objects.filter(pk=step.pk).update(due_at=database_now())
    assert submit(seat, step.n, OFFER, seat.user, "a key of mine") == first
    assert due.seal(step.pk, database_now())
    assert due.resolve(step.pk)
    decision = open_decision(seat, step.n, seat.user, "a key of mine")
    assert (answer(decision, None), decision.accepted.step.pk) == (first, step.pk)
    with pytest.raises(StaleStep):
        submit(seat, step.n, OFFER, seat.user, "another key")


@pytest.mark.django_db
def test_nothing_is_taken_back_by_a_seat_that_is_not_asked(game):
    step = pending(game)
    other = game.seats.select_related("game").exclude(number__in=step.asked).get()
    with pytest.raises(Exception, match="ne se reprend plus"):
        undo(other, step.n, other.user)
