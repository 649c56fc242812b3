"""Theopolis in figures. `python bench/theopolis.py` measures random play-outs; `python bench/theopolis.py
balance [N]` plays N games of greedy bots (2,000 unless told) and prints them beside the specification's
targets.

Times are of the CPU clock of one process. The last line is the verdict; the exit status is 0 when it is met.
"""

import random
import statistics
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engines.core.codec import dump
from engines.core.contract import Seen
from engines.core.dice import Dice
from engines.theopolis import RULES

rules = RULES[0]
BOARDGAME_IO = 5550  # moves a second a core: the project's earlier figure, taken as given, not measured here
GOAL = 3 * BOARDGAME_IO
BATCHES, GAMES_A_BATCH = 7, 45
STATE_GOAL = 30_000
NAMES = ("Anna", "Basile", "Cyrille", "Diane")
ENDINGS = ("origin", "stones", "sacraments", "merveille", "apocalypse")

# Specification, section 4: greedy bots, 3,000 games each.
SPECIFIED = {
    2: {
        "median": 10,
        "origin": 28.5,
        "stones": 17.9,
        "sacraments": 14.7,
        "merveille": 28.8,
        "apocalypse": 10.1,
        "starter": 1.0,
    },
    3: {
        "median": 11,
        "origin": 23.2,
        "stones": 22.8,
        "sacraments": 14.4,
        "merveille": 19.4,
        "apocalypse": 20.3,
        "starter": -1.5,
    },
    4: {
        "median": 10,
        "origin": 16.5,
        "stones": 19.1,
        "sacraments": 19.5,
        "merveille": 12.8,
        "apocalypse": 32.2,
        "starter": -2.0,
    },
}


def random_game(number: int, picks: random.Random) -> tuple[int, int]:
    """Play one game by random menu choices: every menu, check and apply, with the host's dice. Moves, bytes
    of the state."""
    seed = b"bench:%d" % number
    state = rules.setup(NAMES[: 2 + number % 3], {}, Dice(seed, 0)).state
    moves = 0
    while (ask := rules.asks(state)) is not None:
        moves += 1
        seat = ask.seats[0]
        choice = picks.choice(rules.menu(state, seat).choices)
        while not choice.complete:
            choice = picks.choice(rules.menu(state, seat, choice.action).choices)
        assert not rules.check(state, seat, choice.action)
        state = rules.apply(state, {seat: choice.action}, Dice(seed, moves)).state
    return moves, len(dump(state))


def speed() -> bool:
    rates: list[float] = []
    largest = total = 0
    for batch in range(BATCHES):
        picks = random.Random(batch)
        started, moves = time.process_time(), 0
        for game in range(GAMES_A_BATCH):
            played, size = random_game(batch * GAMES_A_BATCH + game, picks)
            moves, largest = moves + played, max(largest, size)
        rates.append(moves / (time.process_time() - started))
        total += moves
    print(
        f"{BATCHES} batches of {GAMES_A_BATCH} random games, {total} moves: "
        + ", ".join(f"{r:.0f}" for r in rates)
    )
    print(f"largest final state {largest} bytes, goal ≤ {STATE_GOAL}")
    rate = statistics.median(rates)
    met = rate >= GOAL and largest <= STATE_GOAL
    print(
        f"theopolis: {rate:.0f} moves/s CPU (median), goal ≥ {GOAL} (3 × {BOARDGAME_IO}), "
        f"{'met' if met else 'short'}"
    )
    return met


def bot_game(seats: int, number: int) -> tuple[str, int, int]:
    """One game of greedy bots: the ending, its round, and the winner's place after the starter."""
    seed = b"balance:%d:%d" % (seats, number)
    state = rules.setup(NAMES[:seats], {}, Dice(seed, 0)).state
    step = 0
    bot = rules.bots["greedy"]
    while (ask := rules.asks(state)) is not None:
        step += 1
        seat, position = ask.seats[0], state
        seen = Seen(seat, rules.view(state, seat), lambda draft, s=position, k=seat: rules.menu(s, k, draft))
        action = bot(seen, Dice(seed, step))
        assert not rules.check(state, seat, action)
        state = rules.apply(state, {seat: action}, Dice(seed, step)).state
    first = state.ranking[0]
    return first.ending, first.round, (first.seat - state.starter) % seats


def balance(games: int) -> bool:
    fine = True
    for seats in (2, 3, 4):
        count = games // 3 + (seats == 4) * (games % 3)
        results = [bot_game(seats, number) for number in range(count)]
        fine = report(seats, results) and fine
    print(
        f"theopolis balance: {games} games, goal: medians 10–18, endings 5–40 %, starter within 5 "
        f"points, {'met' if fine else 'short'}"
    )
    return fine


def report(seats: int, results: list[tuple[str, int, int]]) -> bool:
    count, expected = len(results), SPECIFIED[seats]
    rounds = sorted(round_ for _, round_, _ in results)
    median = statistics.median(rounds)
    endings = Counter(ending for ending, _, _ in results)
    starter = 100 * sum(place == 0 for _, _, place in results) / count - 100 / seats
    error = 196 * (0.25 / count) ** 0.5
    print(f"{seats} players, {count} games (±{error:.1f} points at 95 %)")
    deciles = [rounds[min(count - 1, count * p // 100)] for p in (10, 25, 75, 90)]
    print(
        "  rounds P10/P25/median/P75/P90 (max): "
        f"{deciles[0]}/{deciles[1]}/{median:g}/{deciles[2]}/{deciles[3]} "
        f"({rounds[-1]}); specification {expected['median']}, target 10–18"
    )
    shares = {ending: 100 * endings[ending] / count for ending in ENDINGS}
    for ending, share in shares.items():
        print(f"  {ending:<11} {share:5.1f} %; specification {expected[ending]:.1f} %, target 5–40 %")
    print(
        f"  starter’s advantage {starter:+.1f}; specification {expected['starter']:+.1f}, target within "
        "5 points"
    )
    return 10 <= median <= 18 and all(5 <= share <= 40 for share in shares.values()) and abs(starter) < 5


if __name__ == "__main__":
    arguments = sys.argv[1:]
    if arguments[:1] == ["balance"]:
        sys.exit(0 if balance(int(arguments[1]) if len(arguments) > 1 else 2000) else 1)
    sys.exit(0 if speed() else 1)
