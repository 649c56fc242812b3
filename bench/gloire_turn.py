"""How long a whole turn takes: parse, check, resolve and events, with the orders of bots, on the CPU clock of
one process.

Turns are recorded first (bots play), then measured; each turn's best of several runs counts, because other
programs share the machine; the median run is printed beside it. PyPI `diplomacy` is run in the same command
where a Python of 3.9 or less and the package can be had; else the figure once recorded stands for it. `python
bench/gloire_turn.py [runs]`
"""

import os
import shutil
import statistics
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from config.memory import settle
from engines.core import codec
from engines.core.contract import Seen
from engines.core.dice import Dice
from engines.core.registry import rules_of

RULES = rules_of("gloire")
TEMPERS = list(RULES.bots)
GAMES = (  # map, lords, turns to record, goal in ms a turn
    ("scandinavie", 10, 20, 10.0),
    ("moyen_orient", 20, 14, None),
    ("europe", 30, 14, 30.0),
    ("europe_100", 100, 10, 120.0),
)
# µs an order: PyPI diplomacy, standard map, list + set + process, on a quiet machine with Python 3.9
RECORDED = 287.0
RIVAL = Path(__file__).parent / "worlds" / "diplomacy_turn.py"
RIVAL_HOME = Path(__file__).parent.parent / "var" / "bench-diplomacy"
OLD_ENOUGH = ("3.9", "3.8", "3.7")


def record(key, lords, turns):
    """(state, texts, turn) of each turn of one bot game."""
    state = RULES.setup([f"Seigneur {n}" for n in range(lords)], {"map": key}, Dice(b"bench", 0)).state
    recorded = []
    while RULES.asks(state) is not None and len(recorded) < turns:
        moves = {}
        for seat in RULES.asks(state).seats:
            seen = Seen(seat, RULES.view(state, seat), partial(RULES.menu, state, seat))
            moves[seat] = RULES.bots[TEMPERS[seat % 3]](seen, Dice(b"bots:%d" % seat, state.turn))
        recorded.append((state, {seat: RULES.notate(state, seat, action) for seat, action in moves.items()}))
        state = RULES.apply(state, moves, Dice(b"bench", state.turn)).state
    return recorded


class Measured:
    """The turns of one map: each turn's best run by part, the total of every run, and how many orders there
    are."""

    def __init__(self, recorded):
        self.recorded, self.best, self.totals, self.orders = recorded, [None] * len(recorded), [], 0

    def run(self):
        self.totals.append(0.0)
        self.orders = 0
        for n, (state, texts) in enumerate(self.recorded):
            parts, moves = measure_turn(state, texts)
            self.totals[-1] += sum(parts)
            self.best[n] = parts if self.best[n] is None else min(self.best[n], parts, key=sum)
            self.orders += sum(len(action["orders"]) for action in moves.values())


def measure(runs):
    """All maps in turn, again and again: a busy minute of the machine does not fall on all the runs of one
    map.

    The garbage collector is set as in the server's processes, the recorded turns being ballast like its code.
    """
    maps = {key: Measured(record(key, lords, turns)) for key, lords, turns, _ in GAMES}
    settle()
    for _ in range(runs):
        for one in maps.values():
            one.run()
    return maps


def measure_turn(state, texts):
    start = time.process_time()
    moves = {seat: RULES.parse(state, seat, text)[0] for seat, text in texts.items()}
    parsed = time.process_time()
    for seat, action in moves.items():
        RULES.check(state, seat, action)
    checked = time.process_time()
    step = RULES.apply(state, moves, Dice(b"bench", state.turn))
    resolved = time.process_time()
    del step  # whoever asked for the turn keeps it: letting go of it is no part of the turn
    return (parsed - start, checked - parsed, resolved - checked), moves


def quiet_share():
    """How much slower the processor is just now than at its best: the same short sum, median against best."""
    times = []
    for _ in range(300):
        start = time.process_time()
        total = 0
        for n in range(20_000):
            total += n
        times.append(time.process_time() - start)
    return statistics.median(times) / min(times), min(times) * 50


