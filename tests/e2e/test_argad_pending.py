"""Argad!: what is traced on the table is given, and nothing is sealed over an order in the making. By mouse,
by finger, without a script; what was sealed is looked up where it is kept."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import WIDE, violations
from tests.e2e.presses import settled
from tests.e2e.windows import WINDOWS, both_windows, one_window

# The place of the window where a point of the table, in millimetres, is seen.
ON_SCREEN = """([x, y]) => {
  const svg = document.getElementById('ag-svg');
  svg.scrollIntoView({ block: 'center', behavior: 'instant' });
  const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
  return [point.x, point.y];
}"""
SEALED = ".notice-success"
SEAL = ".button-seal"
TWO_POINTS = re.compile(r"^[\d,]+/[\d,]+ ; [\d,]+/[\d,]+$")


class Table:
    """The first player's window at a table where the first orders are asked."""

    def __init__(self, page, game, men, window):
        self.page, self.game, self.men = page, game, men
        self.press_at = page.mouse.click if window.viewport == WIDE else page.touchscreen.tap
        page.emulate_media(reduced_motion="reduce")
        page.goto(f"/parties/{game}/")
        page.locator('[data-zoom="home"]').click()

    def touch(self, x, y):
        self.press_at(*self.page.evaluate(ON_SCREEN, [x, y]))

    def choose(self, man):
        self.touch(*self.men[man])

    def trace(self, man, dx, dy):
        x, y = self.men[man]
        self.touch(x + dx, y + dy)

    @property
    def chosen(self):
        return self.page.locator("#ag-figs .is-chosen")

    @property
    def orders(self):
        return self.page.locator(".ag-orders li")


@pytest.fixture
def sit(enter, backstage):
    def sit_down(window) -> Table:
        battle = backstage("battles.plotting", players=[window.alice, window.bob])
        page = enter(window.alice, window, touch=window.viewport != WIDE)
        return Table(page, battle["game"], battle["men"], window)

    return sit_down


def foremost(men):
    """The man with nobody before him, and the one with nobody north of him."""
    first = max(men, key=lambda id: men[id][0])
    north = min((id for id in men if id != first), key=lambda id: men[id][1])
    return first, north


@both_windows
def test_traced_path_is_given_and_is_in_what_is_sealed(sit, backstage, window):
    table = sit(window)
    first, second = foremost(table.men)
    table.choose(first)
    table.trace(first, 40, 0)
    expect(table.orders).to_have_count(1)
    expect(table.page.locator("#ag-told-order")).to_contain_text(first)
    expect(table.page.locator("#ag-told")).to_be_in_viewport()
    x, y = (round(10 * mm) for mm in table.men[first])
    drawn = backstage("battles.drafted", game=table.game)["orders"]
    assert [(order["figs"], order["do"]) for order in drawn] == [([first], "move")]
    assert drawn[0]["path"] == [[pytest.approx(x + 400, abs=60), pytest.approx(y, abs=60)]]

    table.trace(first, 60, -30)  # the path goes on
    expect(table.orders).to_have_count(1)
    expect(table.page.locator("#ag-path")).to_have_value(TWO_POINTS)
    table.choose(second)  # another man, another order
    expect(table.chosen).to_have_count(1)
    table.trace(second, 0, -40)
    expect(table.orders).to_have_count(2)
    expect(table.page.locator(".ag-ghosts .ag-ghost")).to_have_count(2)
    assert violations(table.page) == []
    table.page.locator("[data-forget]").click()  # taken back where it was given
    expect(table.orders).to_have_count(1)
    expect(table.page.locator("#ag-told")).to_be_hidden()
    table.choose(second)
    expect(table.chosen).to_have_count(0)

    table.page.locator(SEAL).click()
    expect(table.page.locator(SEALED)).to_contain_text("Vos ordres sont scellés")
    sealed = backstage("battles.sealed", game=table.game)["orders"]
    assert [(order["figs"], order["do"], len(order["path"])) for order in sealed] == [([first], "move", 2)]
    assert sealed[0]["path"][0] == drawn[0]["path"][0]


