"""The tour: in which order to visit what is left, then home. Whole numbers only; results are remembered.

A road section weighs 20, a sea section 24, and one more for each green town entered (its card may hurt).
"""

from functools import cache, lru_cache
from heapq import heappop, heappush
from itertools import pairwise

from engines.missionnaires.board import BETHEL, GREEN, WAYS

ROAD, SEA, CARD = 20, 24, 1


@cache
def way_home(goal: str) -> tuple[dict[str, int], dict[str, str]]:
    """For every space: the weight of the way from it to `goal`, and the next space on that way."""
    weight = {goal: 0}
    after = {goal: goal}
    heap = [(0, goal)]
    while heap:
        so_far, space = heappop(heap)
        if so_far > weight[space]:
            continue
        entering = CARD if space in GREEN else 0
        for other, sea in WAYS[space].items():
            total = so_far + entering + (SEA if sea else ROAD)
            if total < weight.get(other, 1 << 30):
                weight[other], after[other] = total, space
                heappush(heap, (total, other))
    return weight, after


def weight_between(start: str, goal: str) -> int:
    return way_home(goal)[0][start]


@lru_cache(maxsize=50_000)  # a seventh of a game among bots: bench missionnaires, balance
def tour(start: str, todo: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """The weight of the best round found (start, all towns of `todo`, Béthel) and the order of the visits."""
    names = [start, *todo, BETHEL]
    costs = [[way_home(goal)[0][space] for goal in names] for space in names]
    order = _improve(_insert_farthest(costs), costs)
    return _length(order, costs), tuple(names[index] for index in order[1:-1])


def rest_of_tour(space: str, order: tuple[str, ...]) -> int:
    """The weight of a given order of visits from a space, then home; the space itself counts as visited."""
    total, reached = 0, space
    for town in order:
        if town != reached:
            total += way_home(town)[0][space]
            space = town
    return total + way_home(BETHEL)[0][space]


def suggest_round(
    start: str, todo: tuple[str, ...], first: str = ""
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The order of the visits, and every space of the round;
    `first` is visited before the others, if it is one of them."""
    if first in todo:
        order = (first, *tour(first, tuple(town for town in todo if town != first))[1])
    else:
        order = tour(start, todo)[1]
    spaces = [start]
    for goal in (*order, BETHEL):
        after = way_home(goal)[1]
        while spaces[-1] != goal:
            spaces.append(after[spaces[-1]])
    return order, tuple(spaces)


def _insert_farthest(costs: list[list[int]]) -> list[int]:
    """Farthest insertion: each town where it lengthens the round least, the farthest from home first."""
    last = len(costs) - 1
    order = [0, last]
    for town in sorted(range(1, last), key=lambda one: (-costs[one][last], one)):
        detours = [
            costs[here][town] + costs[town][there] - costs[here][there] for here, there in pairwise(order)
        ]
        order.insert(1 + detours.index(min(detours)), town)
    return order


def _improve(order: list[int], costs: list[list[int]]) -> list[int]:
    """2-opt and or-opt until neither helps. Weights between towns are the same both ways."""
    better = True
    while better:
        better = _turn_a_stretch(order, costs) or _move_a_stretch(order, costs)
    return order


def _turn_a_stretch(order: list[int], costs: list[list[int]]) -> bool:
    for i in range(1, len(order) - 2):
        before, first = order[i - 1], order[i]
        for j in range(i + 1, len(order) - 1):
            last, after = order[j], order[j + 1]
            if costs[before][last] + costs[first][after] < costs[before][first] + costs[last][after]:
                order[i : j + 1] = order[i : j + 1][::-1]
                return True
    return False


def _move_a_stretch(order: list[int], costs: list[list[int]]) -> bool:
    for size in (1, 2, 3):
        for i in range(1, len(order) - size):
            stretch = order[i : i + size]
            rest = order[:i] + order[i + size :]
            freed = costs[order[i - 1]][stretch[0]] + costs[stretch[-1]][order[i + size]]
            freed -= costs[order[i - 1]][order[i + size]]
            if freed <= 0:
                continue
            for j in range(1, len(rest)):
                here, there = rest[j - 1], rest[j]
                for part in (stretch, stretch[::-1]):
                    if costs[here][part[0]] + costs[part[-1]][there] - costs[here][there] < freed:
                        order[:] = rest[:j] + part + rest[j:]
                        return True
    return False


def _length(order: list[int], costs: list[list[int]]) -> int:
    return sum(costs[here][there] for here, there in pairwise(order))
