"""One press on a page of a game, once its scripts are there, and the answer to it."""

import re

ANSWER = re.compile(r"/(plateau|ordres|tournee|me-voici)/")


def answer(page, choose):
    """What the choice asks for comes back and has found its place. A look that the page takes by itself is no
    answer to it."""
    page.wait_for_load_state()
    with page.expect_response(_answers):
        choose()
    settled(page)


def settled(page):
    """Everything that came has found its place."""
    page.wait_for_function("() => !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')")


def press(page, button):
    """A button that sends a form, and the answer of the server to it."""
    page.wait_for_load_state()
    with page.expect_response(lambda response: response.request.method == "POST"):
        button.click()


def _answers(response):
    return bool(ANSWER.search(response.url)) and response.request.headers.get("hx-trigger") != "table"
