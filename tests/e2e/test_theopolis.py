"""Theopolis in real windows: a whole game between two players, one screen, cards carried, touched and typed,
no violation."""

import re

import pytest
from playwright.sync_api import Error, TimeoutError, expect

from tests.e2e.conftest import PHONE, SECOND, VISITOR, violations
from tests.e2e.forms import OVER, play_on
from tests.e2e.presses import answer, press, settled
from tests.e2e.test_table_live import REFRESH, live
from tests.e2e.windows import every_look

# What a hurried player presses first. A Merveille, ten stones or the last point end the game early; the
# Apocalypse, late.
EAGER = (
    "play",
    "take",
    "discard_to_hand",
    "board_to_hand",
    "caveau_board",
    "caveau_discard",
    "refill",
    "discard_down",
    "add_resource",
    "confirm",
    "decline",
    "end_turn",
)
MOST_PRESSES = 600


def start_hotseat(page, names):
    page.goto("/parties/un-ecran/theopolis/")
    page.locator("[name=seats]").fill(str(len(names)))
    page.fill("input[name=names]", ", ".join(names))
    page.click("main form .button-primary")
    page.wait_for_selector("#here")


@pytest.fixture
def one_screen(visit):
    page = visit(VISITOR)
    page.on("dialog", lambda dialog: dialog.accept())
    page.emulate_media(reduced_motion="reduce")
    start_hotseat(page, ["Anna", "Basile"])
    return page


def test_curtain_stands_between_two_players(one_screen):
    page = one_screen
    expect(page.locator("#th-hand")).to_have_count(0)
    expect(page.locator(".th-back")).to_have_count(8)
    assert violations(page) == []
    press(page, page.locator("#here"))
    expect(page.locator("#th-hand .th-card")).to_have_count(4)
    press(page, page.locator('button[data-verb="end_turn"]'))
    page.wait_for_selector('#here, #th-board button[data-verb="refill"]')
    if page.locator('button[data-verb="refill"]').count():  # Saint Benoît: a fifth card first
        press(page, page.locator('#th-board button[data-verb="refill"]').first)
    page.wait_for_selector("#here")
    expect(page.locator("#th-hand")).to_have_count(0)


def test_undo_and_swap_from_the_board(one_screen):
    page = one_screen
    press(page, page.locator("#here"))
    add = page.locator('button[data-verb="add_resource"]')
    press(page, add.first)
    expect(add).to_have_count(0)
    press(page, page.get_by_role("button", name="Reprendre mon coup"))
    expect(add).to_have_count(3)
    wanted = page.locator("#th-board .th-name").first.inner_text()
    page.locator('#th-board button[data-verb="swap_from_board"]').first.click()
    page.wait_for_selector("#th-board .is-drafted")
    press(page, page.locator('#th-hand button[data-verb="swap"]').first)
    expect(page.locator("#th-hand .th-name", has_text=wanted).first).to_be_visible()
    expect(page.locator(".is-drafted")).to_have_count(0)


def open_laid(page, backstage, *hand):
    """Anna's turn at a table whose discard holds Guerre and Prêtre, with these cards in her hand."""
    code = backstage("tables.laid", player=VISITOR[0], hand=hand)
    page.on("dialog", lambda dialog: dialog.accept())
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"/parties/{code}/")
    page.locator("#here").click()
    page.wait_for_selector("#th-hand")


def named(page, row, name):
    return page.locator(
        f"{row} .th-card", has=page.locator(".th-name", has_text=re.compile(f"^{name}$"))
    ).first


def lift(page, card):
    """Press on the emblem of a card and move away a little; again, as a hand would, if the board was drawn
    anew meanwhile."""
    for _try in range(6):
        try:
            card.scroll_into_view_if_needed()
        except Error:
            continue
        expect(card).to_have_class(re.compile("can-drag"))
        start = card.locator(".em").bounding_box()
        page.mouse.move(start["x"] + 10, start["y"] + 10)
        page.mouse.down()
        page.mouse.move(start["x"] + 40, start["y"] + 40, steps=3)
        try:
            page.wait_for_selector(".th-ghost", timeout=4000)
            return
        except TimeoutError:
            page.mouse.up()
    raise AssertionError("the card could not be lifted")


def carry(page, card, onto):
    """With the mouse, to the middle of something."""
    lift(page, card)
    onto.scroll_into_view_if_needed()
    place = onto.bounding_box()
    page.mouse.move(place["x"] + place["width"] / 2, place["y"] + min(60, place["height"] / 2), steps=4)
    page.wait_for_selector(".is-landing")
    page.mouse.up()


