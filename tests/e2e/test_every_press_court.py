"""A player presses everything at the court of Gloire et Pouvoir, and on the pages that all games share: see
test_every_press.py."""

import pytest

from tests.e2e.walk.roles import at_court, is_of_a_game, unseen

pytestmark = pytest.mark.soak


def test_player_at_court(walk_as):
    walked = walk_as("player", at_court)
    assert walked.faults == []
    assert unseen(walked.routes, "player", is_of_a_game) == set()
