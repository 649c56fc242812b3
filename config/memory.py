"""The garbage collector of a process that runs for weeks: reference counts free nearly everything, cycles are
few."""

import gc

# Objects made before the young are looked at. With the usual 700 that happens dozens of times in one turn of
# a game.
OFTEN = 10_000


def settle() -> None:
    """What is loaded by now stays: the collector need not walk through it again, nor look at what is new so
    often. A tenth of a game in `deadline-storm`."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(OFTEN)
