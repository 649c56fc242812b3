"""What a city and a card are worth to the greedy bot. Specification 8.1 and 8.2.

Arithmetic only uses operations that every machine rounds alike (no exp, no pow).
"""

from itertools import accumulate, repeat
from math import sqrt
from operator import mul

from engines.theopolis.catalogue import STONES_TO_WIN, Catalogue, Facts
from engines.theopolis.disasters import players_hit
from engines.theopolis.edition import Card
from engines.theopolis.view import CardSeen, PlayerSeen, View

# Sixteen equally likely values of a log-normal law with sigma 0.35.
TEMPERS = (0.52, 0.63, 0.70, 0.76, 0.82, 0.87, 0.92, 0.97, 1.03, 1.09, 1.15, 1.22, 1.31, 1.42, 1.59, 1.92)
EVEN = (1.0, 1.0, 1.0, 1.0)
WIN = 9.0
SACRAMENT = 0.04
CONSTANTS = {"hand_size": 0.10, "discount": 0.06, "protect": 0.03, "extra_swap": 0.03, "cap_loss": 0.03}
ARRIVALS = {
    "discard_to_hand": 0.04,
    "board_to_hand": 0.03,
    "flush_board": 0.03,
    "board_from_discard": 0.02,
    "take": 0.05,
}
PATIENCE = tuple(accumulate(repeat(0.82, 19), mul, initial=1.0))  # the powers of 0.82
REACH = tuple(accumulate(repeat(0.7, 19), mul, initial=1.0))
FADING, FLOOR = 0.08, 0.2

Weights = tuple[float, float, float, float]


def decay(turns: float) -> float:
    """exp(-turns / 3), by the series of exp."""
    x = turns / 3
    return 1 / (1 + x * (1 + x / 2 * (1 + x / 3 * (1 + x / 4 * (1 + x / 5 * (1 + x / 6 * (1 + x / 7)))))))