def load_and_dump(state):
    raw, best = codec.dump(state), 1e9
    for _ in range(40):
        start = time.process_time()
        codec.dump(codec.load(raw, RULES.State))
        best = min(best, time.process_time() - start)
    return best * 1000


def rival(runs):
    """µs an order of `diplomacy` on this machine now, and how that is known."""
    try:
        python = RIVAL_HOME / "bin" / "python"
        if not python.exists():
            subprocess.run(
                [old_python(), "-m", "venv", RIVAL_HOME], check=True, capture_output=True, timeout=120
            )
        if subprocess.run([python, "-c", "import diplomacy"], capture_output=True).returncode:
            subprocess.run(
                [python, "-m", "pip", "install", "-q", "diplomacy"],
                check=True,
                capture_output=True,
                timeout=300,
            )
        ran = subprocess.run(
            [python, RIVAL, str(runs)], check=True, capture_output=True, text=True, timeout=170
        )
        return float(ran.stdout), "run just now"
    except (OSError, LookupError, ValueError, subprocess.SubprocessError) as trouble:
        return RECORDED, f"as it was recorded: it could not be run here ({type(trouble).__name__})"


def old_python():
    """A Python that `diplomacy` can be installed for, on the path or among pyenv's."""
    for version in OLD_ENOUGH:
        found = shutil.which(f"python{version}")
        kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
        for python in (found, *sorted(kept.glob(f"{version}.*/bin/python"))):
            if python and subprocess.run([python, "-c", "import venv"], capture_output=True).returncode == 0:
                return python
    raise LookupError("no Python of 3.9 or less")


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    met, per_order = True, {}
    slow, million = quiet_share()
    print(
        f"this processor: a million additions in {million * 1000:.0f} ms at best, {slow:.2f} times that "
        "just now"
    )
    maps = measure(runs)
    for key, lords, _, goal in GAMES:
        recorded, totals, orders = maps[key].recorded, maps[key].totals, maps[key].orders
        spent = [sum(part) for part in zip(*maps[key].best, strict=True)]
        turn_ms = sum(spent) / len(recorded) * 1000
        usual = statistics.median(totals) / len(recorded) * 1000
        per_order[key] = sum(spent) / orders * 1e6
        parts = ", ".join(
            f"{name} {part / len(recorded) * 1000:.2f}"
            for name, part in zip(("parse", "check", "resolve"), spent, strict=True)
        )
        told = f", goal {goal:g} ms, {'met' if turn_ms <= goal else 'short'}" if goal else ""
        met = met and (goal is None or turn_ms <= goal)
        print(
            f"{key}: {lords} lords, {orders / len(recorded):.0f} orders a turn: {turn_ms:.2f} ms a turn "
            f"({parts}), "
            f"median run {usual:.2f} ms, {per_order[key]:.1f} µs an order{told}"
        )
        if key == "europe_100":
            state = recorded[-1][0]
            size, codec_ms = len(codec.dump(state)) / 1000, load_and_dump(state)
            met = met and size <= 300 and codec_ms <= 3
            print(f"europe_100 state: {size:.0f} kB, goal 300 kB; load + dump {codec_ms:.2f} ms, goal 3 ms")
    growth = per_order["europe_100"] / per_order["scandinavie"]
    linear = growth <= 1.25
    print(
        f"growth from 10 to 100 lords: {growth:.2f} × the time an order, goal at most linear, "
        f"{'met' if linear else 'short'}"
    )
    worst = max(per_order.values())
    theirs, how = rival(runs)
    tenth = worst <= theirs / 10
    print(
        f"µs an order: {worst:.1f} at worst; diplomacy {theirs:.0f}, {how}: {theirs / worst:.1f} times "
        "as much, goal 10 times, "
        f"{'met' if tenth else 'short'} (a tenth of the {RECORDED:.0f} of a quiet machine is "
        f"{RECORDED / 10:.1f})"
    )
    good = met and linear and tenth
    print(f"gloire-turn: {worst:.1f} µs an order, goal {theirs / 10:.1f} µs, {'met' if good else 'short'}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
