"""A player presses everything at the tables of the other games: see test_every_press.py."""

import pytest

from tests.e2e.walk.roles import at_tables

pytestmark = pytest.mark.soak


def test_player_at_the_tables(walk_as):
    assert walk_as("player", at_tables).faults == []
