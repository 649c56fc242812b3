"""Miles Christi in the browser: a whole game in three windows, a round at one screen, by mouse, finger and
keyboard."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, SECOND, VISITOR, WIDE, violations
from tests.e2e.forms import OVER, play_on
from tests.e2e.presses import answer
from tests.e2e.test_table_live import live
from tests.trust.long import LONG

THIRD = ("Godefroy", "trois-fenetres-une-table")
NAMES = "Hugues, Hermann, Godefroy"


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


def fast_forward(windows, address, wanted, limit=200):
    play_on(windows, address, wanted, adore_first, limit)


def adore_first(forms, press):
    """Now this, now that; but Baphomet's die shall be thrown."""
    able = [form for form in forms if form["verb"] == "adore"] or forms
    return able[press * 5 % len(able)]


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


def test_whole_round_on_one_screen_with_its_evaluation(visit, backstage):
    page = visit(VISITOR)
    address = open_hotseat(page)
    place_by_mouse(page)
    place_by_keyboard(page)
    take_back(page)
    assert violations(page) == []
    backstage("tables.play_to_turn", game=address.rstrip("/").split("/")[-1], turn=3)
    fast_forward({"all": page}, address, 'mc-phase is-now" aria-current="step"><strong>Résolution')
    assert play_to_turn(page, address, 4) >= {"Résolution", "Évaluation"}
    expect(page.locator(".mc-round.is-now")).to_contain_text("Manche 2", use_inner_text=True)
    told = page.locator(".mc-log").inner_text()
    assert "pioche 12 milices" in told
    page.keyboard.press("Escape")  # the cards just dealt stop moving
    assert page.locator(".mc-card").evaluate("card => card.getAnimations({subtree: true}).length") == 0
    assert violations(page) == []
    page.goto(f"{address}pas/5/")
    expect(page.locator("#mc-map")).to_have_count(1)
    expect(page.locator(".choices")).to_have_count(0)


def place_by_mouse(page):
    """Take a militia, read what Antioche would bring, click there: the militia stands on the map."""
    answer(page, page.locator(".mc-pile.can-choose").first.click)
    zone = page.locator("#hit-antioch.can-choose")
    zone.hover()
    expect(page.locator("#mc-omen")).to_contain_text("2 pièces", use_inner_text=True)
    answer(page, zone.click)
    expect(page.locator("#zone-antioch .mc-militia")).to_have_count(1)


def place_by_keyboard(page):
    page.locator(".mc-pile.can-choose").first.focus()
    answer(page, lambda: page.keyboard.press("Enter"))
    page.locator("#hit-jerusalem").focus()
    answer(page, lambda: page.keyboard.press("Enter"))
    expect(page.locator("#zone-jerusalem .mc-militia")).to_have_count(1)


def take_back(page):
    answer(page, page.get_by_role("button", name="Reprendre mon coup").click)
    expect(page.locator("#zone-jerusalem .mc-militia")).to_have_count(0)
    expect(page.locator("#zone-antioch .mc-militia")).to_have_count(1)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_phone_asks_before_a_tap_places_and_does_not_scroll_sideways(visit, dark):
    page = visit(VISITOR, viewport=PHONE, dark=dark)
    open_hotseat(page)
    answer(page, page.locator(".mc-pile.can-choose").first.click)
    page.locator("#hit-tripoli").dispatch_event("click", {"detail": 1, "pointerType": "touch"})
    expect(page.locator("#zone-tripoli .mc-militia")).to_have_count(0)
    expect(page.locator("#mc-omen")).to_contain_text("3 pièces", use_inner_text=True)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert violations(page) == []
    answer(page, page.locator("#mc-omen button").click)
    expect(page.locator("#zone-tripoli .mc-militia")).to_have_count(1)


def test_whole_game_in_three_windows_one_of_them_a_phone(visit, backstage):
    """Each plays from his own window: by clicks where all watch, by the forms of his page in between, to the
    judgement."""
    accounts = {VISITOR: WIDE, SECOND: PHONE, THIRD: WIDE}
    backstage("people.with_password", name=THIRD[0], password=THIRD[1])
    names = [name for name, _password in accounts]
    game = backstage(
        "tables.between", players=names, slug="miles_christi", name="Trois fenêtres en Terre sainte"
    )
    address = f"/parties/{game}/"
    windows = {account[0]: visit(account, viewport=size) for account, size in accounts.items()}
    gather(windows, address)
    mover = next(page for page in windows.values() if page.locator(".choices button").count())
    answer(mover, mover.locator(".mc-pile.can-choose").first.click)
    answer(mover, mover.locator("#hit-antioch").click)
    for page in windows.values():
        page.wait_for_selector('#table[data-step="1"]')
        expect(page.locator("#zone-antioch .mc-militia")).to_have_count(1)
    for page in windows.values():
        page.goto("/sante/")  # nobody watches what goes by too fast
    if not LONG:  # every day a turn by their forms at either end; in the long run the whole of it
        fast_forward(windows, address, "Tour 2 sur 12")
        backstage("tables.play_to_turn", game=game, turn=11)
    fast_forward(windows, address, "Tour 12 sur 12", limit=900)
    fast_forward(windows, address, 'mc-phase is-now" aria-current="step"><strong>Résolution')
    gather(windows, address)
    fast_forward(windows, address, OVER)
    judged = []
    for page in windows.values():  # the end arrives by itself
        expect(page.locator(".final-places li")).to_have_count(3)
        judged.append(page.locator(".final-places").inner_text())
    assert judged[0] == judged[1] == judged[2]
    assert windows["Rodrigue"].evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert violations(windows["Godefroy"]) == []
    watch_the_die(visit(), address, backstage("tables.first_throw", game=game))


def gather(windows, address):
    for page in windows.values():
        page.goto(address)
        live(page, "on")


def watch_the_die(page, address, n):
    """Whoever reads the game again sees Baphomet's die roll, and skips it."""
    page.goto(f"{address}pas/{n}/")
    moving = "() => document.querySelector('.mc-die').getAnimations().length"
    assert page.evaluate(moving) == 1
    page.keyboard.press("Escape")
    assert page.evaluate(moving) == 0
    expect(page.locator(".mc-log")).to_contain_text("Baphomet", use_inner_text=True)


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
        page.wait_for_function(
            "before => document.getElementById('table').dataset.step !== before", arg=before
        )
    expect(watcher.locator(".choices")).to_have_count(0)


def test_rules_page_has_no_violation(visit):
    page = visit(viewport=PHONE)
    page.goto("/regles/miles_christi/")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
