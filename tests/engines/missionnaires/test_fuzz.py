"""Acceptance test 30: random players, soundness after every step, menu and check agreeing, every game ending.

A few whole games by default; KALAN_LONG=1 plays the specification's 300 for each number of players.
"""

import json
import random

import pytest

from engines.core.dice import Dice
from engines.missionnaires.board import NAMES, PATHS, PORTS, WAYS
from engines.missionnaires.deck import DECK
from engines.missionnaires.obstacles import standing, token_at
from engines.missionnaires.picks import options_of
from tests.engines.missionnaires.invariants import broken
from tests.engines.missionnaires.table import RULE, go, leaves, opening
from tests.trust.long import amount, figure

GAMES = amount(1, 300)  # for each number of players
COMPARED = amount(100, 500)  # every so many steps the menu is held against all that could be written down
LONGEST = 60_000  # steps; random games have 1,500 to 20,000
OPTIONS = (
    {},
    {"visit_on_pass": True},
    {"deal": "libre", "elan": False},
    {"open_hands": True, "finish": "first"},
)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_random_games_stay_sound_and_end(count):
    """Acceptance 30."""
    lengths: list[int] = []
    for game in range(GAMES):
        lengths.append(play_to_the_end(count, game))
        if len(lengths) % 50 == 0:
            told = (
                f"{len(lengths)} random games sound and finished, {sum(lengths)} steps, at most "
                f"{max(lengths)}"
            )
            figure(f"missionnaires, {count} players: {told}")


def play_to_the_end(count: int, game: int) -> int:
    """The number of steps of one random game."""
    seed = b"fuzz:%d:%d" % (count, game)
    chance = random.Random(seed)
    state = opening(count, seed, **OPTIONS[game % len(OPTIONS)])
    for step in range(1, LONGEST):
        if RULE.asks(state) is None:
            assert sorted(rank.seat for rank in RULE.outcome(state).ranking) == list(range(count))
            return step
        if step % COMPARED == 1:
            agree(state)
        action = random_action(state, chance)
        assert RULE.check(state, state.active, action) == []
        state = RULE.apply(state, {state.active: action}, Dice(seed, step)).state
        assert broken(state) == [], (seed, step, action)
    raise AssertionError(f"{seed!r} has not ended after {LONGEST} steps")


def random_action(state, chance):
    choice = chance.choice(RULE.menu(state, state.active).choices)
    while not choice.complete:
        choice = chance.choice(RULE.menu(state, state.active, choice.action).choices)
    return choice.action


def agree(state):
    """What check accepts among all that could be written down is what the menu leads to; and tokens stand
    where they stand."""
    offered = [json.dumps(choice.action, sort_keys=True) for choice in leaves(state)]
    accepted = [
        json.dumps(action, sort_keys=True)
        for action in every_action(state)
        if not RULE.check(state, state.active, action)
    ]
    assert sorted(offered) == sorted(accepted)
    me = state.players[state.active]
    taken = standing(state, me)
    assert all(token_at(state, space, me) == taken.get(space) for space in NAMES)


def every_action(state):
    """Moves, passes, BONs, returns and picks, in the form the menu gives them, legal or not."""
    yield from every_move(state)
    yield from ({"do": "pass"}, {"do": "pass", "join": True})
    me = state.players[state.active]
    for card in {*me.bons, "T22", "M18"}:
        yield from ({"do": "return", "card": card}, {"do": "return", "card": card, "join": True})
        wanted = {"ferry": sorted(PORTS), "reassign": sorted(NAMES)}.get(
            DECK[card].effects[0].op, [None, "lyon"]
        )
        yield from ({"do": "bon", "card": card, "arg": arg} for arg in wanted)
    beyond = len(options_of(state)) + 2 if state.step.ask else 2
    yield from ({"do": "pick", "opt": opt} for opt in range(-1, beyond))


def every_move(state):
    """Any path of neighbours, any push to a neighbour, joining and leaving or not."""
    for path in PATHS[state.players[state.active].pos]:
        for push in ["", *WAYS[path.first]]:
            for then in ["", *WAYS[path.second]] if path.second else [None]:
                hops = [f"{path.first}>{push}" if push else path.first]
                if then is not None:
                    hops.append(f"{path.second}>{then}" if then else path.second)
                for join in (False, True):
                    for drop in (False, True):
                        yield go(*hops, join=join, drop=drop)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_menu_and_check_agree_at_every_step(count):
    """Acceptance 30, position after position."""
    seed = b"agree:%d" % count
    chance = random.Random(count)
    state = opening(count, seed)
    for step in range(1, 100):
        agree(state)
        state = RULE.apply(state, {state.active: random_action(state, chance)}, Dice(seed, step)).state
