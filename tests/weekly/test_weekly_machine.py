"""The weekly machine: a whole game with nobody touching it, in place on SQLite and with real workers on
Postgres + Redis."""

import json
import os
import subprocess
import sys
import uuid
from contextlib import contextmanager
from urllib.parse import urlsplit

import psycopg
import pytest
from django.conf import settings

from tools.test import redis_url

pytestmark = pytest.mark.postgres

TURNS = "90" if os.environ.get("KALAN_LONG") else "6"


def drive(environment):
    command = [sys.executable, "-m", "tests.weekly.drive"]
    ran = subprocess.run(
        command,
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-3000:]
    return json.loads(ran.stdout.strip().splitlines()[-1])


def environment_for(tmp_path, **more):
    # In a worker of xdist REDIS_URL is already that worker's own: its children must not count down again.
    ours = ("DJANGO_SETTINGS_MODULE", "PYTEST_XDIST_WORKER")
    clean = {key: value for key, value in os.environ.items() if key not in ours}
    return {
        **clean,
        "KALAN_DATA_DIR": str(tmp_path),
        "KALAN_WEEKLY_TURNS": TURNS,
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        **more,
    }


def migrate(environment):
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
        cwd=settings.BASE_DIR,
        env=environment,
        check=True,
    )


def require_sound(report):
    """The game came to its end; every lord of every turn has one report and one mail; nothing is wrong in the
    world."""
    assert report["status"] == "finished"
    assert report["faults"] == []
    assert report["reports"] == report["expected_reports"]
    assert (report["report_mails"], report["unsent"], report["message_ids"]) == (
        report["expected_reports"],
        0,
        True,
    )
    assert report["turns"] == int(TURNS) - 1 or int(TURNS) > 50


def test_whole_game_runs_by_itself(tmp_path):
    """In place on SQLite; where PostgreSQL is given, with a real worker and a real beat on Redis."""
    if os.environ.get("DATABASE_URL"):
        with own_database() as address:
            environment = environment_for(tmp_path, DATABASE_URL=address, REDIS_URL=redis_url())
            require_sound(drive_with_workers(environment, tmp_path))
    else:
        environment = environment_for(tmp_path, DATABASE_URL="", REDIS_URL="")
        migrate(environment)
        require_sound(drive(environment))


@contextmanager
def own_database():
    """A database of its own on the server that the tests use."""
    parts = urlsplit(os.environ["DATABASE_URL"])
    name = f"kalan_weekly_{uuid.uuid4().hex[:8]}"
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
        try:
            yield parts._replace(path=f"/{name}").geturl()
        finally:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


def drive_with_workers(environment, tmp_path):
    environment = {**environment, "KALAN_REAL_WORKERS": "1"}
    migrate(environment)
    celery = [sys.executable, "-m", "celery", "-A", "config"]
    quiet = {
        "cwd": settings.BASE_DIR,
        "env": environment,
        "stdout": subprocess.DEVNULL,
        "stderr": subprocess.DEVNULL,
    }
    worker = subprocess.Popen(
        [
            *celery,
            "worker",
            "--concurrency",
            "2",
            "--loglevel",
            "ERROR",
            "--without-gossip",
            "--without-mingle",
            "--queues",
            "celery,mail",
        ],
        **quiet,
    )
    beat = subprocess.Popen(
        [*celery, "beat", "--loglevel", "ERROR", "--schedule", str(tmp_path / "beat"), "--pidfile", ""],
        **quiet,
    )
    try:
        return drive(environment)
    finally:
        for process in (beat, worker):
            process.terminate()
        for process in (beat, worker):
            process.wait(timeout=30)


def test_workers_use_the_redis_that_was_given(tmp_path, monkeypatch):
    """And as it was given, also in a worker of xdist, whose settings made it their own before."""
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.2:6390/7")
    monkeypatch.setenv("PYTEST_XDIST_WORKER", "gw3")
    asked = "import os, tests.settings; print(os.environ['REDIS_URL'])"
    environment = environment_for(tmp_path, REDIS_URL=redis_url())
    ran = subprocess.run(
        [sys.executable, "-c", asked],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.strip() == "redis://127.0.0.2:6390/7"
