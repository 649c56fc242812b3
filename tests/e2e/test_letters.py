"""Letters as lords and players write them: alone, in a league, to the referee; kept, found, put away,
refused, closed."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import unsound
from tests.e2e.windows import one_window


@pytest.fixture
def court(backstage, window):
    players = [window.alice, window.bob, window.charlie, window.diane]
    return backstage("games.court", players=players, name=f"La cour des lettres {window.width}")


@one_window
def test_a_league_of_four_writes_to_each_other(enter, court, window):
    """A draft with its recipients, resumed and sent to three lords; unread until it is read; everybody reads
    the answer."""
    writer, reader, third = (enter(name, window) for name in (window.alice, window.bob, window.charlie))
    writer.goto(f"/parties/{court['game']}/")
    writer.click("nav.tabs a:has-text('Lettres')")
    writer.click("main a:has-text('Écrire')")
    for name in (window.bob, window.charlie, window.diane):
        writer.get_by_role("checkbox", name=court["lords"][name]).check()
    writer.fill("[name=subject]", "Une ligue")
    writer.fill("[name=text]", "Marchons **ensemble**.")
    writer.click("main button:has-text('Garder en brouillon')")
    expect(writer.locator("h1")).to_have_text("Brouillons")
    assert unsound(writer) == []
    writer.click("main a:has-text('Une ligue')")
    expect(writer.locator("[name=recipients]:checked")).to_have_count(3)
    expect(writer.locator(".toolbar")).to_have_count(1)  # the script is there: the preview is its own
    writer.click("main button:has-text('Aperçu')")
    expect(writer.locator(".live-preview strong")).to_have_text("ensemble")
    assert unsound(writer) == []
    writer.click("main button:has-text('Envoyer')")
    expect(writer.locator(".letter.is-mine .letter-head h2")).to_contain_text(court["lords"][window.alice])
    reader.goto(f"/forums/lettres/?game={court['game']}")
    row = reader.locator(".letter-row.is-unread", has_text="Une ligue")
    expect(row).to_contain_text("nouvelle")
    row.locator("a").click()
    expect(reader.locator(".letter-sides .person")).to_have_count(3)
    assert unsound(reader) == []
    reader.fill("[name=text]", "Je viens.")
    reader.click("main button:has-text('Envoyer')")
    expect(reader.locator(".letter")).to_have_count(2)
    reader.goto("/forums/lettres/")
    expect(row).to_have_count(0)
    third.goto("/forums/attente/")
    third.click(f".notice-letter:has-text('{court['lords'][window.bob]}')")
    expect(third.locator(".letter .post-text")).to_have_text(["Marchons ensemble.", "Je viens."])
    third.click("main button:has-text('Quitter cette correspondance')")
    third.goto("/forums/lettres/")
    expect(third.locator(".letter-row", has_text="Une ligue")).to_have_count(0)


@one_window
def test_letters_are_put_away_found_and_refused(enter, backstage, window, expect_faults):
    """Between players, by name; no address is ever shown; the mail carries the text only for those who
    ask."""
    expect_faults(r"status of 422 .*/lettres/ecrire/")
    word = f"hermine{window.width}"
    backstage(
        "letters.between_players",
        by=window.charlie,
        to=[window.alice],
        subject=f"Ce soir {window.width}",
        text=f"Une {word}.",
    )
    page, writer = enter(window.alice, window), enter(window.charlie, window)
    assert word not in backstage("forums.mails_to", reader=window.alice, kind="letters")[-1]["text"]
    page.goto("/forums/lettres/")
    page.click(f".letter-row a:has-text('Ce soir {window.width}')")
    expect(page.locator(".letter").first).to_contain_text(word)
    assert "@kalan.example" not in page.content()
    page.click("main button:text-is('Archiver')")
    expect(page.locator(".toasts")).to_contain_text("Archivée.")
    expect(page.locator(".letter-row", has_text=f"Ce soir {window.width}")).to_have_count(0)
    page.click("main a:text-is('Archives')")
    expect(page.locator(".letter-row", has_text=f"Ce soir {window.width}")).to_have_count(1)
    page.fill("main [role=search] input", word)
    page.click("main [role=search] button")
    expect(page).to_have_url(re.compile(rf"q={word}"))
    expect(page.locator(".letter-row")).to_have_count(1)
    assert unsound(page) == []
    page.click(".letter-row a")
    page.click(f"main button:has-text('Refuser les lettres de {window.charlie}')")
    expect(page.locator(".block-row")).to_contain_text(window.charlie)
    page.check("[name=text_by_mail]")
    page.click("main button:text-is('Enregistrer')")
    expect(page.locator(".toasts")).to_contain_text("C’est noté.")
    assert unsound(page) == []
    write_to(writer, f"{window.alice}, Personne", "Encore moi")
    expect(writer.locator("main")).to_contain_text("Personne ne s’appelle « Personne » ici")
    writer.fill("[name=recipients]", window.alice)
    writer.click("main button:has-text('Envoyer')")
    expect(writer.locator("main [role=alert]")).to_contain_text(
        f"« {window.alice} » ne reçoit pas vos lettres"
    )
    expect(writer.locator("[name=text]")).to_have_value("Deux mots.")
    page.click("main button:has-text('Les recevoir de nouveau')")
    expect(page.locator(".block-row")).to_have_count(0)
    writer.click("main button:has-text('Envoyer')")
    expect(writer.locator(".letter.is-mine")).to_have_count(1)
    assert "Deux mots." in backstage("forums.mails_to", reader=window.alice, kind="letters")[-1]["text"]


@one_window
def test_the_referee_is_written_to_and_answers(enter, court, window):
    """Also as a draft, which keeps the game it is about."""
    player, king = enter(window.bob, window), enter("Lothaire", window, role="referee")
    subject = f"Un doute {window.width}"
    player.goto("/forums/lettres/ecrire/?referee=1")
    player.select_option("[name=game]", court["game"])
    player.fill("[name=subject]", subject)
    player.fill("[name=text]", "Cet ordre est-il permis ?")
    player.click("main button:has-text('Garder en brouillon')")
    player.click(f"main a:has-text('{subject}')")
    expect(player.locator("[name=game]")).to_have_value(court["game"])
    assert unsound(player) == []
    player.click("main button:has-text('Envoyer')")
    expect(player.locator(".letter.is-mine")).to_have_count(1)
    king.goto("/forums/lettres/")
    king.click(f".letter-row.is-unread a:has-text('{subject}')")
    king.fill("[name=text]", "Il l’est.")
    king.click("main button:has-text('Envoyer')")
    expect(king.locator(".letter.is-mine")).to_have_count(1)
    player.reload()
    expect(player.locator(".letter:not(.is-mine) h2")).to_have_text("L’arbitre")
    assert "Lothaire" not in player.locator("main").inner_text()


@one_window
def test_letters_between_lords_are_closed_while_a_late_player_is_awaited(
    enter, backstage, court, window, expect_faults
):
    """New ones and answers; the referee and the players themselves can still be written to."""
    expect_faults(r"status of 422 .*/lettres/")
    letter = backstage(
        "letters.between_lords",
        game=court["game"],
        by=window.alice,
        to=[window.diane],
        subject="Avant l’heure",
        text="Vite.",
    )
    page = enter(window.diane, window)
    page.goto(f"/forums/lettres/{letter}/")
    page.fill("[name=text]", "Trop tard ?")
    backstage("games.wait_for_a_late_player", game=court["game"])
    page.click("main button:has-text('Envoyer')")  # on the page of before
    closed = "La partie attend un retardataire : les lettres entre seigneurs rouvriront au tour suivant."
    expect(page.locator("main .notice-warning")).to_contain_text(closed)
    expect(page.locator(".letter")).to_have_count(1)
    expect(page.locator(".toasts")).to_contain_text("Votre réponse est gardée en brouillon.")
    assert unsound(page) == []
    page.goto(f"/forums/lettres/ecrire/?game={court['game']}")
    expect(page.locator("main .notice-warning")).to_contain_text(closed)
    expect(page.locator("main button:has-text('Envoyer')")).to_be_disabled()
    page.click(".letter-kinds a:has-text('À l’arbitre')")
    page.fill("[name=subject]", "On attend")
    page.fill("[name=text]", "Jusqu’à quand ?")
    page.click("main button:has-text('Envoyer')")
    expect(page.locator(".letter.is-mine")).to_have_count(1)
    backstage("games.end_turn", game=court["game"])
    page.goto(f"/forums/lettres/{letter}/")
    expect(page.locator("[name=text]")).to_have_value("Trop tard ?")  # what could not leave was kept
    page.click("main button:has-text('Envoyer')")
    expect(page.locator(".letter.is-mine")).to_have_count(1)


@one_window
def test_what_was_written_as_lord_stays_in_the_game(enter, backstage, court, window, expect_faults):
    """The substitute reads the letters of the seat; whoever held it no longer does."""
    expect_faults(r"status of 404 .*/lettres/")
    letter = backstage(
        "letters.between_lords",
        game=court["game"],
        by=window.alice,
        to=[window.bob],
        subject="À garder",
        text="Secret.",
    )
    heir, former = enter(f"Héritier{window.width}", window), enter(window.bob, window)
    assert former.goto(f"/forums/lettres/{letter}/").status == 200
    backstage("games.replace", game=court["game"], player=window.bob, by=f"Héritier{window.width}")
    heir.goto(f"/forums/lettres/?game={court['game']}")
    heir.click(".letter-row a:has-text('À garder')")
    expect(heir.locator(".letter .post-text")).to_have_text("Secret.")
    assert former.goto(f"/forums/lettres/{letter}/").status == 404


@one_window
def test_letters_are_written_without_scripts(enter, window):
    page = enter(window.diane, window, javascript=False)
    write_to(page, window.bob, f"À la main {window.width}", send=False)
    page.click("main button:has-text('Aperçu')")
    expect(page.locator(".preview .post-text")).to_have_text("Deux mots.")
    page.click("main button:has-text('Envoyer')")
    expect(page).to_have_url(re.compile(r"/forums/lettres/[\w-]{16}/$"))
    expect(page.locator(".letter.is-mine")).to_have_count(1)


def write_to(page, names, subject, send=True):
    page.goto("/forums/lettres/ecrire/")
    page.fill("[name=recipients]", names)
    page.fill("[name=subject]", subject)
    page.fill("[name=text]", "Deux mots.")
    if send:
        page.click("main button:has-text('Envoyer')")
