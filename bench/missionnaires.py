"""Les Missionnaires measured: random play-outs (default), `balance` of bot games.

Run from the project root: python bench/missionnaires.py [playouts|balance] [number of games]
"""

import random
import sys
from collections import Counter
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).parent.parent))

from engines.core.codec import dump
from engines.core.contract import Action, Bot, Seen
from engines.core.dice import Dice
from engines.missionnaires import RULES
from engines.missionnaires.state import State

RULE = RULES[-1]
REFERENCE = 5_550  # moves a second and core of boardgame.io, measured on the same machine
GOAL = 3 * REFERENCE
STATE_LIMIT = 30_000  # bytes
BOT_GAMES = 2_000
MOST_STEPS = 3_000  # of a game among bots: far beyond any that ends
NAMES = ["A", "B", "C", "D"]


def playouts(games: int) -> bool:
    """Random play: menu, following drafts, check, apply, as a host would call them; checks included in the
    time."""
    chance = random.Random(1)
    moves = widest = 0
    started = process_time()
    for game in range(games):
        steps, state = random_game(2 + game % 3, b"playout:%d" % game, chance)
        moves += steps
        widest = max(widest, len(dump(state)))
    rate = moves / (process_time() - started)
    print(f"{games} random games of 2 to 4 players, {moves} moves; largest final state {widest} bytes")
    met = rate >= GOAL and widest <= STATE_LIMIT
    print(
        f"missionnaires: {rate:,.0f} moves/s, goal {GOAL:,} (3 × boardgame.io {REFERENCE:,}), {verdict(met)}"
    )
    return met


def random_game(count: int, seed: bytes, chance: random.Random) -> tuple[int, State]:
    state: State = RULE.setup(NAMES[:count], {}, Dice(seed, 0)).state
    step = 0
    while (ask := RULE.asks(state)) is not None:
        step += 1
        seat = ask.seats[0]
        action = random_action(state, seat, chance)
        if RULE.check(state, seat, action):
            raise AssertionError(f"the menu offered {action}, which check refuses")
        state = RULE.apply(state, {seat: action}, Dice(seed, step)).state
    return step, state


def random_action(state: State, seat: int, chance: random.Random) -> Action:
    choice = chance.choice(RULE.menu(state, seat).choices)
    while not choice.complete:
        choice = chance.choice(RULE.menu(state, seat, choice.action).choices)
    return choice.action


def balance(games: int) -> bool:
    """Games among normal bots with 2, 3 and 4 players in turn: lengths, wins by position in turn order, stuck
    games."""
    wins: Counter[tuple[int, int]] = Counter()
    played: Counter[int] = Counter()
    turns: dict[int, list[int]] = {2: [], 3: [], 4: []}
    winners: dict[int, list[int]] = {2: [], 3: [], 4: []}
    stuck = 0
    started = process_time()
    for game in range(games):
        count = 2 + game % 3
        state = bot_game([RULE.bots["normal"]] * count, b"balance:%d" % game)
        outcome = RULE.outcome(state)
        if outcome is None:
            stuck += 1
            continue
        played[count] += 1
        first = outcome.ranking[0].seat
        wins[count, state.order.index(first)] += 1
        winners[count].append(state.players[first].turns)
        turns[count] += [player.turns for player in state.players]
    print(
        f"{games} games among normal bots, {(process_time() - started) / games * 1000:.0f} ms a game, "
        f"{stuck} stuck"
    )
    for count in sorted(played):
        shares = " / ".join(f"{wins[count, place] / played[count]:.1%}" for place in range(count))
        spread = sorted(turns[count])
        low, high = spread[len(spread) // 20], spread[-len(spread) // 20]
        print(
            f"{count} players, {played[count]} games: turns a player median {median(spread):.0f} "
            f"({low}–{high}), "
            f"winner {median(winners[count]):.0f}; wins by position {shares}"
        )
    met = stuck == 0 and games >= BOT_GAMES
    print(
        f"missionnaires-balance: {games - stuck} of {games} games finished, goal {BOT_GAMES}, {verdict(met)}"
    )
    return met


def bot_game(bots: list[Bot], seed: bytes) -> State:
    state: State = RULE.setup(NAMES[: len(bots)], {"route_help": False}, Dice(seed, 0)).state
    step = 0
    while (ask := RULE.asks(state)) is not None and step < MOST_STEPS:
        step += 1
        seat = ask.seats[0]
        seen = Seen(
            seat, RULE.view(state, seat), lambda draft, at=state, seat=seat: RULE.menu(at, seat, draft)
        )
        action = bots[seat](seen, Dice(seed + b":bot", step))
        if RULE.check(state, seat, action):
            raise AssertionError(f"{seed!r}, step {step}: the bot chose {action}, which check refuses")
        state = RULE.apply(state, {seat: action}, Dice(seed, step)).state
    return state


def verdict(met: bool) -> str:
    return "met" if met else "short"


if __name__ == "__main__":
    what = sys.argv[1] if len(sys.argv) > 1 else "playouts"
    command, usual = {"playouts": (playouts, 24), "balance": (balance, BOT_GAMES)}[what]
    sys.exit(0 if command(int(sys.argv[2]) if len(sys.argv) > 2 else usual) else 1)
