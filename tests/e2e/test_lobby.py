"""Before a game, in a real browser: tables opened by form, private ones, the waiting list, training, one
screen, rematch."""

import re

from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, SECOND, VISITOR, sideways, violations

OPTIONS = {  # what the form is given beside its first values: own options, seats, pace
    "gloire": {"option_map": "europe", "option_turns": "60", "seats": "18", "pace": "weekly"},
    "miles_christi": {"seats": "3", "pace": "daily"},
    "theopolis": {"seats": "2", "pace": "hours", "every": "1"},
    "missionnaires": {"seats": "2", "pace": "live"},
    "argad": {"seats": "2", "pace": "hours"},
}
SAID = {
    "gloire": ["1 place prise sur 18", "Il manque encore 17 joueurs.", "Europe"],
    "miles_christi": ["1 place prise sur 3", "chaque jour à 23 h 00 (Paris)"],
    "theopolis": ["Il manque encore 1 joueur.", "1 heure pour répondre"],
    "missionnaires": ["en direct : 20 min à la pendule, 30 s par coup"],
    "argad": ["1 place prise sur 2", "24 heures pour répondre"],
}


def fill(page, values):
    for name, value in values.items():
        field = page.locator(f"main form [name={name}]")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)


def press(page, name):
    page.get_by_role("button", name=name).click()


def open_table(page, slug, **values):
    """The creation form, sent; the address of the table before it begins."""
    page.goto(f"/parties/creer/{slug}/")
    fill(page, {**OPTIONS[slug], **values})
    page.get_by_role("button", name="Ouvrir la table").dblclick()  # two clicks, one table
    page.wait_for_url(re.compile(r"/parties/\w+/avant/$"))
    return page.url


