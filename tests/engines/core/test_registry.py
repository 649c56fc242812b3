"""Games are found by name and version."""

import pytest

from engines.core import registry
from tests.engines.core.broken_games import BROKEN


def test_newest_version_unless_told():
    assert registry.rules_of("broken").meta.version == len(BROKEN)
    assert registry.rules_of("broken", 2).meta.version == 2


@pytest.mark.parametrize(("slug", "version"), [("echecs", None), ("enchere", 99)])
def test_unknown_game_or_version(slug, version):
    with pytest.raises(registry.UnknownGame):
        registry.rules_of(slug, version)
