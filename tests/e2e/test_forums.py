"""Forums, letters and what waits, as people use them: wide and narrow, with and without scripts; texts that
would harm."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, SECOND, VISITOR, WIDE, violations
from tests.e2e.windows import one_window


@pytest.fixture(scope="module")
def court(backstage):
    return backstage("forums.demonstration_court")


@pytest.mark.parametrize(("viewport", "dark"), [(WIDE, False), (PHONE, True)])
def test_three_voices_are_spoken_and_look_unlike(visit, court, viewport, dark):
    page = visit(VISITOR, viewport=viewport, dark=dark)
    page.goto(f"/forums/tableau/{court['board']}/")
    page.click("text=Ouvrir un sujet")
    page.fill("[name=title]", f"Déclaration {viewport['width']}")
    page.fill("[name=text]", "Moi, seigneur du Nord")
    page.click("text=Publier")
    for voice, words in (("tale", "La neige tombait."), ("player", "Petite question de règles")):
        page.check(f"[name=voice][value^={voice}]")
        page.fill("[name=text]", words)
        page.click("text=Publier")
        page.wait_for_selector(f"text={words}")
    looks = [
        page.locator(f".voice-{voice}").evaluate(
            "e => getComputedStyle(e).borderStyle + "
            "getComputedStyle(e.querySelector('.post-text')).fontFamily"
        )
        for voice in ("lord", "tale", "player")
    ]
    assert len(set(looks)) == 3
    expect(page.locator(".voice-lord svg.arms")).to_have_count(1)
    assert violations(page) == []
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")


@one_window
def test_toolbar_writes_marks_and_the_preview_shows_them(enter, window):
    page = enter(window.charlie, window)
    page.goto("/forums/tableau/nouveaux-venus/nouveau/")
    page.fill("[name=text]", "parole")
    page.locator("[name=text]").select_text()
    page.click(".toolbar [aria-label=Gras]")
    assert page.input_value("[name=text]") == "**parole**"
    page.click("text=Aperçu")
    assert page.locator(".live-preview strong").inner_text() == "parole"
    assert violations(page) == []


@one_window
def test_posting_works_without_javascript(enter, window):
    page = enter(window.charlie, window, javascript=False)
    page.goto("/forums/tableau/nouveaux-venus/nouveau/")
    page.fill("[name=title]", "Sans script")
    page.fill("[name=text]", "Une *plume* suffit.")
    page.click("text=Aperçu")
    assert page.locator(".preview em").inner_text() == "plume"
    page.click("text=Publier")
    assert page.locator("h1").inner_text().lower() == "sans script"
    page.fill("[name=text]", "Et une réponse.")
    page.click("text=Publier")
    expect(page.locator(".post")).to_have_count(2)
    page.click("text=Citer >> nth=0")
    assert page.input_value("[name=text]").startswith(f"> **{window.charlie}**")


def test_a_letter_arrives_while_the_other_looks_elsewhere(visit, court):
    reader = visit(VISITOR, viewport=PHONE)
    reader.goto("/forums/")
    expect(reader.locator("html[data-live=on]")).to_have_count(1)
    before = int(reader.locator("#waiting .waiting-count").inner_text())
    writer = visit(SECOND)
    writer.goto(f"/forums/lettres/ecrire/?game={court['game']}&seat={court['seats']['Hawkmoon']}")
    expect(writer.locator("[name=recipients]:checked")).to_have_count(1)
    writer.fill("[name=subject]", "Une alliance")
    writer.fill("[name=text]", "Marchons ensemble.")
    assert violations(writer) == []
    writer.click("text=Envoyer")
    expect(reader.locator("#waiting .waiting-count")).to_have_text(str(before + 1))
    reader.click("#waiting")
    assert violations(reader) == []
    reader.click(".notice-letter >> nth=0")
    assert reader.locator(".letter .post-text").inner_text() == "Marchons ensemble."
    assert violations(reader) == []
    reader.fill("[name=text]", "Soit.")
    reader.click("text=Envoyer")
    expect(reader.locator(".letter.is-mine")).to_have_count(1)


def test_a_message_is_reported_by_its_reader(visit, court):
    page = visit(SECOND)
    page.goto("/forums/tableau/annonces/")
    page.click(".topic-title a >> nth=0")
    page.click("text=Signaler >> nth=0")
    assert violations(page) == []
    page.check("[name=reason][value=spam]")
    page.click("text=Signaler aux aides de camp")
    expect(page.locator(".toasts")).to_contain_text("Merci.", use_inner_text=True)


@pytest.mark.parametrize(
    "path",
    [
        "/forums/",
        "/forums/nouveaux/",
        "/forums/lettres/",
        "/forums/attente/",
        "/forums/sanctions/",
        "/forums/recherche/?q=script",
    ],
)
def test_pages_are_sound_wide_and_narrow(visit, path):
    for viewport in (WIDE, PHONE):
        page = visit(VISITOR, viewport=viewport)
        page.goto(path)
        assert violations(page) == []
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
