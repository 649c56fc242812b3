"""Cards that ask something: what is foretold before they are played, the question they open, its forms
without script."""

import re
from html import unescape

import pytest
from django.test import Client

from tests.apps.tables.theopolis.conftest import asked_number, pending
from tests.apps.tables.theopolis.laid import asking_hand, lay
from tests.apps.tables.theopolis.test_table import send
from tests.engines.theopolis.positions import names, position
from tests.one_screen import look_as, say_here
from tests.pages import page_of

SPACE = "\u00a0"


@pytest.fixture
def table(one_screen, alice_client):
    """Anna is there, with the cards of the test in hand."""

    def laid(*hand, state=None):
        lay(one_screen, state or asking_hand(*hand))
        say_here(alice_client, one_screen, asked_number(one_screen))
        return one_screen

    return laid


def state_of(game):
    return look_as(game, game.creator, 0).state


def card_of(game, alice, name):
    """The hand card of that name as the page shows it."""
    hand = look_as(game, alice, 0).board.open.hand
    return next(card for card in hand if card.face.name == name)


def foretold(game, alice, name):
    card = card_of(game, alice, name)
    play = next(offer for offer in card.choices if offer.verb == "play")
    return [*play.hints, *card.forecast]


def press(client, game, page, verb, name):
    """Send the form under the card of that name, as a browser without script does; the page that follows."""
    cards = re.split(r'(?=<li class="th-(?:card|mini) )', page)[1:]
    card = next(card for card in cards if named(card) == name and f'data-verb="{verb}"' in card)
    form = next(form for form in re.findall(r"<form .*?</form>", card, re.S) if f'data-verb="{verb}"' in form)
    return submit(client, game, form)


def named(card):
    return re.search(r'class="th-(?:mini-)?name">([^<]+)<', card)[1]


def answer(client, game, page, verb):
    forms = re.findall(r"<form .*?</form>", page, re.S)
    return submit(client, game, next(form for form in forms if f'data-verb="{verb}"' in form))


