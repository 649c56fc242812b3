"""A whole turn of Gloire et Pouvoir in a real browser: by form, by text, by the map; wide and on a phone."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, VISITOR, WIDE, violations


@pytest.fixture
def court(visit):
    """A training court of one's own, at its first turn."""

    def enter(**window):
        page = visit(VISITOR, **window)
        page.goto("/parties/entrainement/gloire/")
        page.click("main form button[type=submit], main form button.button-primary")
        page.wait_for_selector("#map, #desk")
        page.wait_for_load_state()  # the scripts listen
        return page

    return enter


def orders(page):
    return page.locator("#desk .order-text").all_inner_texts()


def clear(page):
    page.on("dialog", lambda dialog: dialog.accept())
    if page.locator("#desk .order-text").count():
        page.get_by_role("button", name="Tout retirer").click()
        page.wait_for_selector("#desk .desk-empty")


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_turn_by_map_by_text_and_by_form_then_sealed_and_resolved(court, viewport):
    page = court(viewport=viewport)
    clear(page)
    # by the map: my own land, its tax with the gift that the treasurer proposes
    page.locator("#map .land.is-mine").first.focus()
    page.keyboard.press("Enter")
    page.locator("#land-sheet [data-verb=IMP]").click()
    page.locator("#f-level").wait_for()
    page.wait_for_function(
        "() => !document.querySelector('.htmx-swapping, .htmx-settling')"
    )  # until then nobody listens
    page.locator("#f-level").fill("5")
    expect(page.locator("#order-preview .effect").first).to_contain_text("bonheur 20 → 10")
    page.locator("#land-sheet .order-form .button-primary").click()
    expect(page.locator("#desk .order-text")).to_have_count(2)
    assert [text.split()[0] for text in orders(page)] == ["IMP", "RED"]
    expect(page.locator("#map-orders .order-seal")).to_have_count(1)
    expect(page.locator("#desk")).to_have_count(1)  # drawn again in its place, not inside itself
    page.locator("[data-close-sheet]").click()
    # by text, with completion
    page.locator("#quick-line").click()
    page.keyboard.type("CH")
    page.locator("#completions-quick-line button", has_text="CHE").click()
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(page.locator("#desk .order-text")).to_have_count(3)
    # by form
    page.locator("#desk-forms summary").click()
    page.locator("#desk-forms [data-verb=INI]").click()
    page.locator("#f-knights").fill("70")
    page.locator("#desk-form-slot .button-primary").click()
    expect(page.locator("#desk .order-text")).to_have_count(4)
    expect(page.locator("#desk-said")).to_be_in_viewport()  # what came of the form is seen, on a phone too
    assert [text.split()[0] for text in orders(page)] == ["IMP", "RED", "INI", "CHE"]
    assert violations(page) == []
    # sealed, with a receipt; then the turn is resolved and the next one opens
    page.get_by_role("button", name="Sceller mes ordres").click()
    page.wait_for_selector("#desk .notice-success")
    expect(page.locator("#desk .notice-success")).to_contain_text("version 1", use_inner_text=True)
    turn = page.locator("#realm-title small").inner_text()
    page.get_by_role("button", name="Résoudre le tour").click()
    expect(page.locator("#realm-title small")).not_to_have_text(turn)
    page.get_by_role("button", name="Reprendre le tour dernier").click()
    expect(page.locator("#desk .order-text").nth(1)).to_be_visible()


def test_a_mistyped_list_shows_its_line_and_mends_itself(court):
    page = court()
    clear(page)
    land = page.locator("#map .land.is-mine").first.get_attribute("data-id")
    page.locator("#desk-text summary").click()
    page.locator("#whole-text").fill(f"CHE 1\nIMP 4 {land[:-1]}Q")
    page.get_by_role("button", name="Remplacer le brouillon par ce texte").click()
    page.wait_for_selector("#text-problems")
    expect(page.locator("#text-problems")).to_contain_text("Ligne 2", use_inner_text=True)
    page.locator("#text-problems [data-mend]").first.click()
    page.get_by_role("button", name="Remplacer le brouillon par ce texte").click()
    expect(page.locator("#desk .order-text")).to_have_count(2)
    assert orders(page) == [f"IMP 4 {land}", "CHE 1"]


def test_the_map_moves_by_keyboard_search_and_zoom(court):
    page = court()
    box = page.locator("#map").get_attribute("viewBox")
    page.locator("[data-zoom=in]").click()
    assert page.locator("#map").get_attribute("viewBox") != box
    page.locator("#map .land.is-mine").first.focus()
    before = page.evaluate("document.activeElement.dataset.id")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.id") != before
    page.locator("#find-land").fill("novgo")
    page.keyboard.press("Enter")
    expect(page.locator("#land-title")).to_have_text("Novgorod")
    page.keyboard.press("Escape")
    assert page.locator("#land-sheet").is_hidden()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_map_page_and_film_are_sound_and_accessible(visit, dark):
    page = visit(VISITOR, dark=dark)
    page.goto("/parties/")
    page.locator("a", has_text="Scandinavie, la cour").first.click()
    page.get_by_role("link", name="Carte").click()
    page.wait_for_selector("#film-range")
    now = page.locator("#film-turn").inner_text()
    page.locator('[data-film="earlier"]').click()
    expect(page.locator("#film-turn")).not_to_have_text(now)
    expect(page.locator("#map-frame.is-past")).to_have_count(1)
    page.locator("#film-range").fill(page.locator("#film-range").get_attribute("min"))
    expect(page.locator("#map .shields > .fixed")).to_have_count(
        10
    )  # whoever had a fief then, wherever they are now
    page.locator("label", has_text="Bonheur").first.click()
    assert page.locator(".legend-happiness").is_visible()
    assert violations(page) == []


def test_without_javascript_a_turn_is_written_all_the_same(visit):
    page = visit(VISITOR, javascript=False)
    page.goto("/parties/")
    page.locator("a", has_text="Scandinavie, la cour").first.click()
    land = page.locator("#map .land.is-mine").first
    name = land.get_attribute("data-id")
    page.goto(land.get_attribute("href"))
    page.locator("[data-verb=FOR]").click()
    page.get_by_role("button", name="Ajouter au brouillon").click()
    orders = page.locator("#desk .order-text")
    expect(orders.filter(has_text=f"FOR {name}")).to_have_count(1)
    page.locator("#quick-line").fill("ESP NOVGOROD")
    page.get_by_role("button", name="Ajouter", exact=True).click()
    expect(orders.filter(has_text="ESP NOVGOROD")).to_have_count(1)
    page.locator('#desk button[value^="away"]').first.click()
    expect(orders).to_have_count(1)
