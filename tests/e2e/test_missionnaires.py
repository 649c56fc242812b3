"""Les Missionnaires in real windows: a whole game between two players with somebody watching, one screen,
phone, keyboard."""

import re
from html import unescape

from playwright.sync_api import expect

from engines.missionnaires.board import sections_between
from tests.e2e.conftest import PHONE, SECOND, VISITOR, unsound, violations
from tests.e2e.presses import answer
from tests.e2e.test_table_live import live
from tests.e2e.windows import every_look

MOST_DRAFTS = 4  # two pushes, a companion left behind, and one to spare
MOST_DECISIONS = 400  # a game of two travellers has about 120


def start_hotseat(page, backstage):
    """Anna and Basile at one screen, with the same cards in every run."""
    code = backstage(
        "tables.dealt", player=VISITOR[0], slug="missionnaires", names=["Anna", "Basile"], seed=4
    )
    page.goto(f"/parties/{code}/")
    page.wait_for_selector("#here")


def open_hotseat(page, backstage):
    """The first player has taken the screen."""
    start_hotseat(page, backstage)
    answer(page, page.locator("#here").click)
    page.wait_for_selector(".choices button")


class Traveller:
    """A player who reads the page and goes the shortest way: next congregation of the suggested round, then
    Béthel."""

    def __init__(self, page, address):
        self.page, self.address = page, address

    def look(self):
        return self.page.request.get(f"{self.address}plateau/").text()

    def play(self, shown):
        """One decision, its drafts followed to their end; what the page shows afterwards."""
        for _ in range(MOST_DRAFTS):
            method, target, values = self._choice(shown)
            if method == "post":
                return self.page.request.post(target, form=values, headers={"HX-Request": "true"}).text()
            shown = self.page.request.get(f"{self.address}plateau/", params=values).text()
        raise AssertionError("a choice leads from draft to draft")

    def _choice(self, shown):
        goal = next(iter(re.findall(r'class="ms-stop" id="stop-([\w-]+)"', shown)), "bethel")
        here = re.search(r'is-mine" id="piece-pawn.*?', shown) and self._place(shown)
        forms = [self._form(form) for form in re.findall(r"<form [^>]*data-d=.*?</form>", shown, re.S)]
        ways = [
            form
            for form in forms
            if form["space"] and form["verb"] in ("go", "jump", "join", "push", "bon", "patrol", "take")
        ]
        best = min(ways, key=lambda form: sections_between(form["space"], goal), default=None)
        other = next((form for form in forms if form["verb"] in ("return", "keep")), None)
        waits = next((form for form in forms if form["verb"] == "pass"), None)
        if other and (here == goal == "bethel" or other["verb"] == "keep"):
            best = other
        elif best is None or (
            waits and sections_between(best["space"], goal) >= sections_between(here, goal)
        ):
            best = waits or best or forms[0]
        return best["method"], best["target"], best["values"]

    def _place(self, shown):
        return re.search(r'class="ms-strip [^"]*is-mine".*?data-look="([\w-]+)"', shown, re.S)[1]

    def _form(self, text):
        space = re.search(r'data-id="space:([\w-]+)"', text)
        return {
            "method": re.search(r'method="(\w+)"', text)[1],
            "target": re.search(r'action="([^"]+)"', text)[1],
            "verb": re.search(r'data-verb="(\w+)"', text)[1],
            "space": space[1] if space else "",
            "values": {
                name: unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', text)
            },
        }


