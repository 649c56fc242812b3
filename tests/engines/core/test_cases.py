"""Cases run against the small game: what they find, and what they say of a case that does not fit its
game."""

from pathlib import Path

import pytest

from engines.core import registry
from engines.core.case_format import CaseError, cases_in, parse_cases
from engines.core.cases import run_case
from tests.small_game.rules import Enchere

HEAD = (
    "case: Essai\ngame: enchere\nnames: Alice, Bob\nseed: un\ngiven:\n    players.0.hand = [5]\n"  # 6 lines
)


def differences(text):
    (case,) = parse_cases(HEAD + text)
    return [(difference.line, difference.found) for difference in run_case(case)]


@pytest.mark.parametrize("case", cases_in(Path(__file__).parent / "cases"), ids=str)
def test_case_file(case):
    assert run_case(case) == []


@pytest.mark.parametrize(
    ("expectation", "found"),
    [
        ("players.0.coins = 7", "6"),
        ("players.0.coins = true", "6"),
        ("players.0.coins != 6", "6"),
        ("players.0.coins ~ 9 ± 2", "6"),
        ("players.0.coins > 6", "6"),
        ("players.0.hand <= 3", "[5]"),
        ("players.0.hand = [5, 6]", "[5]"),
        (
            "players.0.purse = 6",
            "«\u00a0purse\u00a0» n’existe pas\u00a0; on trouve là\u00a0: name, coins, hand, won",
        ),
        ("sees 1 players.0.coins = 7", "6"),
        ("hides 0 hand.0", "5"),
        ("event sold", "aucun événement de ce nom\u00a0; il y a eu\u00a0: round"),
        ("event round seat=1", "round number=1 seat=0"),
        ("no event round", "round number=1 seat=0"),
        ("hides spectator event round", "round number=1 seat=0"),
        ("asks 0, 1", "le siège 0"),
        ("over", "le siège 0"),
        ("place 0 = 1", "la partie n’est pas finie"),
        ("problem 0: not_asked", "rien à redire"),
        ("warning 0: rash", "rien à redire"),
    ],
)
def test_difference_is_found(expectation, found):
    assert differences(f"expect:\n    {expectation}\n") == [(8, found)]


def test_unexpected_refusal_is_a_difference_at_its_moves():
    ((line, found),) = differences("moves:\n    Alice: JOUER 9 CACHÉE\nexpect:\n    part = turn\n")
    assert line == 7
    assert found.startswith("un refus du siège 0, not_your_card")


def test_refusal_with_another_code_is_a_difference():
    found = differences("moves:\n    0: JOUER 9 CACHÉE\nexpect:\n    problem 0: not_asked\n")
    assert [line for line, _ in found] == [7, 10]


def test_dice_that_nobody_draws_are_a_difference():
    ((line, found),) = differences("moves:\n    0: GARDER\ndice:\n    tie:9 = 3\n")
    assert (line, found) == (9, "des dés jamais tirés\u00a0: tie:9 = [3]")


def test_face_that_the_die_has_not_is_a_difference():
    text = (
        "moves:\n    0: JOUER 5 cachée\n    0: ANNONCER 0\n    1: ANNONCER 0\nmoves:\n    0: OFFRIR "
        "1\n    1: OFFRIR 1\n"
    )
    ((line, found),) = differences(text + "dice:\n    tie:0 = 7\n")
    assert (line, found) == (11, "ValueError\u00a0: «\u00a0tie:0\u00a0» vaut 7, hors de 1..6")


def test_missing_seats_of_a_sealed_step_are_absent():
    text = (
        "moves:\n    0: JOUER 5 cachée\n    0: ANNONCER 1\n    1: ANNONCER 0\nmoves:\n    1: OFFRIR "
        "3\nexpect:\n"
    )
    assert differences(text + "    event sold seat=1 price=3\n    sees 0 event outbid coins=1\n") == []


def test_dice_before_the_moves_are_theirs_too():
    text = "moves:\n    0: JOUER 5 cachée\n    0: ANNONCER 1\n    1: ANNONCER 1\nexpect:\n    part = sealed\n"
    text += "dice:\n    tie:0 = 1\n    tie:1 = 2\nmoves:\nexpect:\n    event sold seat=1\n"
    assert differences(text) == []


def test_move_after_the_end():
    text = "options: rounds=1\n"
    (case,) = parse_cases(
        "case: Essai\ngame: enchere\n" + text + "moves:\nexpect:\n    over\nmoves:\n    0: GARDER\n"
    )
    assert [difference.found for difference in run_case(case)] == ["la partie est finie"]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("given:\n    players.0.coinz = 3\n", 8, "«\u00a0coinz\u00a0» n’existe pas"),
        (
            "given:\n    players.0.coins = beaucoup\n",
            8,
            r"ne font pas une position du jeu.*\$.players\[0\].coins",
        ),
        ("given:\n    players.7.coins = 3\n", 8, "aucun élément"),
        ("moves:\n    Zoé: GARDER\n", 8, "siège «\u00a0Zoé\u00a0» inconnu\u00a0; de 0 à 1, ou Alice, Bob"),
        ("expect:\n    asks 2\n", 8, "siège «\u00a02\u00a0» inconnu"),
    ],
)
def test_case_that_does_not_fit_its_game(text, line, message):
    with pytest.raises(CaseError, match=message) as caught:
        differences(text)
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ("case: x\n", "il manque «\u00a0game:\u00a0»"),
        ("case: x\ngame: echecs\n", "jeu ou version inconnus\u00a0: echecs"),
        ("case: x\ngame: enchere\nversion: 9\n", "enchere version 9"),
        ("case: x\ngame: enchere\nseats: 9\n", "de 2 à 4 joueurs, pas 9"),
        ("case: x\ngame: enchere\noptions: tours=3\n", "L’option «\u00a0tours\u00a0» n’existe pas"),
    ],
)
def test_game_that_cannot_start(head, message):
    (case,) = parse_cases(head, "x.case")
    with pytest.raises(CaseError, match=message) as caught:
        run_case(case)
    assert str(caught.value).startswith("x.case, ligne 1")


def test_arrange_is_called_after_given(monkeypatch):
    def arrange(self, state):
        state.players[1].hand = [card + 1 for card in state.players[0].hand]
        return state

    monkeypatch.setattr(Enchere, "arrange", arrange, raising=False)
    assert differences("expect:\n    players.1.hand = [6]\n") == []


def test_game_may_come_from_the_command():
    (case,) = parse_cases("case: x\nexpect:\n    asks 0\n")
    assert run_case(case, "enchere") == []
    assert registry.rules_of("enchere").meta.slug == "enchere"
