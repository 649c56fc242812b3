"""A database of its own for a test that needs real processes: an SQLite file, or a Postgres database dropped afterwards.

One program with Django loaded, the zygote, forks a child for each thing to do; it never opens a connection itself.
"""

import json
import os
import subprocess
import sys
import uuid
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg

ROOT = Path(__file__).resolve().parent.parent.parent


class World:
    def __init__(self, folder: Path, server: str = "") -> None:
        """`server` is the address of a Postgres server; empty: SQLite in `folder`."""
        self.folder, self.server = folder, server
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
            "REDIS_URL": "",
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
