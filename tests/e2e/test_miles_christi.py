"""Miles Christi in the browser: one screen for three Orders through a whole round, by mouse, finger and keyboard."""

import re
from html import unescape

import pytest

from tests.e2e.conftest import PHONE, SECOND, VISITOR, violations

NAMES = "Hugues, Hermann, Godefroy"
ANSWER = re.compile(r"/(plateau|ordres)/")


def open_hotseat(page):
    """A game of three on one screen; its address."""
    page.goto("/parties/un-ecran/miles_christi/")
    page.fill("main form input[name=seats]", "3")
    page.fill("main form [name=names]", NAMES)
    page.click("main form button.button-primary")
    page.wait_for_selector("#mc-board")
    return page.url


def turn_of(page):
    return int(re.search(r"\d+", page.locator("#turns-title").inner_text()).group())


def answer(page, choose):
    """One press on a button of the list or of the board, and the table that comes back."""
    with page.expect_response(lambda response: ANSWER.search(response.url) is not None):
        choose()
    page.wait_for_function("() => !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')")


def fast_forward(page, address, wanted, limit=200):
    """The choices of the page's own forms, sent without drawing the board, until the table shows the wanted words."""
    shown = page.request.get(f"{address}plateau/").text()
    for press in range(limit):
        if wanted in shown:
            return
        forms = re.findall(r'<form method="(post|get)" action="([^"]+)".*?</form>', choices_in(shown), re.S)
        bodies = re.findall(r"<form .*?</form>", choices_in(shown), re.S)
        chosen = press * 5 % len(forms)
        method, target = forms[chosen]
        values = {name: unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', bodies[chosen])}
        if method == "get":
            shown = page.request.get(f"{address}plateau/", params=values).text()
        else:
            shown = page.request.post(target, form=values, headers={"HX-Request": "true"}).text()
    raise AssertionError(f"never shown: {wanted}")


def choices_in(shown):
    return shown.partition('<ul class="choices">')[2].partition("</ul>")[0]


def play_to_turn(page, address, turn, limit=80):
    """Choices of the list, by clicks, until a turn begins. The phases seen on the way."""
    page.goto(address)
    seen = set()
    for press in range(limit):
        seen.update(page.locator(".mc-phase.is-now strong").all_inner_texts())
        if turn_of(page) == turn:
            return seen
        buttons = page.locator(".choices button")
        if not buttons.count():
            page.goto(address)
            continue
        answer(page, buttons.nth(press * 5 % buttons.count()).click)
    raise AssertionError(f"turn {turn} never began")


def test_whole_round_on_one_screen_with_its_evaluation(visit):
    page = visit(VISITOR)
    address = open_hotseat(page)
    place_by_mouse(page)
    place_by_keyboard(page)
    take_back(page)
    assert violations(page) == []
    fast_forward(page, address, "Tour 3 sur 12")
    fast_forward(page, address, 'mc-phase is-now" aria-current="step"><strong>Résolution')
    assert play_to_turn(page, address, 4) >= {"Résolution", "Évaluation"}
    assert "Manche 2" in page.locator(".mc-round.is-now").inner_text()
    told = page.locator(".mc-log").inner_text()
    assert "pioche 12 milices" in told
    page.keyboard.press("Escape")  # the cards just dealt stop moving
    assert page.locator(".mc-card").evaluate("card => card.getAnimations({subtree: true}).length") == 0
    assert violations(page) == []
    page.goto(f"{address}pas/5/")
    assert page.locator("#mc-map").count() == 1
    assert page.locator(".choices").count() == 0


def place_by_mouse(page):
    """Take a militia, read what Antioche would bring, click there: the militia stands on the map."""
    answer(page, page.locator(".mc-pile.can-choose").first.click)
    zone = page.locator("#hit-antioch.can-choose")
    zone.hover()
    assert "2 pièces" in page.locator("#mc-omen").inner_text()
    answer(page, zone.click)
    assert page.locator("#zone-antioch .mc-militia").count() == 1


def place_by_keyboard(page):
    page.locator(".mc-pile.can-choose").first.focus()
    answer(page, lambda: page.keyboard.press("Enter"))
    page.locator("#hit-jerusalem").focus()
    answer(page, lambda: page.keyboard.press("Enter"))
    assert page.locator("#zone-jerusalem .mc-militia").count() == 1


def take_back(page):
    answer(page, page.get_by_role("button", name="Reprendre mon coup").click)
    assert page.locator("#zone-jerusalem .mc-militia").count() == 0
    assert page.locator("#zone-antioch .mc-militia").count() == 1


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_phone_asks_before_a_tap_places_and_does_not_scroll_sideways(visit, dark):
    page = visit(VISITOR, viewport=PHONE, dark=dark)
    open_hotseat(page)
    answer(page, page.locator(".mc-pile.can-choose").first.click)
    page.locator("#hit-tripoli").dispatch_event("click", {"detail": 1, "pointerType": "touch"})
    assert page.locator("#zone-tripoli .mc-militia").count() == 0
    assert "3 pièces" in page.locator("#mc-omen").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert violations(page) == []
    answer(page, page.locator("#mc-omen button").click)
    assert page.locator("#zone-tripoli .mc-militia").count() == 1


def test_second_window_sees_the_move_arrive_and_a_visitor_may_watch(visit):
    first, second, watcher = visit(VISITOR), visit(SECOND), visit()
    first.goto("/parties/")
    address = first.locator("main a", has_text="Miles Christi, table").first.get_attribute("href")
    for page in (first, second, watcher):
        page.goto(address)
        page.wait_for_selector("#mc-map")
    mover, other = (first, second) if first.locator(".choices button").count() else (second, first)
    before = other.get_attribute("#table", "data-step")
    answer(mover, mover.locator(".choices button").first.click)
    answer(mover, mover.locator(".choices button").first.click)
    for page in (other, watcher):
        page.wait_for_function("before => document.getElementById('table').dataset.step !== before", arg=before)
    assert watcher.locator(".choices").count() == 0


def test_rules_page_has_no_violation(visit):
    page = visit(viewport=PHONE)
    page.goto("/regles/miles_christi/")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
