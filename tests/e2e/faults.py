"""What goes wrong in the windows of a test: uncaught errors, the console's errors (htmx and refused sockets
are told there), answers of 400 and more, sockets that the server hangs up on, foreign requests, pages that
crash.

Any of them fails the test, in whatever window it happens: the browser of the tests hands out watched windows
only. A refusal or a lost connection that a test provokes is announced with `expect_faults`, which allows what
matches and demands that it comes.
"""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Response

# A page that asks anew gives its last question up, and htmx calls that an error. Whatever really fails is
# said once more under a name of its own: htmx:sendError, htmx:timeout, htmx:responseError.
GIVEN_UP = re.compile(r"htmx:(afterRequest|sendAbort)\b")
# axe clones elements with their styles, which the policy of our pages refuses. Its script was put in by the
# test and has no address; an inline style of a page or of a script of ours is reported with one.
STYLED_BY_AXE = "Applying inline style violates"
# A socket that was let in and is then refused (apps/games/live/consumers.py closes it with 4400 or 4401) says
# so to its page alone.
TELL_OF_SOCKETS = """
    const Plain = window.WebSocket;
    window.WebSocket = class extends Plain {
        constructor(...given) {
            super(...given);
            this.addEventListener("close", ({ code }) => {
                if (code >= 4000) console.error(`socket closed with ${code}`);
            });
        }
    };
"""


class Faults:
    """Gathers them from every page of every window that it watches."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.expected: list[str] = []

    def watch_all(self, browser: Browser) -> Callable[..., BrowserContext]:
        """Every window that this browser opens from now on is watched; how to open one that is not."""
        unwatched = browser.new_context

        def watched(**options: Any) -> BrowserContext:
            context = unwatched(**options)
            self.watch(context, options.get("base_url", "about:"))
            return context

        browser.new_context = watched
        browser.new_page = lambda **options: watched(**options).new_page()
        return unwatched

    def watch(self, context: BrowserContext, base: str) -> None:
        """Popups and further pages of this window included."""
        context.add_init_script(TELL_OF_SOCKETS)
        context.on("weberror", lambda error: self.found.append(f"script error: {error.error}"))
        context.on("console", self._hear)
        context.on("request", lambda request: self._see(request, base))
        context.on("response", self._weigh)
        context.on("page", self._sit_by)

    def expect(self, pattern: str) -> None:
        """The regular expression is searched in lines such as `answer: status of 422 to POST http://…`. The
        console often tells the same once more: `console: Failed to load … status of 422 (…) http://…`."""
        self.expected.append(pattern)

    def judge(self) -> None:
        """Once: what was found and announced until now is then forgotten."""
        try:
            self._judge()
        finally:
            self.found, self.expected = [], []

    def _judge(self) -> None:
        unforeseen = [
            fault for fault in self.found if not any(re.search(one, fault) for one in self.expected)
        ]
        missing = [one for one in self.expected if not any(re.search(one, fault) for fault in self.found)]
        assert not unforeseen, "\n".join(["the test did not announce:", *unforeseen])
        assert not missing, "\n".join(["the test announced what did not come:", *missing])

    def _hear(self, message: ConsoleMessage) -> None:
        text, source = message.text, message.location["url"]
        by_the_test = text.startswith(STYLED_BY_AXE) and not source
        if message.type == "error" and not by_the_test and not GIVEN_UP.match(text):
            self.found.append(f"console: {text} {source}")

    def _see(self, request: Request, base: str) -> None:
        if not request.url.startswith((base, base.replace("http", "ws"), "data:", "blob:", "about:")):
            self.found.append(f"foreign request: {request.url}")

    def _weigh(self, response: Response) -> None:
        if response.status >= 400:
            self.found.append(
                f"answer: status of {response.status} to {response.request.method} {response.url}"
            )

    def _sit_by(self, page: Page) -> None:
        page.on("crash", lambda: self.found.append(f"crash: {page.url}"))
