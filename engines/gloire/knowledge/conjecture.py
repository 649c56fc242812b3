"""Renowns, knights and treasuries that one lord may suppose of the others: whatever they are, they agree with
every figure that is published (standings, ranks, the means). Made of a view and of dice, never of a state."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from engines.core.dice import Dice
from engines.gloire.formulas import add_up, clamp
from engines.gloire.standing import averages
from engines.gloire.state import State
from engines.gloire.tables import LIMITS, START_RENOWN, START_TREASURY

View = dict[str, Any]

# Published figures are rounded to the hundredth.
AIM = 0.0038  # how far from a published figure a supposed one may be aimed
ROOM = 0.0045  # and how far from it it may end
DIGIT = 0.005  # the unit of what rounding hid, so that it is nudged in proportion to the rest
SPARE = 0.0008  # how far above it the standing of a lord without an écu may be aimed
APART = 0.00002  # between lords of the same published standing, so that their ranks come out as published
WHOLE_ECUS = 0.01  # what making treasuries whole may move the renown of all hired knights together
LOWEST = 1.0  # no knight has less renown
BOUND = 1.95  # one of twice his lord's renown would leave him
WORK = 200_000  # rows of lords nudged before another number of knights is tried
# Numbers of hired knights, all houses together, that are tried one by one; and houses with a single one.
TOTALS = 13


class House(NamedTuple):
    """What is supposed of a lord: his own renown, that of each knight he hired, his treasury."""

    renown: float
    hired: tuple[float, ...]
    treasury: int


class Supposition(NamedTuple):
    """The houses of the others, and what rounding hid of the renown of each of one's own knights."""

    houses: dict[int, House]
    digits: float


class Row(NamedTuple):
    """The sum of weighed figures lies between two bounds."""

    weights: tuple[tuple[int, float], ...]
    low: float
    high: float
    square: float  # of the weights together


def supposed_houses(view: View, known: State, dice: Dice) -> Iterator[Supposition]:
    """One supposition after the other, the likeliest first:
    a house for each living lord but the one who looks.

    `known` holds what he knows himself, and nothing of theirs. Where money and knights are scarce everywhere,
    a number of knights may fit nothing that is published: the reader then asks for the next supposition.
    """
    others = [lord["seat"] for lord in view["lords"] if lord["alive"] and lord["seat"] != view["seat"]]
    if view["turn"] == 1:
        yield Supposition({seat: House(START_RENOWN, (), START_TREASURY) for seat in others}, 0.0)
        return
    puzzle = Puzzle(view, known, others)
    for figures, counts in puzzle.ideas(dice):
        puzzle.settle(puzzle.rows(counts), figures)
        yield Supposition(puzzle.houses(counts, figures, dice), figures[-1] * DIGIT)


def hidden_by_mean(view: View) -> float:
    """How far the published mean of the standings lies above the mean of the published ones."""
    living = [lord["standing"] for lord in view["lords"] if lord["alive"]]
    return float(view["averages"]["standing"]) - add_up(living) / len(living) if living else 0.0


def targets(view: View) -> dict[int, float]:
    """The standing to reach for each living lord:
    as published, with what the rounding hid of their mean and order."""
    living = [lord for lord in view["lords"] if lord["alive"]]
    drift = clamp(hidden_by_mean(view), -AIM, AIM)
    level: dict[float, list[int]] = {}
    for lord in sorted(living, key=lambda lord: -lord["rank"]):
        level.setdefault(lord["standing"], []).append(lord["seat"])
    return {
        seat: standing + drift + APART * (place - (len(seats) - 1) / 2)
        for standing, seats in level.items()
        for place, seat in enumerate(seats)
    }


