"""The order desk in a real browser: a pasted list, its order, the joust, versions under seal, and a desk that
is closed."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, SECOND, VISITOR, WIDE, violations
from tests.e2e.presses import settled


@pytest.fixture(scope="module")
def distant(backstage):
    """The visitor's court of bots, two turns old, watched with a turn of delay, with special rules."""
    game = backstage("games.watched", player=VISITOR[0], rules="Nul n’attaque avant le tour 4.")
    for _turn in range(2):
        backstage("games.end_turn", game=game)
    return game


@pytest.fixture
def court(visit):
    def enter(**window):
        page = visit(VISITOR, **window)
        page.on("dialog", lambda dialog: dialog.accept())
        page.goto("/parties/entrainement/gloire/")
        page.click("main form button.button-primary")
        page.wait_for_selector("#desk")
        page.wait_for_load_state()  # the scripts listen
        return page

    return enter


def texts(page):
    return page.locator("#desk .order-text")


def paste(page, lines):
    page.locator("#desk-text summary").click()
    page.locator("#whole-text").fill("\n".join(lines))
    page.get_by_role("button", name="Remplacer le brouillon par ce texte").click()


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_pasted_list_changes_order_and_warns_of_what_cannot_be_paid(court, viewport):
    page = court(viewport=viewport)
    land = page.locator("#map .land.is-mine").first.get_attribute("data-id")
    paste(page, ["# mes ordres", "", f"imp 4 {land.lower()}", "CHE 1", "CHE 2", "ESP NULLEPART", "ATT"])
    expect(page.locator("#desk-said")).to_contain_text("3 ordres. 2 lignes restent à corriger.")
    expect(page.locator("#text-problems")).to_contain_text("Ligne 6")
    expect(texts(page)).to_have_text([f"IMP 4 {land}", "CHE 1", "CHE 2"])
    page.get_by_role("button", name="Exécuter plus tôt : CHE 2").click()
    expect(texts(page)).to_have_text([f"IMP 4 {land}", "CHE 2", "CHE 1"])
    page.get_by_role("button", name="Exécuter plus tard : CHE 2").click()
    expect(texts(page)).to_have_text([f"IMP 4 {land}", "CHE 1", "CHE 2"])
    page.get_by_role("button", name="Retirer : CHE 1").click()
    expect(texts(page)).to_have_text([f"IMP 4 {land}", "CHE 2"])
    # the treasury is followed through the phases, and says when it would run dry
    page.locator("#quick-line").fill("ORG 8 9000 hermine")
    page.keyboard.press("Enter")
    expect(page.locator("#desk-end.down")).to_be_visible()
    expect(page.locator("#desk .problem")).to_contain_text("Il manquerait environ")
    page.locator("#desk-purse summary").click()
    expect(page.locator("#desk-purse table")).to_be_visible()
    assert violations(page) == []


def test_all_my_knights_enter_the_royal_joust_at_once(court):
    page = court()
    everyone = page.get_by_role("button", name="Tous à la joute royale")
    title = page.locator("#realm-title small")
    for turn in range(4):
        expect(everyone).to_have_count(0)
        if turn == 3:
            page.locator("#quick-line").fill("CHE 1")
            page.keyboard.press("Enter")
            expect(texts(page)).to_have_text(["CHE 1"])
        shown = title.inner_text()
        page.get_by_role("button", name="Résoudre le tour").click()
        expect(title).not_to_have_text(shown)
    everyone.click()
    expect(texts(page).filter(has_text="PAR").first).to_be_visible()
    page.get_by_role("button", name="Reprendre le tour dernier").click()
    expect(page.locator("#desk-said")).to_contain_text("1 ordre repris du tour dernier, sur 1.")
    expect(texts(page).filter(has_text="CHE 1")).to_have_count(1)


def test_a_changed_draft_says_which_version_counts_until_it_is_sealed_again(court):
    page = court()
    paste(page, ["CHE 1"])
    expect(texts(page)).to_have_text(["CHE 1"])
    page.get_by_role("button", name="Sceller mes ordres").click()
    expect(page.locator("#desk .notice-success")).to_contain_text("version 1")
    page.locator("#quick-line").fill("CHE 2")
    page.keyboard.press("Enter")
    expect(page.locator("#desk .notice-warning")).to_contain_text("depuis la version 1")
    page.get_by_role("button", name="Sceller à nouveau").click()
    expect(page.locator("#desk .notice-success")).to_contain_text("version 2")
    page.locator("#desk-versions summary").click()
    first = page.locator("#desk-versions li", has_text="Version 1")
    first.get_by_role("button", name="Reprendre cette version").click()
    expect(texts(page)).to_have_text(["CHE 1"])
    expect(page.locator("#desk .notice-warning")).to_contain_text("depuis la version 2")


