"""Golden games: recorded orders and the digests they led to. `python -m tests.engines.gloire.golden` rewrites
them.

A change of digest is a change of the rules (or of a map): rewrite them only when that is what you meant.
"""

import json
from pathlib import Path

from engines.core import codec
from engines.core.contract import Seen
from engines.core.dice import Dice
from engines.gloire import RULES

FOLDER = Path(__file__).parent / "golden"
GAMES = (("scandinavie", 10, 18), ("moyen_orient", 20, 6), ("europe", 30, 4), ("europe_100", 100, 2))
RULES_1 = RULES[0]


def record(key: str, lords: int, turns: int) -> dict:
    """A game of bots, written down as text."""
    game = {
        "map": key,
        "seats": [f"Seigneur {n + 1}" for n in range(lords)],
        "seed": f"golden {key}",
        "turns": [],
    }
    state = start(game)
    tempers = list(RULES_1.bots)
    while RULES_1.asks(state) is not None and len(game["turns"]) < turns:
        orders = {}
        for seat in RULES_1.asks(state).seats:
            bot = RULES_1.bots[tempers[seat % 3]]
            action = bot(
                Seen(seat, RULES_1.view(state, seat), None), Dice(b"golden bots", state.turn * 1000 + seat)
            )
            orders[str(seat)] = RULES_1.notate(state, seat, action).split("\n")
        step = play(state, orders, game["seed"])
        game["turns"].append(
            {"orders": orders, "state": codec.digest(step.state), "events": codec.digest(step.events)}
        )
        state = step.state
    return game


def start(game: dict):
    return RULES_1.setup(game["seats"], {"map": game["map"]}, Dice(game["seed"].encode(), 0)).state


def play(state, orders: dict[str, list[str]], seed: str):
    moves = {}
    for seat, lines in orders.items():
        action, problems = RULES_1.parse(state, int(seat), "\n".join(lines))
        assert not problems, problems
        moves[int(seat)] = action
    return RULES_1.apply(state, moves, Dice(seed.encode(), state.turn))


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for key, lords, turns in GAMES:
        text = json.dumps(record(key, lords, turns), ensure_ascii=False, indent=1)
        (FOLDER / f"{key}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
