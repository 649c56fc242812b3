"""Bots against bots: length of games and victories. Bots against random players.

make bench NAME=gloire-bots                200 games of Scandinavie: length, victories
make bench NAME="gloire-bots random 40"    one bot among nine random players
"""

import statistics
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from engines.core.contract import Seen
from engines.core.dice import Dice
from engines.core.registry import rules_of

RULES = rules_of("gloire")
TEMPERS = list(RULES.bots)


def seen_by(state, seat, view):
    return Seen(seat, view, lambda draft=None: RULES.menu(state, seat, draft))


def play(key, lords, game, players, turns=80):
    """One game to its end. `players` gives the move of a seat."""
    names = [f"Seigneur {n + 1}" for n in range(lords)]
    state = RULES.setup(names, {"map": key, "turns": turns}, Dice(b"bots:%d" % game, 0)).state
    while (ask := RULES.asks(state)) is not None:
        dice = Dice(b"moves:%d" % game, state.turn)
        views = RULES.views(state, ask.seats)
        moves = {seat: players(seat, seen_by(state, seat, views[seat]), dice) for seat in ask.seats}
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
        f"{games} games: median {statistics.median(lasted):g} turns, nine of ten within "
        f"{tenths[-1]:.0f}; by kind {dict(how)}"
    )
    print(f"won by temperament: {dict(winners)}")
    print(f"won by start: {dict(sorted(homes.items()))}")
    share = real / games
    print(
        f"gloire-bots: {100 * share:.1f} % of games end by a real victory, goal 95 %, "
        f"{'met' if share >= 0.95 else 'short'}"
    )
    return share >= 0.95


def against_random(games):
    won = 0
    for game in range(games):
        own = game % 10
        bot = RULES.bots[TEMPERS[game % 3]]
        end = play(
            "scandinavie",
            10,
            game,
            lambda s, v, d, b=bot, o=own: b(v, d) if s == o else random_move(v, d),
            60,
        )
        won += end.winner == own
    share = won / games
    print(
        f"gloire-bots-random: a bot alone among nine random players wins {100 * share:.0f} % of {games} "
        "games, "
        f"goal 95 %, {'met' if share >= 0.95 else 'short'}"
    )
    return share >= 0.95


def main():
    args = sys.argv[1:]
    if args[:1] == ["random"]:
        return 0 if against_random(int(args[1]) if args[1:] else 40) else 1
    return 0 if lengths(int(args[0]) if args else 200) else 1


if __name__ == "__main__":
    sys.exit(main())
