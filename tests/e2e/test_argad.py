"""Argad! in real windows: orders drawn on the table, by finger too, a whole battle against the automaton, two
windows live, three round one screen, no script, no violation."""

import re

from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, SECOND, VISITOR, WIDE, violations
from tests.e2e.presses import press

MOST_PRESSES = 120
MUSTER = '[data-verb="muster"][data-id="saxons"]'  # fourteen on foot, whatever the scenario proposes first


def start_hotseat(page, scenario="ambush", names=("Anna", "Basile")):
    page.goto("/parties/un-ecran/argad/")
    page.select_option("[name=option_scenario]", scenario)
    page.locator("[name=seats]").fill(str(len(names)))
    page.fill("input[name=names]", ", ".join(names))
    page.click("main form .button-primary")
    page.wait_for_selector("#here")


def sit_and_press(page, selector, names=("Anna", "Basile")):
    """At one screen: the players in turn say that they are there and press the same button."""
    for name in names:
        expect(page.locator("#here")).to_contain_text(name)
        press(page, page.locator("#here"))
        page.wait_for_selector("#ag-form")
        press(page, page.locator(selector).first)


def reach_first_orders(page):
    """Troops are raised and set up; Anna is asked for her first orders."""
    sit_and_press(page, MUSTER)
    sit_and_press(page, '[data-verb="seal"]')
    press(page, page.locator("#here"))
    page.wait_for_selector("#ag-path")


def test_orders_are_drawn_measured_and_weighed_on_the_table(visit):
    page = visit(VISITOR)
    page.emulate_media(reduced_motion="reduce")
    start_hotseat(page)
    reach_first_orders(page)
    page.locator('[data-zoom="home"]').click()
    page.locator("#fig-A14").click()
    expect(page.locator("#fig-A14")).to_have_class(re.compile("is-chosen"))
    expect(page.locator("#ag-chosen")).to_contain_text("A14")
    expect(page.locator("#ag-rings circle")).to_have_count(1)
    spot = page.locator("#ag-svg").bounding_box()
    page.mouse.click(spot["x"] + spot["width"] * 0.95, spot["y"] + spot["height"] * 0.3)
    expect(page.locator("#ag-measure")).to_contain_text("chemin de")
    assert re.fullmatch(r"[\d,]+/[\d,]+", page.input_value("#ag-path"))
    expect(page.locator(".ag-orders li")).to_have_count(1)
    expect(page.locator(".ag-ghosts .ag-ghost")).to_have_count(1)

    page.locator("#fig-A06").dblclick()  # the whole squad
    expect(page.locator("#ag-figs .is-chosen")).to_have_count(5)
    squad = page.locator('#ag-form input[name="units"]:checked')
    expect(squad).to_have_count(1)
    squad.click()  # and all of them go again
    expect(page.locator("#ag-figs .is-chosen")).to_have_count(0)
    page.locator("#fig-A06").dblclick()
    page.locator('[data-tool="rings"]').click()
    expect(page.locator("#ag-rings circle")).to_have_count(5)
    page.locator('[data-verb="odds"]').click()
    expect(page.locator("#ag-odds")).to_contain_text("mouvement du plus lent")
    page.locator('[data-tool="fan"]').click()
    expect(page.locator(".ag-fan-area")).to_have_count(1)

    page.locator('[data-tool="lasso"]').click()
    page.locator("#ag-svg").scroll_into_view_if_needed()
    spot = page.locator("#ag-svg").bounding_box()  # what was shown since may have moved it
    page.mouse.move(spot["x"] + 4, spot["y"] + 4)
    page.mouse.down()
    for x, y in ((0.99, 0.01), (0.99, 0.99), (0.01, 0.99)):
        page.mouse.move(spot["x"] + spot["width"] * x, spot["y"] + spot["height"] * y, steps=3)
    page.mouse.up()
    expect(page.locator("#ag-figs .is-chosen")).to_have_count(14)
    expect(page.locator('[data-tool="lasso"]')).to_have_attribute("aria-pressed", "false")
    page.locator("#more-if > summary").click()
    page.select_option("#ag-if1", "enemy_enters")
    page.locator('[data-zone="ag-zone1"]').click()
    page.mouse.move(spot["x"] + 100, spot["y"] + 100)
    page.mouse.down()
    page.mouse.move(spot["x"] + 200, spot["y"] + 180, steps=3)
    page.mouse.up()
    expect(page.locator("#ag-zone1")).to_have_value(re.compile(r"^\d+/\d+ ; \d+/\d+$"))

    page.locator('[data-tool="measure"]').click()
    page.mouse.move(spot["x"] + 60, spot["y"] + 60)
    page.mouse.down()
    page.mouse.move(spot["x"] + 260, spot["y"] + 60)
    page.mouse.up()
    expect(page.locator("#ag-measure")).to_have_text(re.compile(r"[\d,]+ cm"))
    page.locator('[data-tool="measure"]').click()

    before = page.locator("#ag-svg").get_attribute("viewBox")
    page.locator("#ag-view").focus()
    page.keyboard.press("+")
    page.keyboard.press("ArrowRight")
    assert page.locator("#ag-svg").get_attribute("viewBox") != before
    assert violations(page) == []


