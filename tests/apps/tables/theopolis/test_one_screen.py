"""Several players around one screen: nobody's hand is on it before he says that he is there."""

import json

from apps.games.engine.positions import current_position, position_before, view_for
from apps.games.services.lobby import gathering
from tests.apps.tables.theopolis.conftest import asked_number, pending
from tests.apps.tables.theopolis.test_table import send
from tests.one_screen import say_here
from tests.pages import page_of


def is_there(client, game, seat=None):
    """Whoever is asked, unless a seat is named, says that he is there."""
    return say_here(client, game, asked_number(game) if seat is None else seat)


def hands(game, alice):
    state = current_position(game)[1]
    return [card["cid"] for seat in (0, 1) for card in view_for(game, state, seat)["hand"]]


def shows_a_hand(page, game, alice):
    return any(f'"full-{cid}"' in page for cid in hands(game, alice))


def end_turn(client, game):
    """Finish without doing anything; under Saint Benoît the hand of four is first completed to five."""
    seat = asked_number(game)
    assert send(client, game, {"type": "end_turn"}).status_code == 302
    if asked_number(game) == seat:
        question = view_for(game, current_position(game)[1], seat)["question"]
        send(
            client, game, {"type": "choose", "decision": question["number"], "picks": question["options"][:1]}
        )


def test_hand_is_face_down_until_the_player_is_there(one_screen, alice, alice_client):
    page = page_of(alice_client, one_screen)
    assert not shows_a_hand(page, one_screen, alice)
    assert "Passez l’écran à" in page
    assert page.count('class="th-back"') == 8
    assert 'data-verb="' not in page
    answer = is_there(alice_client, one_screen)
    assert answer.status_code == 302
    page = page_of(alice_client, one_screen)
    assert shows_a_hand(page, one_screen, alice)
    assert page.count('data-verb="end_turn"') == 1


def test_hand_goes_down_again_when_the_turn_passes(one_screen, alice, alice_client):
    first = asked_number(one_screen)
    is_there(alice_client, one_screen)
    end_turn(alice_client, one_screen)
    assert asked_number(one_screen) != first
    assert not shows_a_hand(page_of(alice_client, one_screen), one_screen, alice)
    assert not shows_a_hand(page_of(alice_client, one_screen, f"?siege={first}"), one_screen, alice)


def test_earlier_confirmation_does_not_open_a_later_turn(one_screen, alice, alice_client):
    for _ in range(2):
        is_there(alice_client, one_screen)
        end_turn(alice_client, one_screen)
    assert not shows_a_hand(page_of(alice_client, one_screen), one_screen, alice)


def test_confirmation_lasts_for_the_whole_turn(one_screen, alice, alice_client):
    is_there(alice_client, one_screen)
    send(alice_client, one_screen, {"type": "add_resource", "kind": "foi"})
    assert shows_a_hand(page_of(alice_client, one_screen), one_screen, alice)


def test_replay_of_a_running_game_at_one_screen_hides_every_hand(one_screen, alice, alice_client):
    is_there(alice_client, one_screen)
    send(alice_client, one_screen, {"type": "add_resource", "kind": "foi"})
    page = page_of(alice_client, one_screen, "pas/0/")
    assert not shows_a_hand(page, one_screen, alice)
    assert "Votre main\u00a0:" not in page


def test_outsider_cannot_say_he_is_there(one_screen, charlie, alice_client, client):
    client.force_login(charlie, backend="allauth.account.auth_backends.AuthenticationBackend")
    assert is_there(client, one_screen).status_code == 404


def test_patrons_are_drafted_one_behind_the_other(alice, alice_client):
    """Each player's two saints are offered behind his own curtain; then the table is opened."""
    game = gathering.start_hotseat(alice, "theopolis", {"patron_draft": True}, ["Anna", "Basile"])
    for number in (0, 1):
        address = f"?siege={number}"
        page = page_of(alice_client, game, address)
        assert 'class="th-saint-card"' not in page
        is_there(alice_client, game, number)
        page = page_of(alice_client, game, address)
        assert page.count('class="th-saint-card"') == 2
        patron = view_for(game, position_before(pending(game)), number)["offers"][0]
        step = pending(game)
        action = json.dumps({"type": "patron", "number": patron})
        data = {"step": step.n, "seat": number, "key": f"draft-{number}-key", "action": action}
        assert alice_client.post(f"/ordres/{game.code}/", data).status_code == 302
    assert pending(game).n == 2
    page = page_of(alice_client, game)
    assert page.count('class="th-heaven"') == 2
    assert "Passez l’écran à" in page
