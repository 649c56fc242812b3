"""Miles Christi measured: random play-outs (default), `strength` of the bots, `balance` of the Orders.

Run from the project root: python bench/miles_christi.py [playouts|strength|balance] [number of games]
"""

import random
import sys
from collections import Counter
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parent.parent))

from engines.core.codec import dump
from engines.core.contract import Bot, Seen
from engines.core.dice import Dice
from engines.miles_christi import RULES
from engines.miles_christi.state import State
from engines.miles_christi.tables import ORDERS

RULE = RULES[-1]
REFERENCE = 5_550  # moves a second and core of boardgame.io, measured on the same machine
GOAL = 3 * REFERENCE
STATE_LIMIT = 30_000  # bytes
BOT_GAMES = 2_000


def playouts(games: int) -> bool:
    """Random play: menu, following drafts, check, apply, as a host would call them; checks included in the
    time."""
    chance = random.Random(1)
    moves = 0
    started = process_time()
    for game in range(games):
        seed = b"playout:%d" % game
        state = RULE.setup(["A", "B", "C", "D", "E"][: 3 + game % 3], {}, Dice(seed, 0)).state
        step = 0
        while (ask := RULE.asks(state)) is not None:
            step += 1
            seat = ask.seats[0]
            action = random_action(state, seat, chance)
            if RULE.check(state, seat, action):
                raise AssertionError(f"the menu offered {action}, which check refuses")
            state = RULE.apply(state, {seat: action}, Dice(seed, step)).state
        moves += step
    rate = moves / (process_time() - started)
    widest = widest_state(chance)
    print(
        f"{games} random games of 3 to 5 players, {moves} moves; largest state of a 5-player game "
        f"{widest} bytes"
    )
    met = rate >= GOAL and widest <= STATE_LIMIT
    print(
        f"miles-christi: {rate:,.0f} moves/s, goal {GOAL:,} (3 × boardgame.io {REFERENCE:,}), {verdict(met)}"
    )
    return met


def widest_state(chance: random.Random) -> int:
    """The largest state of one random five-player game, in bytes of JSON."""
    state = RULE.setup(["A", "B", "C", "D", "E"], {}, Dice(b"widest", 0)).state
    widest = step = 0
    while (ask := RULE.asks(state)) is not None:
        step += 1
        action = random_action(state, ask.seats[0], chance)
        state = RULE.apply(state, {ask.seats[0]: action}, Dice(b"widest", step)).state
        widest = max(widest, len(dump(state)))
    return widest


def strength(games: int) -> bool:
    """One bot among two random players, for both levels; then one maître among two novices."""
    results = {}
    for label, hero, others in (
        ("novice against 2 random", RULE.bots["novice"], None),
        ("maître against 2 random", RULE.bots["maître"], None),
        ("maître against 2 novices", RULE.bots["maître"], RULE.bots["novice"]),
    ):
        started = process_time()
        share = win_share(hero, others, games)
        results[label] = share
        print(
            f"{label}: {share:.1%} of {games} games, {(process_time() - started) / games * 1000:.0f} ms "
            "a game"
        )
    against_random = min(results["novice against 2 random"], results["maître against 2 random"])
    met = against_random >= 0.9
    print(
        f"miles-christi-bots: {against_random:.1%} of games won against random play, goal 90%, {verdict(met)}"
    )
    return met


def balance(games: int) -> bool:
    """Games among maîtres with 3, 4 and 5 players in turn: win share by Order against a fair share."""
    wins: Counter[str] = Counter()
    fair: Counter[str] = Counter()
    places: Counter[tuple[int, int]] = Counter()
    tables: Counter[int] = Counter()
    zero = 0
    started = process_time()
    for game in range(games):
        count = 3 + game % 3
        first, state = play([RULE.bots["maître"]] * count, b"balance:%d" % game)
        winners = winners_of(state)
        tables[count] += 1
        for seat, player in enumerate(state.players):
            fair[player.order] += 1 / count
            if seat in winners:
                wins[player.order] += 1 / len(winners)
                places[count, first.index(seat) + 1] += 1 / len(winners)
        zero += all(state.players[seat].military == state.players[seat].religious for seat in winners)
    seconds = process_time() - started
    print(
        f"{games} games among maîtres, {seconds / games * 1000:.0f} ms a game, {zero / games:.0%} won at "
        "gap 0"
    )
    for order in ORDERS:
        print(f"{order:10} {wins[order] / fair[order]:.2f} of its fair share")
    for count in sorted(tables):
        shares = [f"{places[count, place] / tables[count] * count:.2f}" for place in range(1, count + 1)]
        print(f"{count} players, first turn order 1..{count}: {' '.join(shares)}")
    met = games >= BOT_GAMES
    print(f"miles-christi-balance: {games} games finished, goal {BOT_GAMES}, {verdict(met)}")
    return met


def win_share(hero: Bot, others: Bot | None, games: int) -> float:
    won = 0.0
    for game in range(games):
        bots: list[Bot | None] = [others] * 3
        seat = game % 3
        bots[seat] = hero
        _, state = play(bots, b"strength:%d" % game)
        winners = winners_of(state)
        won += (seat in winners) / len(winners)
    return won / games


def play(bots: list[Bot | None], seed: bytes) -> tuple[list[int], State]:
    """One game; None plays at random. Answers the first turn order and the final state."""
    chance = random.Random(seed)
    dice = Dice(seed, 0)
    state = RULE.setup([f"S{seat}" for seat in range(len(bots))], {}, dice).state
    first = state.order
    step = 0
    while (ask := RULE.asks(state)) is not None:
        step += 1
        seat = ask.seats[0]
        bot = bots[seat]
        if bot is None:
            action = random_action(state, seat, chance)
        else:
            at = state
            seen = Seen(
                seat, RULE.view(at, seat), lambda draft=None, at=at, seat=seat: RULE.menu(at, seat, draft)
            )
            action = bot(seen, Dice(seed + b":bot", step))
        state = RULE.apply(state, {seat: action}, Dice(seed, step)).state
    return first, state


def winners_of(state: State) -> list[int]:
    outcome = RULE.outcome(state)
    assert outcome is not None
    return [rank.seat for rank in outcome.ranking if rank.place == 1]


def random_action(state: State, seat: int, chance: random.Random) -> str:
    choice = chance.choice(RULE.menu(state, seat).choices)
    while not choice.complete:
        choice = chance.choice(RULE.menu(state, seat, choice.action).choices)
    return choice.action


def verdict(met: bool) -> str:
    return "met" if met else "short"


if __name__ == "__main__":
    what = sys.argv[1] if len(sys.argv) > 1 else "playouts"
    command, usual = {
        "playouts": (playouts, 300),
        "strength": (strength, 500),
        "balance": (balance, BOT_GAMES),
    }[what]
    sys.exit(0 if command(int(sys.argv[2]) if len(sys.argv) > 2 else usual) else 1)
