"""The forum of a game: read by everybody, written by its players; what was signed stays signed; a chronicle
at the end."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import unsound
from tests.e2e.windows import one_window


@pytest.fixture
def court(backstage, window):
    return backstage(
        "games.court", players=[window.alice, window.bob], name=f"La cour du forum {window.width}"
    )


@one_window
def test_what_a_lord_said_keeps_his_name_and_arms(enter, visit, backstage, court, window):
    """The forum was created with the game; others read it and are told why they do not write."""
    lord = enter(window.alice, window)
    lord.goto(f"/parties/{court['game']}/")
    lord.click("nav.tabs a:has-text('Forum')")
    lord.click("text=Ouvrir un sujet")
    lord.fill("[name=title]", "Le serment")
    lord.fill("[name=text]", "Moi, je le jure.")
    lord.click("main button:has-text('Publier')")
    said = lord.locator("#m1.voice-lord")
    expect(said.locator("h2")).to_have_text(court["lords"][window.alice])
    arms = said.locator("svg.arms").inner_html()
    backstage(
        "games.rename_lord", game=court["game"], player=window.alice, name="Un autre", arms="or; pale azure"
    )
    reader = visit(viewport=window.viewport, dark=window.dark)
    reader.goto(lord.url)
    expect(reader.locator("#m1.voice-lord h2")).to_have_text(court["lords"][window.alice])
    assert reader.locator("#m1 svg.arms").inner_html() == arms
    expect(reader.locator("[name=text]")).to_have_count(0)
    outsider = enter(window.diane, window)
    outsider.goto(lord.url)
    expect(outsider.locator("main")).to_contain_text("Seuls les joueurs de cette partie écrivent ici")
    expect(outsider.locator("[name=text]")).to_have_count(0)


@one_window
def test_the_forum_of_a_private_game_is_for_its_players(enter, visit, backstage, window, expect_faults):
    expect_faults(r"status of 404 .*/tableau/partie-")
    court = backstage(
        "games.court", players=[window.alice, window.bob], name=f"Entre amis {window.width}", private=True
    )
    player, outsider = enter(window.bob, window), enter(window.diane, window)
    address = f"/forums/tableau/{court['board']}/"
    assert player.goto(address).status == 200
    for stranger in (outsider, visit(viewport=window.viewport)):
        assert stranger.goto(address).status == 404
        assert stranger.request.get(f"{address}atom/").status == 404
        stranger.goto("/forums/")
        expect(stranger.locator(f"a[href='{address}']")).to_have_count(0)
    player.goto("/forums/")
    expect(player.locator(f"a[href='{address}']")).to_have_count(1)


@one_window
def test_the_association_s_board_is_for_its_members(enter, backstage, window, expect_faults):
    expect_faults(r"status of 404 .*/tableau/association/")
    backstage("people.enter", names=[f"Membre{window.width}"], member=True)
    member, other = enter(f"Membre{window.width}", window), enter(window.diane, window)
    member.goto("/forums/")
    expect(member.locator("section:has(#cour-title) h3 a")).to_have_text(
        ["Annonces", "Nouveaux venus", "Cherche remplaçant", "Coup de gueule", "L’association"]
    )
    expect(member.locator("section:has(#tables-title) h3 a")).to_have_count(5)  # one for each title
    member.click(".board-row:has-text('membres') a >> nth=0")
    expect(member.locator("main .empty a:has-text('Ouvrir un sujet')")).to_have_count(1)
    assert other.goto(member.url).status == 404


@one_window
def test_a_finished_game_leaves_a_chronicle_on_the_referee_s_word(enter, backstage, court, window):
    lord, king = enter(window.bob, window), enter("Lothaire", window, role="referee")
    board = f"/forums/tableau/{court['board']}/"
    lord.goto(f"{board}nouveau/")
    lord.fill("[name=title]", "Le dernier mot")
    lord.fill("[name=text]", "Adieu.")
    lord.click("main button:has-text('Publier')")
    topic = lord.url
    backstage("games.finish", game=court["game"])
    king.goto(board)
    king.click("main button:has-text('Clore la chronique')")
    expect(king.locator("h1")).to_have_text("La chronique")
    expect(king.locator("main")).to_contain_text("Elle se lit, elle ne change plus.")
    assert unsound(king) == []
    lord.goto(topic)
    expect(lord.locator(".post")).to_contain_text("Adieu.")
    expect(lord.locator("main")).to_contain_text("Cette chronique est close : on la lit, on n’y écrit plus.")
    expect(lord.locator("main button:has-text('Publier')")).to_have_count(0)
    king.click("main button:has-text('Rouvrir la chronique')")
    lord.reload()
    expect(lord.locator("main button:has-text('Publier')")).to_have_count(1)
