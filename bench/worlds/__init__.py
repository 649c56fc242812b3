"""Temporary databases for the benchmarks of the host, and the lines they end with.

A benchmark runs itself again with the word `inside` on each database: an SQLite file, and Postgres where it
answers.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from tests.trust.worlds import World  # noqa: E402

USUAL_DATABASE = "postgres://postgres@127.0.0.1:5432/postgres"


def databases() -> list[tuple[str, str]]:
    """(name, address of the server); the address of SQLite is empty."""
    found = [("SQLite", "")]
    url = os.environ.get("DATABASE_URL") or USUAL_DATABASE
    with suppress(psycopg.Error):
        psycopg.connect(url, connect_timeout=3).close()
        found.append(("Postgres", url))
    return found


@contextmanager
def world(server: str) -> Iterator[World]:
    with tempfile.TemporaryDirectory() as folder:
        made = World(Path(folder), server)
        if server:
            made._on_server(f'CREATE DATABASE "{made.name}"')
        try:
            yield made
        finally:
            made.destroy()


def inside(script: str, server: str, *arguments: str) -> dict[str, Any]:
    """Run the script's inner part on a fresh database; the figures it printed on its last line."""
    with world(server) as made:
        command = [sys.executable, script, "inside", *arguments]
        run = subprocess.run(command, cwd=ROOT, env=made.environment, stdout=subprocess.PIPE, text=True)
        if run.returncode:
            sys.exit(f"{script} failed on {'Postgres' if server else 'SQLite'}")
        return json.loads(run.stdout.strip().splitlines()[-1])


def ready() -> None:
    """Django on this run's database, with tables and the small game."""
    from tests.trust import actors

    actors.ready()
    from django.core.management import call_command

    call_command("migrate", verbosity=0, interactive=False)


def verdict(name: str, value: str, goal: str, met: bool) -> int:
    """The last line, and the exit status."""
    print(f"{name}: {value}, goal {goal}, {'met' if met else 'short'}")
    return 0 if met else 1


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]
