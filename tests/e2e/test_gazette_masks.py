"""Masks of a gazette from the first word to the signature: written, composed, printed with the turn, lifted,
laid down."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import unsound
from tests.e2e.windows import one_window


@pytest.fixture
def court(backstage, window):
    players = [window.alice, window.bob, window.charlie]
    return backstage("games.court", players=players, name=f"La cour des masques {window.width}")


@one_window
def test_an_editor_composes_what_the_turn_prints(enter, visit, backstage, court, window, expect_faults):
    """An anonymous article and one under a pen-name; a volunteer composes; nothing shows before the turn,
    nobody ever."""
    expect_faults(r"status of 422 .*/ecrire/")
    base = f"/gazettes/{court['game']}"
    author, crow, editor = (enter(name, window) for name in (window.alice, window.bob, window.charlie))
    write(author, base, "Le sel a disparu", "On a compté *douze* sacs.")
    expect(author.locator(".preview .byline")).to_have_text("anonyme")
    expect(author.frame_locator(".preview iframe").locator("em")).to_have_text("douze")
    assert unsound(author) == []
    author.click("button[name=send]")
    expect(author.locator(".own-article", has_text="Le sel a disparu").locator(".badge-gold")).to_have_count(
        1
    )
    write(
        crow,
        base,
        "Qui a volé le sel ?",
        "<p class='manchette'>Nous savons</p>",
        pen_name=court["lords"][window.alice],
    )
    expect(crow.locator("main [role=alert]")).to_contain_text(
        "est le nom de quelqu’un : choisissez une autre plume."
    )
    crow.fill("#id_pen_name", f"La Corneille {window.width}")
    crow.check("input[name=format][value=html]")
    crow.click("button[name=send]")
    expect(crow.locator(".own-article", has_text="Qui a volé le sel ?")).to_contain_text("La Corneille")
    editor.goto(f"{base}/")
    editor.click("main button:has-text('Tenir la rédaction')")
    expect(editor.locator(".desk-row")).to_have_count(0)  # the hour of an article would tell who wrote it
    backstage("gazettes.empty_the_box", game=court["game"])
    editor.fill("#id_name", "Le Héraut du sel")
    editor.check("input[name=mode][value=composed]")
    editor.fill("#id_next_headline", "Pénurie")
    editor.click("section:has(#id_name) button")
    expect(editor.locator(".desk-row")).to_have_count(2)
    place(editor, "Qui a volé le sel ?", 1)
    place(editor, "Le sel a disparu", 2)
    editor.click("main button:has-text('Noter la mise en page')")
    expect(editor.locator(".desk-row h3").first).to_have_text("Qui a volé le sel ?")
    assert [name for name in (window.alice, window.bob) if name in editor.locator("main").inner_text()] == []
    reader = visit(viewport=window.viewport, dark=window.dark)
    reader.goto(f"{base}/")
    expect(reader.locator(".story")).to_have_count(0)
    backstage("games.end_turn", game=court["game"])
    reader.goto(f"{base}/")
    expect(reader.locator(".nameplate h1")).to_have_text("Le Héraut du sel")
    expect(reader.locator(".story h2")).to_have_text(["Qui a volé le sel ?", "Le sel a disparu"])
    expect(reader.locator(".story .byline")).to_have_text([f"par La Corneille {window.width}", "anonyme"])
    expect(reader.locator("main")).to_contain_text("Pénurie")
    feed = reader.request.get(
        reader.locator("link[type='application/atom+xml']").get_attribute("href")
    ).text()
    assert "Qui a volé le sel ?" in feed
    printed = " ".join(reader.locator(".story").all_inner_texts())
    assert [name for name in (window.alice, window.bob) if name in printed] == []
    reader.click("nav.gazette-tabs a:has-text('Archives')")
    expect(reader.locator(".issue-list")).to_contain_text("Pénurie")
    reader.goto(f"{base}/")
    # by the keyboard: right after the page was scrolled Chromium gives a click here to the frame that stood
    # at this place
    reader.locator("main a:has-text('pour imprimer')").press("Enter")
    expect(reader.locator(".paper-story h2").first).to_have_text("Qui a volé le sel ?")


@one_window
def test_a_referee_lifts_a_mask_and_everybody_hears_of_it(
    enter, visit, backstage, court, window, expect_faults
):
    """The name stands on one answer and nowhere else; the act and its reason are public."""
    expect_faults(r"status of 404 .*/demasquer/")
    article = backstage(
        "gazettes.hand_over",
        game=court["game"],
        by=window.alice,
        title="Une menace",
        source="Gare.",
        pen_name="Le Hibou",
    )
    backstage("games.end_turn", game=court["game"])
    base = f"/gazettes/{court['game']}"
    king, player = enter("Lothaire", window, role="referee"), enter(window.bob, window)
    king.goto(f"{base}/article/{article}/")
    king.click("main a:has-text('Chercher l’auteur')")
    king.click("main button:has-text('Lever le masque')")
    expect(king.locator("[name=words]:invalid")).to_have_count(1)  # a reason is asked for
    king.fill("[name=words]", "Une menace contre une personne.")
    king.click("main button:has-text('Lever le masque')")
    expect(king.locator("main")).to_contain_text(court["lords"][window.alice])
    assert unsound(king) == []
    king.goto(f"{base}/article/{article}/demasquer/")
    assert window.alice not in king.locator("main").inner_text()
    assert player.goto(f"{base}/article/{article}/demasquer/").status == 404
    player.goto(f"{base}/archives/")
    told = "Lothaire a cherché qui a écrit « Une menace » : Une menace contre une personne."
    expect(player.locator("section:has(#masks-title)")).to_contain_text(told)
    player.goto(f"/parties/{court['game']}/partie/")
    expect(player.locator("section:has(#acts-title)")).to_contain_text("« Une menace »")
    assert window.alice not in player.locator("section:has(#acts-title)").inner_text()


@one_window
def test_authors_sign_when_the_game_is_over(enter, visit, backstage, court, window):
    backstage(
        "gazettes.hand_over",
        game=court["game"],
        by=window.bob,
        title="Mes adieux",
        source="Je pars.",
        pen_name="Le Geai",
    )
    backstage("games.end_turn", game=court["game"])
    author, reader = enter(window.bob, window), visit(viewport=window.viewport, dark=window.dark)
    mine = f"/gazettes/{court['game']}/mes-articles/"
    author.goto(mine)
    expect(author.locator(".own-article button:has-text('Signer')")).to_have_count(0)
    backstage("games.finish", game=court["game"])
    author.goto(mine)
    author.click(".own-article button:has-text('Signer de mon nom')")
    expect(author.locator(".own-article")).to_contain_text("signé")
    assert unsound(author) == []
    reader.goto(f"/gazettes/{court['game']}/")
    expect(reader.locator(".story .byline")).to_have_text(
        re.compile(rf"Signé {court['lords'][window.bob]} \({window.bob}\),\s+alias Le Geai")
    )


def write(page, base, title, text, pen_name=""):
    page.goto(f"{base}/ecrire/")
    page.fill("#id_title", title)
    page.fill("#id_source", text)
    page.check(f"input[name=mask][value={'pen' if pen_name else 'anonymous'}]")
    page.fill("#id_pen_name", pen_name)
    page.click("main button:has-text('Enregistrer et voir')")


def place(page, title, number):
    page.locator(".desk-row", has_text=title).locator("input[type=number]").fill(str(number))
