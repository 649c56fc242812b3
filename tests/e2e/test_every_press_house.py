"""A player presses everything that the house offers him outside the games: see test_every_press.py."""

from tests.e2e.walk.roles import in_the_house, is_of_the_house, unseen


def test_player_in_the_house(walk_as):
    walked = walk_as("player", in_the_house)
    assert walked.faults == []
    assert unseen(walked.routes, "player", is_of_the_house) == set()
