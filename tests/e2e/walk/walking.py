"""A walk over the site with one person's eyes: from the home page along what each page offers, and everything
on it is pressed once.

A page is one place (`places.py`), a control is one key: what it is, not where it was met. So the header is
pressed once and not on every page. Every place is looked at in a wide and in a narrow window. Plain links are
clicked in both; the rest is pressed in the wide one, and in the narrow one where it stands there alone or the
page is a board, a desk or a map.
"""

import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin, urlsplit

from playwright.sync_api import ConsoleMessage, ElementHandle, Error, Page, Response

from tests.e2e.conftest import PHONE, WIDE
from tests.e2e.walk.places import NUMBER, WORD, Map, Place, found, route_of
from tests.e2e.walk.pressing import PATIENCE, TRIES, Gone, Outcome, Presser
from tests.trust.long import LONG

Key = tuple[Any, ...]
FRAME = ("header", "footer")
GLANCE = 2_000  # milliseconds for a first press: who stays silent is pressed again
REFUSED = (400, 409, 422, 429)  # with words that say why
WITHOUT_SCRIPTS = (
    "gazette:paper",
    "gazette:sheet",
    "courier:mail_html",
    "box:mail_html",
)  # a sandbox, in which nobody can look on
BLOCKED = "Blocked script execution in"
OF_OTHERS = ("admin",)  # Django's own pages


@dataclass(frozen=True)
class Control:
    key: Key
    said: str
    sends: bool = False
    way: tuple["Control", ...] = ()  # what was opened on the page before it was seen

    def __str__(self) -> str:
        return f"« {self.said[:60]} » {self.key}"


@dataclass(frozen=True)
class Manners:
    """What is not pressed at once: regular expressions over `place: control`, in words. `last` comes when the
    walk is over, `never` says why."""

    last: tuple[str, ...] = ()
    never: tuple[tuple[str, str], ...] = ()


