"""Two lords of Gloire et Pouvoir pass one screen round: the curtain between them, each one's desk and report
behind it."""

import re

from playwright.sync_api import expect

from tests.e2e.conftest import unsound
from tests.e2e.windows import one_window

WORDS = {"Anna": "motdanna", "Basile": "motdebasile"}


def open_court(page) -> str:
    page.goto("/parties/un-ecran/gloire/")
    page.fill("[name=names]", "Anna")
    page.fill("[name=seats]", "6")
    page.get_by_role("button", name="Commencer").click()
    expect(page.locator("#id_names_error")).to_contain_text("Il faut au moins 2 noms", use_inner_text=True)
    page.fill("[name=names]", "Anna, Basile")
    page.get_by_role("button", name="Commencer").click()
    expect(page.locator("#curtain-title")).to_have_text("Passez l’écran à Anna")
    return re.search(r"/parties/(\w+)/", page.url)[1]


def sit_down(page, name) -> None:
    """By the keyboard: the curtain's button is where one stands."""
    expect(page.locator("#curtain-title")).to_have_text(f"Passez l’écran à {name}")
    expect(page.locator("#here")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".at-screen")).to_contain_text(name)


def write_order(page, name) -> None:
    """A joust whose password is this lord's own word."""
    page.wait_for_load_state()
    page.fill("#quick-line", f"ORG 2 500 {WORDS[name]}")
    page.get_by_role("button", name="Ajouter", exact=True).click()
    expect(page.locator("#desk .order-text")).to_contain_text([WORDS[name]])


def seal(page) -> None:
    page.get_by_role("button", name="Sceller mes ordres").click()
    page.wait_for_selector("#curtain")


def hides_both(page) -> bool:
    return (
        not any(word in page.content() for word in WORDS.values())
        and page.locator("#desk, #map").count() == 0
    )


@one_window
def test_two_lords_play_two_turns_at_one_screen(enter, window):
    page = enter(window.alice, window)
    code = open_court(page)
    assert unsound(page) == []
    for turn in (1, 2):
        for name, other in (("Anna", "Basile"), ("Basile", "Anna")):
            sit_down(page, name)
            if turn == 2:  # what the first turn brought comes first
                expect(page.locator("article.report h1")).to_have_text(f"La maison {name} : bilan du tour 1")
                page.get_by_role("link", name="Écrire mes ordres").click()
            expect(page.locator(".table-state")).to_contain_text(f"Tour {turn}")
            write_order(page, name)
            assert WORDS[other] not in page.content()
            seal(page)
            assert hides_both(page)
            page.go_back()  # to the desk that was left: the browser has kept nothing of it
            page.wait_for_selector("#curtain")
            assert hides_both(page)
    sit_down(page, "Anna")
    expect(page.locator("article.report h1")).to_have_text("La maison Anna : bilan du tour 2")
    for tab in ("cour/carte/", "bilans/", "cour/royaume/", "historique/"):
        page.goto(f"/parties/{code}/{tab}")
        expect(page.locator(".at-screen")).to_contain_text("Anna")
        assert WORDS["Basile"] not in page.content()
    assert unsound(page) == []


@one_window
def test_a_lord_changes_his_mind_and_another_window_sees_no_more_than_the_curtain(enter, window):
    page = enter(window.alice, window)
    code = open_court(page)
    sit_down(page, "Anna")
    write_order(page, "Anna")
    second = page.context.new_page()  # the same browser: it shows Anna as well, as long as she is there
    second.goto(f"/parties/{code}/")
    expect(second.locator("#desk .order-text")).to_contain_text([WORDS["Anna"]])
    seal(page)
    expect(second.locator("#curtain-title")).to_have_text("Passez l’écran à Basile")  # live, without a touch
    assert hides_both(second)
    page.bring_to_front()
    page.get_by_role("button", name="Je suis Anna, je reviens sur mes ordres").click()
    expect(page.locator("#desk .order-text")).to_contain_text([WORDS["Anna"]])
    page.get_by_role("button", name="Passer l’écran").click()
    sit_down(page, "Basile")
    seal(page)
    expect(page.locator("#curtain-title")).to_have_text("Passez l’écran à Anna")


@one_window
def test_the_screen_goes_round_without_scripts(enter, window):
    page = enter(window.alice, window, javascript=False)
    page.goto("/parties/un-ecran/gloire/")
    page.fill("[name=names]", "Anna, Basile")
    page.fill("[name=seats]", "6")
    page.get_by_role("button", name="Commencer").click()
    for name in ("Anna", "Basile"):
        page.get_by_role("button", name=f"Je suis {name}", exact=True).click()
        page.fill("#quick-line", f"ORG 2 500 {WORDS[name]}")
        page.get_by_role("button", name="Ajouter", exact=True).click()
        expect(page.locator("#desk .order-text")).to_contain_text([WORDS[name]])
        seal(page)
        page.go_back()
        page.wait_for_selector("#curtain")
        assert hides_both(page)
    page.get_by_role("button", name="Je suis Anna", exact=True).click()
    expect(page.locator("article.report h1")).to_have_text("La maison Anna : bilan du tour 1")


@one_window
def test_news_of_the_last_seal_do_not_overtake_its_answer(enter, window):
    """While the turn is still being resolved there is nothing to show: a page that has sent its form waits
    for the answer."""
    page = enter(window.alice, window)
    code = open_court(page)
    sit_down(page, "Anna")
    seal(page)
    with page.expect_websocket() as line:
        sit_down(page, "Basile")
    page.wait_for_function("() => document.documentElement.dataset.live === 'on'")
    page.evaluate("""() => {
      window.refreshes = 0;
      document.body.addEventListener("live:refresh", () => { window.refreshes += 1; });
      document.querySelector(".button-seal").form.dataset.sent = "yes"; // as when it is pressed
    }""")
    second = page.context.new_page()
    second.goto(f"/parties/{code}/")
    with line.value.expect_event("framereceived", lambda frame: '"n": 1' in frame or '"n":1' in frame):
        seal(second)
    assert page.evaluate("() => window.refreshes") == 0
    expect(second.locator("#curtain-title")).to_have_text("Passez l’écran à Anna")
