"""A real server on a free port with a data folder of its own, and Chromium to visit it."""

import contextlib
import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Error, Page, expect, sync_playwright

from tests.e2e.backstage import Backstage
from tests.e2e.faults import Faults
from tests.trust.long import LONG
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

TRACES = os.environ.get("KALAN_TRACES", "")  # a folder
PATIENCE = 120.0  # seconds for a process to end, on a busy machine too

expect.set_options(timeout=30_000)  # as every other wait: a busy machine is slow, not wrong


class Server:
    """The embedded process, as `make run` starts it, with loaded dice. It can be killed and started again on
    the same data."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen | None = None

    def start(self) -> "Server":
        environment = {
            **os.environ,
            "PORT": str(self.port),
            "KALAN_SITE_URL": self.url,
            "KALAN_DATA_DIR": str(self.folder),
            "DATABASE_URL": "",
            "REDIS_URL": "",
        }
        environment.pop("DJANGO_SETTINGS_MODULE", None)
        environment["KALAN_LOG_LEVEL"] = "WARNING"
        log = (self.folder / "server.log").open("ab")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.e2e.served"], cwd=ROOT, env=environment, stdout=log, stderr=log
        )
        self._wait()
        return self

    def _wait(self) -> None:
        """Until it answers or dies. A hanging one ends with the test that waits for it, under its name."""
        while self.process.poll() is None:
            try:
                urllib.request.urlopen(f"{self.url}/sante/", timeout=30)
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise AssertionError((self.folder / "server.log").read_text()[-4000:])

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """Ask it to end as Ctrl-C does."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=PATIENCE)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def site(demonstration: Path, folder: Path) -> Iterator[tuple[Server, Backstage]]:
    """A server on a copy of the demonstration, and the process that sets scenes in its data."""
    shutil.copytree(demonstration, folder, dirs_exist_ok=True)
    server, backstage = Server(folder).start(), Backstage(folder)
    yield server, backstage
    backstage.leave()
    server.kill()


@pytest.fixture(scope="session")
def demonstration(tmp_path_factory):
    """The data of a site that has just been opened for the first time: made once for all processes of this
    run."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder = shared / "demonstration"
    with (shared / "demonstration.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            folder.mkdir()
            Server(folder).start().kill()  # a kill loses nothing, and is not waited for
    return folder


@pytest.fixture(scope="session")
def main_site(demonstration, tmp_path_factory):
    """One site for the whole run."""
    with site(demonstration, tmp_path_factory.mktemp("kalan")) as both:
        yield both


@pytest.fixture(scope="session")
def server(main_site):
    return main_site[0]


@pytest.fixture(scope="session")
def backstage(main_site):
    """Sets scenes in the data of that server: see tests/e2e/backstage.py."""
    return main_site[1]


@pytest.fixture(autouse=True)
def rested(backstage):
    """The two people of the demonstration play in nearly every test, in one day: each test begins their day
    anew."""
    backstage("people.rested", names=[VISITOR[0], SECOND[0]])


@pytest.fixture(scope="session")
def watchman():
    """Gathers what goes wrong in every window of the run: see tests/e2e/faults.py."""
    return Faults()


@pytest.fixture(scope="session")
def whole_browser(watchman):
    """Chromium, and how to open a window in it that nobody watches."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find(), args=FLAGS)
        yield chromium, watchman.watch_all(chromium)
        chromium.close()


@pytest.fixture(scope="session")
def browser(whole_browser):
    return whole_browser[0]


@pytest.fixture
def open_unwatched(whole_browser):
    """`open_unwatched(base_url=…)`: a window for tests whose very subject is what goes wrong in it."""
    return whole_browser[1]


@pytest.fixture(scope="session")
def keys():
    """The cookies of those who came in once, by site and name: the door is opened once, not for every
    window."""
    return {}


@pytest.fixture(autouse=True)
def faults(watchman):
    """What goes wrong in any window fails the test during which it was seen; in a fixture of the module, its
    first test."""
    yield watchman
    watchman.judge()


@pytest.fixture
def expect_faults(faults):
    """`expect_faults(r"status of 422")`: the test provokes it on purpose, and fails if it does not come."""
    return faults.expect


@pytest.fixture
def visit(request, browser, server, keys):
    """Open a window; signed in when an account is given. With KALAN_TRACES what it showed is kept: see
    CONTRIBUTING.md."""
    contexts = []

    def open_window(
        account=None, *, viewport=WIDE, dark=False, javascript=True, touch=False, base=server.url
    ) -> Page:
        context = browser.new_context(
            base_url=base,
            viewport=viewport,
            color_scheme="dark" if dark else "light",
            locale="fr-FR",
            java_script_enabled=javascript,
            has_touch=touch,
        )
        contexts.append(context)
        if TRACES:
            context.tracing.start(screenshots=True, snapshots=True)
        page = context.new_page()
        page.goto = partial(_go, page.goto)
        page.wait_for_selector = partial(_find, page, page.wait_for_selector)
        if account and (base, account) in keys:
            context.add_cookies(keys[base, account])
        elif account:
            sign_in(page, *account)
            keys[base, account] = context.cookies()
        return page

    yield open_window
    for number, context in enumerate(contexts, start=1):
        if TRACES:
            context.tracing.stop(path=Path(TRACES, f"{request.node.name}-{number}.zip"))
        context.close()


