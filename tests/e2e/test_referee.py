"""A referee's evening: the console, a dry run, a deadline put off, a mail sent again. Every page is sound."""

import time

from playwright.sync_api import expect

from tests.e2e.conftest import unsound
from tests.e2e.windows import one_window


@one_window
def test_the_evening_round_of_a_referee(enter, backstage, window):
    king, name = f"Roi{window.width}", f"La cour d’hiver {window.width}"
    court = backstage("referee.evening", players=[window.charlie, window.diane], name=name, referee=king)
    page = enter(king, window, role="referee")
    page.goto("/arbitre/")
    expect(page.locator("tr", has_text=name)).to_contain_text("vous arbitrez")
    assert unsound(page) == []

    page.click(f"a:has-text('{name}')")
    page.click("button:has-text('Essai à blanc')")
    expect(page.locator("#essai li").first).to_have_text("Tour 2.")
    expect(page.locator(".act-log")).to_contain_text(f"{king} a essayé le pas 2 à blanc")
    page.click("summary:has-text('Reporter l’échéance')")
    assert unsound(page) == []

    page.click("form[action$='/reporter/'] button")
    page.fill("[name=reason]", "Noël approche.")
    page.fill("[name=typed_name]", "La cour d’été")
    page.click("button:has-text('Confirmer')")
    expect(page.locator(".errorlist")).to_contain_text(f"écrivez « {name} »")
    assert unsound(page) == []
    page.fill("[name=typed_name]", name.replace("’", "'").upper())
    page.dblclick("button:has-text('Confirmer')")
    expect(page.locator(".act-log li").first).to_contain_text("a reporté l’échéance du vendredi")
    expect(page.locator(".act-log li", has_text="a reporté")).to_have_count(1)

    page.click(f".seat-watch li:has-text('{window.charlie}') a:has-text('courrier en souffrance')")
    assert unsound(page) == []
    page.click(f"tr:has-text('{window.charlie}'):has-text('mailbox full') button")
    expect(page.locator(".toast")).to_contain_text("Le courrier repart, sous le même identifiant.")
    expect(page.locator("tr", has_text="mailbox full").filter(has_text=window.charlie)).to_have_count(0)
    assert delivered(backstage, court["mail"])


def delivered(backstage, mail) -> bool:
    """The post takes a moment."""
    for _ in range(60):
        if backstage("referee.mail_state", mail=mail) == "sent":
            return True
        time.sleep(0.5)
    return False
