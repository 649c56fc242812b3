"""One turn under resolution: the state being changed, indexes on it, frozen averages, results and events.

Phases receive it and nothing else. A refusal is a value with a reason; nothing here raises on a bad order.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec

from engines.core.contract import Event
from engines.core.dice import Dice
from engines.gloire.formulas import survivors
from engines.gloire.maps import load_map, rings_around
from engines.gloire.orders.catalogue import PHASE_OF, Order
from engines.gloire.rounding import hundredths
from engines.gloire.standing import Averages, averages
from engines.gloire.state import Garrison, Knight, Land, Lord, Memory, State, copy_of, links, pair
from engines.gloire.tables import START_HAPPINESS

HIDDEN = "•••"
ROYAL = -1  # the king, as host of a joust


class Joust(msgspec.Struct):
    """A joust of this turn. `host` is a seat, or ROYAL; `riders` ends with the champion first."""

    host: int
    places: int | None
    prize: int
    password: str
    riders: list[Knight] = []


class Turn:
    """Everything the phases share. `state` is a copy that belongs to this turn."""

    def __init__(self, state: State, moves: Mapping[int, Any], dice: Dice) -> None:
        self.state = copy_of(state)
        self.map = load_map(state.map)
        self.dice = dice
        self.events: list[Event] = []
        self.lords: list[Lord] = self.state.lords
        self.lands: dict[str, Land] = self.state.lands
        self.allies = links(state.alliances, len(state.lords))
        self.enemies = links(state.wars, len(state.lords))
        self.knights: dict[str, Knight] = {knight.id: knight for knight in self.state.knights}
        self.stationed: dict[str, list[Knight]] = {}  # by land
        self.houses: list[list[Knight]] = [[] for _ in self.lords]  # by lord
        for knight in self.state.knights:
            self.stationed.setdefault(knight.place, []).append(knight)
            self.houses[knight.lord].append(knight)
        self.garrisons: dict[str, Garrison] = {garrison.id: garrison for garrison in self.state.garrisons}
        self.posted: dict[str, list[Garrison]] = {}  # by land
        for garrison in self.state.garrisons:
            self.posted.setdefault(garrison.place, []).append(garrison)
        self.held = Counter(land.owner for land in self.lands.values())  # by owner: how many lands
        self.orders: list[Order] = []
        self.given: dict[str, dict[int, list[Order]]] = {}
        self.fixed_fallback: dict[str, int] = {}  # phase 4: army id -> men
        self.victors: set[str] = set()  # knights who took a land this turn
        self.attackers: set[str] = set()  # knights with an ATT order: they do not defend
        self.felonies: set[tuple[int, int]] = set()  # (felon, victim) of this turn
        self.leaving: list[int] = []  # abdicated in favour of an heir
        self.jousts: dict[int, Joust] = {}  # of this turn, by host
        self._frozen: Averages | None = None
        self._take_orders(moves)

    def _take_orders(self, moves: Mapping[int, Any]) -> None:
        for seat in sorted(moves):
            if not self.lords[seat].alive:
                continue
            self.lords[seat].heir = moves[seat].get("heir", self.lords[seat].heir)
            for n, given in enumerate(moves[seat]["orders"]):
                code = given["code"]
                order = Order(seat, n, code, given)
                self.orders.append(order)
                self.given.setdefault(code, {}).setdefault(seat, []).append(order)
                if code == "ATT":
                    self.attackers.add(given["knight"])

    def thaw(self) -> None:
        """Rulebook 5.1: averages and the order of lords are those of the start of a phase;
        the next one asks again."""
        self._frozen = None

    @property
    def frozen(self) -> Averages:
        """Computed when a phase first asks, which is before it changes anything:
        orders come in the frozen order."""
        if self._frozen is None:
            self._frozen = averages(self.state, self.allies, self.enemies)
        return self._frozen

    # Orders and their results

    def in_turn_order(self, *codes: str) -> Iterator[Order]:
        """Lords by ascending standing; for one lord the order of entry, also between the given codes."""
        books = [self.given[code] for code in codes if code in self.given]
        if not books:
            return
        for seat in self.frozen.order:
            orders = books[0].get(seat, ()) if len(books) == 1 else self._merge(books, seat)
            for order in orders:
                if self.lords[seat].alive:
                    yield order

    @staticmethod
    def _merge(books: list[dict[int, list[Order]]], seat: int) -> list[Order]:
        return sorted((order for book in books for order in book.get(seat, ())), key=lambda order: order.n)

    def fulfil(self, order: Order, **facts: Any) -> None:
        self._answer(order, "done", facts)

    def fulfil_partly(self, order: Order, reason: str, **facts: Any) -> None:
        self._answer(order, "partly", {"reason": reason, **facts})

    def refuse(self, order: Order, reason: str, **facts: Any) -> None:
        self._answer(order, "refused", {"reason": reason, **facts})

    def _answer(self, order: Order, result: str, facts: dict[str, Any]) -> None:
        order.answered = True
        shown = order.args
        if "password" in shown:
            shown = {**shown, "password": HIDDEN}
        phase = PHASE_OF[order.code]
        params = {"lord": order.seat, "n": order.n, "phase": phase, "order": shown, "result": result, **facts}
        self.events.append(Event("order", params, (order.seat,)))

    def answer_the_rest(self) -> None:
        """Every order ends with a result: those of a lord who fell on the way were not carried out."""
        for order in self.orders:
            if not order.answered:
                self.refuse(order, "lord_gone")

    # Events

    def tell(self, kind: str, *audience: int, **params: Any) -> None:
        """An event for the listed lords only."""
        self.events.append(
            Event(kind, params, audience if len(audience) == 1 else tuple(sorted(set(audience))))
        )

    def proclaim(self, kind: str, **params: Any) -> None:
        """An event for everyone."""
        self.events.append(Event(kind, params))

    # Who and where

    def led_by_own_knights(self, code: str) -> Iterator[tuple[Order, Knight]]:
        """The orders of a code with the lord's own living knight; others are refused."""
        for order in self.in_turn_order(code):
            knight = self.own_knight(order)
            if knight is not None:
                yield order, knight

    def own_knight(self, order: Order, key: str = "knight") -> Knight | None:
        """The lord's own living knight, or None after a refusal."""
        knight = self.knights.get(order.args[key])
        if knight is None or knight.lord != order.seat:
            self.refuse(order, "knight_gone", knight=order.args[key])
            return None
        return knight

    def knight_lord(self, seat: int) -> Knight | None:
        for knight in self.houses[seat]:
            if knight.is_lord:
                return knight
        return None

    def near(self, here: str, there: str) -> bool:
        return here == there or there in self.map.lands[here].neighbours

    def lands_of(self, seat: int) -> list[str]:
        return [name for name, land in self.lands.items() if land.owner == seat]

    def garrison_at(self, seat: int, place: str) -> Garrison | None:
        for garrison in self.posted.get(place, ()):
            if garrison.lord == seat:
                return garrison
        return None

    # Changes that several phases make

    def station(self, knight: Knight, place: str) -> None:
        self.stationed[knight.place].remove(knight)
        knight.place = place
        self.stationed.setdefault(place, []).append(knight)

    def add_knight(self, knight: Knight) -> None:
        self.state.knights.append(knight)
        self.knights[knight.id] = knight
        self.houses[knight.lord].append(knight)
        self.stationed.setdefault(knight.place, []).append(knight)

    def remove_knight(self, knight: Knight) -> None:
        self.state.knights.remove(knight)
        self.stationed[knight.place].remove(knight)
        self.houses[knight.lord].remove(knight)
        del self.knights[knight.id]

    def add_garrison(self, seat: int, place: str, men: int) -> Garrison:
        """Men added to a garrison merge with it."""
        garrison = self.garrison_at(seat, place)
        if garrison is None:
            garrison = Garrison(f"G{self.state.next_garrison}", seat, place, 0)
            self.state.next_garrison += 1
            self._post(garrison)
        garrison.men += men
        return garrison

    def _post(self, garrison: Garrison) -> None:
        self.state.garrisons.append(garrison)
        self.garrisons[garrison.id] = garrison
        self.posted.setdefault(garrison.place, []).append(garrison)

    def remove_garrison(self, garrison: Garrison) -> None:
        self.state.garrisons.remove(garrison)
        self.posted[garrison.place].remove(garrison)
        del self.garrisons[garrison.id]

    def lose_renown(self, seat: int, loss: float) -> float:
        """Taken from the knight-lord, who keeps at least 1; says how much he lost."""
        knight = self.knight_lord(seat)
        if knight is None:
            return 0.0
        before = knight.renown
        knight.renown = max(1.0, before - loss)
        return before - knight.renown

    def change_owner(self, name: str, owner: int | None) -> None:
        """The old lord is remembered as he was; the new one finds what the people remember of him, or 20."""
        land = self.lands[name]
        if land.owner is not None:
            land.memory[land.owner] = Memory(land.happiness, self.state.turn)
        self.held[land.owner] -= 1
        self.held[owner] += 1
        land.owner = owner
        remembered = land.memory.pop(owner, None) if owner is not None else None
        land.happiness = START_HAPPINESS if remembered is None else remembered.happiness

    def start_war(self, one: int, other: int, why: str) -> None:
        """War, and the end of the alliance of the two and of those they have in common."""
        if other in self.allies[one]:
            self.end_alliance(one, other, why)
        for common in sorted(self.allies[one] & self.allies[other]):
            self.end_alliance(one, common, why)
            self.end_alliance(other, common, why)
        self.enemies[one].add(other)
        self.enemies[other].add(one)
        self.proclaim("war", lord=one, enemy=other, why=why)

    def end_alliance(self, one: int, other: int, why: str) -> None:
        self.allies[one].discard(other)
        self.allies[other].discard(one)
        self.proclaim("alliance_ended", lord=one, ally=other, why=why)

    def commit_felony(self, felon: int, victim: int) -> None:
        """The knight-lord loses two thirds of his renown, once for each victim a turn; war starts at once."""
        if (felon, victim) not in self.felonies:
            self.felonies.add((felon, victim))
            knight = self.knight_lord(felon)
            lost = self.lose_renown(felon, knight.renown * 2 / 3) if knight else 0.0
            self.proclaim("felony", lord=felon, victim=victim)
            self.tell("renown_lost", felon, lord=felon, renown=hundredths(lost), why="felony")
        if victim not in self.enemies[felon]:
            self.start_war(felon, victim, "felony")

    def end_lord(self, seat: int, how: str, by: int | None = None) -> None:
        """Knights dismissed, armies disbanded, lands independent, relations dropped, treasury gone."""
        lord = self.lords[seat]
        lord.alive, lord.fell, lord.treasury, lord.title, lord.heir = False, self.state.turn, 0, 0, ""
        lord.intel = {}
        for knight in list(self.houses[seat]):
            self.remove_knight(knight)
        for garrison in [garrison for garrison in self.state.garrisons if garrison.lord == seat]:
            self.remove_garrison(garrison)
        for other in range(len(self.lords)):
            self.allies[other].discard(seat)
            self.enemies[other].discard(seat)
        self.allies[seat].clear()
        self.enemies[seat].clear()
        self.state.calls = [call for call in self.state.calls if seat not in (call.caller, call.called)]
        self.proclaim("lord_fell", lord=seat, how=how, by=by)
        for name in self.lands_of(seat):
            self.change_owner(name, None)
            self.proclaim("land_freed", land=name, lord=seat, how="end")

    # Going home (5.7, 5.19)

    def refuge(self, seat: int, place: str, label: str) -> tuple[str, int]:
        """The nearest own land, else neutral, else allied one, and its distance;
        the place itself if there is none."""
        choices: tuple[Collection[int | None], ...] = ((seat,), (None,), self.allies[seat])
        for owners in choices:
            if not any(map(self.held.get, owners)):
                continue
            nearest, distance = self._nearest(place, owners)
            if nearest:
                return (nearest[0] if len(nearest) == 1 else self.dice.choice(nearest, label)), distance
        return place, 0

    def _nearest(self, place: str, owners: Collection[int | None]) -> tuple[list[str], int]:
        """The lands of these owners with the fewest steps from a place, and the steps."""
        for distance, ring in enumerate(rings_around(self.state.map, place), start=1):
            found = [name for name in ring if self.lands[name].owner in owners]
            if found:
                return found, distance
        return [], 0

    def send_garrison_home(self, garrison: Garrison) -> None:
        place, distance = self.refuge(garrison.lord, garrison.place, f"return:{garrison.id}")
        if not distance:
            return
        origin, men = garrison.place, garrison.men
        left = survivors(men, distance)
        self.remove_garrison(garrison)
        if left:
            self._settle_garrison(garrison, place, left)
        self._tell_return(garrison, origin, place, distance, men - left, left)

    def _settle_garrison(self, garrison: Garrison, place: str, men: int) -> None:
        there = self.garrison_at(garrison.lord, place)
        if there is not None:
            there.men += men
            return
        garrison.place, garrison.men = place, men
        self._post(garrison)

    def send_knight_home(self, knight: Knight) -> None:
        place, distance = self.refuge(knight.lord, knight.place, f"return:{knight.id}")
        if not distance:
            return
        origin, men = knight.place, knight.men
        knight.men = survivors(men, distance)
        self.station(knight, place)
        self._tell_return(knight, origin, place, distance, men - knight.men, knight.men)

    def _tell_return(
        self, army: Knight | Garrison, origin: str, place: str, distance: int, lost: int, left: int
    ) -> None:
        way = {"army": army.id, "land": origin, "to": place, "distance": distance}
        self.tell("returned", army.lord, lord=army.lord, **way, lost=lost, left=left)

    def write_relations(self) -> None:
        """The sets of this turn back into the state's sorted pairs."""
        self.state.wars = sorted({pair(a, b) for a, others in enumerate(self.enemies) for b in others})
        self.state.alliances = sorted({pair(a, b) for a, others in enumerate(self.allies) for b in others})
