"""A real server on a free port with a data folder of its own, and Chromium to visit it."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from tools.browser import find

ROOT = Path(__file__).resolve().parent.parent.parent
AXE = Path(__file__).parent / "vendor" / "axe.min.js"
FLAGS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PHONE = {"width": 390, "height": 844}
WIDE = {"width": 1280, "height": 900}
VISITOR = ("Hawkmoon", "narvik-attend-ses-ordres")
SECOND = ("Rodrigue", "deux-joueurs-a-la-table")

expect.set_options(timeout=30_000)  # as every other wait: a busy machine is slow, not wrong


class Server:
    """The embedded process, as `make run` starts it. It can be killed and started again on the same data."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen | None = None

    def start(self) -> "Server":
        environment = {
            **os.environ,
            "PORT": str(self.port),
            "KALAN_DATA_DIR": str(self.folder),
            "DATABASE_URL": "",
            "REDIS_URL": "",
        }
        environment.pop("DJANGO_SETTINGS_MODULE", None)
        environment["KALAN_LOG_LEVEL"] = "WARNING"
        log = (self.folder / "server.log").open("ab")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "config.embedded"], cwd=ROOT, env=environment, stdout=log, stderr=log
        )
        self._wait()
        return self

    def _wait(self) -> None:
        for _ in range(600):
            if self.process.poll() is not None:
                raise AssertionError((self.folder / "server.log").read_text()[-4000:])
            try:
                urllib.request.urlopen(f"{self.url}/sante/", timeout=2)
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise AssertionError("the server did not answer within a minute")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> float:
        """Ask it to end as Ctrl-C does; how long that took."""
        start = time.monotonic()
        self.process.send_signal(2)
        self.process.wait(timeout=15)
        return time.monotonic() - start


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """One server with the demonstration for the whole run."""
    running = Server(tmp_path_factory.mktemp("kalan")).start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find(), args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def visit(browser, server):
    """Open a window; signed in when an account is given. Console errors and foreign requests fail the test."""
    contexts, faults = [], []

    def open_window(account=None, *, viewport=WIDE, dark=False, javascript=True, touch=False, base=server.url) -> Page:
        context = browser.new_context(
            base_url=base,
            viewport=viewport,
            color_scheme="dark" if dark else "light",
            locale="fr-FR",
            java_script_enabled=javascript,
            has_touch=touch,
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(f"script error: {error}"))
        page.on(
            "request",
            lambda request: faults.append(f"foreign request: {request.url}") if not _ours(request.url, base) else None,
        )
        if account:
            sign_in(page, *account)
        return page

    yield open_window
    for context in contexts:
        context.close()
    assert faults == []


def _ours(url: str, base: str) -> bool:
    return url.startswith((base, base.replace("http", "ws"), "data:", "blob:", "about:"))


def sign_in(page: Page, name: str, password: str) -> None:
    page.goto("/compte/login/")
    page.fill("input[name=login]", name)
    page.fill("input[name=password]", password)
    page.click("main form button[type=submit]")
    page.wait_for_url(lambda url: "/login" not in url)
    assert "/2fa/" not in page.url, f"{name} has a second factor: another test left it behind"


def violations(page: Page) -> list[str]:
    """What axe finds on the page as it stands. Waited for, not awaited: an await has no limit."""
    page.evaluate(AXE.read_text())
    page.evaluate(
        "() => { window.axeResult = null;"
        " axe.run().then((result) => { window.axeResult = result; }, (error) => { window.axeResult = { error }; }); }"
    )
    page.wait_for_function("() => window.axeResult", timeout=60_000)
    assert page.evaluate("() => String(window.axeResult.error || '')") == ""
    found = page.evaluate("() => window.axeResult.violations")
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]} ({len(one['nodes'])})" for one in found]