def test_whole_game_in_two_windows_and_a_third_that_watches(visit, backstage):
    players = [VISITOR[0], SECOND[0]]
    code = backstage(
        "tables.between", players=players, slug="missionnaires", name="La table de trois fenêtres"
    )
    pages = [visit(VISITOR), visit(SECOND), visit()]
    for page in pages:
        page.emulate_media(reduced_motion="reduce")
        page.goto(f"/parties/{code}/")
        live(page, "on")
    mover, other = sorted(pages[:2], key=lambda page: page.locator(".choices button").count(), reverse=True)
    assert other.locator(".choices").count() == pages[2].locator(".ms-stop").count() == 0
    answer(mover, mover.locator("#spot-paris .ms-hit").click)  # free: one press goes
    for page in (other, pages[2]):
        page.wait_for_selector('#table[data-step="1"]')
        expect(page.locator(".ms-log")).to_contain_text("à Paris", use_inner_text=True)
    for page in pages:
        page.goto("about:blank")  # or each window would draw each of the hundred steps to come
    finish([Traveller(page, f"/parties/{code}/") for page in pages[:2]])
    for page in pages:
        page.goto(f"/parties/{code}/")
        expect(page.locator(".final-place")).to_have_count(2)
    assert "rejoint le Béthel avant tout le monde" in pages[2].locator(".ms-log").inner_text()
    assert violations(pages[2]) == []
    pages[2].goto(f"/parties/{code}/pas/7/")
    assert pages[2].locator("#ms-map").count() == 1
    assert pages[2].locator(".choices").count() == 0


def finish(travellers):
    """Both play on by the forms of their own pages, in turn, until the table says that the game is over."""
    shown = [traveller.look() for traveller in travellers]
    for _ in range(MOST_DECISIONS):
        if "La partie est terminée." in shown[0] or "La partie est terminée." in shown[1]:
            return
        mine = 0 if 'class="choices"' in shown[0] else 1
        shown[mine] = travellers[mine].play(shown[mine])
        if 'class="choices"' not in shown[mine]:  # the hand has passed, or come back to whoever may go on
            shown[1 - mine] = travellers[1 - mine].look()
            assert 'class="choices"' in shown[1 - mine] or "La partie est terminée." in shown[1 - mine]
    raise AssertionError(f"the game has not ended after {MOST_DECISIONS} decisions")


# Remembers the cards that are held up before the eyes of whoever looks at the map.
HELD_UP = """() => {
  window.heldUp = [];
  new MutationObserver((changes) => {
    for (const node of changes.flatMap((change) => [...change.addedNodes]))
      if (node.id === "ms-held") heldUp.push(node.querySelector(".ms-card").textContent);
  }).observe(document.body, { childList: true });
}"""


def test_mouse_shows_the_price_then_the_pawn_stands_there(visit, backstage):
    page = visit(VISITOR)
    open_hotseat(page, backstage)
    page.locator("#spot-limoges .ms-hit").hover()
    expect(page.locator("#ms-omen")).to_contain_text("un périodique", use_inner_text=True)
    assert page.locator("#ms-preview").get_attribute("d") == "M345 32L368 84L348 167"
    page.locator("#spot-limoges .ms-hit").click()
    assert page.locator("#table").get_attribute("data-step") == "0"  # a price is confirmed
    page.evaluate(HELD_UP)
    answer(page, page.locator("#ms-omen button").click)
    expect(page.locator(".ms-log")).to_contain_text("à Limoges", use_inner_text=True)
    page.wait_for_function("() => !document.getElementById('ms-frame').dataset.playing")
    assert page.locator(".ms-track.is-last").first.get_attribute("d") == "M345 32L368 84L348 167"
    drawn = page.locator(".ms-turn.is-last .ms-card")
    assert drawn.count() >= 1
    assert page.evaluate("heldUp") == [
        card.text_content() for card in reversed(drawn.all())
    ]  # in the order of drawing
    expect(page.locator("#ms-held")).to_have_count(0)
    assert violations(page) == []


def test_keyboard_alone_plays_from_the_map_and_from_the_list(visit, backstage):
    page = visit(VISITOR)
    open_hotseat(page, backstage)
    page.locator("#spot-nantes").focus()
    page.keyboard.press("Enter")
    answer(page, lambda: page.keyboard.press("Enter"))  # the focus is on the button that confirms
    expect(page.locator(".ms-log")).to_contain_text("à Nantes", use_inner_text=True)
    page.locator("#here").focus()
    answer(page, lambda: page.keyboard.press("Enter"))
    page.locator('.choices button[data-verb="pass"]').focus()
    answer(page, lambda: page.keyboard.press("Enter"))
    expect(page.locator(".ms-log")).to_contain_text("passe.", use_inner_text=True)


