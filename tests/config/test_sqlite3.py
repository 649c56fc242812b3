"""The line of writers on SQLite: first come, first served, and never a lock kept by someone who has left."""

import threading
import time

import pytest
from django.conf import settings
from django.db.utils import OperationalError, load_backend

from config.sqlite3.base import DatabaseWrapper
from config.sqlite3.line import Line

DEFAULTS = {
    "ENGINE": "config.sqlite3",
    "AUTOCOMMIT": True,
    "ATOMIC_REQUESTS": False,
    "CONN_MAX_AGE": 0,
    "TIME_ZONE": None,
}


def test_line_serves_in_the_order_of_arrival():
    line, served = Line(), []
    assert line.enter(1)

    def wait(number):
        assert line.enter(20)
        served.append(number)
        line.leave()

    waiting = [threading.Thread(target=wait, args=(number,)) for number in range(8)]
    for number, one in enumerate(waiting):
        one.start()
        while len(line._waiting) <= number and one.is_alive():
            time.sleep(0.001)
    line.leave()
    for one in waiting:
        one.join(20)
    assert (served, line.enter(0.01)) == (list(range(8)), True)


def test_line_is_left_by_who_waited_too_long():
    line = Line()
    assert line.enter(1)
    assert line.enter(0.01) is False
    line.leave()
    assert line.enter(0.01) is True


@pytest.fixture
def connect(tmp_path, django_db_blocker):
    """Connections to one new file, each as a thread of the site has it."""
    made = []

    def one(timeout=20):
        options = {
            "transaction_mode": "IMMEDIATE",
            "timeout": timeout,
            "init_command": "PRAGMA journal_mode=WAL;",
        }
        more = {
            "NAME": str(tmp_path / "line.sqlite3"),
            "OPTIONS": options,
            "TEST": {},
            "CONN_HEALTH_CHECKS": False,
        }
        made.append(DatabaseWrapper({**DEFAULTS, **more}, "line"))
        made[-1].inc_thread_sharing()
        return made[-1]

    with django_db_blocker.unblock():
        yield one
        for connection in made:
            connection.close()


@pytest.fixture
def table(connect):
    connection = connect()
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE word (text TEXT)")
    return connection


def write(connection, text):
    connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO word VALUES (%s)", [text])


def end(connection, verb):
    getattr(connection, verb)()
    if connection.connection is not None:
        connection.set_autocommit(True)


@pytest.mark.parametrize("verb", ["commit", "rollback", "close"])
def test_turn_is_over_however_the_transaction_ends(table, connect, verb):
    other = connect(timeout=0)
    write(table, "first")
    assert table.in_line
    with pytest.raises(OperationalError, match="locked"):
        write(other, "meanwhile")
    assert not other.in_line
    end(table, verb)
    assert not table.in_line
    write(other, "second")
    end(other, "commit")


def test_single_statement_waits_for_the_one_before(table, connect):
    """Twenty threads that write without a transaction while another holds the file: all wait, none fails."""
    faults = []

    def insert(number):
        connection = connect()
        try:
            with connection.cursor() as cursor:
                cursor.execute("INSERT INTO word VALUES (%s)", [str(number)])
        except OperationalError as fault:
            faults.append(fault)
        assert not connection.in_line

    write(table, "held")
    crowd = [threading.Thread(target=insert, args=(number,)) for number in range(20)]
    for one in crowd:
        one.start()
    end(table, "commit")
    for one in crowd:
        one.join(60)
    with table.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM word")
        assert (cursor.fetchone()[0], faults) == (21, [])


def test_site_on_sqlite_uses_the_line():
    engine = settings.DATABASES["default"]["ENGINE"]
    if engine.endswith("sqlite3"):
        assert load_backend(engine).DatabaseWrapper is DatabaseWrapper
