"""Moderation from the report to the answered appeal: private, told to those concerned, written in a log."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.e2e.conftest import unsound
from tests.e2e.windows import one_window

BOARD = "coup-de-gueule"
QUEUE = "/forums/moderation/"


@one_window
def test_a_report_is_judged_in_private_and_the_words_are_hidden(enter, visit, backstage, window):
    """The button, the queue that exists for moderators only, hiding with a reason, a warning, the conclusion,
    the log."""
    title = f"Le ton monte {window.width}"
    topic = backstage("forums.topic", by=window.rogue, board=BOARD, title=title, text="Vous êtes un âne.")
    reader, judge = enter(window.alice, window), enter("Mathilde", window, role="moderator")
    reader.goto(f"/forums/sujet/{topic}/")
    reader.click(".post-foot a:has-text('Signaler')")
    expect(reader.locator("h1")).to_have_text("Signaler")
    assert unsound(reader) == []
    reader.check("[name=reason][value=insult]")
    reader.fill("[name=words]", "Il vise la personne.")
    reader.click("main button:has-text('Signaler aux aides de camp')")
    expect(reader.locator(".toasts")).to_contain_text("personne d’autre ne saura que c’est vous")
    assert [reader.request.get(f"{QUEUE}{page}").status for page in ("", "journal/")] == [404, 404]
    judge.goto("/forums/attente/")
    judge.click(f".notice-report:has-text('{title}')")
    expect(judge.locator(".excerpt")).to_have_text("Vous êtes un âne.")
    expect(judge.locator("main")).to_contain_text("Il vise la personne.")
    assert unsound(judge) == []
    report = urlsplit(judge.url).path
    judge.fill("#hide-words", "attaque contre une personne")
    judge.click("main button:text-is('Cacher')")
    expect(judge.locator(".toasts")).to_contain_text("C’est fait, et inscrit au journal.")
    pronounce(judge, "warning", "Attaquez les châteaux, pas les gens.")
    expect(judge.locator("main")).to_contain_text("Son passé")
    judge.fill("#id_words", "caché, averti")
    judge.click("main button:text-is('Classer')")
    expect(judge).to_have_url(re.compile(rf"{QUEUE}$"))
    expect(judge.locator(f"a[href='{report}']")).to_have_count(0)
    reader.goto(f"/forums/sujet/{topic}/")
    expect(reader.locator("#m1")).to_contain_text(
        "Ce message a été caché par la modération. attaque contre une personne"
    )
    assert "Vous êtes un âne." not in reader.content()
    rogue = enter(window.rogue, window)
    rogue.goto("/forums/attente/")
    rogue.click(".notice-moderation:has-text('attaque contre une personne')")
    expect(rogue.locator("#m1 .post-gone")).to_have_count(1)
    judge.goto(f"{QUEUE}journal/")
    for act in ("a caché", "a averti", "a classé un signalement"):
        expect(judge.locator("main li", has_text=act).first).to_contain_text(window.rogue)
    assert unsound(judge) == []


@one_window
def test_a_moderator_pins_locks_and_edits_with_a_mark(enter, visit, backstage, window, expect_faults):
    expect_faults(r"status of 404 .*/sujet/")
    title = f"Règle du tournoi {window.width}"
    topic = backstage(
        "forums.topic", by=window.bob, board=BOARD, title=title, text="Rendez-vous chez 5 rue du Puits."
    )
    judge, writer = enter("Mathilde", window, role="moderator"), enter(window.bob, window)
    judge.goto(f"/forums/sujet/{topic}/")
    judge.click(".post-foot a:has-text('Modifier')")
    expect(judge.locator("main .notice-warning")).to_contain_text("il portera la marque de la modération")
    judge.fill("[name=text]", "Rendez-vous chez [adresse retirée].")
    judge.fill("[name=reason]", "une adresse privée")
    judge.click("main button:has-text('Enregistrer')")
    expect(judge.locator("#m1 .post-foot")).to_contain_text("modifié par la modération")
    judge.click("main a:text-is('Régler')")
    judge.check("[name=pinned]")
    judge.check("[name=locked]")
    assert unsound(judge) == []
    judge.click("main button:has-text('Enregistrer')")
    expect(judge.locator("h1 + .hint")).to_contain_text("épinglé")
    writer.goto(f"/forums/tableau/{BOARD}/")
    expect(writer.locator(".topic-row.is-pinned", has_text=title)).to_contain_text("fermé")
    writer.click(f".topic-row a:has-text('{title}')")
    expect(writer.locator("main")).to_contain_text("Ce sujet est fermé : on peut encore le lire.")
    expect(writer.locator("[name=text]")).to_have_count(0)
    writer.click("#m1 .post-foot a:has-text('modifié par la modération')")
    expect(writer.locator("main")).to_contain_text("une adresse privée")
    assert "rue du Puits" not in writer.locator("main").inner_text()
    judge.goto(f"/forums/sujet/{topic}/regler/")
    judge.uncheck("[name=pinned]")
    judge.uncheck("[name=locked]")
    judge.click("main button:has-text('Enregistrer')")
    writer.goto(f"/forums/sujet/{topic}/")
    expect(writer.locator("main button:has-text('Publier')")).to_have_count(1)
    judge.goto(f"/forums/sujet/{topic}/regler/")
    judge.fill("#words", "doublon")
    judge.click("main button:text-is('Cacher')")
    expect(judge.locator("h2:has-text('Sujet caché')")).to_have_count(1)
    assert writer.goto(f"/forums/sujet/{topic}/").status == 404


@one_window
def test_somebody_silenced_appeals_and_another_moderator_lifts(enter, backstage, window, expect_faults):
    expect_faults(r"status of 422 .*/repondre/")
    topic = backstage(
        "forums.topic", by=window.alice, board=BOARD, title=f"Au calme {window.width}", text="Chut."
    )
    judge, rogue = enter("Mathilde", window, role="moderator"), enter(window.rogue, window)
    rogue.goto(f"/forums/sujet/{topic}/")
    rogue.fill("[name=text]", "Encore un mot.")
    judge.goto(f"{QUEUE}joueur/{window.rogue}/")
    pronounce(judge, "mute", "Malgré l’avertissement.", days="3 jours")
    expect(judge.locator(".sanction").first).to_contain_text("Silence")
    assert unsound(judge) == []
    rogue.click("main button:has-text('Publier')")  # on the page of before
    expect(rogue.locator("main [role=alert]")).to_contain_text("Vous ne pouvez pas écrire (silence jusqu’au")
    expect(rogue.locator("[name=text]")).to_have_value("Encore un mot.")
    rogue.click("main [role=alert] a")
    expect(rogue.locator("main .badge-red")).to_contain_text("jusqu’au")
    assert unsound(rogue) == []
    sheet = rogue.locator("section.sheet", has_text="Malgré l’avertissement.")
    sheet.locator("textarea").fill("Je m’excuse : c’était un jour sans.")
    sheet.locator("button:has-text('Porter l’appel')").click()
    expect(sheet).to_contain_text("Un autre aide de camp va y répondre.")
    judge.goto(QUEUE)
    judge.click(f"section:has(#appeals-title) a:has-text('{window.rogue}')")
    answer_appeal(judge, "C’est moi qui réponds.")
    expect(judge.locator(".toasts")).to_contain_text(
        "Un autre aide de camp que celui qui a sanctionné répond à l’appel."
    )
    other = enter("Guillaume", window, role="moderator")
    other.goto(judge.url)
    answer_appeal(other, "Excuses acceptées.", lift=True)
    expect(other.locator(".sanction").first).to_contain_text("levée")
    rogue.goto("/forums/sanctions/")
    expect(sheet).to_contain_text("Réponse : Excuses acceptées.")
    expect(sheet.locator(".badge-green")).to_have_text("levée")
    rogue.goto(f"/forums/sujet/{topic}/")
    expect(rogue.locator("main button:has-text('Publier')")).to_have_count(1)


@one_window
def test_somebody_banned_reads_appeals_and_does_nothing_else(enter, backstage, window):
    """With a term and a reason; a mail leaves too; the ban shows in the queue."""
    topic = backstage(
        "forums.topic", by=window.alice, board=BOARD, title=f"Au ban {window.width}", text="Chut."
    )
    judge, rogue = enter("Guillaume", window, role="moderator"), enter(window.rogue, window)
    rogue.goto(f"/forums/sujet/{topic}/")
    rogue.fill("[name=text]", "Je reviens.")
    judge.goto(f"/compte/joueur/{window.rogue}/")
    judge.click("main a:text-is('Modération')")
    pronounce(judge, "ban", "Deux comptes dans la même partie.", days="30 jours")
    judge.goto(QUEUE)
    expect(judge.locator("section:has(#running-title) li", has_text=window.rogue)).to_contain_text(
        "bannissement jusqu’au"
    )
    rogue.click("main button:has-text('Publier')")
    expect(rogue.locator("h1")).to_have_text("Mes sanctions")
    expect(rogue.locator(".toasts")).to_contain_text("Rien n’a été enregistré : votre compte est banni.")
    expect(rogue.locator("section.sheet", has_text="Bannissement").first).to_contain_text(
        "Deux comptes dans la même partie."
    )
    assert (
        backstage("forums.mails_to", reader=window.rogue, kind="security")[-1]["subject"]
        == "La modération vous a écrit"
    )
    sheet = rogue.locator("section.sheet", has_text="Bannissement").first
    sheet.locator("textarea").fill("C’est mon frère.")
    sheet.locator("button:has-text('Porter l’appel')").click()
    expect(sheet).to_contain_text("Votre appel : C’est mon frère.")
    backstage("moderation.lift_all", about=window.rogue)


@one_window
def test_who_writes_too_fast_is_asked_to_breathe(enter, backstage, window, expect_faults):
    expect_faults(r"status of 422 .*/repondre/")
    name = f"Bavard{window.width}"
    topic = backstage(
        "forums.topic", by=window.alice, board=BOARD, title=f"Le moulin {window.width}", text="À vous."
    )
    backstage("forums.many_words", by=name, topic=topic, count=12)
    page = enter(name, window)
    page.goto(f"/forums/sujet/{topic}/")
    page.fill("[name=text]", "Et de treize.")
    page.click("main button:has-text('Publier')")
    expect(page.locator("main [role=alert]")).to_contain_text(
        "Vous écrivez très vite : reprenez dans quelques minutes."
    )
    expect(page.locator("[name=text]")).to_have_value("Et de treize.")
    assert backstage("forums.last_post", topic=topic)["number"] == 13


@one_window
def test_an_inquiry_freezes_the_game_until_its_conclusion(enter, visit, backstage, window):
    court = backstage("games.court", players=[window.alice, window.bob], name=f"Sous enquête {window.width}")
    judge = enter("Mathilde", window, role="moderator")
    judge.goto(f"/forums/tableau/{court['board']}/")
    judge.click("main a:has-text('Enquête sur la partie')")
    judge.fill("[name=words]", "Deux joueurs, une seule main ?")
    assert unsound(judge) == []
    judge.click("main button:has-text('Ouvrir l’enquête et geler la partie')")
    expect(judge.locator("main")).to_contain_text("La partie est gelée : aucune échéance ne court.")
    player = enter(window.bob, window)
    player.goto(f"/parties/{court['game']}/partie/")
    expect(player.locator("main")).to_contain_text("enquête : Deux joueurs, une seule main ?")
    judge.fill("[name=words]", "Rien à redire.")
    judge.click("main button:has-text('Conclure et reprendre la partie')")
    expect(judge.locator("main")).to_contain_text("Deux joueurs, une seule main ? — Rien à redire.")
    player.reload()
    expect(player.locator("main")).to_contain_text("fin de l’enquête : Rien à redire.")


@one_window
def test_everything_people_write_can_be_reported(enter, backstage, window):
    """A letter, a player, an article: each has its button, and the charter stands beside it."""
    letter = backstage(
        "letters.between_players",
        by=window.charlie,
        to=[window.diane],
        subject=f"Menace {window.width}",
        text="Gare.",
    )
    court = backstage("games.court", players=[window.alice, window.diane], name=f"La presse {window.width}")
    article = backstage(
        "gazettes.hand_over",
        game=court["game"],
        by=window.alice,
        title="Un ragot",
        source="On dit que *tout*.",
    )
    backstage("games.end_turn", game=court["game"])
    page = enter(window.diane, window)
    for where, link, said in (
        (f"/forums/lettres/{letter}/", "Signaler", "Gare."),
        (f"/compte/joueur/{window.charlie}/", "Signaler ce joueur", ""),
        (f"/gazettes/{court['game']}/article/{article}/", "Signaler cet article", "On dit que tout."),
    ):
        page.goto(where)
        page.click(f"main a:text-is('{link}')")
        if said:
            expect(page.locator(".excerpt")).to_contain_text(said)
        expect(page.locator("main a:has-text('Lire la charte')")).to_have_attribute("href", "/compte/charte/")
        page.check("[name=reason][value=other]")
        page.click("main button:has-text('Signaler aux aides de camp')")
        expect(page.locator(".toasts")).to_contain_text("Merci.")
    page.goto("/compte/charte/")
    expect(page.locator("main")).to_contain_text("Une personne, un compte.")
    assert unsound(page) == []
    judge = enter("Mathilde", window, role="moderator")
    judge.goto(QUEUE)
    judge.click("section:has(#reports-title) a:has-text('Article de gazette') >> nth=-1")
    expect(judge.locator("main h2:has-text('Sanctionner')")).to_have_count(0)  # nobody knows who wrote it
    judge.fill("#hide-words", "hors charte")
    judge.click("main button:text-is('Cacher')")
    page.goto(f"/gazettes/{court['game']}/")
    expect(page.locator(".story").first).to_contain_text("Cet article a été retiré par les aides de camp.")


def pronounce(page, kind, reason, days=None):
    form = page.locator("form:has([name=kind])")
    form.locator("[name=kind]").select_option(kind)
    if days:
        form.locator("[name=days]").select_option(label=days)
    form.locator("[name=reason]").fill(reason)
    form.locator("button:has-text('Prononcer')").click()
    expect(page.locator(".toasts")).to_contain_text(re.compile("C’est fait|La sanction est prononcée"))


def answer_appeal(page, words, lift=False):
    sanction = page.locator(".sanction", has_text="Réponse à l’appel").first
    sanction.locator("textarea").fill(words)
    sanction.locator(
        "button:has-text('Lever la sanction')" if lift else "button:has-text('Maintenir')"
    ).click()
