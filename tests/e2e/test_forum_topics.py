"""A topic as its readers and writers live it: quotes, mentions, versions, unread marks, search, feeds,
following."""

import re

from playwright.sync_api import expect

from tests.e2e.conftest import unsound
from tests.e2e.windows import WINDOWS, one_window

BOARD = "coup-de-gueule"


@one_window
def test_a_quote_names_somebody_and_reaches_them(enter, backstage, window):
    """Quote, mention, preview, publish; the one who was named finds it, and the permanent address leads
    there."""
    title = f"La querelle du pont {window.width}"
    topic = backstage("forums.topic", by=window.bob, board=BOARD, title=title, text="Le pont est **à moi**.")
    writer, named = enter(window.alice, window), enter(window.diane, window)
    writer.goto(f"/forums/sujet/{topic}/")
    writer.click(".post-foot a:has-text('Citer')")
    text = writer.locator("[name=text]")
    expect(text).to_have_value(
        re.compile(rf"^> \*\*{window.bob}\*\* \[↗\]\(/forums/message/\d+/\)\n>\n> Le pont est")
    )
    text.fill(f"{text.input_value()}Et toi, @{window.diane} ?")
    expect(writer.locator(".toolbar")).to_have_count(1)  # the script is there: the preview is its own
    writer.click("main button:has-text('Aperçu')")
    expect(writer.locator(".live-preview blockquote strong").first).to_have_text(window.bob)
    expect(writer.locator(".live-preview a.mention")).to_have_text(f"@{window.diane}")
    assert unsound(writer) == []
    writer.click("main button:has-text('Publier')")
    expect(writer.locator("#m2 blockquote")).to_contain_text("Le pont est à moi.")
    expect(writer.locator("#m2 a.mention")).to_have_attribute("href", f"/compte/joueur/{window.diane}/")
    permanent = writer.locator("#m2 .post-when").get_attribute("href")
    named.goto("/forums/attente/")
    named.click(f".notice-mention:has-text('{title}')")
    expect(named).to_have_url(re.compile(rf"/forums/sujet/{topic}/#m2$"))
    named.goto(permanent)
    expect(named).to_have_url(re.compile(rf"/forums/sujet/{topic}/#m2$"))


def test_words_wait_in_their_tab_and_a_selection_is_quoted_among_them(enter, backstage):
    """A page left by mistake costs no words; what was sent does not come back."""
    window = WINDOWS[1]
    topic = backstage(
        "forums.topic", by=window.bob, board=BOARD, title="Le gué", text="Un deux **trois** quatre."
    )
    page = enter(window.charlie, window)
    page.goto(f"/forums/sujet/{topic}/")
    text = page.locator("[name=text]")
    expect(page.locator(".toolbar")).to_have_count(1)
    text.fill("D’abord ceci.")
    page.locator("#m1 .post-text strong").select_text()
    page.click("#m1 .post-foot a:has-text('Citer')")
    expect(text).to_have_value(re.compile(rf"^D’abord ceci\.\n\n> \*\*{window.bob}\*\* .*\n>\n> trois\n\n$"))
    page.goto("/forums/")
    page.goto(f"/forums/sujet/{topic}/repondre/")
    expect(text).to_have_value(re.compile(r"^D’abord ceci\."))
    expect(page.locator(".kept-words")).to_contain_text("Vos mots de tout à l’heure sont revenus")
    page.click("main button:has-text('Publier')")
    expect(page.locator("#m2 blockquote")).to_contain_text("trois")
    expect(text).to_have_value("")
    page.goto(f"/forums/sujet/{topic}/repondre/")
    expect(page.locator(".toolbar")).to_have_count(1)
    expect(text).to_have_value("")


@one_window
def test_words_are_changed_and_the_former_ones_stay_readable(enter, visit, backstage, window):
    topic = backstage(
        "forums.topic", by=window.alice, board=BOARD, title=f"Un lapsus {window.width}", text="Le roy dort."
    )
    page = enter(window.alice, window)
    page.goto(f"/forums/sujet/{topic}/")
    page.click(".post-foot a:has-text('Modifier')")
    page.fill("[name=text]", "Le roi **veille**.")
    page.fill("[name=reason]", "orthographe, et vérité")
    assert unsound(page) == []
    page.click("main button:has-text('Enregistrer')")
    expect(page.locator("#m1 .post-text strong")).to_have_text("veille")
    reader = visit(viewport=window.viewport, dark=window.dark)
    reader.goto(f"/forums/sujet/{topic}/")
    reader.click(".post-foot a:has-text('modifié')")
    expect(reader.locator("article .post-text")).to_have_text(["Le roi veille.", "Le roy dort."])
    expect(reader.locator("main")).to_contain_text("orthographe, et vérité")
    assert unsound(reader) == []


