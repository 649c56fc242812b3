"""`make drill`: back the database up, restore the copy beside it, verify every game there, say how long each
part took.

The site's own database is only read; the copy is dropped at the end. PostgreSQL needs pg_dump and pg_restore
and the right to create a database; SQLite needs nothing.
"""

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent


class Failure(Exception):
    """A part of the drill that did not succeed, with what its program said."""


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.conf import settings

    with tempfile.TemporaryDirectory() as folder:
        try:
            if settings.DATABASE_URL.startswith("postgres"):
                postgres(settings.DATABASE_URL, Path(folder))
            else:
                sqlite(Path(settings.DATABASES["default"]["NAME"]), Path(folder))
        except Failure as failure:
            print(f"drill: FAILED: {failure}")
            return 1
    return 0


def sqlite(site: Path, folder: Path) -> None:
    backup, restored = folder / "backup.sqlite3", folder / "restored"
    restored.mkdir()
    timed("backed up", lambda: copy_sqlite(site, backup))
    timed("restored", lambda: shutil.copyfile(backup, restored / "kalan.sqlite3"))
    timed("verified", lambda: verify("", restored))


def copy_sqlite(site: Path, backup: Path) -> None:
    """While the site goes on: SQLite's own backup reads one consistent moment."""
    if not site.exists():
        raise Failure(f"there is no database at {site}")
    with (
        sqlite3.connect(f"file:{site}?mode=ro", uri=True, timeout=20) as source,
        sqlite3.connect(backup) as target,
    ):
        source.backup(target)


def postgres(url: str, folder: Path) -> None:
    backup, name = folder / "backup.dump", f"drill_{uuid.uuid4().hex[:12]}"
    copy = urlsplit(url)._replace(path=f"/{name}").geturl()
    timed("backed up", lambda: run("pg_dump", "--format=custom", f"--dbname={url}", f"--file={backup}"))
    run("psql", "--quiet", f"--dbname={url}", f'--command=CREATE DATABASE "{name}"')
    try:
        timed(
            "restored",
            lambda: run("pg_restore", "--exit-on-error", "--no-owner", f"--dbname={copy}", str(backup)),
        )
        timed("verified", lambda: verify(copy, folder))
    finally:
        run("psql", "--quiet", f"--dbname={url}", f'--command=DROP DATABASE "{name}" WITH (FORCE)')


def verify(url: str, folder: Path) -> str:
    """What verify_world says of the copy. Nothing delivers mail there: what waited still waits."""
    environment = {"DATABASE_URL": url, "KALAN_DATA_DIR": str(folder), "REDIS_URL": ""}
    return run(sys.executable, "manage.py", "verify_world", "--restored", **environment)


def run(*command: str, **environment: str) -> str:
    try:
        done = subprocess.run(
            command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True
        )
    except FileNotFoundError:
        raise Failure(f"{command[0]} is not installed") from None
    if done.returncode:
        raise Failure(f"{command[0]}: {done.stderr.strip()[-2000:]}")
    return done.stdout.strip()


def timed(what: str, work: Callable[[], object]) -> None:
    start = time.monotonic()
    said = work()
    print(
        f"{what} in {time.monotonic() - start:.1f} s"
        + (f": {said}" if isinstance(said, str) and said else "")
    )


if __name__ == "__main__":
    sys.exit(main())
