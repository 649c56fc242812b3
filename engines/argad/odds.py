"""Exact odds of shots and blows, as (numerator, denominator): what the table shows before a packet is sealed."""

from functools import cache
from math import comb

Odds = tuple[int, int]


def one_die(need: int) -> Odds:
    """A single in-command die that needs a natural `need`: 6 and rerolls beyond."""
    if need <= 1:
        return (1, 1)
    if need <= 6:
        return (7 - need, 6)
    return (1, 6 ** (need - 5))


@cache
def pool(dice: int, need: int) -> tuple[Odds, Odds]:
    """(at least one hit, mean number of hits) of a pool on a group with enough men, every die needing `need`."""
    if need <= 6:
        miss = max(0, need - 1)
        below: int = 6**dice
        return (below - miss**dice, below), (dice * (7 - need), 6)
    extra = need - 6
    scale: int = 6 ** (dice + extra + 1)
    some = mean = 0
    for sixes in range(1, dice + 1):
        ways = comb(dice, sixes) * 5 ** (dice - sixes) * 6 ** (extra + 1)
        if sixes > extra:
            some += ways
            mean += ways * (sixes - extra)
        else:
            part = ways // 6 ** (extra + 1 - sixes)
            some += part
            mean += part
    return _least(some, scale), _least(mean, scale)


def blow(modifier: int, cls: int, armour: int, command: bool = True) -> tuple[Odds, Odds, Odds]:
    """(kill, recoil, miss) of a single blow."""
    kill = recoil = 0
    top = max(cls, armour)
    for die in range(1, 7):
        outcome = outcome_of(die, modifier, cls, top)
        if die == 6 and outcome != "kill" and command:
            kill += 1
            if outcome == "recoil":
                recoil += 5
            continue
        kill += 6 * (outcome == "kill")
        recoil += 6 * (outcome == "recoil")
    return _least(kill, 36), _least(recoil, 36), _least(36 - kill - recoil, 36)


def outcome_of(natural: int, modifier: int, cls: int, top: int) -> str:
    """A natural 1 misses, a natural 7 kills; else above `top` kills, from the class up makes recoil."""
    if natural == 1:
        return "miss"
    if natural >= 7 or natural + modifier > top:
        return "kill"
    return "recoil" if natural + modifier >= cls else "miss"


def _least(above: int, below: int) -> Odds:
    from math import gcd

    shared = gcd(above, below) or 1
    return above // shared, below // shared