def test_map_zooms_pans_and_keeps_its_place_after_a_move(visit, backstage):
    page = visit(VISITOR)
    open_hotseat(page, backstage)
    whole = box(page)
    page.locator('[data-zoom="near"]').click()
    near = box(page)
    assert near[2] < whole[2] / 2
    assert page.locator("#name-orleans .ms-label").is_visible()
    place = page.locator("#ms-map").bounding_box()
    page.mouse.move(place["x"] + 400, place["y"] + 300)
    page.mouse.down()
    page.mouse.move(place["x"] + 300, place["y"] + 250, steps=4)
    page.mouse.up()
    moved = box(page)
    assert moved[0] > near[0]
    answer(page, page.locator('.choices button[data-verb="pass"]').click)
    assert box(page) == moved
    page.locator('[data-zoom="whole"]').click()
    assert box(page) == whole


def test_congregation_pressed_on_the_map_begins_the_round(visit, backstage):
    page = visit(VISITOR)
    open_hotseat(page, backstage)
    towns = page.locator(".ms-stops a")
    last = towns.last.inner_text()
    place = towns.last.get_attribute("data-look")
    answer(page, lambda: page.locator(f"#stop-{place} .ms-stop-ring").dispatch_event("click"))
    assert towns.first.inner_text() == last
    answer(page, page.locator(f"#first-{place}").click)
    assert towns.last.inner_text() == last


def box(page):
    return [float(number) for number in page.locator("#ms-map").get_attribute("viewBox").split()]


NAMES_ON = """() => [...document.querySelectorAll("#ms-map .ms-name .ms-label")].map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }))
    .filter(({ box }) => box.width).map(({ text, box }) => [text, box.left, box.top + box.height * 0.2, box.right, box.bottom - box.height * 0.2])"""


def names_on(page):
    """The names written on the map; none of them over another (the air above and below the letters does not
    count)."""
    boxes = page.evaluate(NAMES_ON)
    for n, (name, left, top, right, bottom) in enumerate(boxes):
        over = [
            o for o, x, y, w, z in boxes[n + 1 :] if x < right - 1 and left < w - 1 and y < bottom and top < z
        ]
        assert over == [], (name, over)
    return [name for name, *_box in boxes]


@every_look
def test_no_violation_and_no_sideways_scroll(visit, backstage, viewport, dark):
    page = visit(VISITOR, viewport=viewport, dark=dark)
    start_hotseat(page, backstage)
    assert violations(page) == []
    answer(page, page.locator("#here").click)
    assert "Orléans" in names_on(page)  # one may go there, so it is named at any scale
    page.locator('[data-zoom="whole"]').click()
    assert len(names_on(page)) >= 20
    page.locator("#ms-spaces summary").click()
    page.locator("#spot-nantes .ms-hit").dispatch_event(
        "click", {"detail": 1, "pointerType": "touch", "bubbles": True}
    )
    expect(page.locator("#ms-omen")).to_contain_text("un périodique", use_inner_text=True)
    assert page.locator("#table").get_attribute("data-step") == "0"
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_without_javascript_the_list_plays_the_game(visit):
    page = visit(VISITOR, javascript=False)
    page.goto("/parties/un-ecran/missionnaires/")
    page.fill("main form input[name=seats]", "2")
    page.fill("main form [name=names]", "Anna, Basile")
    page.click("main form button.button-primary")
    page.click("#here")
    page.click('.choices button[data-id="space:paris"][data-verb="go"] >> nth=0')
    expect(page.locator(".ms-log")).to_contain_text("du Béthel à Paris", use_inner_text=True)


def test_rules_page_has_no_violation(visit):
    page = visit(viewport=PHONE)
    page.goto("/regles/missionnaires/")
    assert unsound(page) == []
