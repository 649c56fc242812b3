"""What goes wrong in the windows of a test: uncaught errors, the console's errors (htmx reports there), foreign requests.

Any of them fails the test. A refusal or a lost connection that a test provokes is announced with `expect_faults`, which
allows what matches and demands that it comes.
"""

import re

from playwright.sync_api import BrowserContext, ConsoleMessage, Request

# A page that asks anew gives its last question up, and htmx calls that an error. Whatever really fails is said once more
# under a name of its own: htmx:sendError, htmx:timeout, htmx:responseError.
GIVEN_UP = re.compile(r"htmx:(afterRequest|sendAbort)\b")
# axe clones elements with their styles, which the policy of our pages refuses. Its script was put in by the test and has no
# address; an inline style of a page or of a script of ours is reported with one.
STYLED_BY_AXE = "Applying inline style violates"


class Faults:
    """Gathers them from every page of every window that it watches."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.expected: list[str] = []

    def watch(self, context: BrowserContext, base: str) -> None:
        """Popups and further pages of this window included."""
        context.on("weberror", lambda error: self.found.append(f"script error: {error.error}"))
        context.on("console", self._hear)
        context.on("request", lambda request: self._see(request, base))

    def expect(self, pattern: str) -> None:
        """The regular expression is searched in lines such as `console: Failed to load … status of 422 (…) http://…`."""
        self.expected.append(pattern)

    def judge(self) -> None:
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
