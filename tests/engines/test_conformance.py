"""Every game keeps the engine contract: the very games and checks of `make conformance`, a test a check.

Only `make conformance` and the long run imagine each position for every seat.
"""

from functools import cache

import pytest

from engines.core import registry
from engines.core.checks.subject import Subject
from engines.core.conformance import CHECKS
from tests.trust.long import LONG

# One process a game: its random games are played once for all checks.
GAMES = [pytest.param(slug, marks=pytest.mark.xdist_group(f"conformance {slug}")) for slug in registry.GAMES]


@cache
def subject(slug):
    return Subject(slug, thorough=LONG)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("slug", GAMES)
def test_game_keeps_the_contract(slug, check):
    check(subject(slug))
