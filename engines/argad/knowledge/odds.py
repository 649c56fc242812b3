"""Exact odds of shots and blows, as (numerator, denominator): what the table shows before a packet is
sealed."""

from math import comb, gcd
from typing import NamedTuple

Odds = tuple[int, int]
_Roll = tuple[int, str, int]  # in 36 ways: how many, outcome, natural die


def one_die(need: int) -> Odds:
    """A single in-command die that needs a natural `need`: 6 and rerolls beyond."""
    if need <= 1:
        return (1, 1)
    if need <= 6:
        return (7 - need, 6)
    return (1, 6 ** (need - 5))


def pool(dice: int, need: int) -> tuple[Odds, Odds]:
    """(at least one hit, mean number of hits) of a pool on a group with enough men, every die needing
    `need`."""
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
    rolls = _rolls(modifier, cls, armour, command)
    kill = sum(ways for ways, outcome, _ in rolls if outcome == "kill")
    recoil = sum(ways for ways, outcome, _ in rolls if outcome == "recoil")
    return _least(kill, 36), _least(recoil, 36), _least(36 - kill - recoil, 36)


def _rolls(modifier: int, cls: int, armour: int, command: bool) -> list[_Roll]:
    """Every roll of one blow; a six that does not kill is rolled again for a seven (D7)."""
    found: list[_Roll] = []
    for die in range(1, 7):
        outcome = outcome_of(die, modifier, cls, max(cls, armour))
        if die == 6 and outcome != "kill" and command:
            found += [(1, "kill", 7), (5, outcome, 6)]
        else:
            found.append((6, outcome, die))
    return found


def needs_of_blow(modifier: int, cls: int, armour: int, command: bool = True) -> tuple[int, int]:
    """The natural numbers from which a blow kills and makes recoil; 7 is a six and another six, 0 never
    happens."""
    outcomes = {die: outcome_of(die, modifier, cls, max(cls, armour)) for die in range(1, 7)}
    kill = next((die for die, outcome in outcomes.items() if outcome == "kill"), 7 if command else 0)
    return kill, next((die for die, outcome in outcomes.items() if outcome == "recoil"), 0)


def outcome_of(natural: int, modifier: int, cls: int, top: int) -> str:
    """A natural 1 misses, a natural 7 kills; else above `top` kills, from the class up makes recoil."""
    if natural == 1:
        return "miss"
    if natural >= 7 or natural + modifier > top:
        return "kill"
    return "recoil" if natural + modifier >= cls else "miss"


def _least(above: int, below: int) -> Odds:
    shared = gcd(above, below) or 1
    return above // shared, below // shared


# --- a duel, blow for blow ----------------------------------------------------------------------------------


class Fighter(NamedTuple):
    """One of two men at grips: what he is, what he strikes with, whether he strikes at all."""

    cls: int
    armour: int
    tier: int
    modifier: int
    command: bool = True
    strikes: bool = True
    prone: bool = False


Fates = tuple[str, str]  # of the first and of the second: stands, recoils, falls


def duel_outcomes(one: Fighter, two: Fighter, tiebreak: bool) -> dict[Fates, Odds]:
    """How it ends, by going through every roll of both: the longer weapon first, ties by class, armour, die
    (3.11)."""
    ways: dict[Fates, int] = {}
    for mine in _blows(one, two):
        for theirs in _blows(two, one):
            fates = _fates(one, two, mine, theirs, tiebreak)
            ways[fates] = ways.get(fates, 0) + mine[0] * theirs[0]
    return {fates: _least(n, 36 * 36) for fates, n in sorted(ways.items(), key=lambda row: (-row[1], row[0]))}


def _blows(striker: Fighter, foe: Fighter) -> list[_Roll]:
    if not striker.strikes:
        return [(36, "miss", 0)]
    if foe.prone:
        return [(6, "kill" if die > 1 else "miss", die) for die in range(1, 7)]
    return _rolls(striker.modifier, foe.cls, foe.armour, striker.command)


def _fates(one: Fighter, two: Fighter, mine: _Roll, theirs: _Roll, tiebreak: bool) -> Fates:
    ours, other = mine[1], theirs[1]
    if one.tier > two.tier and ours != "miss":
        other = "miss"  # he never strikes
    elif two.tier > one.tier and other != "miss":
        ours = "miss"
    if ours == other != "miss" and tiebreak:
        better, worse = (one.cls, one.armour, mine[2]), (two.cls, two.armour, theirs[2])
        if better > worse:
            other = "miss"
        elif worse > better:
            ours = "miss"
    if ours == "kill" and other == "recoil":
        other = "miss"  # the killer does not recoil for his victim
    elif other == "kill" and ours == "recoil":
        ours = "miss"
    return _FATES[other], _FATES[ours]


