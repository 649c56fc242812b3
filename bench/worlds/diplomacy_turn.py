"""The rival of `gloire-turn`, run by a Python old enough for it: PyPI `diplomacy`, standard map, list + set +
process.

Prints µs an order, on the CPU clock, the best of several games of random legal orders. Nothing of this
project is imported.
"""

import random
import sys
import time

from diplomacy import Game


def one_game(seed, phases=24):
    """(seconds, orders) of one game."""
    dice = random.Random(seed)
    game, spent, count = Game(), 0.0, 0
    while not game.is_game_done and phases:
        phases -= 1
        start = time.process_time()
        possible = game.get_all_possible_orders()
        spent += time.process_time() - start
        chosen = {
            power: [
                dice.choice(possible[place])
                for place in game.get_orderable_locations(power)
                if possible[place]
            ]
            for power in game.powers
        }
        start = time.process_time()
        for power, orders in chosen.items():
            game.set_orders(power, orders)
        game.process()
        spent += time.process_time() - start
        count += sum(len(orders) for orders in chosen.values())
    return spent, count


games = [one_game(seed) for seed in range(int(sys.argv[1]) if len(sys.argv) > 1 else 5)]
print(min(1e6 * spent / count for spent, count in games))
