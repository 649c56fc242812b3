"""A table of Argad! that somebody leads, and those who only watch: contacts cancelled, targets imposed,
nothing seen early."""

import re

from playwright.sync_api import expect

from tests.e2e.conftest import SECOND, VISITOR, violations
from tests.e2e.presses import press
from tests.e2e.test_argad import MUSTER

NEAR = "Ces deux figurines ne se touchent pas."


def open_table(page, name, scenario, *, led=False, spectators="open"):
    page.goto("/parties/creer/argad/")
    page.fill("input[name=name]", name)
    page.select_option("[name=option_scenario]", scenario)
    page.locator("[name=seats]").fill("2")
    page.select_option("[name=spectators]", spectators)
    page.select_option("[name=pace]", "live")
    if led:
        page.check("[name=own_organiser]")
    page.click("main form .button-primary")
    page.get_by_role("button", name="Ouvrir la partie").wait_for()
    return page.url


def sit_down(page, gathering):
    page.goto(gathering)
    page.get_by_role("button", name="M’asseoir").click()
    expect(page.get_by_role("button", name="Me lever")).to_be_visible()


def open_with_automaton(page, gathering):
    page.goto(gathering)
    page.get_by_role("button", name="Compléter avec des automates").click()
    page.get_by_role("button", name="Ouvrir la partie").click()
    expect(page.get_by_role("link", name="Organisateur")).to_be_visible()


def to_first_orders(page):
    press(page, page.locator(MUSTER).first)
    page.get_by_role("heading", name="Placer sa troupe").wait_for()
    press(page, page.locator('[data-verb="seal"]').last)
    page.get_by_role("heading", name="Vos ordres, tour 1").wait_for()


def act(page, kind, reason, **fields):
    """One act of the console, through its own fold and its own button."""
    form = page.locator("form", has=page.locator(f'input[name="kind"][value="{kind}"]'))
    fold = page.locator("details", has=form)
    if fold.get_attribute("open") is None:
        fold.locator("summary").click()
    for name, value in fields.items():
        field = form.locator(f'[name="{name}"]')
        field.select_option(value) if name in ("fig", "other") else field.fill(value)
    form.locator('input[name="reason"]').fill(reason)
    form.locator("button").click()
    page.wait_for_load_state()


def test_the_organiser_parts_two_men_and_names_a_target(visit, expect_faults):
    expect_faults(r"status of 422 .*/organisateur/acte/")
    leader, player = visit(VISITOR), visit(SECOND)
    for page in (leader, player):
        page.emulate_media(reduced_motion="reduce")
    gathering = open_table(leader, "Les deux hommes", "village", led=True)
    sit_down(player, gathering)
    open_with_automaton(leader, gathering)
    player.goto(gathering)
    player.wait_for_selector("#ag-form")
    to_first_orders(player)
    leader.goto(player.url.split("?")[0])
    leader.get_by_role("link", name="Organisateur").click()
    log = leader.locator("#org-log + ol")
    act(leader, "cancel_contact", "Ils sont loin.", fig="A01", other="B01")
    expect(leader.locator(".notice-danger")).to_contain_text(NEAR)
    act(leader, "move", "Face à face.", fig="B01", x="60", y="30")
    act(leader, "move", "Face à face.", fig="A01", x="62,03", y="30")
    expect(log).to_contain_text("L’organisateur déplace")
    act(leader, "cancel_contact", "Le fossé les sépare.", fig="A01", other="B01")
    expect(log.locator("li").first).to_contain_text("contact annulé")
    expect(log.locator("li").first).to_contain_text("Le fossé les sépare.")
    row = leader.locator("tr", has=leader.locator("th", has_text=re.compile(r" A01$")))
    expect(row).not_to_contain_text("62/30")
    act(leader, "force_target", "Il l’a insulté.", fig="A01", other="B01")
    expect(log.locator("li").first).to_contain_text("cible imposée")
    assert violations(leader) == []
    expect(player.locator("#ag-entries")).to_contain_text("Le fossé les sépare.")
    expect(player.locator("#ag-entries")).to_contain_text("Il l’a insulté.")


