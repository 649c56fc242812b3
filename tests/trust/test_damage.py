"""T17: one flipped bit in a state, an order or the seed is noticed and never resolved. T16: replay elsewhere
agrees."""

import random

import pytest
from django.db import connection

from apps.games.models import Game, Step, Submission
from apps.games.records.verification import find_world_faults
from apps.games.services.steps import due
from apps.orders.services import submit
from tests.trust import actors
from tests.trust.long import amount

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

WHERE = {
    "state": (Step, "state", lambda game: game.steps.resolved().order_by("-n").first().pk),
    "order": (Submission, "action", lambda game: actors.pending(game).submissions.last().pk),
    "seed": (Game, "seed", lambda game: game.pk),
}


def flip(model, column: str, pk: int, bit: int) -> None:
    """Change one bit of a stored value behind Django's back."""
    table = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {column} FROM {table} WHERE id = %s", [pk])
        raw = bytearray(cursor.fetchone()[0])
        raw[bit // 8 % len(raw)] ^= 1 << bit % 8
        cursor.execute(f"UPDATE {table} SET {column} = %s WHERE id = %s", [bytes(raw), pk])


def due_game():
    game = actors.sealed_game(2)
    step = actors.pending(game)
    for seat in game.seats.all():
        submit(seat, step.n, {"do": "offer", "coins": 1}, seat.user, "sealed order")
    actors.make_due(step)
    due.seal(step.pk, Step.objects.values_list("due_at", flat=True).get(pk=step.pk))
    return game, step


@pytest.mark.parametrize("what", WHERE)
def test_flipped_bit_quarantines_at_once_and_is_never_resolved(what):
    draw = random.Random(what)
    for _flip in range(amount(6, 200)):
        game, step = due_game()
        model, column, pk_of = WHERE[what]
        flip(model, column, pk_of(game), draw.randrange(8 * 2000))
        assert due.resolve(step.pk) is False
        held = Step.objects.get(pk=step.pk)
        assert (held.status, held.attempts, held.state) == ("quarantined", 1, None)


@pytest.mark.parametrize("what", WHERE)
def test_verify_world_names_what_was_damaged(what):
    game, _step = due_game()
    assert actors.faults() == []
    model, column, pk_of = WHERE[what]
    flip(model, column, pk_of(game), 8 * 11)
    found = " ".join(find_world_faults())
    expected = {
        "state": f"game {game.code}: step 3 is damaged",
        "order": "does not match its receipt",
        "seed": f"game {game.code}: la graine",
    }
    assert expected[what] in found


@pytest.mark.parametrize("column", ["events", "moves", "draws"])
def test_verify_world_reads_every_stored_column(column):
    game, _step = due_game()
    flip(Step, column, game.steps.get(n=1).pk, 8 * 3)
    assert f"game {game.code}: step 1 is damaged" in " ".join(find_world_faults())


def test_changed_receipt_salt_or_hash_is_noticed():
    for column, value in (("salt", "0" * 32), ("receipt", "0" * 64)):
        game, step = due_game()
        Submission.objects.filter(step=step).update(**{column: value})
        due.resolve(step.pk)
        assert Step.objects.get(pk=step.pk).status == "quarantined"
        assert any("receipt" in fault for fault in find_world_faults())
    game, step = due_game()
    game.steps.filter(n=2).update(state_hash="0" * 64)
    assert any("step 2 is damaged" in fault for fault in find_world_faults())


def test_move_in_a_damaged_position_is_refused_and_changes_nothing(client):
    game = actors.new_game(2)
    flip(Step, "state", game.steps.get(n=0).pk, 99)
    client.force_login(actors.people(1)[0])
    body = {"step": 1, "seat": 0, "key": "a-key-of-mine", "action": '{"do":"keep"}'}
    answer = client.post(f"/ordres/{game.code}/", body, headers={"accept": "application/json"})
    assert (answer.status_code, actors.pending(game).n) == (503, 1)
