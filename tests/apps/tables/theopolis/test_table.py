"""The table: what each person may read on it, and the buttons that stand under the cards."""

import json
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from apps.games.table.sight import look
from apps.orders.services import submit
from apps.tables.theopolis.emblems import CARDS, card_emblem
from apps.tables.theopolis.faces import CATALOGUE, face_of
from tests.apps.tables.theopolis.conftest import asked_number, pending, signed_in, table_of
from tests.apps.tables.theopolis.laid import lay
from tests.engines.theopolis.positions import cid, in_hand, position
from tests.pages import page_of, words

NOTICE = "Édition du projet — cartes conçues pour cette table, ce n’est pas la liste de l’éditeur."


def hand_section(page):
    found = re.search(r'<section class="sheet th-hand".*?</section>', page, re.S)
    return found.group(0) if found else ""


def send(client, game, action, key="0123456789abcdef"):
    step = pending(game)
    data = {"step": step.n, "seat": step.asked[0], "key": f"{key}{step.n}", "action": json.dumps(action)}
    return client.post(f"/ordres/{game.code}/", data)


def test_every_card_of_the_edition_has_an_emblem_of_its_own():
    assert {card.id for card in CATALOGUE.edition.cards} == set(CARDS)
    drawings = [card_emblem(card.id, card.type) for card in CATALOGUE.edition.cards]
    assert len(set(drawings)) == len(drawings)


def test_unknown_card_takes_the_emblem_of_its_type():
    assert card_emblem("X99", "homme") == card_emblem("X98", "homme")


def test_own_hand_is_shown_with_cost_effect_and_actions(duel, alice, bob, alice_client, bob_client):
    user, client = ((alice, alice_client), (bob, bob_client))[asked_number(duel)]
    sight = look(duel, user)
    page = page_of(client, duel)
    hand = hand_section(page)
    assert [face_of(card["card"]).name for card in sight.view["hand"]] == [
        name.replace("&#x27;", "'") for name in re.findall(r'th-name">(.*?)<', hand)
    ]
    assert hand.count('data-verb="swap"') == 4
    assert hand.count('data-verb="add_resource"') == 3
    turn, board = (
        page.index('id="th-turn"'),
        page.index('id="th-board"'),
    )  # all of it before the board, in one glance
    assert page.index(hand) < turn < page.index('data-verb="end_turn"') < board


def test_opponents_hand_is_four_backs_and_never_a_card_number(duel, alice, bob, alice_client):
    other = look(duel, bob).view["hand"]
    page = page_of(alice_client, duel)
    assert page.count('class="th-back"') == 4
    for card in other:
        assert f'id="full-{card["cid"]}"' not in page
        assert f'card:{card["cid"]}"' not in page


def test_spectator_sees_the_board_and_no_hand(duel, alice, bob):
    page = page_of(Client(), duel)
    assert hand_section(page) == ""
    assert page.count('class="th-back"') == 8
    assert page.count('class="th-card ') == 8
    for user in (alice, bob):
        assert all(f'"full-{card["cid"]}"' not in page for card in look(duel, user).view["hand"])


def test_adding_a_resource_and_taking_it_back(duel, alice_client, bob_client):
    client = (alice_client, bob_client)[asked_number(duel)]
    assert page_of(client, duel).count('data-verb="add_resource"') == 3
    send(client, duel, {"type": "add_resource", "kind": "foi"})
    page = page_of(client, duel)
    assert page.count('data-verb="add_resource"') == 0
    assert "ajoute 1 Foi à sa cité." in page
    assert "Reprendre mon coup" in page
    step = pending(duel)
    client.post(f"/ordres/{duel.code}/reprendre/", {"step": step.n, "seat": step.asked[0]})
    page = page_of(client, duel)
    assert page.count('data-verb="add_resource"') == 3
    assert "Un coup est repris." in page


@pytest.mark.parametrize("end", ["hand", "board"])
def test_swap_may_start_from_either_end(duel, alice, bob, alice_client, bob_client, end):
    user, client = ((alice, alice_client), (bob, bob_client))[asked_number(duel)]
    view = look(duel, user).view
    cid = view[end][0]["cid"]
    draft = json.dumps({"type": "swap", end: cid})
    answer = client.get(f"/parties/{duel.code}/", {"siege": asked_number(duel), "brouillon": draft})
    page = answer.content.decode()
    assert page.count('data-verb="swap"') == (8 if end == "hand" else 4)
    assert "Revenir en arrière" in page
    assert page.count("is-drafted") == 1


def test_half_made_choice_lasts_through_another_look_and_ends_with_its_step(
    duel, alice, bob, alice_client, bob_client
):
    user, client = ((alice, alice_client), (bob, bob_client))[asked_number(duel)]
    sight = look(duel, user)
    begun = look(duel, user, draft={"type": "swap", "hand": sight.view["hand"][0]["cid"]})
    board = f"/parties/{duel.code}/plateau/"
    assert "is-drafted" in client.get(f"{board}{begun.again}").content.decode()
    submit(sight.me, sight.pending.n, {"type": "add_resource", "kind": "foi"}, user, "key")
    assert "is-drafted" not in client.get(f"{board}{begun.again}").content.decode()


def test_hints_leave_out_what_the_card_prints(duel, alice, bob):
    """Resources enough for everything: each playable card says what it would change."""
    user = (alice, bob)[asked_number(duel)]
    sight = look(duel, user)
    state = sight.state
    state.players[state.active].res = (9, 9, 9)
    for card in sight.board.open.hand:
        play = [offer for offer in card.choices if offer.verb == "play"]
        if card.face.type == "desastre":
            assert play == []
            assert card.hits is not None
        else:
            assert card.playable
            assert all("«" not in hint for hint in play[0].hints)
            if card.face.stones:
                stones = sight.view["players"][sight.number]["stones"]
                assert f"pierres {stones} → {stones + card.face.stones}" in play[0].hints