def test_cards_are_carried_to_where_they_go(visit, backstage):
    """The Caveau to the city, a discarded card onto the one it replaces, a hand card onto the one it is
    swapped for."""
    page = visit(VISITOR)
    open_laid(page, backstage, "Caveau", "Eau", "Prophète", "Colombe")
    carry(page, named(page, "#th-hand", "Caveau"), page.locator('#th-drops [data-drop="city"]'))
    expect(page.locator("#th-question h2")).to_have_text("Caveau")
    expect(page.locator("#th-question")).to_be_in_viewport()
    assert violations(page) == []
    carry(page, named(page, "#th-discard-open", "Prêtre"), named(page, "#th-board", "Moine"))
    expect(page.locator("#th-question")).to_have_count(0)
    expect(named(page, "#th-board", "Prêtre")).to_be_visible()
    expect(named(page, "#th-board", "Moine")).to_have_count(0)
    carry(page, named(page, "#th-hand", "Eau"), named(page, "#th-board", "Étole"))
    expect(named(page, "#th-hand", "Étole")).to_be_visible()
    expect(named(page, "#th-board", "Eau")).to_be_visible()
    card = named(page, "#th-hand", "Colombe")
    carry(page, card, page.locator('#th-drops [data-drop="city"]'))
    carry(page, named(page, "#th-discard-open", "Moine"), page.locator('#th-drops [data-drop="hand"]'))
    expect(named(page, "#th-hand", "Moine")).to_be_visible()


def test_card_dropped_nowhere_stays_where_it_was(visit, backstage):
    page = visit(VISITOR)
    open_laid(page, backstage, "Caveau", "Eau", "Prophète", "Colombe")
    step = page.locator("#table").get_attribute("data-step")
    lift(page, named(page, "#th-hand", "Caveau"))
    page.mouse.move(5, 300, steps=4)
    page.mouse.up()
    expect(page.locator(".th-ghost, .is-lifted, .is-dragging")).to_have_count(0)
    assert page.locator("#table").get_attribute("data-step") == step