def test_whole_battle_against_the_automaton_then_its_film(visit):
    """The table's forms are read and sent one after the other, as the buttons send them, to the very end."""
    page = visit(VISITOR)
    page.emulate_media(reduced_motion="reduce")
    page.goto("/parties/entrainement/argad/")
    page.select_option("[name=option_scenario]", "ambush")
    page.locator("[name=seats]").fill("2")
    page.click("main form .button-primary")
    page.wait_for_selector("#ag-form")
    address, code = page.url, re.search(r"/parties/(\w+)/", page.url).group(1)
    page.goto("/sante/")
    presses = page.evaluate(PLAY_ON, [f"/parties/{code}/plateau/", MOST_PRESSES])
    assert presses < MOST_PRESSES
    page.goto(address)
    page.wait_for_selector("#ag-places")
    expect(page.locator(".table-state")).to_contain_text("La partie est terminée.", use_inner_text=True)
    assert violations(page) == []
    fights = page.evaluate(FIND_FIGHT, code)
    page.goto(f"/parties/{code}/pas/{fights}/")
    page.locator('[data-film="next"]').click()
    expect(page.locator("#ag-film-count")).to_have_text(re.compile(r"Scène 1 sur \d+"))
    expect(page.locator("#ag-caption .die").first).to_be_visible()
    page.locator('[data-film="end"]').click()
    expect(page.locator("#ag-film-count")).to_have_text("")


def test_three_players_round_one_screen(visit):
    """Garrison, besieger, relief: whoever has nobody on the table yet is not asked."""
    names = ("Anna", "Basile", "Clara")
    page = visit(VISITOR)
    page.emulate_media(reduced_motion="reduce")
    start_hotseat(page, "siege", names)
    sit_and_press(page, MUSTER, names)
    sit_and_press(page, '[data-verb="seal"]', names)
    expect(page.locator(".table-state")).to_contain_text("0 siège sur 2 a scellé")
    expect(page.locator(".ag-scores li")).to_have_count(3)
    sit_and_press(page, '[data-verb="seal"]', names[:2])
    expect(page.locator("#here")).to_contain_text("Anna")
    expect(page.locator("#ag-entries")).to_contain_text("Tour 2 sur 15")


def test_table_and_rules_fit_without_violation(visit):
    """One table looked at on a phone and on a wide screen, by day and by night, all folds open."""
    page = visit(VISITOR, viewport=PHONE)
    start_hotseat(page, "village")
    reach_first_orders(page)
    table = page.url
    for address, looks in ((table, ("dark", "light")), ("/regles/argad/", ("light", "dark"))):
        for viewport, scheme in zip((PHONE, WIDE), looks, strict=True):
            page.set_viewport_size(viewport)
            page.emulate_media(reduced_motion="reduce", color_scheme=scheme)
            page.goto(address)  # afresh: colours that are still changing have no contrast yet
            page.evaluate("for (const fold of document.querySelectorAll('.ag details')) fold.open = true")
            assert violations(page) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]


def test_a_new_drawing_lies_where_it_will_stay_before_it_is_painted(visit):
    """A finger that comes before the answer has settled finds its man."""
    page = visit(VISITOR, viewport=PHONE)
    start_hotseat(page)
    sit_and_press(page, MUSTER)
    sit_and_press(page, '[data-verb="seal"]')
    expect(page.locator("#here")).to_contain_text("Anna")
    page.evaluate("""() => {
        window.looks = {};
        const note = ({type}) => (looks[type] = document.getElementById("ag-svg").getAttribute("viewBox"));
        for (const moment of ["htmx:afterSwap", "htmx:afterSettle"]) document.addEventListener(moment, note);
    }""")
    press(page, page.locator("#here"))
    page.wait_for_function("() => looks['htmx:afterSettle']")
    looks = page.evaluate("() => looks")
    assert looks["htmx:afterSwap"] == looks["htmx:afterSettle"]


