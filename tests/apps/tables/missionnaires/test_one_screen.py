"""Several players around one screen: nobody's congregations are on it before he says that he is there."""

from apps.games.services.lobby import gathering
from tests.apps.tables.missionnaires.conftest import asked_seat, play, signed_in, walk
from tests.one_screen import say_here
from tests.pages import page_of


def is_there(client, game):
    return say_here(client, game, asked_seat(game).number)


def shows_a_tour(page):
    return 'class="ms-stop"' in page or 'id="tour-title"' in page


def test_tour_is_hidden_until_the_player_is_there(one_screen, browsers):
    client = browsers[0]
    page = page_of(client, one_screen)
    assert "Passez l’écran à" in page
    assert not shows_a_tour(page)
    assert 'data-verb="' not in page
    assert 'id="ms-map"' in page
    assert is_there(client, one_screen).status_code == 302
    page = page_of(client, one_screen)
    assert shows_a_tour(page)
    assert 'data-verb="go"' in page


def test_tour_is_hidden_again_when_the_turn_passes(one_screen, browsers):
    client, first = browsers[0], asked_seat(one_screen).number
    is_there(client, one_screen)
    play(one_screen, walk("paris"))
    assert asked_seat(one_screen).number != first
    assert not shows_a_tour(page_of(client, one_screen))
    assert not shows_a_tour(page_of(client, one_screen, f"?siege={first}"))
    assert not shows_a_tour(page_of(client, one_screen, "pas/0/"))


def test_earlier_word_does_not_open_a_later_turn(one_screen, browsers):
    client = browsers[0]
    for _ in range(2):
        is_there(client, one_screen)
        play(one_screen, {"do": "pass"})
    assert not shows_a_tour(page_of(client, one_screen))


def test_open_hands_need_no_curtain(alice, browsers):
    game = gathering.start_hotseat(alice, "missionnaires", {"open_hands": True}, ["Anna", "Basile"])
    page = page_of(browsers[0], game)
    assert "Passez l’écran à" not in page
    assert shows_a_tour(page)


def test_outsider_cannot_say_he_is_there(one_screen, charlie):
    assert is_there(signed_in(charlie), one_screen).status_code == 404


def test_nonsense_seat_is_refused(one_screen, browsers):
    for seat in ("x", "99999", "-1"):
        assert say_here(browsers[0], one_screen, seat).status_code == 404
