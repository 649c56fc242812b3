"""The troop builder and the scenario editor in a real browser: with JavaScript and without, wide and on a
phone, light and dark."""

from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, SECOND, VISITOR, violations

TROOPS = "/parties/argad/troupes/"
SCENARIOS = "/parties/argad/scenarios/"


def no_overflow(page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_troop_is_built_live_kept_and_shown(visit):
    page = visit(VISITOR)
    page.goto(f"{TROOPS}nouvelle/?depuis=vikings")
    expect(page.locator(".troop-total")).to_contain_text("100 / 100")
    page.select_option("#t-budget", "75")
    expect(page.locator(".troop-sum")).to_contain_text("retirez 25 points")
    page.select_option("#t-budget", "100")
    page.locator("#row-4 summary").click()
    page.fill("#r4-n", "7")
    page.press("#r4-n", "Tab")
    expect(page.locator(".troop-total")).to_contain_text("106 / 100")
    expect(page.locator("#row-4 details")).to_have_attribute("open", "")
    assert violations(page) == []
    page.fill("#r4-n", "6")
    page.fill("#t-name", "Bande du soir")
    page.click("button[value=save]")
    expect(page.locator("h1")).to_have_text("Bande du soir")
    assert violations(page) == []


def test_the_builder_works_without_javascript_on_a_phone(visit):
    page = visit(VISITOR, viewport=PHONE, javascript=False)
    page.goto(f"{TROOPS}nouvelle/?depuis=militia")
    page.select_option("#t-model", "english:3")
    page.get_by_role("button", name="Ajouter", exact=True).click()
    expect(page.locator("input[value='Archer au longbow']")).to_have_count(1)
    expect(page.locator(".troop-sum")).to_contain_text("retirez 9 points")


def test_the_editor_places_drags_and_judges(visit):
    page = visit(VISITOR)
    page.goto(f"{SCENARIOS}nouveau/")
    expect(page.locator(".ed-main")).to_contain_text("Ce scénario peut être joué.")
    page.select_option("#ed-kind", "forest")
    page.get_by_role("button", name="Poser en touchant la table").click()
    board = page.locator(".ed-board")
    board.click(position={"x": 120, "y": 120})
    expect(page.locator(".ed-list button", has_text="forêt")).to_have_count(1)
    page.get_by_role("button", name="Poser en touchant la table").click()
    piece = page.locator(".ed-piece[data-pick='terrain:0']")
    before = page.locator("#p0-x").input_value()
    piece.drag_to(board, target_position={"x": 220, "y": 150})
    expect(page.locator("#p0-x")).not_to_have_value(before)
    moved = int(page.locator("#p0-x").input_value())
    piece.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#p0-x")).to_have_value(str(moved + 2))
    page.fill("#g-width", "30")
    page.press("#g-width", "Tab")
    expect(page.locator(".ed-problems")).to_contain_text("La table mesure de 60 à 400 cm de côté.")
    assert violations(page) == []


def test_a_drawn_scenario_opens_a_table_that_its_author_leads(visit):
    page = visit(VISITOR)
    page.goto(f"{SCENARIOS}nouveau/?depuis=ambush")
    page.fill("#g-title", "Le gué du soir")
    page.press("#g-title", "Tab")
    page.click("button[value=save]")
    expect(page.locator("h1")).to_have_text("Le gué du soir")
    page.get_by_role("link", name="Ouvrir une table").click()
    expect(page.locator("select[name=option_scenario] option:checked")).to_have_text("Le gué du soir")
    page.fill("input[name=name]", "La table menée")
    page.check("input[name=own_organiser]")
    page.get_by_role("button", name="Ouvrir la table").click()
    other = visit(SECOND)
    other.goto(page.url)
    other.get_by_role("button", name="M’asseoir").click()
    expect(other.get_by_role("button", name="Me lever")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Compléter avec des automates").click()
    page.get_by_role("button", name="Ouvrir la partie").click()
    page.get_by_role("link", name="Organisateur").click()
    expect(page.locator("h1")).to_contain_text("La table menée")
    assert violations(page) == []
    rule = page.locator("form", has=page.locator("input[value=rule]"))
    rule.locator("input[name=reason]").fill("La nuit tombe.")
    rule.get_by_role("button", name="Décider").click()
    expect(page.locator("#org-log + ol")).to_contain_text("La nuit tombe.")


def test_pages_hold_on_a_phone_in_both_lights(visit):
    for dark in (False, True):
        page = visit(VISITOR, viewport=PHONE, dark=dark)
        for address in (
            TROOPS,
            f"{TROOPS}nouvelle/?depuis=household",
            SCENARIOS,
            f"{SCENARIOS}nouveau/?depuis=siege",
        ):
            page.goto(address)
            assert no_overflow(page), address
            assert violations(page) == [], address
