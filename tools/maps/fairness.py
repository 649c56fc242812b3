"""How fair the starts are: `python -m tools.maps.fairness` measures, `… choose MAP LORDS` looks for better
ones.

A start's own lands are those within three steps that it reaches before any rival; a land that several reach
at the same time is shared between them.
"""

import random
import sys
from collections.abc import Iterable

from engines.gloire.maps import DATA, EDITIONS, MapLand, distances_from, load_map, parse

STEPS = 3
Steps = dict[str, dict[str, int]]


def measure(steps: Steps, starts: Iterable[str]) -> dict[str, tuple[int, float]]:
    """For each start: lands reached first, and the same with shared lands counted in parts."""
    starts = list(starts)
    first = dict.fromkeys(starts, 0)
    shared = dict.fromkeys(starts, 0.0)
    for near in steps.values():
        best = min(near[start] for start in starts)
        if best == 0 or best > STEPS:
            continue
        winners = [start for start in starts if near[start] == best]
        for start in winners:
            shared[start] += 1 / len(winners)
        if len(winners) == 1:
            first[winners[0]] += 1
    return {start: (first[start], shared[start]) for start in starts}


def report(key: str) -> str:
    """The spread of one edition in one paragraph."""
    game_map = load_map(key)
    steps = all_steps(game_map.lands)
    scores = measure(steps, game_map.starts)
    firsts = sorted(score[0] for score in scores.values())
    shares = sorted(score[1] for score in scores.values())
    gaps = [min(steps[a][b] for b in game_map.starts if a != b) for a in game_map.starts]
    ends = sorted(scores, key=lambda start: scores[start][1])
    return (
        f"{key}: {len(scores)} starts, nearest rivals {min(gaps)} to {max(gaps)} steps apart\n"
        f"  lands reached first within {STEPS} steps: {firsts[0]} to {firsts[-1]}, median "
        f"{firsts[len(firsts) // 2]}\n"
        f"  with shared lands: {shares[0]:.2f} ({ends[0]}) to {shares[-1]:.2f} ({ends[-1]}), "
        f"mean {sum(shares) / len(shares):.2f}"
    )


def choose(
    file: str, lords: int, fixed: list[str], never: list[str], apart: int, tries: int = 60_000
) -> list[str]:
    """Look for fair starts by exchanging one at a time, the fixed ones staying."""
    lands = raw_lands(file)
    steps = all_steps(lands)
    dice = random.Random(f"{file}:{lords}")
    free = [name for name in sorted(lands) if name not in fixed and name not in never]
    starts = fixed + dice.sample(free, lords - len(fixed))
    best = _unfairness(lands, steps, starts, apart)
    kept, kept_cost = starts, best
    for turn in range(tries):
        heat = 2.0 * (1 - turn / tries) ** 2 + 1e-9
        index = dice.randrange(len(fixed), lords)
        others = [n for n in lands[starts[index]].neighbours if n in free] if dice.random() < 0.5 else free
        fresh = dice.choice(others or free)
        if fresh in starts:
            continue
        trial = [*starts[:index], fresh, *starts[index + 1 :]]
        cost = _unfairness(lands, steps, trial, apart)
        if cost < best or dice.random() < 2.718 ** ((best - cost) / heat):
            starts, best = trial, cost
            if best < kept_cost:
                kept, kept_cost = starts, best
    return sorted(kept)


def all_steps(lands: dict[str, MapLand]) -> Steps:
    return {name: distances_from(lands, name) for name in lands}


def raw_lands(file: str) -> dict[str, MapLand]:
    """The lands of a file whatever its starts, for choosing them."""
    entries, problems = parse((DATA / f"{file}.txt").read_text(encoding="utf-8"))
    assert not problems, problems
    return {
        e.name: MapLand(e.name, e.label, 0, 0.0, tuple(sorted({*e.land, *e.sea})), e.sea) for e in entries
    }


def _unfairness(lands: dict[str, MapLand], steps: Steps, starts: list[str], apart: int) -> float:
    """Squares of the differences, and a heavy price for starts too close or walled in by other starts."""
    scores = measure(steps, starts)
    shares = [share for _, share in scores.values()]
    firsts = [first for first, _ in scores.values()]
    mean = sum(shares) / len(shares)
    cost = sum((share - mean) ** 2 for share in shares) + 3 * (max(shares) - min(shares))
    cost += 1.5 * (max(firsts) - min(firsts))
    chosen = set(starts)
    for start in starts:
        if apart > 1:
            cost += 30 * len(chosen.intersection(lands[start].neighbours))
        elif chosen.issuperset(lands[start].neighbours):
            cost += 30
    return cost


def main(arguments: list[str]) -> None:
    if arguments[:1] == ["choose"]:
        file, lords, *rest = arguments[1:]
        fixed = [name for name in rest if not name.startswith("^")]
        never = [name[1:] for name in rest if name.startswith("^")]
        tries = 12_000 if int(lords) > 50 else 40_000
        starts = choose(file, int(lords), fixed, never, 1 if int(lords) > 50 else 2, tries)
        print(" ".join(starts))
        return
    for key in arguments or EDITIONS:
        print(report(key))


if __name__ == "__main__":
    main(sys.argv[1:])
