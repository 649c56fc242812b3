"""A database made by earlier code: its drafts, sealed orders and lamps are there afterwards, row for row."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from apps.games.models import Draft, Readiness, Seat, Step, Submission

BEFORE = [("games", "0008_gathering_stirs"), ("orders", "0003_name_the_holders")]
TABLES = ("orders_draft", "orders_readiness", "orders_submission")


def migrate(targets):
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    return executor.loader.project_state(targets).apps


def rows():
    """Every value that the three tables hold, and which tables there are."""
    with connection.cursor() as cursor:
        found = {}
        for table in TABLES:
            cursor.execute(f"SELECT * FROM {table} ORDER BY id")
            found[table] = cursor.fetchall()
        return found, sorted(connection.introspection.table_names(cursor))


@pytest.fixture
def newest(transactional_db):
    """The database as the other tests want it, whatever happens here."""
    yield MigrationExecutor(connection).loader.graph.leaf_nodes()
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def test_decisions_of_an_earlier_database_are_all_there(newest, make_game, alice):
    game = make_game()
    step, seat = Step.objects.get(game=game, n=1), Seat.objects.get(game=game, number=0)
    old = migrate(BEFORE)
    mine = {"step_id": step.pk, "seat_id": seat.pk}
    whose = {"author_id": alice.pk, "holder_id": alice.pk}
    old.get_model("orders", "Draft").objects.create(**mine, **whose, action={"do": "keep"}, text="je garde")
    sealed = {"revision": 1, "action": b'{"do":"keep"}', "key": "a key", "receipt": "r" * 64}
    old.get_model("orders", "Submission").objects.create(**mine, **whose, **sealed, created_at=timezone.now())
    old.get_model("orders", "Readiness").objects.create(**mine)
    before = rows()
    migrate(newest)
    assert rows() == before
    assert [len(kept) for kept in before[0].values()] == [1, 1, 1]
    assert Draft.objects.get(step=step, seat=seat).text == "je garde"
    assert Submission.objects.get(step=step, seat=seat).decision() == {"do": "keep"}
    assert Readiness.objects.filter(step=step, seat=seat).count() == 1