def test_used_resources_are_tilted(duel, alice, bob):
    user = (alice, bob)[asked_number(duel)]
    sight = look(duel, user)
    player = sight.state.players[sight.number]
    player.res, player.used = (4, 2, 1), (3, 0, 1)
    shown = [(len(r["upright"]), len(r["tilted"])) for r in sight.board.open.my_city["resources"]]
    assert shown == [(1, 3), (2, 0), (0, 1)]


def test_race_has_five_paths_for_every_player(duel, alice):
    paths = table_of(duel, alice).paths
    assert [path.key for path in paths] == ["origin", "stones", "sacraments", "merveille", "apocalypse"]
    assert [[runner.player["name"] for runner in path.runners] for path in paths] == [["Alice", "Bob"]] * 5
    assert [runner.value for runner in paths[1].runners] == [
        f"{player['stones']} / 10" for player in look(duel, alice).view["players"]
    ]


def test_sacrament_tracker_says_what_is_missing(duel, alice):
    sight = look(duel, alice)
    priest = next(cid for cid, card in enumerate(sight.state.cards) if card == "H01")
    sight.state.players[sight.number].city = (priest,)
    rites = {rite.id: rite for rite in sight.board.open.my_city["rites"]}
    first = rites["bapteme"].places[0]
    assert (first.name, first.where) == ("Prêtre ou Diacre", "city")
    assert (rites["bapteme"].held, rites["bapteme"].missing, rites["bapteme"].wanted) == (False, 1, True)


def test_replay_of_a_running_game_hides_the_hands(duel, charlie):
    page = page_of(signed_in(charlie), duel, "pas/0/")
    assert page.count('class="th-back"') == 8
    assert "Votre main\u00a0:" not in page


def test_rules_page_bears_the_label_and_prints_every_card(db):
    page = Client().get("/regles/theopolis/").content.decode()
    assert NOTICE in page
    assert page.count('class="th-card ') == len(CATALOGUE.edition.cards)


def test_table_bears_the_label(duel, alice_client):
    assert NOTICE in page_of(alice_client, duel)


@pytest.mark.postgres
def test_chronicle_is_one_query_however_many_steps_it_tells(duel, alice_client, bob_client):
    client = (alice_client, bob_client)[asked_number(duel)]
    for _ in range(3):
        send(client, duel, {"type": "add_resource", "kind": "charite"})
        step = pending(duel)
        client.post(f"/ordres/{duel.code}/reprendre/", {"step": step.n, "seat": step.asked[0]})
    with CaptureQueriesContext(connection) as asked:
        page = page_of(client, duel)
    assert page.count("Un coup est repris.") == 3
    chronicle = [
        query for query in asked if '"games_step"."events"' in query["sql"] and "LIMIT" not in query["sql"]
    ]
    assert len(chronicle) == 1


def test_what_befell_my_city_while_others_played_stays_in_sight(duel, alice, bob):
    """Alice's bishop takes Bob's Diacre and she goes on playing: Bob reads it when he looks, unless she took
    it back."""
    anna = {"hand": ("Évêque pasteur", "Moine", "Moine", "Moine"), "patron": 3}
    basile = {"hand": ("Haine",) * 4, "city": ("Prêtre", "Diacre"), "patron": 7}
    lay(duel, position(anna, basile))
    state = look(duel, alice).state
    client = signed_in(alice)
    send(client, duel, {"type": "play", "cid": in_hand(state, "Évêque pasteur")})
    taken = cid(state, state.players[1].city, "Diacre")
    question = look(duel, alice).view["question"]["number"]
    send(client, duel, {"type": "choose", "decision": question, "picks": [taken]})
    send(client, duel, {"type": "add_resource", "kind": "foi"})
    assert [headline.text for headline in table_of(duel, bob).moments.headlines] == [
        "Anna prend Diacre à Basile."
    ]
    assert table_of(duel, alice).moments.headlines == []
    client.post(f"/ordres/{duel.code}/reprendre/", {"step": pending(duel).n, "seat": 0})
    client.post(f"/ordres/{duel.code}/reprendre/", {"step": pending(duel).n, "seat": 0})
    assert table_of(duel, bob).moments.headlines == []
    assert [entry.news for entry in table_of(duel, bob).moments.chronicle] == [True] * 6


def test_end_says_who_won_how_and_what_the_other_cities_had_come_to(duel, alice, bob):
    anna = {"hand": ("Merveille", "Moine", "Moine", "Moine"), "patron": 3}
    lay(
        duel,
        position(anna, {"hand": ("Haine",) * 4, "city": ("Chapelle", "Prêtre"), "points": 11, "patron": 7}),
    )
    send(signed_in(alice), duel, {"type": "play", "cid": in_hand(look(duel, alice).state, "Merveille")})
    page = page_of(signed_in(bob), duel)
    assert "Anna l’emporte (la Merveille)." in page
    rows = re.findall(r'<li value="(\d)">(.*?)</li>', page[page.index('id="th-standings"') :], re.S)
    assert [(place, words(row)) for place, row in rows] == [
        ("1", "Anna — la Merveille manche 1 · 20 points originels, 0 pierre, 0 sacrement"),
        ("2", "Basile — cité inachevée 11 points originels, 1 pierre, 0 sacrement"),
    ]
