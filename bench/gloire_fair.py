"""Are the starts fair? The lands each reaches before any rival, and its share of the victories among bots.

make bench NAME=gloire-fair                          lands reached first, on every map
make bench NAME="gloire-fair europe 500"             and how often each start wins in 500 games (1 is its share)
make bench NAME="gloire-fair europe 500 --file F"    results are added to F as they come; games found there are not played again

The share of a start that is exactly fair still varies: the noise that so many games leave is printed beside
the figures.
"""

import argparse
import random
import statistics
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import sha256
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.gloire_bots import play, temperaments
from engines.core import codec
from engines.gloire.maps import DATA, EDITIONS, distances_from, load_map

STEPS = 3
SHORT = 12  # turns of the game that tells one version of rules and bots from another
MOST = 2.0  # no start may win more often than so many times its share
SURE = 0.95


def reach(key):
    """For each start the lands it reaches before any rival within three turns, at one land a turn; ties are
    nobody's."""
    game_map = load_map(key)
    steps = {start: distances_from(game_map.lands, start) for start in game_map.starts}
    counts = dict.fromkeys(game_map.starts, 0)
    for land in game_map.lands:
        nearest = sorted((steps[start][land], start) for start in game_map.starts)
        if 0 < nearest[0][0] <= STEPS and nearest[0][0] < nearest[1][0]:
            counts[nearest[0][1]] += 1
    return counts


def print_reach(key):
    counts = reach(key)
    best, worst = max(counts, key=counts.get), min(counts, key=counts.get)
    print(
        f"{key}: lands reached before any rival within {STEPS} turns: {counts[worst]} ({worst}) to "
        f"{counts[best]} ({best}), "
        f"mean {statistics.mean(counts.values()):.1f}"
    )


def end_of_game(key, turns, game):
    """The winner's start ("-" for nobody), the kind of victory, the turns it took."""
    end = play(key, len(load_map(key).starts), game, temperaments(game), turns)
    return ("-" if end.winner is None else end.lords[end.winner].home), end.victory, end.turn


def results(key, games, turns, file, jobs):
    """(start, kind, turns) of each game, from the file as far as it goes."""
    mark = _mark(key, turns)
    ends = {}
    if file and file.exists():
        rows = (line.split() for line in file.read_text().splitlines())
        ends = {int(row[1]): (row[2], row[3], int(row[4])) for row in rows if row[0] == mark}
    wanted = [game for game in range(games) if game not in ends]
    for game, end in zip(wanted, _played(partial(end_of_game, key, turns), wanted, jobs), strict=True):
        ends[game] = end
        if file:
            with file.open("a") as lines:
                print(mark, game, *end, file=lines)
    return [ends[game] for game in range(games)]


def _played(play_one, games, jobs):
    if jobs == 1:
        yield from map(play_one, games)
    else:
        with ProcessPoolExecutor(jobs) as cores:
            yield from cores.map(play_one, games)


def _mark(key, turns):
    """Results belong to a map, to rules and to bots as they were: the digest of the map and of how a short
    game goes."""
    text = (DATA / f"{EDITIONS[key].file}.txt").read_bytes()
    played = codec.digest(play(key, len(load_map(key).starts), 0, temperaments(0), SHORT))
    return f"{key}:{turns}:{sha256(text + played.encode()).hexdigest()[:8]}"


def bounds(wins, games, starts):
    """Between which shares the true one lies, all starts together with 95% certainty (Wilson, Bonferroni)."""
    z = statistics.NormalDist().inv_cdf(1 - (1 - SURE) / 2 / starts)
    rate, weight = wins / games, z * z / games
    middle = (rate + weight / 2) / (1 + weight)
    spread = z / (1 + weight) * (rate * (1 - rate) / games + weight / 4 / games) ** 0.5
    return (middle - spread) * starts, (middle + spread) * starts


def noise(games, starts, tries=400):
    """The best share among starts that are all the same: usual, and exceeded once in twenty."""
    dice = random.Random(f"{games}:{starts}")
    best = sorted(
        max(Counter(dice.choices(range(starts), k=games)).values()) * starts / games for _ in range(tries)
    )
    return best[tries // 2], best[tries * 19 // 20]


def print_shares(key, games, turns, file, jobs):
    ends = results(key, games, turns, file, jobs)
    starts = load_map(key).starts
    wins, kinds = Counter(home for home, _, _ in ends if home != "-"), Counter(kind for _, kind, _ in ends)
    decided = wins.total()
    share = {start: wins[start] * len(starts) / decided for start in starts}
    reached = reach(key)
    for start in sorted(starts, key=lambda start: -share[start]):
        low, high = bounds(wins[start], decided, len(starts))
        print(
            f"  {start}: {wins[start]} wins, {share[start]:.2f} of its share (between {low:.2f} and "
            f"{high:.2f}), "
            f"{reached[start]} lands reached first"
        )
    print_pools(key, wins)
    lasted = statistics.median(turn for _, _, turn in ends)
    print(f"  {games} games: by kind {dict(kinds)}, median {lasted:g} turns of {turns} at most")
    usual, seldom = noise(decided, len(starts))
    print(f"  starts all alike would show a best of {usual:.2f}, and once in twenty of {seldom:.2f} or more")
    best, worst = max(share, key=share.get), min(share, key=share.get)
    proven = [start for start in starts if bounds(wins[start], decided, len(starts))[0] > MOST]
    met = share[best] <= MOST
    print(
        f"gloire-fair-{key}: from {share[worst]:.2f} ({worst}) to {share[best]:.2f} ({best}) times its "
        f"share in {games} games; "
        f"surely above {MOST:g}: {', '.join(proven) or 'none'}; goal {MOST:g} at most, "
        f"{'met' if met else 'short'}"
    )
    return met


def pools(key):
    """Starts of the same kind: by the number of neutral lands beside them. A hundred starts are too many to
    judge one by one."""
    game_map = load_map(key)
    kinds = {}
    for start in game_map.starts:
        free = sum(1 for near in game_map.lands[start].neighbours if near not in game_map.starts)
        kinds.setdefault(free, []).append(start)
    return dict(sorted(kinds.items()))


def print_pools(key, wins):
    starts = len(load_map(key).starts)
    for free, kind in pools(key).items():
        won = sum(wins[start] for start in kind)
        low, high = (bound * starts / len(kind) for bound in bounds(won, wins.total(), 1))
        print(
            f"  {len(kind)} starts with {free} neutral lands beside them: {won} wins, "
            f"{won * starts / len(kind) / wins.total():.2f} of their share (between {low:.2f} and {high:.2f})"
        )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("map", nargs="?", choices=EDITIONS)
    parser.add_argument("games", nargs="?", type=int, default=500)
    parser.add_argument("--turns", type=int, default=80, help="the king decides after so many")
    parser.add_argument("--file", type=Path, help="results are kept here")
    parser.add_argument("--jobs", type=int, help="processes; as many as cores if not given")
    given = parser.parse_args()
    for key in [given.map] if given.map else EDITIONS:
        print_reach(key)
    if given.map is None:
        return 0
    return 0 if print_shares(given.map, given.games, given.turns, given.file, given.jobs) else 1


if __name__ == "__main__":
    sys.exit(main())
