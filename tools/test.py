"""`make test`: every suite that this machine can run, then a plain summary of what ran and what was left out
and why.

KALAN_REQUIRE_ALL=1 (continuous integration) treats anything left out as a failure.
"""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

from tools import browser

ROOT = Path(__file__).resolve().parent.parent
USUAL_DATABASE = "postgres://postgres@127.0.0.1:5432/postgres"
OUTAGES = "tests/trust/test_outages.py"  # with servers of its own, which it kills
DEPLOYMENT = (
    "tests/config/test_deploy.py"  # starts the site in ways of its own, whatever database it is tested on
)
USUAL_REDIS = "redis://127.0.0.1:6379/15"
EMBEDDED = {"DATABASE_URL": "", "REDIS_URL": ""}
SITE = ["tests", "--ignore=tests/engines", "--ignore=tests/e2e", f"--ignore={OUTAGES}"]
# Seconds a suite may take before it is stopped: something hangs, and the summary must say where.
EVERYDAY, LONG = 40 * 60, 6 * 3600


class Suite:
    """One run of pytest: its name, its arguments, its environment, and what it needs.

    One that mostly waits runs `beside` the others, and is printed as a whole when it ends.
    """

    def __init__(
        self,
        name: str,
        arguments: list[str],
        environment: dict[str, str],
        needs: Callable[[], str],
        limit: int = EVERYDAY,
        beside: bool = False,
    ) -> None:
        self.name, self.arguments, self.environment, self.needs = name, arguments, environment, needs
        self.limit, self.beside = limit, beside
        self.outcome, self.seconds = "", 0.0
        self.process: subprocess.Popen[bytes] | None = None

    def run(self) -> None:
        missing = self.needs()
        if missing:
            self.outcome = f"left out: {missing}"
            return
        command = [sys.executable, "-m", "pytest", "--durations=12", *self.arguments]
        start = time.monotonic()
        if self.beside:
            with tempfile.TemporaryFile() as kept:
                self.outcome = self._outcome(command, kept)
                kept.seek(0)
                said = kept.read().decode(errors="replace")
            print(f"\n=== {self.name}\n{said}", flush=True)
        else:
            print(f"\n=== {self.name}", flush=True)
            self.outcome = self._outcome(command, None)
        self.seconds = time.monotonic() - start

    def _outcome(self, command: list[str], output: IO[bytes] | None) -> str:
        """A group of its own: servers, browsers and workers that a stopped suite started go with it."""
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **self.environment},
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
        try:
            status = self.process.wait(timeout=self.limit)
        except subprocess.TimeoutExpired:
            return f"FAILED (stopped after {self.limit // 60} minutes)"
        finally:
            self.stop()
        return "passed" if status == 0 else f"FAILED (pytest exit status {status})"

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def main() -> int:
    suites = soak_suites() if "--soak" in sys.argv else everyday_suites()
    run(suites)
    return summary(suites)


def run(suites: Sequence[Suite]) -> None:
    """One after the other, but for those that run beside them."""
    beside = [threading.Thread(target=suite.run) for suite in suites if suite.beside]
    for thread in beside:
        thread.start()
    try:
        for suite in suites:
            if not suite.beside:
                suite.run()
        for thread in beside:
            thread.join()
    finally:
        for suite in suites:
            suite.stop()


def everyday_suites() -> list[Suite]:
    return [
        Suite("engines and units", ["tests/engines", "-m", "not soak", *workers()], EMBEDDED, nothing),
        Suite(
            "site on SQLite",
            [*SITE, "-m", marked_for_sqlite(services_missing()), *workers()],
            EMBEDDED,
            nothing,
        ),
        Suite(
            "what PostgreSQL and Redis may do otherwise",
            [*SITE, f"--ignore={DEPLOYMENT}", "-m", "postgres and not soak", *workers()],
            services(),
            services_missing,
        ),
        Suite("outages of PostgreSQL and Redis", [OUTAGES], EMBEDDED, outages_missing, beside=True),
        Suite("browser", ["tests/e2e", "-m", "not soak", *workers("loadfile")], EMBEDDED, browser.missing),
    ]


def soak_suites() -> list[Suite]:
    """The long tests, and the whole site on both databases: every day PostgreSQL runs only what is marked for
    it."""
    patient = ["-s", "--timeout=0"]
    games = ["tests/engines/missionnaires/test_fuzz.py", "tests/engines/test_conformance.py"]
    trust = ["tests/trust", f"--ignore={OUTAGES}", *patient]
    site = [*SITE, "--ignore=tests/trust", *workers()]
    return [
        Suite("random games", [*games, *patient], EMBEDDED, nothing, LONG),
        Suite("site on SQLite", site, EMBEDDED, nothing, LONG),
        Suite(
            "site on PostgreSQL and Redis",
            [*site, f"--ignore={DEPLOYMENT}"],
            services(),
            services_missing,
            LONG,
        ),
        Suite("trust on SQLite", trust, EMBEDDED, nothing, LONG),
        Suite("trust on PostgreSQL and Redis", trust, services(), services_missing, LONG),
        Suite("outages of PostgreSQL and Redis", [OUTAGES, *patient], EMBEDDED, outages_missing, LONG),
        Suite(
            "browser, with kills and restarts", ["tests/e2e", "--timeout=0"], EMBEDDED, browser.missing, LONG
        ),
    ]


def marked_for_sqlite(missing: str) -> str:
    """Several processes on one database are tried once a day, on PostgreSQL: the site on SQLite is one
    process."""
    return "not soak" if missing else "not soak and not once"


def workers(distribution: str = "loadgroup") -> list[str]:
    """One process more than there are cores: many tests wait for a server or a clock."""
    return ["-n", str(min(4, (os.cpu_count() or 1) + 1)), "--dist", distribution]


def services() -> dict[str, str]:
    return {"DATABASE_URL": database_url(), "REDIS_URL": redis_url()}


def nothing() -> str:
    return ""


def database_url() -> str:
    return os.environ.get("DATABASE_URL") or USUAL_DATABASE


def redis_url() -> str:
    return os.environ.get("REDIS_URL") or USUAL_REDIS


def services_missing() -> str:
    """Which of the two does not answer; both are named when both are away."""
    return "; ".join(filter(None, [database_missing(), redis_missing()]))


def database_missing() -> str:
    import psycopg

    try:
        psycopg.connect(database_url(), connect_timeout=3).close()
    except psycopg.Error:
        return "PostgreSQL does not answer (set DATABASE_URL)"
    return ""


def redis_missing() -> str:
    import redis

    try:
        redis.Redis.from_url(redis_url(), socket_connect_timeout=3).ping()
    except redis.RedisError:
        return "Redis does not answer (set REDIS_URL)"
    return ""


def outages_missing() -> str:
    from tests.trust import services

    return services.missing()


def summary(suites: list[Suite]) -> int:
    print("\nSummary")
    for suite in suites:
        print(f"  {suite.name:<43} {suite.outcome}" + (f" in {suite.seconds:.0f} s" if suite.seconds else ""))
    failed = any(suite.outcome.startswith("FAILED") for suite in suites)
    left_out = any(suite.outcome.startswith("left out") for suite in suites)
    if left_out and os.environ.get("KALAN_REQUIRE_ALL") == "1":
        print("  Everything is required here: what was left out counts as a failure.")
        return 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