class Puzzle:
    """Figures to find: the renown of each other lord, then what his hired knights have together,
    then one's own digits."""

    def __init__(self, view: View, known: State, others: list[int]) -> None:
        self.view, self.others = view, others
        self.place = {seat: n for n, seat in enumerate(others)}
        self.divisor = LIMITS[view["map"]].divisor
        base, wanted = averages(known).standings, targets(view)
        published = [lord["standing"] for lord in view["lords"]]
        self.left = [
            wanted[seat] - base[seat] for seat in others
        ]  # of each standing, for renown and treasury
        self.pulls = [self._pull(seat) for seat in others]
        me = view["seat"]
        self.mine: dict[int, float] = {}
        self.my_bounds = (0.0, 0.0)
        if me in wanted:
            low, high = _own_bounds(view, wanted[me], published.count(published[me]) > 1)
            self.my_bounds = (low - base[me], high - base[me])
            self.mine = self._pull(me) | {2 * len(others): DIGIT * (0.9 + 0.1 * len(known.knights))}
        self.my_renown = add_up(knight.renown for knight in known.knights)
        self.my_knights = len(known.knights)

    def _pull(self, seat: int) -> dict[int, float]:
        """How the renown of each other lord weighs on this standing: allies, enemies and their allies."""
        lords, pull = self.view["lords"], dict[int, float]()
        self._weigh(pull, lords[seat]["allies"], 1 / self.divisor)
        self._weigh(pull, lords[seat]["enemies"], -1 / self.divisor)
        for enemy in lords[seat]["enemies"]:
            self._weigh(pull, lords[enemy]["allies"], -1 / (10 * self.divisor))
        return pull

    def _weigh(self, pull: dict[int, float], seats: Iterable[int], weight: float) -> None:
        for seat in seats:
            if seat in self.place:
                pull[self.place[seat]] = pull.get(self.place[seat], 0.0) + weight

    def ideas(self, dice: Dice) -> Iterator[tuple[list[float], list[int]]]:
        """Figures to settle and how many knights each house has hired, the likeliest first.

        First so many for an average house as the mean renown suggests, which hired knights pull down; then
        fixed numbers for all houses together, and one knight in each house in turn: few lords leave few
        numbers that agree with it.
        """
        likely = self._likely_crowd()
        for crowd in (likely, likely, likely / 2, likely + 1):
            yield self.loosely_settled(crowd, None, dice)
        for total in range(TOTALS):
            yield self.loosely_settled(total / max(1, len(self.others)), total, dice)
        for house in range(min(TOTALS, len(self.others))):
            counts = [int(n == house) for n in range(len(self.others))]
            yield [*self.guess(counts, dice), 0.0], counts
        for crowd in (2 * likely + 2, 12.0):
            yield self.loosely_settled(crowd, None, dice)

    def _likely_crowd(self) -> float:
        """How many hired knights an average house has."""
        mean = self.view["averages"]["renown"]
        renown = add_up(max(LOWEST, 0.8 * left) for left in self.left) / max(1, len(self.left))
        return clamp((renown - mean) / (mean - renown / 2), 0.0, 8.0) if mean > renown / 2 else 8.0

    def loosely_settled(self, crowd: float, total: int | None, dice: Dice) -> tuple[list[float], list[int]]:
        """Figures near a first idea that agree with the published ones,
        and how many knights each house then has: about `crowd`, or `total` in all where that is given."""
        size, mean = len(self.others), self.view["averages"]["renown"]
        counts = [_around(crowd, dice) for _ in self.others]
        figures = [*self.guess(counts, dice), 0.0, mean * sum(counts)]
        rows = self.rows(None)
        if total is not None:
            rows.append(_row({2 * size + 1: 1.0}, mean * total, mean * total))
        self.settle(rows, figures)
        found = figures.pop() / mean
        counts = _counts(max(0, int(found + 0.5)) if total is None else total, figures[size : 2 * size])
        for n, count in enumerate(counts):
            if not count:
                figures[size + n] = 0.0
        return figures, counts

    def guess(self, counts: list[int], dice: Dice) -> list[float]:
        """A first idea: most of a standing is its lord's own renown; a hired knight has about half of it."""
        shares = [0.5 + 0.45 * dice.uniform("imagine:renown") for _ in self.others]
        renowns = [max(LOWEST, left) for left in self.left]
        for _time in range(5):
            renowns = [
                (renowns[n] + max(LOWEST, share * self._unspent(n, renowns, [0.0], own=False))) / 2
                for n, share in enumerate(shares)
            ]
        swings = [0.3 + 0.4 * dice.uniform("imagine:hired") for _ in self.others]
        hired = [count * renown * swing for count, renown, swing in zip(counts, renowns, swings, strict=True)]
        return renowns + hired

    def settle(self, rows: list[Row], figures: list[float]) -> None:
        """Nudge the figures from one row to the next until all rows hold, or for as long as it is worth."""
        for sweep in range(WORK // len(rows)):
            if not _nudge(rows, figures, 0.5 / (1 << min(30, sweep // 40))):
                return

    def rows(self, counts: list[int] | None) -> list[Row]:
        """What the figures must obey. Without `counts` a last figure stands for the hired knights,
        at the mean renown."""
        size, mean = len(self.others), self.view["averages"]["renown"]
        rows = [_row({n: 1.0}, LOWEST, None) for n in range(size)]
        housed = [n for n in range(size) if counts is None or counts[n]]  # who has hired knights, or may have
        if counts is not None:
            rows += [_row({size + n: 1.0}, LOWEST * counts[n], None) for n in housed]
            rows += [_row({size + n: 1.0, n: -BOUND * counts[n]}, None, 0.0) for n in housed]
        else:
            rows += [_row({n: 1.0}, 0.0, None) for n in (*range(size, 2 * size), 2 * size + 1)]
            rows.append(
                _row({**dict.fromkeys(range(size, 2 * size), mean), 2 * size + 1: -LOWEST}, 0.0, None)
            )
        rows += [self._purse(n, n in housed) for n in range(size)]
        rows.append(_row({2 * size: 1.0}, -ROOM / DIGIT, ROOM / DIGIT))
        if self.mine:
            rows.append(_row(self.mine, *self.my_bounds))
        knights = size + sum(counts or ()) + self.my_knights
        renown = mean * knights - self.my_renown
        slack = knights * ROOM - (WHOLE_ECUS if housed else 0.0)
        weights = dict.fromkeys((*range(size), *(size + n for n in housed)), 1.0) | (
            {2 * size + 1: -1.0} if counts is None else {}
        )
        weights[2 * size] = DIGIT * self.my_knights
        rows.append(_row(weights, renown - slack, renown + slack))
        return rows

    def _purse(self, n: int, housed: bool) -> Row:
        """Renown, knights, friends and foes make no more than the standing: what remains is the treasury."""
        spent = {n: 1.0} | ({len(self.others) + n: 0.1} if housed else {})
        for other, weight in self.pulls[n].items():
            spent[other] = spent.get(other, 0.0) + weight
        return _row(spent, None, self.left[n] + SPARE)

    def houses(self, counts: list[int], figures: list[float], dice: Dice) -> dict[int, House]:
        """Treasuries in whole écus; hired knights, or else the lord himself, take up the rest."""
        size = len(self.others)
        renowns, hired = figures[:size], figures[size : 2 * size]
        purses, owed = list[int](), 0.0
        for n in range(size):
            ecus = 500 * self._unspent(n, renowns, hired) + owed
            purses.append(max(0, int(ecus + 0.5)))
            owed = ecus - purses[n] if ecus > 0 else 0.0
        for _time in range(3):
            rest = [self._unspent(n, renowns, hired) - purses[n] / 500 for n in range(size)]
            for n, gap in enumerate(rest):
                if purses[n] and counts[n]:
                    hired[n] += 10 * gap
                elif purses[n]:
                    renowns[n] += gap
        return {
            seat: House(
                max(LOWEST, renowns[n]), _shares(hired[n], counts[n], BOUND * renowns[n], dice), purses[n]
            )
            for n, seat in enumerate(self.others)
        }

    def _unspent(self, n: int, renowns: list[float], hired: list[float], own: bool = True) -> float:
        """What the figures leave of a lord's standing;
        not counting his `own` house, what there is to share out."""
        left = self.left[n] - renowns[n] - hired[n] / 10 if own else self.left[n]
        for other, weight in self.pulls[n].items():
            left -= weight * renowns[other]
        return left


def _own_bounds(view: View, wanted: float, tied: bool) -> tuple[float, float]:
    """Between what one's own standing must end:
    as published, and so that the mean of all comes out as published."""
    if tied:
        return wanted - APART / 4, wanted + APART / 4
    published = view["lords"][view["seat"]]["standing"]
    living = sum(lord["alive"] for lord in view["lords"])
    missing = published + hidden_by_mean(view) - wanted  # of the mean, when everybody reaches what is wanted
    low, high = (wanted + living * (missing + room) for room in (-AIM, AIM))
    return clamp(low, published - ROOM, published + ROOM), clamp(high, published - ROOM, published + ROOM)


def _row(weights: dict[int, float], low: float | None, high: float | None) -> Row:
    limits = -1e12 if low is None else low, 1e12 if high is None else high
    return Row(tuple(weights.items()), *limits, add_up(weight * weight for weight in weights.values()))


def _nudge(rows: list[Row], figures: list[float], further: float) -> bool:
    """Each row that does not hold is mended, a little `further` than needed where there is room;
    whether any was."""
    mended = False
    for weights, low, high, square in rows:
        total = 0.0
        for n, weight in weights:
            total += weight * figures[n]
        if low - 1e-9 <= total <= high + 1e-9:
            continue
        mended = True
        room = min(further, (high - low) / 4)
        gap = (low + room if total < low else high - room) - total
        for n, weight in weights:
            figures[n] += weight * gap / square
    return mended


def _counts(total: int, hired: list[float]) -> list[int]:
    """So many knights shared out by the renown they have together, house after house, without losing any."""
    whole, counts, due = add_up(hired), [], 0.0
    for renown in hired:
        due += total * renown / whole if whole > 0 else 0.0
        counts.append(int(due + 0.5))
        due -= counts[-1]
    return counts


def _around(crowd: float, dice: Dice) -> int:
    """A whole number about as large, from nought to twice as much."""
    return int(2 * crowd * dice.uniform("imagine:knights") + 0.5)


def _shares(total: float, count: int, most: float, dice: Dice) -> tuple[float, ...]:
    """A house's renown shared out among hired knights; each has 1 at least, none too much for his lord."""
    if not count:
        return ()
    even = max(LOWEST, total / count)
    swing = min(even - LOWEST, most - even) if most > even else 0.0
    shares = [even] * count
    for n in range(0, count - 1, 2):
        shift = max(0.0, swing) * dice.uniform("imagine:share")
        shares[n] += shift
        shares[n + 1] -= shift
    return tuple(shares)
