"""What waits for somebody: orders, confirmations, letters, mentions on one page, counted in the header of
every page."""

from playwright.sync_api import expect

from tests.e2e.conftest import unsound
from tests.e2e.windows import one_window


@one_window
def test_everything_that_waits_stands_in_one_place(enter, backstage, window):
    name, court = f"Guetteur{window.width}", f"La cour du guet {window.width}"
    backstage("games.court", players=[name, window.bob], name=court)
    backstage("games.call_from_the_waiting_list", player=name)
    backstage("letters.between_players", by=window.bob, to=[name], subject="Au fait", text="Un secret.")
    backstage(
        "forums.topic",
        by=window.bob,
        board="coup-de-gueule",
        title=f"Le guet {window.width}",
        text=f"@{name} ?",
    )
    page = enter(name, window)
    page.goto("/forums/")
    expect(page.locator("#waiting .waiting-count")).to_have_text("4")
    page.click("#waiting")
    expect(page.locator("section:has(#games-title)")).to_contain_text(court)
    expect(page.locator("section:has(#calls-title)")).to_contain_text(f"Confirmez la présence de Sire {name}")
    expect(page.locator(".notice-line span")).to_have_text(
        [f"{window.bob} vous cite dans « Le guet {window.width} »", f"{window.bob} vous a écrit"]
    )
    assert "Un secret." not in page.content()
    assert unsound(page) == []
    page.click("main button:has-text('Tout marquer comme vu')")
    expect(page.locator(".notice-line")).to_have_count(0)
    expect(page.locator("#waiting .waiting-count")).to_have_text("2")
    page.click("section:has(#calls-title) a")
    page.click("main button:has-text('Je confirme ma présence')")
    expect(page.locator("#waiting .waiting-count")).to_have_text("1")
    page.click("#waiting")
    expect(page.locator("section:has(#calls-title)")).to_have_count(0)
    page.click(f"section:has(#games-title) a:has-text('{court}')")
    expect(page.locator("main")).to_contain_text(court)
