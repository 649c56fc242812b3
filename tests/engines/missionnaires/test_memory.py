"""What the engine remembers between two questions never differs from what it would work out again."""

import random

from engines.core.dice import Dice
from engines.missionnaires import RULES, menu
from engines.missionnaires.board import PATHS
from engines.missionnaires.obstacles import Ground, any_path, can_step
from engines.missionnaires.picks import _OPTIONS, options_of

RULE = RULES[-1]


def positions(seed, steps):
    """The positions of a random game of three, one after the other."""
    chance = random.Random(seed)
    state = RULE.setup(["A", "B", "C"], {}, Dice(seed.encode(), 0)).state
    for step in range(1, steps):
        seat = RULE.asks(state).seats[0]
        yield state
        choice = chance.choice(RULE.menu(state, seat).choices)
        while not choice.complete:
            choice = chance.choice(RULE.menu(state, seat, choice.action).choices)
        state = RULE.apply(state, {seat: choice.action}, Dice(seed.encode(), step)).state


def test_remembered_paths_are_those_of_the_ground_as_it_is():
    seen = 0
    for state in positions("memory", 1_500):
        if state.step.ask:
            continue
        ground = Ground(state)
        near = [town for town in state.players[state.active].todo if town in menu._NEAR[ground.pos]]
        remembered = menu.path_choices(state, ground, False)
        assert remembered == menu._each_path(Ground(state), False, near)
        seen += len(remembered)
    assert seen > 5_000


def test_free_neighbour_means_an_open_path_with_or_without_a_companion():
    free = [state for state in positions("neighbour", 600) if can_step(Ground(state))]
    assert len(free) > 400
    for state in free:
        for drop in (False, True):
            assert any_path(Ground(state, drop), PATHS[Ground(state).pos])


def test_remembered_options_follow_a_changed_position():
    asked = [state for state in positions("options", 1_500) if state.step.ask]
    assert len({state.step.ask for state in asked}) > 3
    for state in (*asked, *reversed(asked)):
        assert options_of(state) == _OPTIONS[state.step.ask](state)
