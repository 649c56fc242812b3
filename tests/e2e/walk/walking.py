"""A walk over the site with one person's eyes: from the home page along what each page offers, and everything
on it is pressed once.

A page is one place (`places.py`), a control is one key: what it is, not where it was met. So the header is
pressed once and not on every page. Every place is looked at in a wide and in a narrow window. Plain links are
clicked in both; the rest is pressed in the wide one, and in the narrow one where it stands there alone or the
page is a board, a desk or a map.
"""

import json
import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import unescape
from typing import Any
from urllib.parse import urljoin, urlsplit

from playwright.sync_api import ConsoleMessage, ElementHandle, Error, Page, Response

from tests.e2e.conftest import PHONE, WIDE
from tests.e2e.walk.places import NUMBER, WORD, Map, Place, found, route_of
from tests.e2e.walk.pressing import TRIES, Gone, Outcome, Presser
from tests.trust.long import LONG

Key = tuple[Any, ...]
FRAME = ("header", "footer")
REFUSED = (400, 409, 422, 429)  # with words that say why
WITHOUT_SCRIPTS = (
    "gazette:paper",
    "gazette:sheet",
    "courier:mail_html",
    "box:mail_html",
)  # a sandbox, in which nobody can look on
BLOCKED = "Blocked script execution in"
OF_OTHERS = ("admin",)  # Django's own pages
ANEW = re.compile(r'(?<=csrfmiddlewaretoken" value=")\w+')  # in every answer
LINK = re.compile(r'<a [^>]*?href="([^"#]+)')


@dataclass(frozen=True)
class Control:
    key: Key
    said: str
    sends: bool = False
    way: tuple["Control", ...] = ()  # what was pressed on the page, one after the other, until it was seen
    kind: tuple[str, ...] = ()  # of the buttons that work on the same thing

    def __str__(self) -> str:
        return f"« {self.said[:60]} » {self.key}"


@dataclass(frozen=True)
class Manners:
    """What is not pressed at once: regular expressions over `place: control`, in words. `last` comes when the
    walk is over, `never` says why."""

    last: tuple[str, ...] = ()
    never: tuple[tuple[str, str], ...] = ()


@dataclass
class Seen:
    """By this person, and by those who walked before: what need not be pressed or opened again. It grows."""

    controls: set[Key] = field(default_factory=set)
    pages: set[str] = field(default_factory=set)  # what they say and offer, to the letter