def sound(page):
    """No violation, nothing that scrolls sideways."""
    expect(page.locator("h1")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_a_table_of_each_game_is_opened_by_its_form(visit):
    page = visit(VISITOR, viewport=PHONE)
    for slug in OPTIONS:
        page.goto(f"/parties/creer/{slug}/")
        assert sideways(page) == []
        open_table(page, slug, name=f"Table de {slug}")
        for words in SAID[slug]:
            expect(page.locator("main")).to_contain_text(words)
    sound(page)
    page.goto("/parties/creer/missionnaires/")
    fill(page, {"seats": "9"})
    press(page, "Ouvrir la table")
    expect(page.locator("main")).to_contain_text("Avec ces options, ")
    sound(page)
    page.goto("/parties/tables/")
    expect(page.get_by_role("link", name="Table de argad")).to_have_count(1)
    sound(page)


def test_a_private_table_by_password_by_link_left_put_out_begun_and_played_again(visit, backstage):
    host, guest = visit(VISITOR), visit(SECOND, viewport=PHONE)
    address = open_table(host, "theopolis", name="Entre nous", visibility="private", password="vespéral")
    code = address.split("/")[-3]
    guest.goto(address)
    expect(guest.locator("main")).not_to_contain_text("Entre nous")
    sound(guest)
    guest.fill("main [name=password]", "matinal")
    press(guest, "M’asseoir")
    expect(guest.locator(".notice, .toast, [role=alert], [role=status]").first).to_contain_text(
        "mot de passe"
    )
    guest.fill("main [name=password]", "vespéral")
    press(guest, "M’asseoir")
    expect(guest.locator("h1")).to_have_text("Entre nous")
    sound(guest)
    press(guest, "Me lever")
    expect(guest.locator("h1")).not_to_have_text("Entre nous")
    host.goto(address)
    expect(host.locator("main")).to_contain_text("1 place prise sur 2")
    guest.goto(host.locator("main a[href*='/invitation/']").get_attribute("href"))
    expect(guest.locator("main [name=password]")).to_have_count(0)
    press(guest, "M’asseoir")
    expect(guest.locator("main")).to_contain_text("Vous êtes assis")
    press(host, "Écarter Rodrigue")  # who came is seen without a reload
    expect(host.locator("main")).to_contain_text("Il manque encore 1 joueur.")
    link = host.locator("main a[href*='/invitation/']").get_attribute("href")
    press(host, "Ouvrir la partie")
    expect(host.locator("main")).to_contain_text("1 place prise sur 2")  # nobody plays it alone
    guest.goto(link)
    press(guest, "M’asseoir")
    host.goto(address)
    press(host, "Ouvrir la partie")
    host.wait_for_url(re.compile(rf"/parties/{code}/$"))
    assert backstage("tables.play_out", game=code) == "finished"
    host.goto(f"/parties/{code}/partie/")
    press(host, "Proposer une revanche")
    host.wait_for_url(re.compile(r"/parties/\w+/avant/$"))
    assert code not in host.url
    expect(host.locator("main")).to_contain_text("1 place prise sur 2")
    sound(host)
    again = mail_link(guest, "rodrigue", "revanche")
    guest.goto(again)
    press(guest, "M’asseoir")
    expect(guest.locator("main")).to_contain_text("2 places prises sur 2")


def mail_link(page, reader, words):
    """The link to the site in the newest letter to this reader with these words, once it has been
    delivered."""
    rows = page.locator("main li, main tr", has_text=re.compile(reader, re.I)).filter(
        has_text=re.compile(words, re.I)
    )
    for _try in range(120):
        page.goto("/boite/")
        if rows.count():
            break
        page.wait_for_timeout(250)
    rows.locator("a[href^='/boite/']").first.click()
    return re.search(r"(/parties/[^\s\"]+/)", page.locator("main").inner_text())[1]


def test_the_waiting_list_calls_confirms_asks_again_and_starts(visit, backstage):
    page = visit(VISITOR)
    page.goto("/parties/tables/")
    page.get_by_role("link", name="Scandinavie", exact=True).click()
    fill(page, {"lord_name": "Hawkmoon du Nord"})
    press(page, "Je veux jouer la prochaine partie")
    expect(page.locator("main")).to_contain_text("Vous êtes inscrit sous le nom de Hawkmoon du Nord")
    expect(page.locator("main")).to_contain_text("sur les 10 qu’il faut")
    sound(page)
    assert backstage("waiting_list.fill_and_call") == 10
    page.goto(mail_link(page, "hawkmoon", "prochaine partie|confirm|présence"))
    expect(page.locator("main")).to_contain_text("10 seigneurs attendent, sur les 10 qu’il faut.")
    press(page, "Je confirme ma présence")
    expect(page.locator(".is-mine .badge-green")).to_be_visible()
    assert backstage("waiting_list.end_and_call_again") == 10
    page.reload()
    expect(page.locator("main")).to_contain_text(
        "1 seigneur a confirmé sur les 10 qu’il faut : nouvel appel la semaine prochaine."
    )
    press(page, "Je confirme ma présence")
    expect(page.locator(".is-mine .badge-green")).to_be_visible()
    assert backstage("waiting_list.confirm_and_end") == 0
    page.goto("/parties/")
    page.get_by_role("link", name=re.compile(r"^Scandinavie [IVX]+$")).first.click()
    expect(page.locator("main")).to_contain_text("Hawkmoon du Nord")


def test_training_one_screen_and_spectators(visit, backstage, expect_faults):
    expect_faults(r"status of 404 .*/parties/")
    public = "Une table que chacun regarde"  # the newest: the lists of the lobby are paged
    backstage("tables.between", players=[VISITOR[0], SECOND[0]], slug="theopolis", name=public)
    page, stranger = visit(VISITOR, viewport=PHONE), visit()
    page.goto("/parties/tables/")
    page.locator("form[action='/parties/entrainement/theopolis/'] button").click()
    page.wait_for_selector("#table[data-step]")
    expect(page.locator("main")).to_contain_text("Entraînement")
    assert stranger.goto(page.url).status == 404
    stranger.goto("/parties/tables/")
    stranger.get_by_role("link", name=public).click()
    expect(stranger.locator("#table[data-step]")).to_be_visible()
    expect(stranger.locator("#table form button[data-verb]")).to_have_count(0)
    page.goto("/parties/un-ecran/theopolis/")
    fill(page, {"seats": "2", "names": "Anna, Basile"})
    press(page, "Commencer")
    expect(page.locator("#curtain-title")).to_have_text(re.compile("Passez l’écran à (Anna|Basile)"))
    sound(page)


def test_a_lord_tries_out_what_he_knows_of_a_running_game(visit, backstage, expect_faults):
    """From the history of a running game into a sandbox of one's own, where a turn is resolved at will."""
    expect_faults(r"status of 404 .*/parties/")
    code = backstage("tables.among_bots", player=VISITOR[0], name="La partie à essayer")
    page = visit(VISITOR)
    page.goto(f"/parties/{code}/pas/0/")
    expect(page.locator(".replay-bar")).to_contain_text("Ce que vous ne savez pas y est tiré au sort.")
    sound(page)
    press(page, "Essayer autre chose d’ici")
    page.wait_for_url(lambda url: code not in url)
    expect(page.locator("h1")).to_contain_text("essai depuis le pas 0")
    page.on("dialog", lambda dialog: dialog.accept())
    press(page, "Résoudre le tour")
    expect(page.locator(".table-state")).to_contain_text("Tour 2")
    stranger = visit(SECOND)
    assert stranger.goto(page.url).status == 404
    stranger.goto(f"/parties/{code}/pas/0/")
    expect(stranger.get_by_role("button", name="Essayer autre chose d’ici")).to_have_count(0)


def test_an_open_seat_is_announced_in_the_forum_and_taken_from_there(visit, backstage):
    code = backstage("tables.among_bots", player=VISITOR[0], name="La partie à essayer")
    page, other = visit(VISITOR), visit(SECOND)
    page.goto(f"/parties/{code}/partie/")
    page.on("dialog", lambda dialog: dialog.accept())
    press(page, "Chercher un remplaçant")
    expect(page.locator("main")).to_contain_text("Lien à envoyer à un remplaçant")
    other.goto("/parties/remplacants/")
    expect(other.locator("main")).to_contain_text("La partie à essayer")
    other.goto("/forums/tableau/cherche-remplacant/")
    other.get_by_role("link", name="La partie à essayer : qui reprendra Hawkmoon ?").first.click()
    sound(other)
    topic = other.url
    other.get_by_role("link", name="la page de la partie").click()
    press(other, "Reprendre ce siège")
    expect(other.locator("main")).not_to_contain_text("Reprendre ce siège")
    other.goto(topic)
    expect(other.locator("main")).to_contain_text("Le siège est repris : merci, et bon jeu.")
