"""The small game and its broken sisters stand in the registry while these tests run, and no longer."""

import pytest

from engines.core import registry


@pytest.fixture(autouse=True, scope="module")
def _small_games():
    before = dict(registry.GAMES)
    registry.register("enchere", "tests.small_game")
    registry.register("broken", "tests.engines.core.broken_games")
    yield
    registry.GAMES.clear()
    registry.GAMES.update(before)
    registry.versions.cache_clear()
