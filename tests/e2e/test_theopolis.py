"""Theopolis in real windows: a whole game at one screen, two players who meet live, no violation, no sideways scroll."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, SECOND, VISITOR, WIDE, violations

# What a hurried player presses first. A Merveille, ten stones or the last point end the game early; the Apocalypse, late.
EAGER = (
    "play",
    "take",
    "discard_to_hand",
    "board_to_hand",
    "caveau_board",
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
    page.wait_for_selector("#th-here")


def press(page, button):
    """One press, and the answer of the server to it."""
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        button.click()


@pytest.fixture
def one_screen(visit):
    page = visit(VISITOR)
    page.on("dialog", lambda dialog: dialog.accept())
    page.emulate_media(reduced_motion="reduce")
    start_hotseat(page, ["Anna", "Basile"])
    return page


def test_curtain_stands_between_two_players(one_screen):
    page = one_screen
    assert page.locator("#th-hand").count() == 0
    assert page.locator(".th-back").count() == 8
    assert violations(page) == []
    press(page, page.locator("#th-here"))
    expect(page.locator("#th-hand .th-card")).to_have_count(4)
    press(page, page.locator('button[data-verb="end_turn"]'))
    page.wait_for_selector('#th-here, #th-board button[data-verb="refill"]')
    if page.locator('button[data-verb="refill"]').count():  # Saint Benoît: a fifth card first
        press(page, page.locator('#th-board button[data-verb="refill"]').first)
    page.wait_for_selector("#th-here")
    expect(page.locator("#th-hand")).to_have_count(0)


def test_whole_game_by_the_buttons_alone(one_screen):
    """The forms of the table are read and sent one after the other, as the buttons send them, to the very end."""
    page = one_screen
    code = re.search(r"/parties/(\w+)/", page.url).group(1)
    page.goto("/sante/")
    presses = page.evaluate(PLAY_ON, [f"/parties/{code}/plateau/", list(EAGER), MOST_PRESSES])
    assert presses < MOST_PRESSES
    page.goto(f"/parties/{code}/")
    page.wait_for_selector("#th-standings")
    assert "La partie est terminée." in page.locator(".table-state").inner_text()
    assert page.locator("#th-hand, .th-back").count() <= 1
    assert violations(page) == []
    page.goto(f"/parties/{code}/pas/3/?siege=1")
    assert page.locator("#th-hand .th-card").count() >= 1
    assert page.locator(".th-back").count() >= 1


def test_undo_and_swap_from_the_board(one_screen):
    page = one_screen
    press(page, page.locator("#th-here"))
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


@pytest.mark.parametrize(
    ("viewport", "dark"), [(PHONE, False), (PHONE, True), (WIDE, True)], ids=["phone light", "phone dark", "wide dark"]
)
def test_table_and_rules_fit_without_violation(visit, viewport, dark):
    page = visit(VISITOR, viewport=viewport, dark=dark)
    page.emulate_media(reduced_motion="reduce", color_scheme="dark" if dark else "light")
    start_hotseat(page, ["Anna", "Basile", "Cléo", "Denis"])
    press(page, page.locator("#th-here"))
    page.wait_for_selector("#th-hand")
    for address in (page.url, "/regles/theopolis/"):
        if page.url != address:
            page.goto(address)
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]


def test_two_windows_follow_each_other(visit):
    """Hawkmoon opens a public table, Rodrigue sits down; what one does appears in the other's window by itself."""
    host, guest = visit(VISITOR), visit(SECOND, viewport=PHONE)
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
    guest.goto(host.url)
    windows = {page: page.locator('button[data-verb="end_turn"]').count() for page in (host, guest)}
    assert sorted(windows.values()) == [0, 1]
    active = next(page for page, count in windows.items() if count)
    watching = next(page for page, count in windows.items() if not count)
    active.locator('button[data-verb="add_resource"]').first.click()
    watching.get_by_text("ajoute 1 Foi à sa cité.").wait_for()
    expect(watching.locator("#th-hand .th-card")).to_have_count(4)
    expect(watching.locator(".th-back")).to_have_count(4)


# Reads the table's fragment as htmx does, presses the first button that matters, goes on with the fragment that answers.
PLAY_ON = """async ([address, eager, most]) => {
  const token = (form) => form.querySelector('[name=csrfmiddlewaretoken]').value;
  const read = async (answer) => new DOMParser().parseFromString(await (await answer).text(), 'text/html');
  const send = (form) => read(fetch(form.getAttribute('action'), {
    method: 'POST', headers: { 'HX-Request': 'true', 'X-CSRFToken': token(form) }, body: new URLSearchParams(new FormData(form)),
  }));
  let table = await read(fetch(address, { headers: { 'HX-Request': 'true' } }));
  for (let presses = 0; presses < most; presses++) {
    if (table.querySelector('#th-standings')) return presses;
    const here = table.querySelector('#th-curtain form');
    if (here) { table = await send(here); continue; }
    const buttons = [...table.querySelectorAll('.choices form[method=post] button[data-verb]')];
    const verb = eager.find((verb) => buttons.some((button) => button.dataset.verb === verb));
    const able = buttons.filter((button) => button.dataset.verb === verb);
    const half = table.querySelector('.choices form[method=get] button[data-verb=discard_down]');
    if (able.length) table = await send(able[presses % able.length].closest('form'));
    else table = await read(fetch(`${address}?${new URLSearchParams(new FormData(half.closest('form')))}`, { headers: { 'HX-Request': 'true' } }));
  }
  return most;
}"""