class Walk:
    def __init__(
        self,
        page: Page,
        map: Map,
        manners: Manners,
        within: Callable[[Place], bool] = lambda place: True,
        refused: Callable[[str], None] = lambda pattern: None,
        seen: Seen | None = None,
    ) -> None:
        self.page, self.map, self.manners, self.within = page, map, manners, within
        self.refused = refused  # is told of every answer that says no, as a pattern for tests/e2e/faults.py
        self.presser = Presser(page)
        self.queue: deque[str] = deque([f"{map.base}/"])
        self.faults: list[str] = []
        self.visited: set[Place] = set()
        self.routes: set[str] = set()  # of every answer that was not a refusal
        self.seen = seen or Seen()
        self.pressed = self.seen.controls
        self.before = frozenset(self.seen.pages)  # of the others
        self.postponed: list[tuple[int, str, Control]] = []
        self.left_alone: set[str] = set()
        self.here = Place("")
        self.is_narrow = False  # on a page that is laid out otherwise there
        self.way: tuple[Control, ...] = ()  # to what is seen on this page now
        self.moved: list[Control] = []  # pressed, and the same page showed something else
        self.scripted: set[Key] = set()  # links that a script of the page answers
        self.answers: set[str] = set()  # pages that came as the answer to a form, and cannot be asked for
        self.told: list[str] = []
        page.context.on("response", self._note)
        page.context.on("console", self._hear)

    def run(self) -> "Walk":
        self._walk()
        for _rank, address, control in sorted(self.postponed, key=lambda one: one[0]):
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
        if self.before and self._is_as_before(place, address):
            return
        self.page.set_viewport_size(WIDE)
        if not self.open(address):
            return
        self.here = self.map.place(self.page.url) or place
        if self.here != place and (self.here in self.visited or not self._is_ours(self.here)):
            return
        self.visited.add(self.here)
        self._press_page(address)

    def _press_page(self, address: str) -> None:
        """Looked at in both windows first; then it is opened anew only for what is still to be pressed."""
        self.follow_links()
        wide = self.fresh()
        self.page.set_viewport_size(PHONE)
        self.follow_links()
        with self._laid_out_narrowly():
            narrow = self.fresh()
        if wide:
            self.page.set_viewport_size(WIDE)
            self.press_all(self.page.url, wide)
            self.page.set_viewport_size(PHONE)
        if any(control.key not in self.pressed for control in narrow) and (not wide or self.open(address)):
            with self._laid_out_narrowly():
                self.press_all(self.page.url, self.fresh())

    @contextmanager
    def _laid_out_narrowly(self) -> Iterator[None]:
        self.is_narrow = LONG or self.presser.evaluate("() => looking.isBoard()")
        yield
        self.is_narrow = False

    def _is_ours(self, place: Place) -> bool:
        return place.route.split(":")[0] not in OF_OTHERS and self.within(place)

    def open(self, address: str) -> bool:
        """False for a file."""
        self.way = ()
        try:
            answer = self.page.goto(address)
        except Error as error:
            if "Download is starting" in error.message:
                return False
            raise
        if answer is None or "html" not in answer.headers.get("content-type", ""):
            return False
        self.seen.pages.add(_content(answer.text()))
        self.presser.settle()
        return True

    def _is_as_before(self, place: Place, address: str) -> bool:
        """The very page that another was offered: what it does is known, but not yet where it leads this one."""
        answer = self.page.request.get(address)
        content = _content(answer.text()) if answer.ok and "html" in answer.headers["content-type"] else ""
        if not content or content not in self.before:
            return False
        self.routes.add(place.route)
        self.queue.extend(urljoin(answer.url, unescape(href)) for href in LINK.findall(content))
        return True

    def _take(self, place: Place, address: str) -> None:
        answer = self.page.request.get(address)
        self.routes.add(place.route)
        if not answer.ok:
            self.fault(f"answers {answer.status}: {address}")

    # Plain links
    # --------------------------------------------------------------------------------------------------------
    def follow_links(self) -> None:
        links = json.loads(self.presser.evaluate("() => looking.followed()"))
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
    def press_all(self, address: str, pending: list[Control]) -> None:
        known = {control.key for control in pending}
        silent: list[Control] = []
        while pending:
            control = pending.pop(0)
            if control.key in self.pressed:
                continue
            outcome = self.press(address, control)
            if outcome is None:
                pending = self._still_there(pending, control.way)
            elif not outcome.what:
                silent.append(control)
            if self.page.url == address:
                new = [one for one in self.fresh() if one.key not in known]
                known |= {one.key for one in new}
                pending = new + pending
        for control in silent:
            self._press_surely(address, control, [one for one in self.moved if one.kind == control.kind])

    def _still_there(self, pending: list[Control], way: tuple[Control, ...]) -> list[Control]:
        """Without those that are gone as well, from a page that was just opened to look for their like."""
        here = {self.key(info) for info in self._offered()}
        return [one for one in pending if one.way != way or one.key in here]

    def _press_surely(self, address: str, control: Control, neighbours: Sequence[Control] = ()) -> None:
        """On the page as it comes, without the words that an earlier press left there, with other values; or after
        a neighbour: what it shows was perhaps to be seen already, and then it takes back what the neighbour did."""
        self.open(address)
        if self._does_something(address, control, other=True):
            return
        for neighbour in neighbours:
            self.press(address, neighbour)
            if self._does_something(address, control):
                return
        self.fault(f"nothing happens: {control}")

    def _does_something(self, address: str, control: Control, other: bool = False) -> bool:
        """What is gone was answered by an earlier press."""
        outcome = self.press(address, control, other)
        return outcome is None or bool(outcome.what)

    def press(self, address: str, control: Control, other: bool = False) -> Outcome | None:
        self.pressed.add(control.key)
        outcome = self._outcome(address, control, other)
        self.told.append(f"{self.here}: {control} → {outcome}")
        if outcome is None:
            self.pressed.discard(control.key)  # perhaps it stands elsewhere
        elif outcome.left:
            self.way = ()
            if self.page.url not in self.answers:
                self.queue.append(self.page.url)
        elif not outcome.sent:
            self.way = (*control.way, control)
            if control.kind and outcome.what and control not in self.moved:
                self.moved.append(control)
        return outcome

    def _outcome(self, address: str, control: Control, other: bool) -> Outcome | None:
        """A page that renews itself may take a control out of one's hand: then it is looked for again."""
        for _try in range(TRIES):
            element = self._find(control) if self.page.url == address else None
            element = element or self._find_again(address, control)
            if element is None:
                return None
            try:
                return self.presser.press(element, control.sends, other)
            except Gone:
                continue
        raise AssertionError(f"{self.here}: always renewed: {control}")

    def _find_again(self, address: str, control: Control) -> ElementHandle | None:
        self.open(address)
        for earlier in control.way:
            opener = self._find(earlier)
            if opener is not None:
                self.presser.press(opener, earlier.sends)
        return self._find(control)

    def _find(self, control: Control) -> ElementHandle | None:
        for n, info in enumerate(self._offered()):
            if info["disabled"] or self.key(info) != control.key:
                continue
            found = self.page.evaluate_handle("(n) => looking.within(n)", n).as_element()
            if found is not None:
                return found
        return None

    def _offered(self) -> list[dict[str, Any]]:
        return json.loads(self.presser.evaluate("() => looking.offered()"))

    def fresh(self) -> list[Control]:
        """What stands here and was not pressed yet; what asks and opens before what sends."""
        fresh: dict[Key, Control] = {}
        for info in self._offered():
            key = self.key(info)
            if (info["plain"] and key not in self.scripted) or key in self.pressed or key in fresh:
                continue
            control = Control(key, info["said"], info["sends"], self.way, tuple(info["marks"]))
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


def _content(page: str) -> str:
    """What it says and offers between its header and its footer."""
    return ANEW.sub("", page.partition("<main")[2].partition("</main>")[0])
