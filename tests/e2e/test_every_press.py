"""Whatever a page offers to press visibly does something, or says why not. Here: that a dead control is found,
and what a visitor is offered. The others walk in the modules beside this one; who they are and
what they leave alone stands in tests/e2e/walk/roles.py."""

import pytest

from tests.e2e.walk.places import Map
from tests.e2e.walk.pressing import Presser
from tests.e2e.walk.roles import unseen
from tests.e2e.walk.walking import Manners, Walk

HELD_BACK = (
    "addEventListener('click', (event) => { if (event.target.id === 'held') event.preventDefault(); })"
)
# What stands on the page, and how it is told.
DEAD = {
    "a button": ("<button type='button'>Rien</button>", "nothing happens: « Rien »"),
    "a link that a script holds back": ("<a href='/' id='held'>Rien</a>", "nothing happens: « Rien »"),
    "a form that is sent and shows the same page": (
        "<form action='/regles/'><button>Rien</button></form>",
        "nothing happens: « Rien »",
    ),
    "a tab": ("<span role='tab' tabindex='0'>Rien</span>", "nothing happens: « Rien »"),
    "a link to no part of its page": ("<a href='#rien'>Rien</a>", "leads to no part of its page: Rien"),
    "a link to no page": ("<a href='/rien/'>Rien</a>", "leads nowhere: Rien"),
    "a link under something else": (
        "<dialog open style='position: fixed; inset: 0; width: 100%; height: 100%'></dialog>",
        "a link is covered",
    ),
    "a disabled button": (
        "<div><button type='button' disabled>Rien</button></div>",
        "disabled, and does not say why: « Rien »",
    ),
}
ALIVE = {
    "a fold": "<details><summary>Plus</summary>Davantage</details>",
    "a field that is asked for": "<form action='/'><input type='file' name='x' required><button>Aller</button></form>",
    "a disabled button with a reason": "<div><button disabled>Rien</button> Il est trop tard.</div>",
    "a form to another page": "<form action='/'><button>Aller</button></form>",
    "a form without a button": "<form action='/forums/recherche/'><input name='q'></form>",
}


@pytest.fixture
def press_with(open_unwatched, server):
    """The page of the rules with something more on it, on which all is pressed."""
    contexts = []

    def press(more: str) -> Walk:
        context = open_unwatched(base_url=server.url, locale="fr-FR", bypass_csp=True)
        contexts.append(context)
        context.add_init_script(HELD_BACK)
        Presser.look_on(context)
        page = context.new_page()
        page.route(
            "**/regles/*", lambda route: route.fulfill(body=_with(route.fetch().text(), more), status=200)
        )
        walk = Walk(
            page, Map(server.url, lambda code: ""), Manners(never=((r"« .* » .*'header'", "not here"),))
        )
        walk.open("/regles/")
        walk.follow_links()
        walk.press_all(page.url, walk.fresh())
        return walk

    yield press
    for context in contexts:
        context.close()


def _with(page: str, more: str) -> str:
    return page.replace("</main>", f"{more}</main>")


@pytest.mark.parametrize(("more", "told"), DEAD.values(), ids=DEAD.keys())
def test_what_is_dead_is_told(press_with, more, told):
    faults = press_with(more).faults
    assert faults
    assert all(told in line for line in faults), faults


@pytest.mark.parametrize("more", ALIVE.values(), ids=ALIVE.keys())
def test_what_does_something_is_not(press_with, more):
    assert press_with(more).faults == []


def test_visitor(walk_as):
    walked = walk_as("visitor")
    assert walked.faults == []
    assert unseen(walked.routes, "visitor") == set()
