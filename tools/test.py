"""`make test`: every suite that this machine can run, then a plain summary of what ran and what was left out and why.

KALAN_REQUIRE_ALL=1 (continuous integration) treats anything left out as a failure.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tools import browser

ROOT = Path(__file__).resolve().parent.parent
USUAL_DATABASE = "postgres://postgres@127.0.0.1:5432/postgres"
OUTAGES = "tests/trust/test_outages.py"  # with servers of its own, which it kills
DEPLOYMENT = (
    "tests/config/test_deploy.py"  # starts the site in ways of its own, whatever database it is tested on
)
USUAL_REDIS = "redis://127.0.0.1:6379/15"
# Seconds a suite may take before it is stopped: something hangs, and the summary must say where.
EVERYDAY, LONG = 40 * 60, 6 * 3600


class Suite:
    """One run of pytest: its name, its arguments, its environment, and what it needs."""

    def __init__(
        self,
        name: str,
        arguments: list[str],
        environment: dict[str, str],
        needs: Callable[[], str],
        limit: int = EVERYDAY,
    ) -> None:
        self.name, self.arguments, self.environment, self.needs = name, arguments, environment, needs
        self.limit = limit
        self.outcome, self.seconds = "", 0.0

    def run(self) -> None:
        missing = self.needs()
        if missing:
            self.outcome = f"left out: {missing}"
            return
        print(f"\n=== {self.name}", flush=True)
        start = time.monotonic()
        self.outcome = self._outcome([sys.executable, "-m", "pytest", "--durations=12", *self.arguments])
        self.seconds = time.monotonic() - start

    def _outcome(self, command: list[str]) -> str:
        """A group of its own: servers, browsers and workers that a stopped suite started go with it."""
        environment = {**os.environ, **self.environment}
        process = subprocess.Popen(command, cwd=ROOT, env=environment, start_new_session=True)
        try:
            status = process.wait(timeout=self.limit)
        except subprocess.TimeoutExpired:
            return f"FAILED (stopped after {self.limit // 60} minutes)"
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        return "passed" if status == 0 else f"FAILED (pytest exit status {status})"


def main() -> int:
    soak = "--soak" in sys.argv
    suites = soak_suites() if soak else everyday_suites()
    for suite in suites:
        suite.run()
    return summary(suites)


def everyday_suites() -> list[Suite]:
    processes = str(
        min(4, (os.cpu_count() or 1) + 1)
    )  # one more than cores: many tests wait for a server or a clock
    workers = ["-n", processes, "--dist", "loadgroup"]
    browsers = ["-n", processes, "--dist", "loadfile"]
    services = {"DATABASE_URL": database_url(), "REDIS_URL": redis_url()}
    embedded = {"DATABASE_URL": "", "REDIS_URL": ""}
    site = ["tests", "--ignore=tests/engines", "--ignore=tests/e2e", f"--ignore={OUTAGES}", "-m", "not soak"]
    return [
        Suite("engines and units", ["tests/engines", "-m", "not soak", *workers], embedded, nothing),
        Suite("site on SQLite", [*site, *workers], embedded, nothing),
        Suite(
            "site on PostgreSQL and Redis",
            [*site, f"--ignore={DEPLOYMENT}", *workers],
            services,
            services_missing,
        ),
        Suite("outages of PostgreSQL and Redis", [OUTAGES], embedded, outages_missing),
        Suite("browser", ["tests/e2e", "-m", "not soak", *browsers], embedded, browser.missing),
    ]


def soak_suites() -> list[Suite]:
    services = {"DATABASE_URL": database_url(), "REDIS_URL": redis_url()}
    embedded = {"DATABASE_URL": "", "REDIS_URL": ""}
    trust, windows = ["tests/trust", f"--ignore={OUTAGES}", "-s", "--timeout=0"], ["tests/e2e", "--timeout=0"]
    fuzz = ["tests/engines/missionnaires/test_fuzz.py", "-s", "--timeout=0"]
    return [
        Suite("random games", fuzz, embedded, nothing, LONG),
        Suite("trust on SQLite", trust, embedded, nothing, LONG),
        Suite("trust on PostgreSQL and Redis", trust, services, services_missing, LONG),
        Suite(
            "outages of PostgreSQL and Redis", [OUTAGES, "-s", "--timeout=0"], embedded, outages_missing, LONG
        ),
        Suite("browser, with kills and restarts", windows, embedded, browser.missing, LONG),
    ]


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
        print(f"  {suite.name:<30} {suite.outcome}" + (f" in {suite.seconds:.0f} s" if suite.seconds else ""))
    failed = any(suite.outcome.startswith("FAILED") for suite in suites)
    left_out = any(suite.outcome.startswith("left out") for suite in suites)
    if left_out and os.environ.get("KALAN_REQUIRE_ALL") == "1":
        print("  Everything is required here: what was left out counts as a failure.")
        return 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
