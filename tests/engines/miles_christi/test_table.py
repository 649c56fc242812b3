"""Menus, notation, refusals, view and texts: what a table page is drawn from."""

import random
import re

import pytest

from engines.core.codec import builtins
from engines.core.contract import BadOptions, Event
from engines.core.dice import Dice
from engines.miles_christi.actions import CATALOGUE
from engines.miles_christi.choices import choices_of
from engines.miles_christi.projection import project, settle
from engines.miles_christi.report import narrate
from engines.miles_christi.tables import ORDERS
from engines.miles_christi.turn import PHASES
from engines.miles_christi.view import state_from
from tests.engines.miles_christi.table import (
    RULE,
    TEMPLE,
    TEUTONIC,
    at,
    bare,
    opening,
    play,
    refused,
    with_card,
)

BAD_TYPOGRAPHY = re.compile(r" [:;?!»]|« |'")


def random_game(seed: int, players: int):
    """Every (state, action, step) of one random game."""
    chance = random.Random(seed)
    state = RULE.setup([f"S{n}" for n in range(players)], {}, Dice(b"%d" % seed, 0)).state
    number = 0
    while (ask := RULE.asks(state)) is not None:
        number += 1
        seat = ask.seats[0]
        choice = chance.choice(RULE.menu(state, seat).choices)
        while not choice.complete:
            choice = chance.choice(RULE.menu(state, seat, choice.action).choices)
        step = RULE.apply(state, {seat: choice.action}, Dice(b"%d" % seed, number))
        yield state, choice.action, step
        state = step.state


def test_placing_takes_a_militia_then_shows_where_it_may_go():
    state = with_card(opening(), TEMPLE, 3, 1, 0)
    first = RULE.menu(state, TEMPLE)
    assert [(choice.verb, choice.target, choice.complete) for choice in first.choices] == [
        ("take", "card:temple:temple", False),
        ("take", "card:temple:teutonic", False),
    ]
    second = RULE.menu(state, TEMPLE, "place teutonic")
    targets = {choice.target: str(choice.hint) for choice in second.choices}
    assert {choice.verb for choice in second.choices} == {"place"}
    assert targets["zone:jerusalem"] == (
        "4 pièces pour l’Ordre Teutonique\u00a0; à l’évaluation, militaire +2, religieux +2"
    )
    assert targets["zone:application"] == "une candidature, sans rien payer"
    assert len(targets) == 10


def test_draft_that_means_nothing_shows_the_first_menu():
    state = with_card(opening(), TEMPLE, 3, 1, 0)
    first = RULE.menu(state, TEMPLE)
    for draft in ("place lazarus", "redeploy acre", 7, ["place"], {"a": 1}, "place temple acre"):
        assert RULE.menu(state, TEMPLE, draft) == first


def test_every_notation_can_be_read_back():
    state = opening()
    for key in CATALOGUE:
        assert RULE.parse(state, 0, RULE.notate(state, 0, key)) == (key, [])
    assert len({move.typed for move in CATALOGUE.values()}) == len(CATALOGUE)


def test_typed_text_needs_neither_accents_nor_capitals():
    assert RULE.parse(opening(), 0, "  placer SAINT-SEPULCRE   edesse ") == ("place sepulchre edessa", [])


def test_unreadable_text_gets_the_nearest_legal_actions():
    state = with_card(opening(), TEMPLE, 3, 1, 0)
    action, (problem,) = RULE.parse(state, TEMPLE, "placer Tampl Jerusalem")
    assert (action, problem.code) == (None, "unreadable")
    assert "Placer Temple Jérusalem" in problem.suggestions


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ("place lazarus edessa", "not_on_card"),
        ("place temple", "incomplete"),
        ("hall", "wrong_moment"),
        ("dance", "unknown_action"),
        (None, "bad_shape"),
        ({"place": 1}, "bad_shape"),
    ],
)
def test_refusals_name_what_is_wrong(action, code):
    assert refused(with_card(opening(), TEMPLE, 3, 1, 0), action) == code


def test_another_seat_is_told_whose_turn_it_is():
    (problem,) = RULE.check(with_card(opening(), TEMPLE, 3, 1, 0), TEUTONIC, "place temple edessa")
    assert (problem.code, "l’Ordre du Temple" in str(problem.text)) == ("not_your_turn", True)


def test_bad_options_and_seats_are_refused_in_french():
    with pytest.raises(BadOptions) as caught:
        RULE.setup(["A", "B"], {"orders": "best", "board": 1}, Dice(b"x", 0))
    assert [problem.code for problem in caught.value.problems] == ["seats", "bad_option", "unknown_option"]


def test_view_shows_the_projected_gap_of_everybody():
    state = bare()
    state.zones["antioch"][0] = TEMPLE
    state.players[TEUTONIC].envoys = 2
    view = RULE.view(state, None)
    assert [player["projected"] for player in view["players"][:2]] == [
        {"military": 6, "religious": 5, "gap": 1},
        {"military": 3, "religious": 2, "gap": 1},
    ]