def submit(client, game, form):
    values = {name: unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', form)}
    target = re.search(r'action="([^"]+)"', form)[1]
    if 'method="get"' in form:
        return client.get(target, values).content.decode()
    assert client.post(target, values).status_code == 302
    return page_of(client, game)


def question_of(page):
    found = re.search(r'<section class="sheet th-question".*?</section>', page, re.S)
    return found.group(0) if found else ""


def test_each_card_says_beforehand_what_it_would_do(table, alice):
    game = table("Abbaye", "Diacre", "Évêque bâtisseur", "Évêque liturgiste", "Évêque pasteur")
    assert foretold(game, alice, "Abbaye") == [
        "pierres 0 → 2",
        "points originels 14 → 13",
        "Ciel dans 14 → 13 tours",
        f"Apocalypse{SPACE}: −14 → −9 au score",
    ]
    assert [coin.n for coin in card_of(game, alice, "Abbaye").left] == [7, 4, 6]
    assert foretold(game, alice, "Évêque bâtisseur")[-1] == f"À prendre{SPACE}: Chapelle chez Basile."
    assert foretold(game, alice, "Évêque liturgiste")[-1] == f"À prendre{SPACE}: Eau chez Basile."
    assert foretold(game, alice, "Évêque pasteur")[-1] == f"À prendre{SPACE}: Diacre chez Basile."


def test_card_without_a_target_says_so(table, alice):
    """Nothing discarded, and the Rempart keeps bishops out."""
    hand = ("Caveau", "Colombe", "Évêque bâtisseur")
    game = table(state=position({"hand": hand, "city": ("Moine",)}, {"city": ("Rempart", "Église")}))
    assert foretold(game, alice, "Caveau")[-1] == f"Sans effet maintenant{SPACE}: la défausse est vide."
    assert (
        foretold(game, alice, "Colombe")[-1]
        == f"Sans effet maintenant{SPACE}: rien à reprendre dans la défausse."
    )
    assert (
        foretold(game, alice, "Évêque bâtisseur")[-1]
        == f"Sans effet maintenant{SPACE}: rien à prendre chez vos voisins."
    )


def test_winning_card_foretells_nothing_else(table, alice):
    game = table("Merveille", "Eau", "Croix", "Moine")
    assert foretold(game, alice, "Merveille") == ["victoire immédiate !".replace(" !", f"{SPACE}!")]


def test_caveau_asks_for_a_discarded_card_then_for_its_place(table, alice_client):
    game = table("Caveau", "Eau", "Croix", "Moine")
    page = press(alice_client, game, page_of(alice_client, game), "play", "Caveau")
    assert "Caveau</h2>" in question_of(page)
    assert page.count('data-verb="caveau_discard"') == 2
    assert "Frapperait maintenant" not in question_of(page)
    page = press(alice_client, game, page, "caveau_discard", "Prêtre")
    assert "Prêtre" in question_of(page)
    assert page.count('data-verb="caveau_board"') == 8
    page = press(alice_client, game, page, "caveau_board", "Église")
    state = state_of(game)
    assert names(state, state.board)[-1] == "Prêtre"
    assert names(state, state.discard) == ["Guerre", "Église"]
    assert question_of(page) == ""


def test_colombe_offers_everything_discarded_but_disasters(table, alice_client):
    game = table("Colombe", "Eau", "Croix", "Moine")
    page = press(alice_client, game, page_of(alice_client, game), "play", "Colombe")
    assert page.count('data-verb="discard_to_hand"') == 1
    page = press(alice_client, game, page, "discard_to_hand", "Prêtre")
    state = state_of(game)
    assert names(state, state.players[0].hand) == ["Eau", "Croix", "Moine", "Prêtre"]


def test_prophete_names_several_cards_before_they_go(table, alice_client):
    game = table("Prophète", "Eau", "Croix", "Moine")
    page = press(alice_client, game, page_of(alice_client, game), "play", "Prophète")
    page = press(alice_client, game, page, "flush_board", "Étole")
    page = press(alice_client, game, page, "flush_board", "Chapelle")
    assert re.findall(r'th-mini-name">(\w+)<', question_of(page)) == ["Étole", "Chapelle"]
    assert "Revenir en arrière" in question_of(page)
    assert pending(game).n == 2  # nothing was sent yet
    answer(alice_client, game, page, "confirm")
    state = state_of(game)
    assert names(state, state.discard) == ["Guerre", "Prêtre", "Étole", "Chapelle"]
    assert len(state.board) == 8


def test_missionnaire_may_be_declined(table, alice_client):
    game = table("Missionnaire", "Eau", "Croix", "Moine")
    page = press(alice_client, game, page_of(alice_client, game), "play", "Missionnaire")
    assert page.count('data-verb="board_to_hand"') == 8
    page = answer(alice_client, game, page, "decline")
    assert question_of(page) == ""
    assert names(state_of(game), state_of(game).players[0].hand) == ["Eau", "Croix", "Moine"]


def test_bishop_shows_both_sides_of_what_he_takes(table, alice_client):
    game = table("Évêque bâtisseur", "Eau", "Croix", "Moine")
    page = press(alice_client, game, page_of(alice_client, game), "play", "Évêque bâtisseur")
    assert f"Basile{SPACE}: pierres 1 → 0." in page
    assert f"Vous{SPACE}: pierres 0 → 1 · Apocalypse{SPACE}: −14 → −12 au score" in page
    press(alice_client, game, page, "take", "Chapelle")
    assert names(state_of(game), state_of(game).players[0].city) == ["Prêtre", "Évêque bâtisseur", "Chapelle"]


def test_too_full_hand_asks_what_to_throw_beside_the_hand(table, alice_client):
    state = asking_hand("Eau", "Croix", "Moine", "Étole", "Fiancés")
    state.players[0].patron = 1
    game = table(state=state)
    page = answer(alice_client, game, page_of(alice_client, game), "end_turn")
    assert "Fin du tour</h2>" in question_of(page)
    assert page.index('id="th-board"') < page.index('id="th-question"') < page.index('id="th-hand"')
    press(alice_client, game, page, "discard_down", "Croix")
    assert names(state_of(game), state_of(game).discard)[-1] == "Croix"


def test_answer_to_an_older_question_changes_nothing(table, alice_client):
    game = table("Colombe", "Eau", "Croix", "Moine")
    press(alice_client, game, page_of(alice_client, game), "play", "Colombe")
    before = state_of(game)
    send(alice_client, game, {"type": "choose", "decision": 99, "picks": []})
    assert state_of(game) == before
    assert pending(game).n == 2


def test_others_see_the_table_and_not_the_question(duel, alice_client, bob_client):
    lay(duel, asking_hand("Caveau", "Eau", "Croix", "Moine"))
    page = press(alice_client, duel, page_of(alice_client, duel), "play", "Caveau")
    assert "Caveau</h2>" in question_of(page)
    for client in (bob_client, Client()):
        page = page_of(client, duel)
        assert question_of(page) == ""
        assert "data-verb=" not in page


def test_tracker_names_the_bishop_who_could_take_what_a_neighbour_has(table, alice):
    game = table("Caveau", "Eau", "Croix", "Moine")
    lay(game, position({"city": ("Prêtre",)}, {"city": ("Eau",)}, board=("Moine",) * 8))
    rites = {rite.id: rite for rite in look_as(game, alice, 0).board.open.my_city["rites"]}
    assert [(place.where, place.bishop) for place in rites["bapteme"].places] == [
        ("city", ""),
        ("neighbour", "Évêque liturgiste"),
    ]
