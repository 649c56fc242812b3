"""Polls: asked with a topic, voted, changed, read by everybody, closed when their time is over."""

from playwright.sync_api import expect

from tests.e2e.conftest import unsound
from tests.e2e.windows import one_window

BOARD = "/forums/tableau/coup-de-gueule"


@one_window
def test_a_poll_is_asked_voted_changed_and_closed(enter, visit, backstage, window, expect_faults):
    expect_faults(r"status of 422 .*/nouveau/")
    author, voter = enter(window.alice, window), enter(window.bob, window)
    address = ask(author, f"Le jour du bal {window.width}")
    voter.goto(address)
    choose(voter, "Samedi", "Voter")
    expect(voter.locator(".toasts")).to_contain_text("Votre voix est comptée.")
    expect(answer(voter, "Samedi")).to_contain_text("votre voix")
    expect(answer(voter, "Samedi")).to_contain_text("100 %")
    choose(voter, "Dimanche", "Changer ma voix")
    expect(answer(voter, "Samedi")).to_contain_text("0 %")
    author.reload()
    choose(author, "Samedi", "Voter")
    for day in ("Samedi", "Dimanche"):
        expect(answer(author, day)).to_contain_text("50 %")
    backstage("forums.end_poll", topic=topic_of(address))
    choose(voter, "Vendredi", "Changer ma voix")  # on the page of before
    expect(voter.locator(".toasts")).to_contain_text("Ce sondage est terminé.")
    expect(answer(voter, "Dimanche")).to_contain_text("votre voix")
    expect(voter.locator(".poll")).to_contain_text("2 votants · terminé")
    expect(voter.locator(".poll button")).to_have_count(0)
    assert unsound(voter) == []
    reader = visit(viewport=window.viewport, dark=window.dark)
    reader.goto(address)
    expect(reader.locator(".poll progress")).to_have_count(3)
    expect(reader.locator(".poll input[type=radio]")).to_have_count(0)


@one_window
def test_a_poll_of_several_answers_counts_people_not_ticks(enter, backstage, window):
    topic = backstage(
        "forums.topic",
        by=window.alice,
        board="coup-de-gueule",
        title=f"Le banquet {window.width}",
        text="Qui apporte quoi ?",
        question="Que mange-t-on ?",
        options=["Du cerf", "Du hareng", "Des pommes"],
        several=True,
    )
    page = enter(window.charlie, window)
    page.goto(f"/forums/sujet/{topic}/")
    expect(page.locator(".poll")).to_contain_text("0 votant")
    page.get_by_role("checkbox", name="Du cerf").check()
    choose(page, "Des pommes", "Voter", role="checkbox")
    expect(page.locator(".poll")).to_contain_text("1 votant")
    for dish in ("Du cerf", "Des pommes"):
        expect(answer(page, dish)).to_contain_text("100 %")
    expect(answer(page, "Du hareng")).to_contain_text("0 %")


def ask(page, title):
    """A topic with a question. The first try proposes a single answer: it is refused in words, and nothing is
    lost."""
    page.goto(f"{BOARD}/nouveau/")
    page.fill("[name=title]", title)
    page.fill("[name=text]", "Il nous faut une date.")
    page.click("summary:has-text('Ajouter un sondage')")
    page.fill("[name=question]", "Quel jour ?")
    page.fill("[name=options]", "Samedi\nSamedi")
    page.click("main button:has-text('Publier')")
    expect(page.locator("main")).to_contain_text(
        "Un sondage propose de deux à dix réponses différentes, une par ligne."
    )
    expect(page.locator("[name=text]")).to_have_value("Il nous faut une date.")
    assert unsound(page) == []
    page.fill("[name=options]", "Vendredi\nSamedi\nDimanche")
    page.click("main button:has-text('Publier')")
    expect(page.locator(".poll h2")).to_have_text("Quel jour ?")
    expect(page.locator(".poll")).to_contain_text("0 votant · ouvert jusqu’au")
    return page.url


def choose(page, text, button, role="radio"):
    page.get_by_role(role, name=text).check()
    page.click(f".poll button:has-text('{button}')")


def answer(page, text):
    return page.locator(".poll-options li", has_text=text)


def topic_of(address):
    return int(address.rstrip("/").rsplit("/", 1)[-1])
