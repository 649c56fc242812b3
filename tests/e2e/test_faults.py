"""The detector that watches every window: what it hears, and what a test must announce."""

import contextlib

import pytest
from playwright.sync_api import Error

from tests.e2e.faults import Faults


@pytest.fixture
def watched(open_unwatched, server):
    """A window of its own, whose faults are the subject here."""
    context = open_unwatched(base_url=server.url, locale="fr-FR")
    gathered = Faults()
    gathered.watch(context, server.url)
    page = context.new_page()
    page.goto("/regles/")
    yield page, gathered
    context.close()


PATIENCE = 600  # times 50 milliseconds until a fault must have been heard
# What is done on a page, and how each fault of it is told.
FAULTS = {
    "an exception": ("setTimeout(() => { throw new Error('left lying') })", "script error: left lying"),
    "a promise": ("() => { Promise.reject(new Error('unheard')) }", "script error: unheard"),
    "the console": ("console.error('said aloud')", "console: said aloud"),
    "a target of htmx": ("htmx.ajax('GET', '/', '#nowhere').catch(() => {})", "console: htmx:targetError"),
    "an answer to htmx": (
        "htmx.ajax('GET', '/nulle-part/', 'main').catch(() => {})",
        "answer: status of 404 to GET {}/nulle-part/",
    ),
    "an answer to fetch": ("() => { fetch('/nulle-part/') }", "answer: status of 404 to GET {}/nulle-part/"),
    "an answer to XMLHttpRequest": (
        "() => { const asked = new XMLHttpRequest(); asked.open('POST', '/nulle-part/'); asked.send() }",
        "answer: status of 404 to POST {}/nulle-part/",
    ),
    "a frame": (
        "document.body.append(Object.assign(document.createElement('iframe'), { src: '/nulle-part/' }))",
        "answer: status of 404 to GET {}/nulle-part/",
    ),
    "a second page": ("window.open('/nulle-part/')", "answer: status of 404 to GET {}/nulle-part/"),
    "an error in a second page": (
        "window.open('/regles/').setTimeout(() => { throw new Error('over there') })",
        "script error: over there",
    ),
    "a socket at no address": (
        "() => { new WebSocket('/nulle-part/') }",
        "Unexpected response code: 403",
    ),
    "a socket that is hung up on": (
        "() => { const socket = new WebSocket('/ws/'); socket.onopen = () => socket.send('nonsense') }",
        "console: socket closed with 4400",
    ),
    "another site": (
        "() => { new Image().src = 'https://ailleurs.example/espion.png' }",
        "foreign request: https://ailleurs.example/espion.png",
    ),
}


@pytest.mark.parametrize(("done", "told"), FAULTS.values(), ids=FAULTS.keys())
def test_each_fault_is_heard_on_every_page_of_a_window(watched, server, done, told):
    page, gathered = watched
    assert gathered.found == []
    told = told.format(server.url)
    page.evaluate(done)
    for _try in range(PATIENCE):
        if any(told in line for line in gathered.found):
            break
        page.wait_for_timeout(50)
    assert sum(told in line for line in gathered.found) == 1, gathered.found


def test_server_that_fails_is_heard(watched, server):
    """No page of ours fails: the answer is put in the way of the browser."""
    page, gathered = watched
    page.route("**/regles/", lambda route: route.fulfill(status=500, body="non"))
    page.goto("/regles/")
    assert f"answer: status of 500 to GET {server.url}/regles/" in gathered.found


def test_page_that_crashes_is_heard(watched, server):
    page, gathered = watched
    with page.expect_event("crash"), contextlib.suppress(Error):
        page.goto("chrome://crash", timeout=5000)
    assert gathered.found == [f"crash: {server.url}/regles/"]


def test_every_window_of_the_browser_is_watched(browser, server, expect_faults):
    """Also one that a test opens by itself: what happens there is judged with the test."""
    for number, window in enumerate(
        (browser.new_context(base_url=server.url).new_page(), browser.new_page())
    ):
        expect_faults(rf"console: said in window {number}")
        window.evaluate(f"console.error('said in window {number}')")
        window.context.close()


def test_a_fault_must_be_announced_and_what_is_announced_must_come(watched):
    page, gathered = watched
    page.goto("/nulle-part/")
    with pytest.raises(AssertionError, match="not announce"):
        gathered.judge()
    gathered.expect(r"status of 404 .*/nulle-part/")
    page.goto("/nulle-part/")
    gathered.judge()
    gathered.expect(r"status of 409")
    with pytest.raises(AssertionError, match="did not come"):
        gathered.judge()


def test_a_question_given_up_for_a_newer_one_is_no_fault(watched):
    page, gathered = watched
    page.route("**/regles/?late", lambda route: None)
    page.evaluate(
        """() => {
            document.body.insertAdjacentHTML("beforeend", "<p id=late hx-get='/regles/?late' hx-sync='this:replace'></p>");
            htmx.process(document.getElementById("late"));
            window.heard = 0;
            document.addEventListener("htmx:sendAbort", () => { window.heard += 1; });
            for (let n = 0; n < 2; n += 1) htmx.trigger("#late", "click");
        }"""
    )
    page.wait_for_function("window.heard === 1")
    assert gathered.found == []