def test_a_delayed_spectator_sees_nothing_early(visit, expect_faults):
    """What was sealed last shows to the players; somebody without a seat, live page and reload alike, stays a
    step behind."""
    expect_faults(r"status of 404 .*/pas/1/")
    host, guest, watcher = visit(VISITOR), visit(SECOND), visit()
    for page in (host, guest, watcher):
        page.emulate_media(reduced_motion="reduce")
    gathering = open_table(host, "À retardement", "ambush", spectators="delayed")
    sit_down(guest, gathering)
    host.goto(gathering)
    host.get_by_role("button", name="Ouvrir la partie").click()
    host.wait_for_selector("#ag-form")
    table = host.url.split("?")[0]
    guest.goto(table)
    watcher.goto(table)
    expect(watcher.locator("#ag")).to_have_attribute("data-shown", "0")
    press(host, host.locator('[data-verb="muster"][data-id="vikings"]'))
    press(guest, guest.locator('[data-verb="muster"][data-id="picts"]'))
    host.get_by_role("heading", name="Placer sa troupe").wait_for()
    expect(host.locator("#ag-entries")).to_contain_text("Pillards vikings")
    for _look in ("live", "afresh"):
        expect(watcher.locator("#ag")).to_have_attribute("data-shown", "0")
        expect(watcher.locator("#ag-form")).to_have_count(0)
        assert "Pillards vikings" not in watcher.content()
        watcher.goto(table)
    watcher.goto(f"{table}pas/1/")
    expect(watcher.locator("#ag")).to_have_count(0)
    for page in (host, guest):
        press(page, page.locator('[data-verb="seal"]').last)
    host.get_by_role("heading", name="Vos ordres, tour 1").wait_for()
    watcher.goto(table)
    expect(watcher.locator("#ag")).to_have_attribute("data-shown", "1")
    expect(watcher.locator("#ag-entries")).to_contain_text("Pillards vikings")
    expect(watcher.locator("#ag-figs .ag-fig")).to_have_count(0)


def test_where_nobody_watches_the_table_opens_after_its_end(visit, expect_faults):
    expect_faults(r"status of 403 .*/parties/")
    host, guest, watcher = visit(VISITOR), visit(SECOND), visit()
    for page in (host, guest, watcher):
        page.emulate_media(reduced_motion="reduce")
    gathering = open_table(host, "À huis clos", "ambush", spectators="closed")
    sit_down(guest, gathering)
    host.goto(gathering)
    host.get_by_role("button", name="Ouvrir la partie").click()
    host.wait_for_selector("#ag-form")
    table = host.url.split("?")[0]
    guest.goto(table)
    for page in (host, guest):
        page.goto(table)
        press(page, page.locator(MUSTER).first)
    for page in (host, guest):
        page.get_by_role("heading", name="Placer sa troupe").wait_for()
        press(page, page.locator('[data-verb="seal"]').last)
    watcher.goto(table)
    expect(watcher.locator("#ag")).to_have_count(0)
    assert "saxonne" not in watcher.content()
    for page in (host, guest):
        page.get_by_role("heading", name="Vos ordres, tour 1").wait_for()
        page.select_option("#ag-end", "propose")
        press(page, page.locator('[data-verb="seal"]').last)
    host.goto(table)
    host.locator('#ag-places, [data-verb="usage"]').first.wait_for()  # the turn resolves by itself
    if host.locator('[data-verb="usage"]').count():
        for page in (host, guest):
            page.goto(table)
            press(page, page.locator('[data-verb="usage"]'))
    host.wait_for_selector("#ag-places")
    watcher.goto(table)
    expect(watcher.locator("#ag-places")).to_be_visible()


def test_the_number_of_seats_follows_the_scenario(visit):
    page = visit(VISITOR)
    page.goto("/parties/entrainement/argad/")
    seats = page.locator("[name=seats]")
    for scenario, right in (
        ("ambush", "2"),
        ("siege", "3"),
        ("convoy", "3"),
        ("village", "3"),
        ("ambush", "2"),
    ):
        page.select_option("[name=option_scenario]", scenario)
        expect(seats).to_have_value(right)
    page.click("main form .button-primary")
    page.wait_for_selector("#ag-form")