def test_fingers_choose_plan_pan_pinch_and_circle(visit):
    """A phone with a real touch screen: no mouse event is sent."""
    page = visit(VISITOR, viewport=PHONE, touch=True)
    page.emulate_media(reduced_motion="reduce")
    start_hotseat(page)
    reach_first_orders(page)
    base = page.locator("#fig-A14 .ag-base").bounding_box()
    assert base["width"] >= 12  # readable: a base is never smaller than that
    page.locator("#fig-A14").tap()
    expect(page.locator("#fig-A14")).to_have_class(re.compile("is-chosen"))
    board = page.locator("#ag-svg")
    spot = board.bounding_box()
    page.touchscreen.tap(spot["x"] + spot["width"] * 0.9, spot["y"] + spot["height"] * 0.5)
    expect(page.locator(".ag-ghosts .ag-ghost")).to_have_count(1)
    planned = page.input_value("#ag-path")

    seen = board.get_attribute("viewBox")
    touch = page.context.new_cdp_session(page)
    drag(touch, spot, [(0.6, 0.6), (0.5, 0.6), (0.3, 0.6)])
    expect(board).not_to_have_attribute("viewBox", seen)
    wide = float(board.get_attribute("viewBox").split()[2])
    pinch(touch, spot)
    assert float(board.get_attribute("viewBox").split()[2]) < wide
    assert page.input_value("#ag-path") == planned  # neither drew a path

    page.locator('[data-zoom="whole"]').tap()
    page.locator('[data-tool="lasso"]').tap()
    drag(touch, spot, [(0.01, 0.2), (0.4, 0.2), (0.4, 0.8), (0.01, 0.8)])
    expect(page.locator("#ag-figs .is-chosen")).to_have_count(14)


def test_a_finger_chooses_the_man_under_it_quick_or_slow(visit):
    """Browsers move the click of a finger to what they think was meant, and make a double click of two touches
    that are near each other."""
    page = visit(VISITOR, viewport=PHONE, touch=True)
    page.emulate_media(reduced_motion="reduce")
    start_hotseat(page)
    reach_first_orders(page)
    for n in range(1, 15):
        page.locator(f"#fig-A{n:02}").tap()
        expect(page.locator("#ag-figs .is-chosen")).to_have_count(n)
        expect(page.locator(f"#fig-A{n:02}")).to_have_class(re.compile("is-chosen"))

    touch = page.context.new_cdp_session(page)
    spot = page.locator("#fig-A12 .ag-base").bounding_box()
    fingers(touch, "touchStart", spot, (0.5, 0.5))
    page.wait_for_timeout(900)  # longer than any browser waits before it calls a press long
    fingers(touch, "touchEnd", spot)
    expect(page.locator("#fig-A12")).not_to_have_class(re.compile("is-chosen"))


def fingers(touch, kind, spot, *places):
    points = [
        {"x": spot["x"] + spot["width"] * x, "y": spot["y"] + spot["height"] * y, "id": n}
        for n, (x, y) in enumerate(places)
    ]
    touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def drag(touch, spot, places):
    fingers(touch, "touchStart", spot, places[0])
    for place in places[1:]:
        fingers(touch, "touchMove", spot, place)
    fingers(touch, "touchEnd", spot)


def pinch(touch, spot):
    fingers(touch, "touchStart", spot, (0.4, 0.5))
    fingers(touch, "touchStart", spot, (0.4, 0.5), (0.6, 0.5))
    for n in (1, 2, 3):
        fingers(touch, "touchMove", spot, (0.4 - 0.08 * n, 0.5), (0.6 + 0.08 * n, 0.5))
    fingers(touch, "touchEnd", spot)