def _go(goto, address, tries=4, **more):
    """A waiting room leads on by itself when its game begins, and may cut short where the test was going,
    even twice."""
    while True:
        tries -= 1
        try:
            return goto(address, **more)
        except Error as cut:
            led_on = "ERR_ABORTED" in cut.message or "interrupted by another navigation" in cut.message
            if not (led_on and tries):
                raise


def _find(page, wait, *selector, **more):
    """What came with a page is not pressed before the scripts of that page are there: on a busy machine they
    come later than what they bring to life."""
    found = wait(*selector, **more)
    page.wait_for_load_state()
    return found


@pytest.fixture(scope="module")
def site_to_walk(demonstration, tmp_path_factory):
    """The demonstration as it is at first, for one module that presses everything on it."""
    with site(demonstration, tmp_path_factory.mktemp("walked")) as both:
        yield both


@pytest.fixture
def walk_as(site_to_walk, visit, faults):
    """`walk_as("moderator")`: everything that this person is offered has been pressed; see tests/e2e/walk/."""
    from tests.e2e.walk.roles import walk

    return partial(walk, *site_to_walk, visit, faults.expect)


@pytest.fixture
def enter(visit, backstage, server):
    """Somebody comes in with a cookie that was made behind the stage: the door itself is tested elsewhere."""

    def come(name, window, role="player", **look) -> Page:
        page = visit(viewport=window.viewport, dark=window.dark, **look)
        cookie = backstage("people.enter", names=[name], role=role)[name]
        page.context.add_cookies([{**cookie, "url": server.url}])
        return page

    return come


def sign_in(page: Page, name: str, password: str) -> None:
    page.goto("/compte/login/")
    page.fill("input[name=login]", name)
    page.fill("input[name=password]", password)
    page.click("main form button[type=submit]")
    page.wait_for_url(lambda url: "/login" not in url)
    assert "/2fa/" not in page.url, f"{name} has a second factor: another test left it behind"


def unsound(page: Page) -> list[str]:
    """What axe finds, and whether the page is wider than a wide or a narrow window."""
    return [*violations(page), *sideways(page)]


def sideways(page: Page) -> list[str]:
    """The widths at which the page scrolls sideways. Its window is then as it was."""
    usual, found = page.viewport_size, []
    for size in (WIDE, PHONE):
        page.set_viewport_size(size)
        page.evaluate(DRAWN)
        found += too_wide(page)
    page.set_viewport_size(usual)
    page.evaluate(DRAWN)
    return found


# Two frames: the first is asked for with the new size, the second comes when the first has been laid out.
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())))"


def too_wide(page: Page) -> list[str]:
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return [f"scrolls sideways at {page.viewport_size['width']} pixels"] if wide else []


LOOKS = ((WIDE, "light"), (PHONE, "dark"))


def walk(page: Page, addresses: Sequence[str]) -> dict[str, list[str]]:
    """Every fault by address: violations of axe, sideways scrolling, an answer that is neither 200 nor the
    404 asked for.

    Every other page is judged wide and light, the others narrow and dark, each in both widths for what
    scrolls sideways; in the long run each page in both looks.
    """
    faults: dict[str, list[str]] = {}
    for number, (viewport, light) in enumerate(LOOKS):
        page.set_viewport_size(viewport)
        page.emulate_media(
            color_scheme=light, reduced_motion="reduce"
        )  # colours are judged when all has arrived
        for address in addresses if LONG else addresses[number :: len(LOOKS)]:
            status = page.goto(address).status
            found = [] if status == (404 if "nulle-part" in address else 200) else [f"status {status}"]
            found += unsound(page)
            if found:
                faults.setdefault(address, []).extend(found)
    return faults


def violations(page: Page) -> list[str]:
    """What axe finds on the page as it stands once it is there: a press that leads to another page ends when
    that one begins to come. Waited for, not awaited: an await has no limit.

    What passes is not described node by node, which is most of the work on a large board.
    """
    page.wait_for_load_state("load")
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text())
    page.evaluate(
        "() => { window.axeResult = null;"
        " axe.run({ resultTypes: ['violations'] }).then((result) => { window.axeResult = result; },"
        " (error) => { window.axeResult = { error }; }); }"
    )
    page.wait_for_function("() => window.axeResult", timeout=60_000)
    assert page.evaluate("() => String(window.axeResult.error || '')") == ""
    found = page.evaluate("() => window.axeResult.violations")
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]} ({len(one['nodes'])})" for one in found]
