"""Loaded dice: what cards and dice decide in a test is the same in every run. No test fails by a rare deal,
and one that does fail can be run again. Other deals are played by the tests of the engines and by `make
soak`."""

import random
from collections.abc import Callable


def load(word: str) -> None:
    """The games of one test are dealt one after the other from numbers that follow from this word."""
    _draw_from(random.Random(word).randbytes)


def load_all_alike(word: str) -> None:
    """Every game is dealt from the same number: for a site that serves several tests, in whatever order."""
    _draw_from(lambda length: random.Random(word).randbytes(length))


def _draw_from(numbers: Callable[[int], bytes]) -> None:
    from apps.games.models import Game

    Game._meta.get_field("seed")._get_default = lambda: numbers(32)