def test_two_windows_seal_in_secret_and_see_the_film(visit, expect_faults):
    """Hawkmoon opens a table, Rodrigue sits down on his phone; what one seals is secret until both have."""
    expect_faults(r"status of 422 .*/argad/decider/")
    host, guest = visit(VISITOR), visit(SECOND, viewport=PHONE)
    host.goto("/parties/creer/argad/")
    host.fill("input[name=name]", "Escarmouche à deux fenêtres")
    host.select_option("[name=option_scenario]", "ambush")
    host.locator("[name=seats]").fill("2")
    host.select_option("[name=pace]", "live")
    expect(host.locator("[name=early]")).to_be_hidden()  # at a live table it is always so
    host.click("main form .button-primary")
    host.get_by_role("button", name="Ouvrir la partie").wait_for()
    gathering = host.url
    guest.goto(gathering)
    guest.get_by_role("button", name="M’asseoir").click()
    guest.wait_for_load_state()
    host.goto(gathering)
    host.get_by_role("button", name="Ouvrir la partie").click()
    host.wait_for_selector("#ag-form")
    guest.goto(host.url)
    press(host, host.locator('[data-verb="muster"][data-id="vikings"]'))
    expect(host.locator(".ag-troop.is-chosen")).to_have_count(1)
    expect(guest.locator(".table-state")).to_contain_text("1 siège sur 2 a scellé")
    expect(guest.locator(".ag-troop.is-chosen")).to_have_count(0)
    press(guest, guest.locator('[data-verb="muster"][data-id="picts"]'))
    for page in (host, guest):
        page.get_by_role("heading", name="Placer sa troupe").wait_for()
        expect(page.locator("#ag-entries")).to_contain_text("lève sa troupe : Pillards vikings")
    for page in (host, guest):
        press(page, page.locator('[data-verb="seal"]'))
    for page in (host, guest):
        page.get_by_role("heading", name="Vos ordres, tour 1").wait_for()
    hidden = [man.get_attribute("data-fig") for man in guest.locator("#ag-figs .is-hidden").all()]
    assert hidden
    assert [id for id in hidden if id in host.content()] == []
    press(host, host.locator('button[name="offer"][value*="|exit"]').first)
    expect(host.locator(".ag-orders li")).to_have_count(1)
    guest.evaluate("for (const fold of document.querySelectorAll('.ag details')) fold.open = true")
    guest.locator('#ag-form input[name="figs"]').first.check()
    press(host, host.locator('[data-verb="seal"]').last)
    expect(guest.locator(".table-state")).to_contain_text("1 siège sur 2 a scellé")
    expect(
        guest.locator('#ag-form input[name="figs"]').first
    ).to_be_checked()  # news take nothing out of one's hands
    press(guest, guest.locator('[data-verb="seal"]').last)
    press(guest, guest.locator('[data-verb="seal-drop"]'))  # the man was chosen and told nothing
    for page in (host, guest):
        page.locator("#decide-title", has_text=re.compile("tour 2|Tirs et mêlée, tour 1")).wait_for()
        expect(page.locator("#ag-film")).to_be_visible()


def test_without_a_script_the_forms_do_it_all(visit):
    page = visit(VISITOR, javascript=False)
    start_hotseat(page)
    for selector in (MUSTER, '[data-verb="seal"]'):
        for _player in (0, 1):
            page.click("#here")
            page.locator(selector).first.click()
    page.click("#here")
    page.locator(".ag-squad > summary").first.click()
    page.locator('input[name="figs"]').first.check()
    page.select_option("#ag-dir", "e")
    page.fill("#ag-cm", "5")
    page.locator('[data-verb="odds"]').click()
    expect(page.locator(".ag-odds")).to_contain_text("chemin de 5 cm", use_inner_text=True)
    page.go_back()
    page.locator(".ag-squad > summary").first.click()
    page.locator('input[name="figs"]').first.check()
    page.select_option("#ag-dir", "e")
    page.fill("#ag-cm", "5")
    page.locator('[data-verb="give"]').click()
    expect(page.locator(".ag-orders li")).to_have_count(1)
    page.locator('[data-verb="seal"]').click()
    expect(page.locator("#here")).to_contain_text("Basile", use_inner_text=True)


# Reads the table's fragment as htmx does and presses what a hurried player presses: charge if one can, then
# seal.
PLAY_ON = """async ([address, most]) => {
  const token = (form) => form.querySelector('[name=csrfmiddlewaretoken]').value;
  const read = async (answer) => new DOMParser().parseFromString(await (await answer).text(), 'text/html');
  const send = (form, button) => {
    const body = new URLSearchParams(new FormData(form));
    if (button) body.append(button.name, button.value);
    return read(fetch(form.getAttribute('action'), { method: 'POST', headers: { 'HX-Request': 'true', 'X-CSRFToken': token(form) }, body }));
  };
  let table = await read(fetch(address, { headers: { 'HX-Request': 'true' } }));
  for (let presses = 0; presses < most; presses++) {
    if (table.querySelector('#ag-places')) return presses;
    const here = table.querySelector('#curtain form');
    if (here) { table = await send(here); continue; }
    const form = table.querySelector('#ag-form');
    const offers = [...form.querySelectorAll('button[name=offer]')];
    const wanted = (word) => offers.find((button) => button.value.endsWith(`|${word}`));
    const eager = !form.querySelector('.ag-orders') && (wanted('charge') || wanted('advance') || wanted('exit:east'));
    if (eager) { table = await send(form, eager); continue; }
    table = await send(form, form.querySelector('[data-verb=muster], [data-verb=usage], button[name=seal]'));
  }
  return most;
}"""

FIND_FIGHT = """async (code) => {
  for (let n = 3; n < 60; n++) {
    const answer = await fetch(`/parties/${code}/pas/${n}/`);
    if (!answer.ok) break;
    const scenes = JSON.parse(new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('ag-scenes')?.textContent ?? '[]');
    if (scenes[0]?.dice?.length) return n;
  }
  return -1;
}"""
