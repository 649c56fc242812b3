"""Several workers, each its own process, on SQLite or Postgres: no mail leaves twice, none is lost, whoever
is killed."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from django.db import connection

from apps.courier.models import Mail

ROOT = Path(__file__).resolve().parents[3]
# One worker of xdist: the tables are made once.
pytestmark = [pytest.mark.xdist_group("deliverers"), pytest.mark.postgres, pytest.mark.once]


class Worker:
    """A process that was asked for one thing; its line tells its number, then its answer, and ends when it
    does."""

    def __init__(self, line):
        self.line = line.open()
        self.number = int(self.line.readline())

    def answer(self):
        with self.line:
            told = self.line.readline()
        assert told, "the worker died"
        return json.loads(told)

    def kill(self):
        os.kill(self.number, signal.SIGKILL)
        with self.line:
            self.line.read()  # to its end: it is dead


class Workers:
    """Processes on one database and one post office, forked by one that has Django loaded: see
    deliverer.py."""

    def __init__(self, folder, environment):
        self.folder, self.started = folder, 0
        command = [sys.executable, "-m", "tests.apps.courier.deliverer"]
        self.parent = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, text=True, start_new_session=True
        )

    def start(self, verb, *arguments):
        self.started += 1
        line = self.folder / f"line-{self.started}"
        os.mkfifo(line)
        print(json.dumps([str(line), verb, *arguments]), file=self.parent.stdin, flush=True)
        return Worker(line)

    def ask(self, verb, *arguments):
        return self.start(verb, *arguments).answer()

    def stop(self):
        """All of them, whatever they do."""
        os.killpg(self.parent.pid, signal.SIGKILL)
        self.parent.stdin.close()
        self.parent.wait()


@pytest.fixture(scope="module")
def migrated(tmp_path_factory):
    """A SQLite file with its tables, made once."""
    folder = tmp_path_factory.mktemp("migrated")
    workers = Workers(folder, {**os.environ, "DATABASE_URL": "", "KALAN_DATA_DIR": str(folder)})
    workers.ask("prepare", 0)
    workers.stop()
    return folder / "kalan.sqlite3"


@pytest.fixture
def workers(request, office, tmp_path, transactional_db):
    """On Postgres the test database; else a SQLite file as the embedded site has."""
    environment = {**os.environ, "EMAIL_URL": office.url, "KALAN_DATA_DIR": str(tmp_path)}
    if connection.vendor == "postgresql":
        at = connection.settings_dict
        environment["DATABASE_URL"] = (
            f"postgres://{at['USER']}:{at['PASSWORD']}@{at['HOST']}:{at['PORT'] or 5432}/{at['NAME']}"
        )
    else:
        environment["DATABASE_URL"] = ""
        shutil.copy(request.getfixturevalue("migrated"), tmp_path / "kalan.sqlite3")
    workers = Workers(tmp_path, environment)
    yield workers
    workers.stop()


def wait_until(condition):
    limit = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < limit, "it never happened"
        time.sleep(0.02)


def test_three_workers_never_send_a_mail_twice(workers, office):
    office.slow = 0.02
    before = workers.ask("prepare", 60)
    running = [workers.start("work") for _ in range(3)]
    after = [worker.answer() for worker in running]
    assert sum(worker["sent"] for worker in after) == 60
    assert Counter(office.identities) == Counter(identity for _state, identity in before["mails"])
    last = max(after, key=lambda worker: worker["tries"])
    assert last["mails"] == [[Mail.State.SENT, identity] for _state, identity in before["mails"]]
    assert last["tries"] == 60


def test_workers_together_keep_to_the_connections_of_a_provider(workers, office):
    office.slow = 0.05
    workers.ask("prepare", 30, "laposte.net")
    running = [workers.start("work", "laposte") for _ in range(3)]
    assert sum(worker.answer()["sent"] for worker in running) == 30
    assert office.most_open_for == {"laposte.net": 1}
    assert len(set(office.identities)) == len(office.taken) == 30


def test_a_worker_killed_before_data_gives_the_mail_back_after_the_lease(workers, office):
    ((_, identity),) = workers.ask("prepare", 1)["mails"]
    office.stalls_at = "recipient"
    dead = workers.start("work")
    wait_until(lambda: office.recipients)
    dead.kill()
    office.stalls_at = ""
    at_once = workers.ask("work")
    assert (at_once["sent"], at_once["mails"]) == (0, [[Mail.State.SENDING, identity]])
    later = workers.ask("work_after_the_lease")
    assert (later["sent"], later["mails"]) == (1, [[Mail.State.SENT, identity]])
    assert office.identities == [identity]


def test_a_worker_killed_after_data_leaves_doubt_and_sends_nothing_again(workers, office):
    ((_, identity),) = workers.ask("prepare", 1)["mails"]
    office.slow = 3600
    dead = workers.start("work")
    wait_until(lambda: office.data_begun)
    dead.kill()
    office.slow = 0
    later = workers.ask("work_after_the_lease")
    assert (later["sent"], later["mails"]) == (0, [[Mail.State.UNKNOWN, identity]])
    assert office.data_begun == 1
