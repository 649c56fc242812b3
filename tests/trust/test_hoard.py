"""One account, many requests at once: no more than its share is granted, whatever the moment."""

import pytest

from apps.site.limits import SOLO_AT_ONCE, TABLES_GATHERING

pytestmark = pytest.mark.postgres

EDITS = 15  # of an account in ten minutes: see apps/forums/services/flood.py


@pytest.mark.parametrize(
    ("what", "share", "refusal"),
    [
        ("table", TABLES_GATHERING, "TooMany"),
        ("training", SOLO_AT_ONCE, "TooMany"),
        ("edit", EDITS, "TooMuch"),
    ],
)
def test_requests_at_once_are_granted_up_to_the_limit_and_no_further(world, what, share, refusal):
    told = world.do("hoard:ask_together", what, 3, 8)
    granted = told["answers"].count("granted")
    assert (granted, told["kept"]) == (share, share)
    assert sorted(told["answers"]) == sorted(["granted"] * share + [refusal] * (24 - share))


def test_world_is_sound_after_the_hoard(world):
    assert world.do("actors:faults") == []