def test_a_seal_pressed_before_the_last_order_is_written_waits_for_it(court):
    page = court()
    late = []
    # a slow network: the answer comes when the test says so
    page.route("**/cour/ordres/ligne/", lambda route: late.append(route))
    page.locator("#quick-line").fill("CHE 1")
    with page.expect_request("**/cour/ordres/ligne/"):
        page.keyboard.press("Enter")
    page.get_by_role("button", name="Sceller mes ordres").click()
    expect(page.locator("#desk .notice-success")).to_have_count(0)
    late[0].continue_()
    expect(page.locator("#desk .notice-success")).to_contain_text("version 1")
    expect(texts(page)).to_have_text(["CHE 1"])
    expect(page.locator("#desk .notice-warning")).to_have_count(0)


def hold(page, pattern):
    """The next answer of this address is drawn now and kept; `deliver` hands it over."""
    held = []
    page.route(pattern, lambda route: held.append((route, route.fetch())), times=1)
    return held


def deliver(page, held):
    while not held:
        page.wait_for_timeout(50)
    ((route, answer),) = held
    with page.expect_response(route.request.url):
        route.fulfill(response=answer)
    settled(page)


def type_order(page, order):
    page.locator("#quick-line").fill(order)
    page.keyboard.press("Enter")


LOOK = "document.body.dispatchEvent(new CustomEvent('live:refresh'))"
# What any other form of the page may be answered with: the whole table.
ACT = "htmx.ajax('GET', location.pathname + 'plateau/', { target: '#table', swap: 'morph:outerHTML' })"


@pytest.mark.parametrize("asked", [LOOK, f"void {ACT}"], ids=["look", "act"])
def test_a_table_drawn_before_an_order_and_delivered_after_it_does_not_take_it_away(court, asked):
    page = court()
    held = hold(page, "**/plateau/**")
    page.evaluate(asked)
    while not held:
        page.wait_for_timeout(50)
    type_order(page, "CHE 1")
    expect(texts(page)).to_have_text(["CHE 1"])
    deliver(page, held)
    expect(texts(page)).to_have_text(["CHE 1"])


def test_an_order_answered_late_does_not_undo_the_draft_of_another_tab(court):
    """The answer was drawn with one order; since then another tab has written a second, and the table has
    shown both."""
    page = court()
    tab = page.context.new_page()
    tab.goto(page.url)
    tab.wait_for_load_state()
    held = hold(page, "**/cour/ordres/ligne/")
    type_order(page, "CHE 1")
    while not held:
        page.wait_for_timeout(50)
    type_order(tab, "CHE 2")
    expect(texts(tab)).to_have_text(["CHE 1", "CHE 2"])
    page.evaluate(f"void {ACT}")
    expect(texts(page)).to_have_text(["CHE 1", "CHE 2"])
    deliver(page, held)
    expect(texts(page)).to_have_text(["CHE 1", "CHE 2"])


def test_an_order_answered_after_the_turn_does_not_bring_the_old_desk_back(court, backstage):
    page = court()
    held = hold(page, "**/cour/ordres/ligne/")
    type_order(page, "CHE 1")
    while not held:
        page.wait_for_timeout(50)
    backstage("games.end_turn", game=page.url.rstrip("/").split("/")[-1])
    page.evaluate(LOOK)
    expect(page.locator("#realm-title small")).to_contain_text("tour 2", ignore_case=True)
    deliver(page, held)
    expect(texts(page)).to_have_count(0)
    expect(page.locator("#realm-title small")).to_contain_text("tour 2", ignore_case=True)


def test_a_spectator_stays_a_turn_behind_and_reads_the_special_rules(visit, distant):
    page, lord = visit(SECOND, viewport=PHONE), visit(VISITOR)
    lord.goto(f"/parties/{distant}/")
    expect(lord.locator("#realm-title small")).to_contain_text("tour 3", ignore_case=True)
    page.goto(f"/parties/{distant}/")
    expect(page.locator("main")).to_contain_text("Nul n’attaque avant le tour 4.")
    expect(page.locator("#desk")).to_have_count(0)
    words = page.locator("main").inner_text().lower()
    assert "tour 2" in words
    assert "tour 3" not in words
    assert violations(page) == []


def test_a_suspended_game_is_read_only_and_says_why(visit, backstage, distant):
    page = visit(VISITOR)
    page.goto(f"/parties/{distant}/")
    page.locator("#quick-line").fill("CHE 1")
    page.keyboard.press("Enter")
    expect(texts(page)).to_have_text(["CHE 1"])
    backstage("games.suspend", game=distant, why="grève des messagers")
    page.reload()
    expect(page.locator("#desk .notice")).to_contain_text("La partie est suspendue")
    expect(texts(page)).to_have_text(["CHE 1"])
    expect(page.locator("#quick-line, #desk .button-seal, #desk .order-tools")).to_have_count(0)
    expect(page.locator("main")).to_contain_text("grève des messagers")
    assert violations(page) == []