_FATES = {"miss": "stands", "recoil": "recoils", "kill": "falls"}


# --- a volley of any men on any group -----------------------------------------------------------------------

Needs = dict[str, int]  # the natural number needed on each man who may be hit
MILLION = 1_000_000


def volley(
    shooters: list[tuple[Needs, bool]], lives: dict[str, int], exposed: frozenset[str] = frozenset()
) -> tuple[Odds, Odds]:
    """(at least one hit, mean number of hits) of a pool, each shooter with what he needs on each man and
    whether a chief commands him: victims are drawn, the exposed first, sixes are numbered. In millionths
    where no short formula holds."""
    plain = {need for needs, _ in shooters for need in needs.values()}
    room = sum(lives[id] for id in (exposed or lives))
    if len(plain) == 1 and all(led for _, led in shooters) and room >= len(shooters):
        return pool(len(shooters), plain.pop())
    kinds = _kinds(shooters, lives, exposed)
    states: dict[_Rolled, float] = {((), 0, False, tuple(kind.lives for kind in kinds)): 1.0}
    mean = 0.0
    for needs, led in sorted(shooters, key=lambda row: min(row[0].values())):
        states, hits = _one_more(states, [needs.get(kind.id) for kind in kinds], kinds, led)
        mean += hits
    some = 0.0
    for (sixes, count, hit, _), chance in states.items():
        any_six, more = _hits_of_sixes(sixes, count)
        some += chance * (1 if hit else any_six)
        mean += chance * more
    return (round(some * MILLION), MILLION), (round(mean * MILLION), MILLION)


class _Kind(NamedTuple):
    """Men who are alike to every shooter: one of them, their lives, whether the several lives are one
    man's."""

    id: str
    lives: int
    alone: bool
    exposed: bool


# Needs of sixes, how many sixes, whether there was a hit, lives left of each kind.
_Rolled = tuple[tuple[int, ...], int, bool, tuple[int, ...]]


def _kinds(shooters: list[tuple[Needs, bool]], lives: dict[str, int], exposed: frozenset[str]) -> list[_Kind]:
    alike: dict[tuple[object, ...], list[str]] = {}
    for id in sorted(lives):
        own = id if lives[id] > 1 else ""
        alike.setdefault((id in exposed, own, *(needs.get(id) for needs, _ in shooters)), []).append(id)
    return [
        _Kind(ids[0], sum(lives[id] for id in ids), lives[ids[0]] > 1, ids[0] in exposed)
        for ids in alike.values()
    ]


def _one_more(
    states: dict[_Rolled, float], needs: list[int | None], kinds: list[_Kind], led: bool
) -> tuple[dict[_Rolled, float], float]:
    """One die more, and the hits that it brings by itself; those of commanded sixes are counted at the
    end."""
    found: dict[_Rolled, float] = {}
    hits = 0.0
    softest = min(need for need in needs if need is not None)
    for (sixes, count, hit, left), chance in states.items():
        drawn = _victims(needs, kinds, left)
        for face in range(1, 7):
            numbered = face == 6 and led
            if (face < softest and face != 6) or not drawn:
                key = (sixes, count + numbered, hit, left)
                found[key] = found.get(key, 0.0) + chance / 6
                continue
            for n, need, heads, of in drawn:
                share = chance / 6 * heads / of
                struck = face >= need and not numbered
                waiting = tuple(sorted((*sixes, need))) if numbered else sixes
                key = (waiting, count + numbered, hit or struck, (*left[:n], left[n] - 1, *left[n + 1 :]))
                found[key] = found.get(key, 0.0) + share
                hits += share * struck
    return found, hits


def _victims(
    needs: list[int | None], kinds: list[_Kind], left: tuple[int, ...]
) -> list[tuple[int, int, int, int]]:
    """The kinds from which a victim is drawn: number, need on them, their heads, and all heads together."""
    able = [(n, need) for n, need in enumerate(needs) if need is not None and left[n]]
    rows = [row for row in able if kinds[row[0]].exposed] or able
    heads = {n: 1 if kinds[n].alone else left[n] for n, _ in rows}
    return [(n, need, heads[n], sum(heads.values())) for n, need in rows]


def _hits_of_sixes(needs: tuple[int, ...], count: int) -> tuple[float, float]:
    """(a hit, hits) of sixes that count 6, 7, 8…, the top one rerolled if it is not enough (3.8)."""
    values = list(range(6, 6 + count))
    hits, waiting = 0, []
    for need in needs:
        enough = next((value for value in values if value >= need), None)
        if enough is None:
            waiting.append(need)
        else:
            values.remove(enough)
            hits += 1
    if not waiting or values[-1] < 5 + count:
        return float(hits > 0), float(hits)
    again = 6.0 ** -(waiting[0] - values[-1])
    return (1.0 if hits else again), hits + again
