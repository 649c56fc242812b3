"""The bots: legal, deterministic, and better than chance. Their strength is measured by
bench/miles_christi.py."""

import random

import pytest

from engines.core.contract import Seen
from engines.core.dice import Dice
from tests.engines.miles_christi.table import RULE, SEPULCHRE, TEMPLE, TEUTONIC, at, bare, opening, with_card


def ask_bot(level: str, state) -> str:
    seat = state.active
    return RULE.bots[level](
        Seen(seat, RULE.view(state, seat), lambda draft=None: RULE.menu(state, seat, draft)), Dice(b"bot", 0)
    )


def bot_against_random(level: str, game: int) -> bool:
    chance = random.Random(game)
    seed = b"match:%d" % game
    state = RULE.setup(["A", "B", "C"], {}, Dice(seed, 0)).state
    step = 0
    while RULE.asks(state) is not None:
        step += 1
        seat = state.active
        if seat == game % 3:
            action = ask_bot(level, state)
            assert RULE.check(state, seat, action) == []
        else:
            choice = chance.choice(RULE.menu(state, seat).choices)
            while not choice.complete:
                choice = chance.choice(RULE.menu(state, seat, choice.action).choices)
            action = choice.action
        state = RULE.apply(state, {seat: action}, Dice(seed, step)).state
    return RULE.outcome(state).ranking[0].seat == game % 3


@pytest.mark.parametrize("level", ["novice", "maître"])
def test_bot_beats_two_random_players(level):
    assert sum(bot_against_random(level, game) for game in range(10)) >= 9


@pytest.mark.parametrize("level", ["novice", "maître"])
def test_bot_closes_its_gap_in_edessa(level):
    state = at(bare(turn=12), "edessa", "edessa", TEUTONIC)
    state.zones["edessa"] = [TEUTONIC] * 6
    assert ask_bot(level, state) == "edessa religious up"


def test_master_takes_the_higher_of_two_balanced_ends():
    state = at(bare(turn=12), "edessa", "edessa", SEPULCHRE)
    state.zones["edessa"] = [SEPULCHRE] * 4
    assert ask_bot("maître", state) == "edessa religious up"


def test_bot_does_not_send_its_own_to_acre():
    state = with_card(opening(), TEMPLE, 12, 0, 0)
    assert ask_bot("maître", state) != "place temple acre"


def test_default_is_legal_and_the_same_twice():
    state = opening()
    action = RULE.default(state, state.active, "late")
    assert RULE.check(state, state.active, action) == []
    assert RULE.default(state, state.active, "left") == action