def test_finger_rests_then_carries_a_card_to_the_city(visit, backstage):
    page = visit(VISITOR, viewport=PHONE)
    open_laid(page, backstage, "Caveau", "Eau", "Prophète", "Colombe")
    page.evaluate("document.getElementById('th-hand').scrollIntoView()")
    card = named(page, "#th-hand", "Caveau").locator(".th-face")
    box = card.bounding_box()
    finger = {"pointerType": "touch", "isPrimary": True, "button": 0, "pointerId": 7, "bubbles": True}
    card.dispatch_event("pointerdown", {**finger, "clientX": box["x"] + 30, "clientY": box["y"] + 30})
    page.wait_for_selector(".th-ghost")
    city = page.locator('#th-drops [data-drop="city"]').bounding_box()
    end = {**finger, "clientX": city["x"] + 20, "clientY": city["y"] + 20}
    card.dispatch_event("pointermove", end)
    page.wait_for_selector(".is-landing")
    card.dispatch_event("pointerup", end)
    expect(page.locator("#th-question h2")).to_have_text("Caveau")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_keyboard_alone_answers_the_prophete(visit, backstage):
    page = visit(VISITOR)
    open_laid(page, backstage, "Caveau", "Eau", "Prophète", "Colombe")
    named(page, "#th-hand", "Prophète").locator('button[data-verb="play"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#th-question")).to_be_focused()
    for name in ("Étole", "Croix"):
        named(page, "#th-board", name).locator("button").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#th-question .th-mini-name", has_text=name)).to_be_visible()
    page.locator('#th-question button[data-verb="confirm"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#th-question")).to_have_count(0)
    expect(named(page, "#th-board", "Étole")).to_have_count(0)
    expect(named(page, "#th-board", "Croix")).to_have_count(0)


def test_look_that_the_page_takes_by_itself_leaves_a_half_made_choice(visit, backstage):
    page = visit(VISITOR)
    open_laid(page, backstage, "Caveau", "Eau", "Prophète", "Colombe")
    answer(page, named(page, "#th-hand", "Prophète").locator('button[data-verb="play"]').click)
    for name in ("Étole", "Croix"):
        answer(page, named(page, "#th-board", name).locator("button").click)
        with page.expect_response(lambda response: response.request.headers.get("hx-trigger") == "table"):
            page.evaluate(REFRESH)
        settled(page)
    expect(page.locator("#th-question .th-mini-name")).to_have_text(["Étole", "Croix"])


def test_touching_the_cards_answers_without_script_as_well(visit, backstage):
    """Colombe and Caveau by their buttons alone, in a browser that runs no script."""
    page = visit(VISITOR, javascript=False)
    open_laid(page, backstage, "Caveau", "Eau", "Prophète", "Colombe")
    named(page, "#th-hand", "Colombe").locator('button[data-verb="play"]').click()
    named(page, "#th-discard-open", "Prêtre").locator("button").click()
    named(page, "#th-hand", "Caveau").locator('button[data-verb="play"]').click()
    named(page, "#th-discard-open", "Guerre").locator("button").click()
    named(page, "#th-board", "Étole").locator("button").click()
    expect(named(page, "#th-hand", "Prêtre")).to_have_count(1)
    expect(named(page, "#th-board", "Étole")).to_have_count(0)


@every_look
def test_table_and_rules_fit_without_violation(visit, viewport, dark):
    page = visit(VISITOR, viewport=viewport, dark=dark)
    page.emulate_media(reduced_motion="reduce", color_scheme="dark" if dark else "light")
    start_hotseat(page, ["Anna", "Basile", "Cléo", "Denis"])
    press(page, page.locator("#here"))
    page.wait_for_selector("#th-hand")
    for address in (page.url, "/regles/theopolis/"):
        if page.url != address:
            page.goto(address)
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]


def test_whole_game_in_two_windows_and_a_third_that_watches(visit):
    """Hawkmoon opens a public table, Rodrigue sits down; what one does appears in the others' windows by
    itself, and both play on by the forms of their own pages until the end opens every hand."""
    host, guest, watcher = visit(VISITOR), visit(SECOND, viewport=PHONE), visit()
    watcher.emulate_media(reduced_motion="reduce")  # colours are judged at rest
    address = open_table(host, guest)
    for page in (guest, watcher):
        page.goto(address)
        live(page, "on")
    active, other = sorted(
        (host, guest), key=lambda page: page.locator('button[data-verb="end_turn"]').count(), reverse=True
    )
    expect(other.locator("#table button[data-verb]")).to_have_count(0)
    active.locator('button[data-verb="add_resource"]').first.click()
    for page in (other, watcher):
        page.get_by_text("ajoute 1 Foi à sa cité.").wait_for()
    expect(other.locator("#th-hand .th-card")).to_have_count(4)
    expect(other.locator(".th-back")).to_have_count(4)
    expect(watcher.locator(".th-back")).to_have_count(8)
    for page in (host, guest, watcher):
        page.goto("/sante/")  # nobody watches what goes by too fast
    play_on({"Hawkmoon": host, "Rodrigue": guest}, address, OVER, eagerly, MOST_PRESSES)
    for page in (host, guest, watcher):
        page.goto(address)
        page.wait_for_selector("#th-standings")
        expect(page.locator(".th-back")).to_have_count(0)
    assert violations(watcher) == []
    watcher.goto(f"{address}pas/3/?siege=1")  # as that player saw it then
    assert watcher.locator("#th-hand .th-card").count() >= 1
    assert watcher.locator(".th-back").count() >= 1


def open_table(host, guest):
    """The two players meet at the lobby; the address of their game."""
    host.goto("/parties/creer/theopolis/")
    host.fill("input[name=name]", "Table des deux fenêtres")
    host.locator("[name=seats]").fill("2")
    host.click("main form .button-primary")
    host.get_by_role("button", name="Ouvrir la partie").wait_for()
    gathering = host.url
    guest.goto(gathering)
    guest.get_by_role("button", name="M’asseoir").click()
    guest.wait_for_load_state()
    host.goto(gathering)
    host.get_by_role("button", name="Ouvrir la partie").click()
    host.wait_for_selector("#th")
    return re.search(r"/parties/\w+/", host.url).group(0)


def eagerly(forms, before):
    """The first verb of a hurried player that a form sends; a half-made choice only where there is no
    other."""
    sent = [form for form in forms if form["method"] == "post"]
    for verb in EAGER:
        able = [form for form in sent if form["verb"] == verb]
        if able:
            return able[before % len(able)]
    return next(form for form in forms if form["verb"] == "discard_down")