def test_projection_chooses_edessa_and_tokens_well():
    assert settle((5, 8), 3, (0, 0, 0, 0), 0, 0, (0, 0, 0), 0) == (8, 8)
    assert settle((8, 6), 0, (0, 0, 0, 0), 0, 1, (1, 1, 0), 0) == (8, 8)
    assert settle((5, 5), 0, (0, 0, 0, 0), 3, 0, (0, 0, 0), 1) == (17, 17)


def test_view_holds_the_whole_position():
    for state, _, _ in random_game(3, 5):
        assert state_from(RULE.view(state, 0)) == state


def test_projection_at_the_end_is_the_result():
    *_, (_, _, last) = random_game(4, 3)
    state = last.state
    assert [project(state, seat) for seat in range(3)] == [(p.military, p.religious) for p in state.players]


def test_every_event_of_a_random_game_is_told_with_proper_typography():
    kinds = set()
    for seed, players in ((1, 3), (2, 4), (5, 5)):
        for _, _, step in random_game(seed, players):
            for event in step.events:
                kinds.add(event.kind)
                sentence = str(RULE.narrate(event, None))
                assert "{" not in sentence
                assert not BAD_TYPOGRAPHY.search(sentence), sentence
    assert {
        "placed",
        "redeployed",
        "blessed",
        "adored",
        "die",
        "elected",
        "deserted",
        "rank_bought",
        "excess",
    } <= kinds
    assert narrate(Event("unheard_of"), None) is None


def test_the_log_says_each_order_once_and_never_zero_coins():
    """An Order struck twice by the same die, and the powers that make a cost fall to nothing."""
    die = Event("die", {"value": 5, "struck": ["temple", "lazarus", "temple"]})
    assert str(narrate(die, None)) == (
        "Le dé de Baphomet donne 5\u00a0: il frappe l’Ordre du Temple (2 milices) et l’Ordre de Saint-Lazare."
    )
    paid = {"seat": 1, "zone": "application", "space": 0, "tokens": 1, "cost": 0, "rank": 2}
    applied, bought = (
        narrate(Event(kind, {**paid, "order": "teutonic"}), None) for kind in ("applied", "rank_bought")
    )
    assert str(applied) == "L’Ordre Teutonique prend une candidature sans rien payer."
    assert str(bought) == "L’Ordre Teutonique prend le rang 2 du tour suivant sans rien payer."
    hints = [str(choice.hint) for order in ORDERS for choice in choices_of(order).values()]
    assert not [hint for hint in hints if re.search(r"\b0 pièce", hint)]


def test_every_choice_has_a_label_a_verb_and_a_target():
    for order in ORDERS:
        for choice in choices_of(order).values():
            assert choice.verb
            assert ":" in choice.target
            for text in (choice.label, choice.hint):
                assert text is None or not BAD_TYPOGRAPHY.search(str(text)), str(text)


def test_phases_read_like_the_rulebook():
    assert [name for name, _ in PHASES] == [
        *("act", "resolve", "dispatch", "pope"),
        *("edessa", "zones", "envoys", "baphomet", "halls", "masters", "gather", "next_turn", "deal"),
    ]


def test_outcome_says_how_the_game_was_won():
    *_, (_, _, last) = random_game(6, 4)
    outcome = RULE.outcome(last.state)
    assert sorted(rank.seat for rank in outcome.ranking) == [0, 1, 2, 3]
    assert str(outcome.how).startswith("L’Ordre")


def test_menus_and_views_are_plain_data():
    state = at(bare(), "edessa", "edessa")
    state.zones["edessa"] = [TEMPLE]
    menu = builtins(RULE.menu(state, TEMPLE))
    assert [choice["action"] for choice in menu["choices"]] == [
        f"edessa {track} {way}" for track in ("military", "religious") for way in ("up", "down")
    ]
    assert builtins(RULE.view(state, 0)) == RULE.view(state, 0)


def test_choices_of_the_evaluation_foretell_the_markers():
    state = at(bare(turn=12), "edessa", "edessa", TEUTONIC)
    state.zones["edessa"] = [TEUTONIC] * 3
    hints = [str(choice.hint) for choice in RULE.menu(state, TEUTONIC).choices]
    assert hints[0] == "militaire 11, religieux 2, écart 9"
    assert hints[3] == "militaire 8, religieux 0, écart 8"
    state = at(bare(turn=12), "lower", "halls", TEMPLE)
    state.players[TEMPLE].hall, state.growth = 1, 5
    hints = [str(choice.hint) for choice in RULE.menu(state, TEMPLE).choices]
    assert hints == ["militaire 0, religieux 5, écart 5", "militaire 5, religieux 0, écart 5"]
    state.players[TEMPLE].blessings = state.players[TEMPLE].applications = 1
    state.players[TEMPLE].coins = 4
    hints = [str(choice.hint) for choice in RULE.menu(at(state, "present", "halls"), TEMPLE).choices]
    assert hints == ["militaire 5, religieux 7, écart 2", "un grand maître pour 4 pièces"]


def test_seats_are_asked_in_turn_order():
    state = play(
        with_card(opening(), TEMPLE, 4, 0, 0), *["place temple edessa"] * 2, *["place temple antioch"] * 2
    ).state
    assert RULE.asks(state).seats == (TEUTONIC,)