@one_window
def test_what_is_new_is_marked_until_it_is_read(enter, backstage, window):
    """Badges on the index, on the board and in the list of news; the mark leads to the first unread post."""
    title = f"Le marché de Bergen {window.width}"
    answers = [(window.bob, f"Offre numéro {n}.") for n in range(1, 8)]
    topic = backstage(
        "forums.topic", by=window.bob, board=BOARD, title=title, text="Qui achète ?", answers=answers
    )
    page = enter(window.charlie, window)
    page.goto("/forums/")
    expect(page.locator(".board-row.is-unread", has_text="Coup de gueule")).to_have_count(1)
    page.goto("/forums/nouveaux/")
    row = page.locator(".topic-row.is-unread", has_text=title)
    row.locator("a.badge-gold").click()
    expect(page).to_have_url(re.compile(rf"/forums/sujet/{topic}/\?page=unread#nouveau$"))
    expect(page.locator(".post")).to_have_count(8)
    page.goto("/forums/nouveaux/")
    expect(row).to_have_count(0)
    backstage("forums.reply", by=window.alice, topic=topic, text="Moi, j’achète.")
    page.goto(f"/forums/tableau/{BOARD}/")
    row.locator("a.badge-gold").click()
    expect(page.locator("#nouveau + article")).to_contain_text("Moi, j’achète.")
    backstage("forums.reply", by=window.alice, topic=topic, text="Qui dit mieux ?")
    page.goto(f"/forums/tableau/{BOARD}/")
    expect(row).to_have_count(1)
    page.click("main button:has-text('Tout marquer comme lu')")
    expect(page.locator(".topic-row.is-unread")).to_have_count(0)
    assert unsound(page) == []


@one_window
def test_words_are_found_again_and_feeds_carry_them(enter, visit, backstage, window):
    """By whoever may read them; accents and cases do not matter."""
    word = f"Blésimarde{window.width}"
    title = f"Une épée sans fourreau {window.width}"
    topic = backstage("forums.topic", by=window.bob, board=BOARD, title=title, text="Qui l’a vue ?")
    backstage("forums.reply", by=window.alice, topic=topic, text=f"On a volé {word} !")
    page = visit(viewport=window.viewport, dark=window.dark)
    page.goto("/forums/")
    page.fill("[role=search] input", word.lower().replace("é", "e"))
    page.click("[role=search] button")
    expect(page.locator("main [role=status]")).to_have_text("1 message trouvé.")
    assert unsound(page) == []
    page.click(".found-list a")
    expect(page.locator("h1")).to_have_text(title)
    page.goto("/forums/recherche/?q=ab")
    expect(page.locator("main")).to_contain_text("Écrivez au moins trois lettres.")
    page.goto(f"/forums/recherche/?q={word}&tableau=nouveaux-venus")
    expect(page.locator("main [role=status]")).to_have_text("0 message trouvé.")
    expect(page.locator("main")).to_contain_text("Rien ne répond à ces mots")
    for where in (f"/forums/sujet/{topic}/", f"/forums/tableau/{BOARD}/", "/forums/"):
        page.goto(where)
        feed = page.locator("link[type='application/atom+xml']").get_attribute("href")
        answer = page.request.get(feed)
        assert (answer.status, answer.headers["content-type"]) == (200, "application/atom+xml; charset=utf-8")
        assert f"On a volé {word} !" in answer.text()


@one_window
def test_a_follower_gets_one_letter_a_day(enter, backstage, window):
    """Follow a topic, choose the pace of the mails; what was said comes in one daily letter, and never when
    it is stopped."""
    title = f"Le prix du sel {window.width}"
    topic = backstage("forums.topic", by=window.bob, board=BOARD, title=title, text="Il monte.")
    page = enter(window.diane, window)
    page.goto("/compte/courrier/")
    expect(page.locator("[name=replies]")).to_have_value("daily")
    assert unsound(page) == []
    page.goto(f"/forums/sujet/{topic}/")
    page.click("main button:text-is('Suivre')")
    expect(page.locator(".toasts")).to_contain_text("Vous saurez quand on répond ici.")
    backstage("forums.reply", by=window.alice, topic=topic, text="Il monte encore.")
    letter = backstage("forums.gather_the_day", reader=window.diane)
    assert letter["subject"].startswith("Votre courrier du jour")
    assert f"« {title} »" in letter["text"]
    page.goto("/courriers/")
    expect(page.locator("main")).to_contain_text("Votre courrier du jour")
    assert unsound(page) == []
    page.goto("/forums/attente/")
    page.click(f".notice-reply:has-text('{title}')")
    page.goto("/compte/courrier/")
    page.select_option("[name=replies]", "never")
    page.click("main form.form button[type=submit]")
    expect(page.locator("[name=replies]")).to_have_value("never")
    backstage("forums.reply", by=window.alice, topic=topic, text="Il baisse.")
    assert backstage("forums.mails_to", reader=window.diane, kind="replies")[-1]["state"] == "held"
    page.goto(f"/forums/sujet/{topic}/")
    page.click("main button:text-is('Ne plus suivre')")
    expect(page.locator("main button:text-is('Suivre')")).to_have_count(1)


@one_window
def test_a_follower_of_a_board_hears_of_new_topics(enter, backstage, window):
    page = enter(window.charlie, window)
    page.goto("/forums/tableau/nouveaux-venus/")
    page.click("main button:has-text('Suivre ce tableau')")
    expect(page.locator(".toasts")).to_contain_text("Vous saurez quand un sujet s’ouvre ici.")
    title = f"Bonjour de Ribe {window.width}"
    backstage("forums.topic", by=window.diane, board="nouveaux-venus", title=title, text="Me voici.")
    page.goto("/forums/attente/")
    page.click(f".notice-topic:has-text('{title}')")
    expect(page.locator("h1")).to_have_text(title)
    page.goto("/forums/tableau/nouveaux-venus/")
    page.click("main button:has-text('Ne plus suivre ce tableau')")
    expect(page.locator("main button:text-is('Suivre ce tableau')")).to_have_count(1)