class Walk:
    def __init__(
        self,
        page: Page,
        map: Map,
        manners: Manners,
        within: Callable[[Place], bool] = lambda place: True,
        refused: Callable[[str], None] = lambda pattern: None,
        pressed: set[Key] | None = None,
    ) -> None:
        self.page, self.map, self.manners, self.within = page, map, manners, within
        self.refused = refused  # is told of every answer that says no, as a pattern for tests/e2e/faults.py
        self.presser = Presser(page)
        self.queue: deque[str] = deque([f"{map.base}/"])
        self.faults: list[str] = []
        self.visited: set[Place] = set()
        self.routes: set[str] = set()  # of every answer that was not a refusal
        self.pressed: set[Key] = set() if pressed is None else pressed
        self.postponed: list[tuple[int, str, Control]] = []
        self.left_alone: set[str] = set()
        self.here = Place("")
        self.is_narrow = False  # on a page that is laid out otherwise there
        self.opened: list[Control] = []  # on this page, since it came
        self.scripted: set[Key] = set()  # links that a script of the page answers
        self.patience = PATIENCE
        self.answers: set[str] = set()  # pages that came as the answer to a form, and cannot be asked for
        self.told: list[str] = []
        page.context.on("response", self._note)
        page.context.on("console", self._hear)

    def run(self) -> "Walk":
        self._walk()
        for _rank, address, control in sorted(self.postponed, key=lambda one: one[0]):
            self.open(address)
            self._press_surely(address, control)
        self._walk()
        return self

    def _walk(self) -> None:
        while self.queue:
            self.visit(self.queue.popleft())

    def visit(self, address: str) -> None:
        place = self.map.place(address)
        if place is None or place in self.visited or not self._is_ours(place):
            return
        self.visited.add(place)
        if place.route in WITHOUT_SCRIPTS:
            self._take(place, address)
            return
        self.page.set_viewport_size(WIDE)
        if not self.open(address):
            return
        self.here = self.map.place(self.page.url) or place
        if self.here != place and (self.here in self.visited or not self._is_ours(self.here)):
            return
        self.visited.add(self.here)
        touched = len(self.told)
        self._press_page()
        self.page.set_viewport_size(PHONE)
        if len(self.told) == touched or self.open(address):
            self.is_narrow = LONG or self.presser.evaluate("() => looking.isBoard()")
            self._press_page()
            self.is_narrow = False

    def _is_ours(self, place: Place) -> bool:
        return place.route.split(":")[0] not in OF_OTHERS and self.within(place)

    def open(self, address: str) -> bool:
        """False for a file."""
        self.opened = []
        try:
            answer = self.page.goto(address)
        except Error as error:
            if "Download is starting" in error.message:
                return False
            raise
        if answer is None or "html" not in answer.headers.get("content-type", ""):
            return False
        self.presser.settle()
        return True

    def _take(self, place: Place, address: str) -> None:
        answer = self.page.request.get(address)
        self.routes.add(place.route)
        if not answer.ok:
            self.fault(f"answers {answer.status}: {address}")

    def _press_page(self) -> None:
        self.follow_links()
        self.press_all(self.page.url)

    # Plain links
    # --------------------------------------------------------------------------------------------------------
    def follow_links(self) -> None:
        links = self.presser.evaluate("() => looking.followed()")
        for link in links:
            if not link["reach"]:
                self.fault(f"a link is covered: {link['said']} {link['href']}")
            elif link["prevented"]:
                self.scripted.add(self.key(link))
            else:
                self._follow(link)
        if any(link["prevented"] for link in links):
            self.open(self.page.url)

    def _follow(self, link: dict[str, Any]) -> None:
        place = self.map.place(link["href"])
        words = f"{link['said']} {link['href']}"
        if not link["leads"] and not self._why_never(f"{self.here}: {words}"):
            self.fault(f"a link leads to no part of its page: {words}")
        if place is None and link["href"].startswith(self.map.base):
            self.fault(f"a link leads nowhere: {words}")
        if place is not None and place not in self.visited:
            self.queue.append(link["href"].partition("#")[0])

    # Everything else
    # --------------------------------------------------------------------------------------------------------
    def press_all(self, address: str) -> None:
        pending = self.fresh()
        known = {control.key for control in pending}
        silent: list[Control] = []
        while pending:
            control = pending.pop(0)
            if control.key in self.pressed:
                continue
            if not self.press(address, control, GLANCE):
                silent.append(control)
            if self.page.url == address:
                new = [one for one in self.fresh() if one.key not in known]
                known |= {one.key for one in new}
                pending = new + pending
        # What they show was to be seen already: now that all the rest has moved, they must move it too.
        for control in silent:
            self.open(address)  # without the words that an earlier press left there
            self._press_surely(address, control)

    def _press_surely(self, address: str, control: Control) -> None:
        if not self.press(address, control, self.patience, other=True):
            self.fault(f"nothing happens: {control}")

    def press(self, address: str, control: Control, patience: int = PATIENCE, other: bool = False) -> bool:
        """Whether anything happened. What is gone was answered by an earlier press."""
        self.pressed.add(control.key)
        outcome = self._outcome(address, control, patience, other)
        self.told.append(f"{self.here}: {control} → {outcome}")
        if outcome is None:
            self.pressed.discard(control.key)  # perhaps it stands elsewhere
            return True
        if outcome.left:
            self.opened = []
            if self.page.url not in self.answers:
                self.queue.append(self.page.url)
        elif not outcome.sent:
            self.opened.append(control)
        return bool(outcome.what)

    def _outcome(self, address: str, control: Control, patience: int, other: bool) -> Outcome | None:
        """A page that renews itself may take a control out of one's hand: then it is looked for again."""
        for _try in range(TRIES):
            element = self._find(control) if self.page.url == address else None
            element = element or self._find_again(address, control)
            if element is None:
                return None
            try:
                return self.presser.press(element, control.sends, patience, other)
            except Gone:
                continue
        raise AssertionError(f"{self.here}: always renewed: {control}")

    def _find_again(self, address: str, control: Control) -> ElementHandle | None:
        self.open(address)
        for earlier in control.way:
            opener = self._find(earlier)
            if opener is not None:
                self.presser.press(opener, earlier.sends, GLANCE)
        return self._find(control)

    def _find(self, control: Control) -> ElementHandle | None:
        for n, info in enumerate(self.presser.evaluate("() => looking.offered()")):
            if info["disabled"] or self.key(info) != control.key:
                continue
            if self.presser.evaluate("(n) => looking.spotOf(looking.control(n)) !== null", n):
                return self.page.evaluate_handle("(n) => looking.control(n)", n).as_element()
        return None

    def fresh(self) -> list[Control]:
        """What stands here and was not pressed yet; what asks and opens before what sends."""
        fresh: dict[Key, Control] = {}
        for info in self.presser.evaluate("() => looking.offered()"):
            key = self.key(info)
            if (info["plain"] and key not in self.scripted) or key in self.pressed or key in fresh:
                continue
            control = Control(key, info["said"], info["sends"], tuple(self.opened))
            if info["disabled"]:
                self._expect_reason(info, control)
            elif not self._is_left(control):
                fresh[key] = control
        return sorted(fresh.values(), key=lambda one: (one.sends, "post" in one.key))

    def _expect_reason(self, info: dict[str, Any], control: Control) -> None:
        if not info["reason"] and not self._why_never(f"{self.here}: {control}"):
            self.fault(f"disabled, and does not say why: {control}")

    def _is_left(self, control: Control) -> bool:
        words = f"{self.here}: {control}"
        if self._why_never(words):
            return True
        ranks = [rank for rank, last in enumerate(self.manners.last) if re.search(last, words)]
        for rank in ranks[:1]:
            self.postponed.append((rank, self.page.url, control))
            self.pressed.add(control.key)
        return bool(ranks)

    def _why_never(self, words: str) -> str:
        for pattern, why in self.manners.never:
            if re.search(pattern, words):
                self.left_alone.add(pattern)
                return why
        return ""

    def key(self, info: dict[str, Any]) -> Key:
        narrow = PHONE["width"] if self.is_narrow and info["part"] not in FRAME else ""
        if info["sends"]:
            action = self.map.place(urljoin(self.page.url, info["action"]).partition("?")[0])
            value = info["value"] if WORD.fullmatch(info["value"]) else ""
            fields = tuple(sorted({NUMBER.sub("", name) for name in info["fields"]}))
            what = (info["method"], str(action), info["name"], value, info["verb"], fields)
            return ("form", *what, narrow if LONG else "")
        asks = str(self.map.place(urljoin(self.page.url, info["asks"]))) if info["asks"] else ""
        title = self.here.title if info["part"] not in FRAME else ""
        said = self._words(info)
        return (info["tag"], info["part"], *info["classes"], *info["marks"], said, asks, title, narrow)

    def _words(self, info: dict[str, Any]) -> str:
        """By which it is told from its like. The spots of a board are all alike; so are, in the narrow window,
        the questions that a page asks in the same way."""
        if info["plain"]:
            return str(self.map.place(info["href"]))
        if info["points"] or (info["asks"] and self.is_narrow and not LONG):
            return ""
        return NUMBER.sub("", info["said"])

    # What is told
    # --------------------------------------------------------------------------------------------------------
    def fault(self, words: str) -> None:
        width = self.page.viewport_size["width"]
        line = f"{self.here} ({urlsplit(self.page.url).path}, {width} pixels): {words}"
        if line not in self.faults:
            self.faults.append(line)

    def _hear(self, message: ConsoleMessage) -> None:
        """A page in a sandbox refuses the script that looks on, as it would any other."""
        if message.text.startswith(BLOCKED):
            self.refused(BLOCKED)

    def _note(self, answer: Response) -> None:
        path = urlsplit(answer.url).path
        match = found(path)
        if match is not None and answer.status < 400:
            self.routes.add(route_of(match))
        if answer.request.method != "POST":
            return
        if answer.request.is_navigation_request() and answer.status != 302:
            self.answers.add(answer.url)
        if answer.status in REFUSED:
            self.refused(rf"status of {answer.status} .*{re.escape(path)}")
