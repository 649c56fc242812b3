"""A Redis and a PostgreSQL of a test's own, to be killed, frozen and started again: never those of the
machine."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import psycopg
import redis

from tests.trust.worlds import free_port

PATIENCE = 60.0  # seconds for a server to answer on a busy machine


def missing() -> str:
    """What this machine lacks for the tests of outages; nothing when they can run."""
    lacking = [name for name in ("redis-server", "initdb", "postgres") if not installed(name)]
    return f"not installed here: {', '.join(lacking)}" if lacking else ""


class Redis:
    """Keeps nothing on disk, as the one in production: started again, it is empty."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"

    def __enter__(self) -> "Redis":
        return self.start()

    def __exit__(self, *_fault: object) -> None:
        self.thaw()
        self.kill()

    def start(self) -> "Redis":
        command = [installed("redis-server"), "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=tempfile.gettempdir())
        _wait_for(self._answers)
        return self

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def freeze(self) -> None:
        """It holds its connections and takes new ones, and says nothing."""
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def flush(self) -> None:
        with redis.Redis.from_url(self.url) as client:
            client.flushall()

    def _answers(self) -> bool:
        with suppress(redis.RedisError), redis.Redis.from_url(self.url, socket_timeout=1) as client:
            return bool(client.ping())
        return False


class Postgres:
    """A cluster in a folder of its own. As root it belongs to a plain user: PostgreSQL wants that."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"postgres://postgres@127.0.0.1:{self.port}/postgres"
        self.folder = Path(tempfile.mkdtemp(prefix="kalan-postgres-"))
        self.owner = {"user": "postgres", "group": "postgres"} if os.geteuid() == 0 else {}
        if self.owner:
            shutil.chown(self.folder, **self.owner)
        options = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"]
        subprocess.run(
            [installed("initdb"), "-D", str(self.folder / "data"), *options],
            stdout=subprocess.DEVNULL,
            check=True,
            cwd=self.folder,
            **self.owner,
        )

    def __enter__(self) -> "Postgres":
        return self.start()

    def __exit__(self, *_fault: object) -> None:
        self.crash()
        shutil.rmtree(self.folder)

    def start(self) -> "Postgres":
        """Without fsync: the tests kill processes, not the machine."""
        command = [
            installed("postgres"),
            "-D",
            str(self.folder / "data"),
            "-p",
            str(self.port),
            "-k",
            str(self.folder),
        ]
        command += ["-c", "listen_addresses=127.0.0.1", "-c", "fsync=off", "-c", "max_connections=60"]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, **self.owner)
        _wait_for(self._answers)
        return self

    def crash(self) -> None:
        """At once, whatever is under way: nothing is written down, and the log is replayed at the next
        start."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()

    def _answers(self) -> bool:
        with suppress(psycopg.OperationalError):
            psycopg.connect(self.url, connect_timeout=1).close()
            return True
        return False


def installed(name: str) -> str | None:
    """A program in the path, or where Debian keeps the servers."""
    places = [
        os.environ.get("PATH", ""),
        *map(str, sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)),
    ]
    return shutil.which(name, path=os.pathsep.join(places))


def _wait_for(answers: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not answers():
        assert time.monotonic() < end, "the server did not start"
        time.sleep(0.05)