@one_window
def test_order_in_the_making_holds_the_seal_back_until_it_is_given_or_dropped(
    sit, backstage, window, expect_faults
):
    expect_faults(r"status of 422 .*/argad/decider/")
    table = sit(window)
    first, second = foremost(table.men)
    page, refused = table.page, table.page.locator("#ag-refused")
    table.choose(first)
    table.trace(first, 40, 0)
    expect(table.orders).to_have_count(1)
    table.choose(second)
    page.select_option("#ag-do", "crouch")
    page.locator(SEAL).click()
    expect(refused).to_contain_text("Rien n’est scellé")
    expect(refused.locator("dd").first).to_contain_text(second)
    expect(refused.locator("dd").last).to_contain_text(first)
    for part in (refused.locator("dd").first, page.locator('[data-verb="seal-drop"]'), page.locator(SEAL)):
        expect(part).to_be_in_viewport(ratio=1)
    assert backstage("battles.sealed", game=table.game) is None
    assert violations(page) == []

    page.locator('[data-verb="seal-drop"]').click()
    expect(page.locator(SEALED)).to_contain_text("Vos ordres sont scellés")
    expect(refused).to_have_count(0)
    expect(table.chosen).to_have_count(0)
    sealed = backstage("battles.sealed", game=table.game)["orders"]
    assert [(order["figs"], order["do"]) for order in sealed] == [([first], "move")]

    settled(page)  # until then the map does not hear a finger: nobody is as quick as that
    table.choose(second)
    expect(table.chosen).to_have_count(1)
    page.select_option("#ag-do", "crouch")
    page.locator(SEAL).click()
    page.locator('[data-verb="seal-give"]').click()
    expect(refused).to_have_count(0)
    expect(table.orders).to_have_count(2)
    sealed = backstage("battles.sealed", game=table.game)["orders"]
    assert [(order["figs"], order["do"]) for order in sealed] == [([first], "move"), ([second], "crouch")]


@one_window
def test_men_left_chosen_without_an_order_are_asked_about(sit, backstage, window, expect_faults):
    expect_faults(r"status of 422 .*/argad/decider/")
    table = sit(window)
    first, _second = foremost(table.men)
    table.choose(first)
    expect(table.chosen).to_have_count(1)
    table.page.locator(SEAL).click()
    expect(table.page.locator("#ag-refused dd").first).to_contain_text("Dites où aller")
    expect(table.page.locator("#ag-refused a")).to_be_in_viewport(ratio=1)
    assert backstage("battles.sealed", game=table.game) is None
    table.page.locator('[data-verb="seal-drop"]').click()
    expect(table.page.locator(SEALED)).to_contain_text("Vos ordres sont scellés")
    assert backstage("battles.sealed", game=table.game) == {"kind": "plot"}


def test_what_is_half_made_or_unsaid_outlives_another_button(sit, backstage):
    table = sit(WINDOWS[0])
    first, _second = foremost(table.men)
    page = table.page
    table.choose(first)
    page.select_option("#ag-do", "crouch")
    page.fill("#speech-text", "À moi !")
    page.locator('button[name="offer"][value$="|exit:east"]').last.click()
    expect(table.orders).to_have_count(1)
    expect(page.locator("#ag-do")).to_have_value("crouch")
    expect(table.chosen).to_have_count(1)
    expect(page.locator("#speech-text")).to_have_value("À moi !")


def test_seal_pressed_while_a_path_is_on_its_way_waits_for_it(sit, backstage):
    table = sit(WINDOWS[0])
    first, _second = foremost(table.men)
    held = []
    table.page.route("**/argad/decider/", lambda route: route.continue_() if held else held.append(route))
    table.choose(first)
    with table.page.expect_request("**/argad/decider/"):
        table.trace(first, 40, 0)
    table.page.locator(SEAL).click()
    held[0].continue_()
    expect(table.page.locator(SEALED)).to_contain_text("Vos ordres sont scellés")
    assert [order["figs"] for order in backstage("battles.sealed", game=table.game)["orders"]] == [[first]]


@one_window
def test_without_a_script_a_half_filled_form_holds_the_seal_back(enter, backstage, window, expect_faults):
    expect_faults(r"status of 422 .*/argad/decider/")
    battle = backstage("battles.plotting", players=[window.alice, window.bob])
    man = next(iter(battle["men"]))
    page = enter(window.alice, window, javascript=False)
    page.goto(f"/parties/{battle['game']}/")
    page.locator(".ag-squad > summary").first.click()
    page.locator(f'input[name="figs"][value="{man}"]').check()
    page.select_option("#ag-dir", "e")
    page.fill("#ag-cm", "5")
    page.locator(SEAL).click()
    refused = page.locator("#ag-refused")
    expect(refused).to_contain_text("Rien n’est scellé")
    for part in (refused.locator("dd").first, page.locator('[data-verb="seal-give"]'), page.locator(SEAL)):
        expect(part).to_be_in_viewport(ratio=1)
    assert backstage("battles.sealed", game=battle["game"]) is None
    page.locator('[data-verb="seal-give"]').click()
    expect(page.locator(SEALED)).to_contain_text("Vos ordres sont scellés")
    assert [order["figs"] for order in backstage("battles.sealed", game=battle["game"])["orders"]] == [[man]]
