"""A player, a member, a moderator and a referee press what the house offers them: see test_every_press.py.

Every day each presses what those before did not: the same control does the same for all of them. A player walks
through the games in modules of his own, and a member is offered nothing more there.
"""

import pytest

from tests.e2e.walk.offices import furnish
from tests.e2e.walk.roles import (
    everywhere,
    in_the_house,
    in_the_house_and_at_court,
    is_of_the_house,
    unseen,
)
from tests.e2e.walk.walking import Seen
from tests.trust.long import LONG, amount

pytestmark = pytest.mark.soak
PEOPLE = {
    "player": in_the_house,
    "member": in_the_house,
    "moderator": in_the_house_and_at_court,
    "referee": in_the_house_and_at_court,
}


@pytest.fixture(scope="module")
def seen():
    return Seen()


@pytest.fixture(scope="module")
def routes():
    """Seen by one of them: a control that is not pressed again leads nowhere again."""
    return set()


@pytest.fixture(scope="module")
def desks(site_to_walk):
    furnish(site_to_walk[1])


@pytest.mark.usefixtures("desks")
@pytest.mark.parametrize("role", PEOPLE)
def test_in_the_house(walk_as, seen, routes, role):
    walked = walk_as(role, amount(PEOPLE[role], everywhere), Seen() if LONG else seen)
    routes |= walked.routes
    assert walked.faults == []
    assert unseen(routes, role, is_of_the_house) == set()
