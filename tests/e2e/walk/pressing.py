"""One control of a page is pressed: did anything happen that somebody sees?

The script `looking.js` looks on in the page. What counts: another address, other words or marks in what is
visible, a field that has the focus, what the browser says of a field, a file, a question, a second window.
"""

from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from playwright.sync_api import BrowserContext, ElementHandle, Error, Page, Request

LOOKING = Path(__file__).with_name("looking.js").read_text()
PATIENCE = 15_000  # milliseconds in which something must be seen while something is under way
TRIES = 5


class Gone(Exception):
    """The page took the control away while one pointed at it."""


@dataclass(frozen=True)
class Outcome:
    what: str  # "": nothing at all
    left: bool = False  # another page stands there now
    sent: bool = False


class Presser:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.awaited: set[Request] = set()
        self.heard = ""
        self.sent = False
        self.by_key = False
        page.on("request", self._ask)
        page.on("requestfinished", lambda request: self.awaited.discard(request))
        page.on("requestfailed", lambda request: self.awaited.discard(request))
        page.on("download", lambda _file: self._hear("a file"))
        page.on("popup", lambda window: (self._hear("a window"), window.close()))
        page.on("filechooser", lambda _chooser: self._hear("asks for a file"))
        page.on("dialog", lambda question: (self._hear("asks first"), question.accept()))

    @staticmethod
    def look_on(context: BrowserContext) -> None:
        """In every page that this window will show."""
        context.add_init_script(LOOKING)

    def press(self, control: ElementHandle, sends: bool = False, other: bool = False) -> Outcome:
        """A form is filled first, if asked with `other` values than those that stand there."""
        try:
            before = self._prepare(control, sends, other)
        except Error as error:
            if not _is_of_a_page_that_went(error):
                raise
            raise Gone from error
        self.heard, self.sent = "", False
        address = self.page.url
        if self.by_key:
            self.page.keyboard.press("Enter")
        else:
            self.page.mouse.down()
            self.page.mouse.up()
        what = self._result(before)
        left = self.page.url != address or not self.evaluate("() => looking.isSamePage()")
        return Outcome(what, left, self.sent)

    def _prepare(self, control: ElementHandle, sends: bool, other: bool) -> str:
        """What is seen before the press, with the form filled and the pointer or the focus where it must be."""
        self.settle()
        if sends:
            control.evaluate("(control, other) => (looking.fill(control, other), looking.rest())", other)
        for _try in range(TRIES):
            aim = control.evaluate("(control) => looking.aim(control)")
            self.by_key, spot = aim["byKey"], aim["spot"]
            if spot is not None:
                # Before the press: what changes under a pointer that only stands there is not its doing.
                self.page.mouse.move(*spot)
            elif not self.by_key:
                break
            before = control.evaluate("(control, spot) => looking.begin(control, spot)", spot)
            if before is not None:
                return str(before)
        raise Gone

    def evaluate(self, script: str, argument: Any = None) -> Any:
        """On the page that is there in the end: another one may just be coming."""
        for _try in range(TRIES):
            try:
                return self.page.evaluate(script, argument)
            except Error as error:
                if not _is_of_a_page_that_went(error):
                    raise
        raise AssertionError(f"page after page: {self.page.url}")

    def settle(self) -> None:
        self.evaluate("() => looking.rest()")

    def _result(self, before: str) -> str:
        """The page knows when nothing more will come of it, but for files and other windows."""
        end = monotonic() + PATIENCE / 1000
        while True:
            seen = self.evaluate("(given) => looking.outcome(...given)", [before, PATIENCE])
            if seen or self.heard:
                return self.heard or str(seen)
            if seen == "" or (monotonic() > end and not self.awaited):
                return ""

    def _ask(self, request: Request) -> None:
        if request.resource_type in ("document", "xhr", "fetch"):
            self.awaited.add(request)
        self.sent = self.sent or request.method == "POST"

    def _hear(self, what: str) -> None:
        self.heard = self.heard or what


def _is_of_a_page_that_went(error: Error) -> bool:
    return "navigat" in error.message or "context was destroyed" in error.message
