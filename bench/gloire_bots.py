"""Bots against bots, bots against random players, and the fairness of the starts.

python bench/gloire_bots.py                        200 games of Scandinavie: length, victories
python bench/gloire_bots.py random 40              one bot among nine random players
python bench/gloire_bots.py fair scandinavie 500   win share by start, and lands reachable first; on every core
python bench/gloire_bots.py fair europe_100 500 30 the same, the king deciding after 30 turns
"""

import statistics
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from engines.core.contract import Seen
from engines.core.dice import Dice
from engines.core.registry import rules_of
from engines.gloire.maps import distances_from, load_map

RULES = rules_of("gloire")
TEMPERS = list(RULES.bots)


def seen_by(state, seat):
    return Seen(seat, RULES.view(state, seat), lambda draft=None: RULES.menu(state, seat, draft))


def play(key, lords, game, players, turns=80):
    """One game to its end. `players` gives the move of a seat."""
    names = [f"Seigneur {n + 1}" for n in range(lords)]
    state = RULES.setup(names, {"map": key, "turns": turns}, Dice(b"bots:%d" % game, 0)).state
    while (ask := RULES.asks(state)) is not None:
        dice = Dice(b"moves:%d" % game, state.turn)
        moves = {seat: players(seat, seen_by(state, seat), dice) for seat in ask.seats}
        state = RULES.apply(state, moves, Dice(b"bots:%d" % game, state.turn)).state
    return state


def temperaments(game):
    return lambda seat, seen, dice: RULES.bots[TEMPERS[(seat + game) % 3]](seen, dice)


def random_move(seen, dice):
    """A random legal player: it follows the menu's drafts until one is complete."""
    draft = None
    while True:
        choices = seen.menu(draft).choices
        choice = choices[dice.below(len(choices), f"random:{seen.seat}")]
        draft = choice.action
        if choice.complete:
            return draft


def lengths(games):
    lasted, how, winners, homes = [], Counter(), Counter(), Counter()
    for game in range(games):
        end = play("scandinavie", 10, game, temperaments(game))
        lasted.append(end.turn)
        how[end.victory] += 1
        if end.winner is not None:
            winners[TEMPERS[(end.winner + game) % 3]] += 1
            homes[end.lords[end.winner].home] += 1
    real = sum(count for kind, count in how.items() if kind not in ("verdict", "draw"))
    tenths = statistics.quantiles(lasted, n=10) if len(lasted) > 1 else lasted * 9
    print(
        f"{games} games: median {statistics.median(lasted):g} turns, nine of ten within {tenths[-1]:.0f}; by kind {dict(how)}"
    )
    print(f"won by temperament: {dict(winners)}")
    print(f"won by start: {dict(sorted(homes.items()))}")
    share = real / games
    print(
        f"gloire-bots: {100 * share:.1f} % of games end by a real victory, goal 95 %, {'met' if share >= 0.95 else 'short'}"
    )
    return share >= 0.95


def against_random(games):
    won = 0
    for game in range(games):
        own = game % 10
        bot = RULES.bots[TEMPERS[game % 3]]
        end = play("scandinavie", 10, game, lambda s, v, d, b=bot, o=own: b(v, d) if s == o else random_move(v, d), 60)
        won += end.winner == own
    share = won / games
    print(
        f"gloire-bots-random: a bot alone among nine random players wins {100 * share:.0f} % of {games} games, "
        f"goal 95 %, {'met' if share >= 0.95 else 'short'}"
    )
    return share >= 0.95


def fairness(key, games, turns):
    print(reach(key))
    game_map = load_map(key)
    with ProcessPoolExecutor() as cores:
        ends = list(cores.map(partial(end_of_game, key, turns), range(games), chunksize=5))
    wins, kinds = Counter(home for home, _, _ in ends if home), Counter(kind for _, kind, _ in ends)
    share = {start: wins[start] * game_map.lords / wins.total() for start in game_map.starts}
    for start in game_map.starts:
        print(f"  {start}: {wins[start]} wins, {share[start]:.2f} of its share")
    print(
        f"  by kind {dict(kinds)}, median {statistics.median(turn for _, _, turn in ends):g} turns of {turns} at most"
    )
    best, worst = max(share, key=share.get), min(share, key=share.get)
    print(
        f"gloire-fair-{key}: from {share[worst]:.2f} ({worst}) to {share[best]:.2f} ({best}) times its share in {games} games, "
        f"goal 2 at most, {'met' if share[best] <= 2 else 'short'}"
    )
    return share[best] <= 2


def end_of_game(key, turns, game):
    """(the winner's start, kind of victory, turns) of one game."""
    end = play(key, load_map(key).lords, game, temperaments(game), turns)
    return (None if end.winner is None else end.lords[end.winner].home), end.victory, end.turn


def reach(key):
    """Lands that a start reaches before any rival within three turns (one land a turn; ties belong to nobody)."""
    game_map = load_map(key)
    steps = {start: distances_from(game_map.lands, start) for start in game_map.starts}
    counts = {}
    for start in game_map.starts:
        mine = [
            land
            for land, distance in steps[start].items()
            if 0 < distance <= 3 and all(steps[rival][land] > distance for rival in game_map.starts if rival != start)
        ]
        counts[start] = len(mine)
    best, worst = max(counts.values()), min(counts.values())
    return f"{key}: lands reachable first within 3 turns, {worst} to {best} (mean {statistics.mean(counts.values()):.1f}): {counts}"


def main():
    args = sys.argv[1:]
    if args[:1] == ["random"]:
        return 0 if against_random(int(args[1]) if args[1:] else 40) else 1
    if args[:1] == ["fair"]:
        key, games, turns = (*args[1:], *("scandinavie", "500", "80")[len(args) - 1 :])
        return 0 if fairness(key, int(games), int(turns)) else 1
    if args[:1] == ["reach"]:
        for key in ("scandinavie", "moyen_orient", "europe", "europe_100"):
            print(reach(key))
        return 0
    return 0 if lengths(int(args[0]) if args else 200) else 1


if __name__ == "__main__":
    sys.exit(main())
