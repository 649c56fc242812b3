"""Every page of the court in a real browser: nothing wider than the screen, nothing that axe complains of."""

from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, VISITOR, walk

COURT = [
    *(
        "",
        "cour/carte/",
        "bilans/",
        "bilans/3/",
        "cour/royaume/",
        "cour/diplomatie/",
        "cour/seigneurs/3/",
        "cour/nouvelles/",
    ),
    *(
        "cour/conseillers/",
        "cour/conseillers/argentier/",
        "cour/conseillers/batailles/",
        "cour/conseillers/levees/",
    ),
    *(
        "cour/conseillers/chevaliers/",
        "cour/conseillers/joutes/",
        "cour/conseillers/et-si/",
        "cour/premier-tour/",
    ),
    *("cour/terre/NARVIK/", "cour/ordre/ATT/", "cour/ordre/IMP/", "pas/2/", "historique/", "partie/"),
]


def test_every_page_of_the_court_fits_its_screen_and_pleases_axe(visit):
    page = visit(VISITOR)
    page.goto("/parties/")
    court = page.locator("main a", has_text="cour de démonstration").first.get_attribute("href")
    assert walk(page, [*(court + more for more in COURT), "/regles/gloire/"]) == {}


def test_a_newcomer_is_guided_through_the_first_turn_until_the_guide_is_put_away(visit):
    page = visit(VISITOR, viewport=PHONE)
    page.goto("/parties/entrainement/gloire/")
    page.click("main form button[type=submit], main form button.button-primary")
    page.wait_for_selector("#guide")
    assert page.locator("#guide .guide-steps > li").count() >= 7
    page.get_by_role("button", name="Ranger ce guide").click()
    page.wait_for_selector("#desk")
    expect(page.locator("#guide")).to_have_count(0)