class Judge:
    """Tables over one edition, shared by all games."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.losses = {
            c.id: sum(int(e.args[0]) for e in c.enter if e.name == "lose_points")
            for c in catalogue.edition.cards
        }
        self.lasting = {
            c.id: [CONSTANTS[e.name] for e in c.static if e.name in CONSTANTS]
            for c in catalogue.edition.cards
        }
        self.arrivals = {
            c.id: [ARRIVALS[e.name] for e in c.enter if e.name in ARRIVALS] for c in catalogue.edition.cards
        }

    def potential(self, weights: Weights, stones: int, drain: int, tags: int, points: int) -> float:
        """V: how near the city is to heaven, each path fading with the turns it still needs."""
        origin = 2 * (sqrt(drain * drain + points) - drain)
        value = weights[0] * decay(origin)
        value += weights[1] * decay(float(max(0, STONES_TO_WIN - stones)))
        value += weights[2] * decay(self.catalogue.slots_missing(tags) / 0.8)
        return value + 0.004 * (2 * stones - points)


class Eyes:
    """The table as one seat judges it; every value is computed once."""

    def __init__(self, judge: Judge, view: View, seat: int) -> None:
        self.judge = judge
        self.view = view
        self.me: PlayerSeen = view.players[seat]
        self.winners = judge.catalogue.winners
        self.weights = temperament(view, seat)
        self.factor = max(FLOOR, 1 - FADING * (view.round - 1))
        self._facts: dict[int, Facts] = {}
        self._now: dict[int, float] = {}
        self._values: dict[tuple[int, str], float] = {}

    def value(self, card: str) -> float:
        return self._value_for(self.me.seat, card)

    def wish_for(self, card: str) -> float:
        """What it is worth to hold: its value, the less the more resources it lacks."""
        cost = self._cost(card)
        return self.value(card) * PATIENCE[self._missing(cost)] - 0.003 * sum(cost)

    def envy(self, card: str) -> float:
        """The mean value of a card for the opponents."""
        others = [
            player.seat for player in self.view.players if player.seat != self.me.seat and player.rank is None
        ]
        total = 0.0
        for seat in others:
            total += self._value_for(seat, card)
        return total / len(others) if others else 0.0

    def loss(self, seat: int, cid: int) -> float:
        """What the owner of that city would lose with the card."""
        player = self.view.players[seat]
        rest = self.judge.catalogue.facts(player.patron, _ids(player.city, cid))
        after = self.judge.potential(EVEN, rest.stones, rest.drain, rest.tags, player.points)
        return self._potential(seat) - after

    def reach(self, wishes: list[tuple[str, float]], kind: int) -> float:
        """The sum of wishes, each fading with what it would lack with one more resource of that kind."""
        total = 0.0
        for card, worth in wishes:
            if worth:
                total += worth * REACH[self._missing(self._cost(card), kind)]
        return total

    def is_disaster(self, card: str) -> bool:
        return self.judge.catalogue.cards[card].type == "desastre"

    def hits(self, card: str) -> list[int]:
        """Whom a disaster would hit now, as the view tells or as the public metrics say."""
        for threat in self.view.threats:
            if threat.card == card:
                return threat.hits
        return self._compare(self.judge.catalogue.cards[card])

    def _compare(self, card: Card) -> list[int]:
        if card.compare is None:
            return []
        metric = str(card.compare.args[0])
        values: dict[int, int] = {}
        for player in self.view.players:
            if player.rank is None:
                facts = self._facts_of(player.seat)
                own = {"points": player.points, "resources": sum(player.res), "sacraments": facts.held}
                values[player.seat] = own[metric] if metric in own else int(getattr(facts, metric))
        return players_hit(card, values)

    def _value_for(self, seat: int, card: str) -> float:
        key = (seat, card)
        if key not in self._values:
            self._values[key] = self._appraise(seat, self.judge.catalogue.cards[card])
        return self._values[key]

    def _appraise(self, seat: int, card: Card) -> float:
        if card.type == "desastre":
            return 0.0
        judge, player, facts = self.judge, self.view.players[seat], self._facts_of(seat)
        weights = self._weights(seat)
        if card.id in self.winners:
            cost = judge.catalogue.cost(card, facts)
            missing = sum(max(0, cost[kind] - player.res[kind]) for kind in range(3))
            return weights[3] * decay(float(missing)) if missing else WIN
        stones, points = facts.stones + card.stones, max(0, player.points - judge.losses[card.id])
        tags = facts.tags | judge.catalogue.tag_masks[card.id]
        held = judge.catalogue.held(tags)
        if stones >= STONES_TO_WIN or points == 0 or judge.catalogue.wins_by_sacraments(held):
            return WIN
        gained = held & ~facts.sacraments
        drain = facts.drain + judge.catalogue.drains[card.id] + judge.catalogue.sacrament_drain(gained)
        value = judge.potential(weights, stones, drain, tags, points) - self._potential(seat)
        return value + SACRAMENT * gained.bit_count() + self._extras(card, facts)

    def _extras(self, card: Card, facts: Facts) -> float:
        extra = 0.0
        for constant in self.judge.lasting[card.id]:
            doubled = constant == CONSTANTS["hand_size"] and facts.hand_size > 4
            extra += 0.0 if doubled else constant * self.factor
        for constant in self.judge.arrivals[card.id]:
            extra += constant
        return extra

    def _potential(self, seat: int) -> float:
        if seat not in self._now:
            facts, player = self._facts_of(seat), self.view.players[seat]
            weights = self._weights(seat)
            self._now[seat] = self.judge.potential(
                weights, facts.stones, facts.drain, facts.tags, player.points
            )
        return self._now[seat]

    def _weights(self, seat: int) -> Weights:
        return self.weights if seat == self.me.seat else EVEN

    def _facts_of(self, seat: int) -> Facts:
        if seat not in self._facts:
            player = self.view.players[seat]
            self._facts[seat] = self.judge.catalogue.facts(player.patron, _ids(player.city))
        return self._facts[seat]

    def _cost(self, card: str) -> tuple[int, int, int]:
        return self.judge.catalogue.cost(self.judge.catalogue.cards[card], self._facts_of(self.me.seat))

    def _missing(self, cost: tuple[int, int, int], extra: int = -1) -> int:
        res = self.me.res
        lacks = 0
        for kind in range(3):
            lack = cost[kind] - res[kind] - (kind == extra)
            lacks += lack if lack > 0 else 0
        return lacks


def temperament(view: View, seat: int) -> Weights:
    """A liking for each path, fixed for a seat of a game: mixed from the patrons around the table."""
    mixed = 12345 + 977 * seat
    for player in view.players:
        mixed = (mixed * 1103515245 + 7919 * player.patron + 12345) % (1 << 31)
    drawn: list[float] = []
    for _ in range(4):
        mixed = (mixed * 1103515245 + 12345) % (1 << 31)
        drawn.append(TEMPERS[mixed >> 20 & 15])
    return (drawn[0], drawn[1], drawn[2], drawn[3])


def _ids(city: list[CardSeen], without: int = -1) -> tuple[str, ...]:
    return tuple([card.card for card in city if card.cid != without])
