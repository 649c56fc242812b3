"""An order from a page of its own, wherever its reader came from: the guide, a lord's page, a land's; with
and without scripts."""

import pytest
from playwright.sync_api import expect

from tests.e2e.windows import WINDOWS, both_windows
from tests.trust.long import amount

# With scripts in the wide window, without them on a phone; in the long run both in both.
READERS = {"wide-scripts": (WINDOWS[0], True), "narrow-plain": (WINDOWS[1], False)}
READERS |= amount({}, {"narrow-scripts": (WINDOWS[1], True), "wide-plain": (WINDOWS[0], False)})
every_reader = pytest.mark.parametrize(("window", "javascript"), READERS.values(), ids=READERS.keys())


@pytest.fixture
def begin(enter):
    """A training court at its first turn, with the guide."""

    def come(window, javascript):
        page = enter(window.alice, window, javascript=javascript)
        page.goto("/parties/entrainement/gloire/")
        page.click("main form button.button-primary")
        page.wait_for_selector("#guide")
        return page

    return come


@pytest.fixture
def bound(enter, backstage):
    """A court at its second turn, where Alice is Bob's ally and the third lord's enemy."""

    def come(window, javascript):
        code = backstage("games.court", players=[window.alice, window.bob], name="La cour liée")["game"]
        given = [{"code": "ALL", "lord": 1}, {"code": "GUE", "lord": 2}]
        backstage(
            "games.play_turn",
            game=code,
            orders={window.alice: given, window.bob: [{"code": "ALL", "lord": 0}]},
        )
        return code, enter(window.alice, window, javascript=javascript)

    return come


def add(page, code):
    """The button of an order's own page: it leads to the desk, which shows the order and says so in sight."""
    assert f"/cour/ordre/{code}/" in page.url
    page.get_by_role("button", name="Ajouter au brouillon").click()
    expect(page.locator("#desk-said")).to_contain_text(f"Ajouté au brouillon : {code}")
    expect(page.locator("#desk-said")).to_be_in_viewport()
    expect(page.locator("#desk .order-text", has_text=code).first).to_be_visible()


@every_reader
def test_each_order_of_the_guide_lands_in_the_draft(begin, window, javascript):
    page = begin(window, javascript)
    for code in ("IMP", "RED", "ARM", "ATT"):
        step = page.locator("#guide li", has_text=f"Ordre {code}")
        step.get_by_role("link").click()
        add(page, code)
        expect(step).to_contain_text("fait")


@every_reader
def test_each_order_of_a_lords_page_lands_in_the_draft(bound, window, javascript):
    code, page = bound(window, javascript)
    ways = [(1, "Appeler à l’aide", "APP"), (1, "Annuler l’alliance", "ANN"), (2, "Proposer la paix", "PAI")]
    ways += [(3, "S’allier", "ALL"), (4, "Déclarer la guerre", "GUE")]
    for lord, words, order in ways:
        page.goto(f"/parties/{code}/cour/seigneurs/{lord}/")
        page.get_by_role("link", name=words, exact=True).click()
        add(page, order)


@every_reader
def test_each_order_of_a_lands_page_lands_in_the_draft(begin, window, javascript):
    page = begin(window, javascript)
    land = page.locator("#map .land.is-mine").first.get_attribute("href")
    for order in ("IMP", "ARM", "FOR"):
        page.goto(land)
        page.locator(f"#land-sheet [data-verb={order}]").click()
        page.wait_for_url(f"**/cour/ordre/{order}/**")
        add(page, order)


@both_windows
def test_an_order_from_the_sheet_beside_the_large_map_lands_in_the_draft(begin, window):
    page = begin(window, True)
    page.goto(f"{page.url.split('?')[0]}cour/carte/")
    page.locator("#map .land.is-mine").first.focus()
    page.keyboard.press("Enter")
    page.locator("#land-sheet [data-verb=FOR]").click()
    page.get_by_role("button", name="Ajouter au brouillon").click()
    expect(page.locator("#desk .order-text", has_text="FOR")).to_be_visible()
    expect(page.locator("#desk-said")).to_contain_text("Ajouté au brouillon : FOR")


@every_reader
def test_a_refused_order_says_why_beside_its_form(begin, expect_faults, window, javascript):
    page = begin(window, javascript)
    page.goto(f"{page.url.split('?')[0]}cour/ordre/ORG/")
    page.locator("#f-places").fill("8")
    page.locator("#f-prize").fill("100")
    page.locator("#f-password").fill("hermine")
    page.get_by_role("button", name="Ajouter au brouillon").click()
    why = page.locator("#order-preview .problem.is-error")
    expect(why).to_contain_text("Une récompense sous 500 écus n’est pas prise au sérieux")
    expect(why).to_be_in_viewport()
    expect(page.locator("#f-prize")).to_have_value("100")
    if javascript:
        expect_faults(r"status of 422 .*/cour/ordres/ajouter/")
        expect(page.locator("#f-password")).to_have_value("hermine")
    page.locator("#f-prize").fill("600")
    page.locator("#f-password").fill("hermine")  # no address keeps a secret word
    add(page, "ORG")


@both_windows
def test_the_button_of_an_order_stays_under_the_pointer_while_its_forecast_changes(begin, window):
    """A press takes as long as an answer: a button that the answer moves is missed."""
    page = begin(window, True)
    page.goto(f"{page.url.split('?')[0]}cour/ordre/ORG/")
    page.locator("#f-places").fill("8")
    page.locator("#f-password").fill("hermine")
    button = page.get_by_role("button", name="Ajouter au brouillon")
    places = []
    for prize, said in (("100", "sous 500 écus"), ("600", "coûte 3 000 écus"), ("100", "sous 500 écus")):
        page.locator("#f-prize").fill(prize)
        expect(page.locator("#order-preview")).to_contain_text(said, use_inner_text=True)
        places.append(button.evaluate("(button) => [button.offsetLeft, button.offsetTop]"))
    assert places[0] == places[1] == places[2]
