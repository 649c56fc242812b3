"""The detector that watches every window: what it hears, and what a test must announce."""

import pytest

from tests.e2e.faults import Faults


@pytest.fixture
def watched(browser, server):
    """A window of its own, whose faults are the subject here."""
    context = browser.new_context(base_url=server.url, locale="fr-FR")
    gathered = Faults()
    gathered.watch(context, server.url)
    page = context.new_page()
    page.goto("/regles/")
    yield page, gathered
    context.close()


def test_errors_of_scripts_htmx_and_answers_are_heard_on_every_page_of_a_window(watched):
    page, gathered = watched
    assert gathered.found == []
    page.evaluate("setTimeout(() => { throw new Error('left lying') })")
    page.evaluate("() => { Promise.reject(new Error('left unheard')) }")
    page.evaluate("htmx.ajax('GET', '/', '#nowhere').catch(() => {})")
    with page.context.expect_page() as opened:
        page.evaluate("window.open('/nulle-part/')")
    opened.value.wait_for_load_state()
    said = "\n".join(gathered.found)
    for words in ("left lying", "left unheard", "htmx:targetError", "status of 404"):
        assert said.count(words) == 1, words


def test_a_fault_must_be_announced_and_what_is_announced_must_come(watched):
    page, gathered = watched
    page.goto("/nulle-part/")
    with pytest.raises(AssertionError, match="not announce"):
        gathered.judge()
    gathered.expect(r"status of 404 .*/nulle-part/")
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
