"""A database of its own for a test that needs real processes: an SQLite file, or a Postgres database dropped
afterwards.

One program with Django loaded, the zygote, forks a child for each thing to do; it never opens a connection
itself.
"""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg

ROOT = Path(__file__).resolve().parent.parent.parent


class World:
    def __init__(self, folder: Path, server: str = "", redis: str = "") -> None:
        """`server` is the address of a Postgres server; empty: SQLite in `folder`. Without a Redis all stays
        inside."""
        self.folder, self.server, self.redis = folder, server, redis
        self.zygote: subprocess.Popen | None = None
        self.name = f"trust_{uuid.uuid4().hex[:12]}" if server else ""

    @property
    def environment(self) -> dict[str, str]:
        url = self.server.rsplit("/", 1)[0] + f"/{self.name}" if self.server else ""
        return {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "KALAN_DATA_DIR": str(self.folder),
            "DATABASE_URL": url,
            "REDIS_URL": self.redis,
        }

    def create(self) -> "World":
        if self.server:
            self._on_server(f'CREATE DATABASE "{self.name}"')
        command = [sys.executable, "-m", "tests.trust.zygote"]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        with self.log.open("wb") as log:
            self.zygote = subprocess.Popen(command, cwd=ROOT, env=self.environment, stderr=log, **pipes)
        return self

    @property
    def log(self) -> Path:
        """What the zygote and its children said."""
        return self.folder / "zygote.log"

    def destroy(self) -> None:
        if self.zygote:
            with suppress(BrokenPipeError):
                self.zygote.stdin.close()
            self.zygote.wait(timeout=120)
        if self.server:
            self._on_server(f'DROP DATABASE IF EXISTS "{self.name}" WITH (FORCE)')

    @contextmanager
    def serve(self) -> Iterator[int]:
        """The site on this world's database; its port. It is killed at the end, as by a power cut."""
        port, log = free_port(), self.folder / "server.log"
        command = [sys.executable, "-m", "tests.trust.server", str(port)]
        with log.open("wb") as written:
            process = subprocess.Popen(
                command, cwd=ROOT, env=self.environment, stdout=written, stderr=written
            )
        try:
            _wait_for(port, process, log)
            yield port
        finally:
            process.kill()
            process.wait()

    def _on_server(self, statement: str) -> None:
        with psycopg.connect(self.server, autocommit=True) as connection:
            connection.execute(statement)

    def do(self, work: str, *arguments: object) -> Any:
        """Have a child of the zygote do `module:function` of this package; its answer."""
        with suppress(BrokenPipeError):  # it died: its last words are read below
            self.zygote.stdin.write(json.dumps([work, *arguments]) + "\n")
            self.zygote.stdin.flush()
        line = self.zygote.stdout.readline()
        assert line, f"the zygote died before {work}: {self.log.read_text()[-4000:]}"
        answer = json.loads(line)
        assert "fault" not in answer, f"{work} {arguments}: {answer['fault']}"
        return answer["answer"]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_for(port: int, server: subprocess.Popen, log: Path) -> None:
    for _ in range(1200):
        assert server.poll() is None, log.read_text()[-3000:]
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/sante/", timeout=5)
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the server did not answer within two minutes")
