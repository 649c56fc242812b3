"""Argad!: CPU time of a full turn with 100 figures, spread out and in a dense melee; `balance [n]` plays bot
battles.

python bench/argad.py            two figures against their goals
python bench/argad.py balance 60 [siege [120 [3]]]   lengths and balance of n bot battles for each scenario, or for one, from a
number on, with so many seats
"""

import sys
import time
from collections import Counter
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engines.argad import RULES
from engines.argad.field.groups import contacts
from engines.argad.orders import Order, Packet, Plot, as_json
from engines.argad.scenario.scenarios import SCENARIOS
from engines.argad.state import Figure, Now, Piece, Place, State, by_id, copy_of
from engines.argad.tables import preset
from engines.core.contract import Rank
from engines.core.dice import Dice
from engines.core.table import Table, bot_player, seat_names

RULE = RULES[-1]
SPREAD_GOAL, DENSE_GOAL = 50, 80
REPEATS = 25


def terrain() -> tuple[Piece, ...]:
    """Thirty octagons of brush, wood, rocks and marsh over the table."""
    kinds = ("brush", "forest", "rocks", "brush", "marsh")
    shape = ((5, 0), (8, 1), (10, 4), (9, 8), (6, 10), (2, 9), (0, 5), (1, 2))
    return tuple(
        Piece(
            f"T{n}",
            kinds[n % 5],
            tuple(((10 + 29 * (n % 6) + x) * 100, (4 + 24 * (n // 6) + y) * 100) for x, y in shape),
        )
        for n in range(30)
    )


def army(seat: int, dense: bool) -> list[Figure]:
    """Fifty figures, ten of them mounted, ten archers."""
    figures = []
    for n in range(50):
        row, column = divmod(n, 10)
        if dense:
            x, y = (60 + 6 * column, (36 if seat == 0 else 66) + 4 * row)
        else:
            x, y = (6 + 17 * column, (6 + 10 * row) if seat == 0 else (66 + 10 * row))
        riding = n % 5 == 0
        weapons = ("bow",) if n % 5 == 1 else ("lance",) if n % 5 in (2, 3) else ()
        figures.append(
            Figure(
                id=f"{'AB'[seat]}{n + 1:02d}",
                seat=seat,
                side=seat,
                unit=f"U{row}",
                name="Homme",
                cls=3 + n % 3,
                mount="cavalier" if riding else "foot",
                base="horse" if riding else "disc",
                heading=90 if seat == 0 else 270,
                weapons=weapons,
                roles=("troop_chief",) if n == 22 else ("chief",) if n % 10 == 4 else (),
                x=x * 100,
                y=min(y, 118) * 100,
                place="table",
                cost=8,
            )
        )
    return figures


def battle(dense: bool) -> State:
    state = State(
        scenario="village",
        options=preset("standard"),
        width=18000,
        height=12000,
        terrain=terrain(),
        figures=army(0, dense) + army(1, dense),
        items=[],
        objectives=[],
        seats=[Place("A", "", 0, 100), Place("B", "", 1, 100)],
        phase="plot",
        turn=1,
        last_turn=99,
    )
    figures = by_id(state)
    for figure in state.figures:
        figure.now = Now(start=(figure.x, figure.y))
    for id, touched in contacts(state).items():
        figures[id].now.contacts = tuple(touched)
    return state


def plots(state: State, dense: bool) -> dict[int, dict]:
    """Dense: everybody charges the nearest enemy. Spread: charges, marches, archers who hold, men who keep
    off."""
    moves = {}
    for seat in (0, 1):
        orders = []
        foes = [f for f in state.figures if f.seat != seat]
        for n, figure in enumerate(f for f in state.figures if f.seat == seat):
            near = min(foes, key=lambda f: (f.x - figure.x) ** 2 + (f.y - figure.y) ** 2)
            if dense or n % 4 == 0:
                orders.append(Order((figure.id,), "charge", (), near.id))
            elif n % 4 == 2:
                orders.append(Order((figure.id,), "keep_distance", (), near.id, distance=1500))
            elif "bow" not in figure.weapons:
                goal = (figure.x + 900, min(max(figure.y + (1200 if seat == 0 else -1200), 200), 11800))
                orders.append(Order((figure.id,), "move", (goal,)))
        moves[seat] = as_json(Plot(orders=tuple(orders)))
        problems = RULE.check(state, seat, moves[seat])
        assert not problems, problems[0]
    return moves


def measure(dense: bool) -> tuple[float, float, int]:
    """Best and median CPU milliseconds of plot and combat together, and the contacts made."""
    state = battle(dense)
    moves = plots(state, dense)
    times, touched = [], 0
    for n in range(REPEATS):
        fresh = copy_of(state)
        dice = Dice(b"bench", n)
        started = time.process_time()
        step = RULE.apply(fresh, moves, dice)
        if step.state.phase == "combat":
            packets = {seat: as_json(Packet(auto=True)) for seat in (0, 1)}
            touched = len(contacts(step.state))
            step = RULE.apply(step.state, packets, Dice(b"bench", n + 1000))
        times.append((time.process_time() - started) * 1000)
    return median(times), min(times), touched


def balance(battles: int, only: str = "", first: int = 0, wanted: int = 0) -> int:
    """Bot battles of each scenario: lengths, wins of each side, and the share of side 0 in the duel, a draw
    counted half."""
    for id, scenario in SCENARIOS.items():
        if only and id != only:
            continue
        for seats in (wanted or scenario.seats[0],):
            wins: Counter[int] = Counter()
            draws, turns, ends, cpu = 0, [], Counter(), 0.0
            totals = [0.0] * seats
            for n in range(first, first + battles):
                started = time.process_time()
                state, ranking, best = fought(id, seats, n)
                cpu += time.process_time() - started
                draws += len(best) > 1
                wins[min(best)] += len(best) == 1
                for rank in ranking:
                    totals[rank.seat] += rank.score / battles
                turns.append(state.turn)
                ends[state.ended] += 1
            shares = ", ".join(f"side {s} {wins[s]} ({100 * wins[s] / battles:.1f} %)" for s in sorted(wins))
            means = ", ".join(f"{t:.1f}" for t in totals)
            duel = (
                f", side 0 with half the draws {100 * (wins[0] + draws / 2) / battles:.1f} %"
                if len(totals) < 3 or id == "siege"
                else ""
            )
            print(
                f"{id} ({seats} seats): {battles} battles from {first}, {min(turns)}–{max(turns)} turns "
                f"(mean {sum(turns) / battles:.1f}), "
                f"wins {shares}, draws {draws} ({100 * draws / battles:.1f} %){duel}, mean scores {means}, "
                f"ends {dict(ends)}, {1000 * cpu / battles:.0f} ms CPU a battle",
                flush=True,
            )
    return 0


def fought(id: str, seats: int, n: int) -> tuple[State, tuple[Rank, ...], set[int]]:
    """One battle of bots with the scenario's own troops: its end, its ranking, the sides that came first."""
    table = Table(RULE, seat_names(seats), {"scenario": id}, f"balance:{id}:{n}".encode())
    table.finish([bot_player(RULE.bots["normal"])] * seats, 400)
    ranking = RULE.outcome(table.state).ranking
    best = {table.state.seats[rank.seat].side for rank in ranking if rank.place == 1}
    return table.state, ranking, best


def main() -> int:
    if sys.argv[1:2] == ["balance"]:
        count, only, first, seats = [*sys.argv[2:6], *("40", "", "0", "0")[len(sys.argv[2:6]) :]]
        return balance(int(count), only, int(first), int(seats))
    spread, spread_best, _ = measure(dense=False)
    dense, dense_best, touched = measure(dense=True)
    print(f"spread: median {spread:.1f} ms, best {spread_best:.1f} ms CPU for a full turn of 100 figures")
    print(f"dense: median {dense:.1f} ms, best {dense_best:.1f} ms CPU, {touched} figures at grips")
    met = spread <= SPREAD_GOAL and dense <= DENSE_GOAL
    print(
        f"argad: {spread:.1f} ms spread and {dense:.1f} ms dense, goal 50 and 80 ms CPU, "
        f"{'met' if met else 'short'}"
    )
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
