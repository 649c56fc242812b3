"""One control of a page is pressed: did anything happen that somebody sees?

The script `looking.js` looks on in the page. What counts: another address, other words or marks in what is
visible, a field that has the focus, what the browser says of a field, a file, a question, a second window.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, ElementHandle, Error, Page, Request, TimeoutError

LOOKING = Path(__file__).with_name("looking.js").read_text()
PATIENCE = 15_000  # milliseconds in which something must be seen while no answer is awaited
TRIES = 5
SLICE = 500  # between two looks at what the page itself cannot know: files, questions, windows
BY_KEY = "(one) => one.localName === 'input' && !['submit', 'button', 'image'].includes(one.type)"


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

    def press(
        self, control: ElementHandle, sends: bool = False, patience: int = PATIENCE, other: bool = False
    ) -> Outcome:
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
        what = self._result(before, patience)
        left = not self.evaluate("() => looking.isSamePage()") or self.page.url != address
        return Outcome(what, left, self.sent)

    def _prepare(self, control: ElementHandle, sends: bool, other: bool) -> str:
        """What is seen before the press, with the form filled and the pointer or the focus where it must be."""
        self.settle()
        if sends:
            control.evaluate("(control, other) => looking.fill(control, other)", other)
            self.settle()
        self.by_key = control.evaluate(BY_KEY)
        if self.by_key:
            control.focus()
        else:
            self._point_at(control)
        return str(control.evaluate("(control) => looking.begin(control)"))

    def evaluate(self, script: str, argument: Any = None) -> Any:
        """On the page that is there in the end: another one may just be coming."""
        for _try in range(TRIES):
            try:
                return self.page.evaluate(script, argument)
            except Error as error:
                if not _is_of_a_page_that_went(error):
                    raise
                self.settle()
        raise AssertionError(f"page after page: {self.page.url}")

    def _point_at(self, control: ElementHandle) -> None:
        """Before the press: what changes under a pointer that only stands there is not its doing."""
        for _try in range(TRIES):
            spot = control.evaluate("(control) => looking.spotOf(control)")
            if spot is None:
                break
            self.page.mouse.move(*spot)
            if control.evaluate("(control, spot) => looking.isMetAt(control, spot)", spot):
                return
        raise Gone

    def settle(self) -> None:
        self.page.wait_for_function("() => window.looking?.settled()", timeout=30_000)

    def _result(self, before: str, patience: int) -> str:
        """The clock stands still while an answer is on its way: a slow one is not a missing one."""
        waited = 0
        while waited < patience:
            try:
                seen = self.page.wait_for_function(
                    "(before) => window.looking?.happened(before)", arg=before, timeout=SLICE
                )
                return str(seen.json_value())
            except TimeoutError:
                waited += 0 if self.awaited and not self.heard else SLICE
            except Error as error:
                if not _is_of_a_page_that_went(error):
                    raise
            if self.heard:
                return self.heard
        return ""

    def _ask(self, request: Request) -> None:
        if request.resource_type in ("document", "xhr", "fetch"):
            self.awaited.add(request)
        self.sent = self.sent or request.method == "POST"

    def _hear(self, what: str) -> None:
        self.heard = self.heard or what


def _is_of_a_page_that_went(error: Error) -> bool:
    return "navigat" in error.message or "context was destroyed" in error.message
