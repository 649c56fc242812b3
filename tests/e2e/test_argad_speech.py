"""Two windows at a live table of Argad!: what one man says the other reads at once, and loses nothing of what
he fills in."""

from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, SECOND, VISITOR, violations
from tests.e2e.presses import press
from tests.e2e.test_argad_led import open_table, sit_down


def open_for_two(host, guest):
    gathering = open_table(host, "Paroles à deux fenêtres", "village")
    sit_down(guest, gathering)
    host.goto(gathering)
    host.get_by_role("button", name="Ouvrir la partie").click()
    host.wait_for_selector("#ag-form")
    guest.goto(host.url)
    for page, troop in ((host, "militia"), (guest, "saxons")):
        press(page, page.locator(f'[data-verb="muster"][data-id="{troop}"]'))
    for page in (host, guest):
        page.get_by_role("heading", name="Placer sa troupe").wait_for()
        press(page, page.locator('[data-verb="seal"]').last)
    for page in (host, guest):
        page.get_by_role("heading", name="Vos ordres, tour 1").wait_for()


def say(page, words, **fields):
    for name, value in fields.items():
        page.select_option(f"#speech-{name}", value)
    page.fill("#speech-text", words)
    press(page, page.locator("#ag-speech .button"))


def test_what_one_says_the_other_reads_and_keeps_filling_in(visit):
    host, guest = visit(VISITOR), visit(SECOND, viewport=PHONE)
    open_for_two(host, guest)
    guest.evaluate("for (const fold of document.querySelectorAll('.ag details')) fold.open = true")
    guest.locator('#ag-form input[name="figs"]').first.check()
    guest.fill("#ag-path", "90/60")
    step = guest.locator("#table").get_attribute("data-step")
    drummer = host.locator("#speech-fig option", has_text="musicien").first.get_attribute("value")
    say(host, "Rendez le village !", fig=drummer, manner="signal")
    expect(host.locator("#ag-entries")).to_contain_text("Rendez le village !")
    expect(host.locator("#ag-words-left")).to_contain_text("5 fois")
    expect(guest.locator("#table")).not_to_have_attribute("data-step", step)
    expect(guest.locator('#ag-form input[name="figs"]').first).to_be_checked()
    expect(guest.locator("#ag-path")).to_have_value("90/60")
    press(guest, guest.locator('[data-verb="give"]'))  # the form knows the new step
    expect(guest.locator(".ag-orders li")).to_have_count(1)
    say(guest, "Jamais !")
    expect(guest.locator("#ag-entries")).to_contain_text("crie : « Jamais ! »")
    for page in (host, guest):
        assert violations(page) == []
