"""What a bot's men do besides fighting: loot, animals, gates, ladders, water, and getting away."""

from itertools import pairwise
from typing import Any

from engines.argad.bot.advisors import (
    Known,
    box_middle,
    edge_goal,
    fetch,
    is_shooter,
    loose_things,
    nearest,
    off_table,
    reach_of,
    toward,
)
from engines.argad.bot.ferry import ferry
from engines.argad.field.geometry import Point, length, to_segment2
from engines.argad.field.ground import Shape
from engines.argad.field.routes import door_of
from engines.argad.movement.allowance import allowance
from engines.argad.orders import Order, Stance
from engines.argad.state import (
    Figure,
    Item,
    Opening,
    State,
    between,
    is_chief,
    is_mounted,
    kept_inside,
    middle,
    on_table,
    paces,
)
from engines.argad.tables import ALLOWANCE, SPECIAL

AT_THE_DOOR = 600
IN_THE_WAY = 300
ASIDE = (-2500, 2500, -5000, 5000)  # the detours that a carrier considers


class Errands:
    """Orders for whoever has an errand; `taken` are those who are spoken for."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.state: State = known.state
        self.taken: set[str] = set()
        self.found: list[Order] = []
        self.goals = {o.kind: o for o in self.state.objectives if o.seat == known.seat}
        self.engaged = {f.id for f in known.men if f.now.contacts}

    def run(self) -> None:
        self._boatmen()
        self._carriers()
        self._drovers()
        self._climbers()
        self._porters()
        self._looters()
        self._runaways()

    def _give(self, order: Order | None, *figs: str) -> None:
        if order is not None:
            self.found.append(order)
        self.taken.update(figs)

    def _boatmen(self) -> None:
        """Over the water, where it lies between a man and what he is after."""
        free = [f for f in self._free() if not self._shoots_across(f)]
        for order, id in ferry(self.known, free, self._wishes):
            self._give(order, id)

    def _shoots_across(self, figure: Figure) -> bool:
        foe = self.known.nearest_foe(figure)
        return foe is not None and is_shooter(figure) and between(figure, foe) <= min(reach_of(figure), 3900)

    def _wishes(self, figure: Figure) -> list[Point]:
        """Where he would go if he could walk: things to take, the edge to leave by, a place to hold, or the
        enemy."""
        if "items_off" in self.goals:
            things = loose_things(self.state)
            if figure.carried:
                return [self._to_edge(figure, "items_off")]
            if things and not is_chief(figure):
                return [(i.x, i.y) for i in things]
        if "exit" in self.goals:
            return [self._to_edge(figure, "exit")]
        if "in_zone" in self.goals:
            return [box_middle(self.goals["in_zone"].args["zone"])]
        return [(foe.x, foe.y) for foe in self.known.foes if not foe.aboard]

    def _to_edge(self, figure: Figure, goal: str) -> Point:
        edge = str(self.goals[goal].args["edge"])
        return kept_inside(self.state, edge_goal(self.known, figure, edge), 150)

    def _carriers(self) -> None:
        """Loot in hand: away with it, if we are those who carry it off."""
        goal = self.goals.get("items_off")
        if goal is None:
            return
        for figure in self.known.men:
            if not figure.carried or figure.id in self.engaged:
                continue
            if figure.horse and self._may_mount(figure):
                self._give(Order((figure.id,), "mount"), figure.id)
            else:
                self._give(self._slip_away(figure, str(goal.args["edge"])), figure.id)

    def _slip_away(self, figure: Figure, edge: str) -> Order | None:
        """Off the table by the way on which fewest enemies can catch him this turn; straight on if none
        can."""
        straight = off_table(self.known, [figure.id], edge)
        ways = [straight]
        x, y = edge_goal(self.known, figure, edge)
        for aside in ASIDE:
            goal = (x, y + aside) if edge in ("east", "west") else (x + aside, y)
            ways.append(toward(self.known, [figure.id], kept_inside(self.state, goal, 200)))
        found = [way for way in ways if way and way.path]
        return min(found, key=lambda way: self._dangers(figure, way.path), default=straight)

    def _dangers(self, figure: Figure, path: tuple[Point, ...]) -> int:
        """Who stands on the way stops him now; who could be upon him at its end is less to be feared."""
        legs = list(pairwise(((figure.x, figure.y), *path)))
        wide = (IN_THE_WAY + paces(figure) // 2) ** 2
        standing = sum(any(to_segment2(foe.x, foe.y, *leg) < wide for leg in legs) for foe in self.known.foes)
        return 3 * standing + self._catchers(path[-1])

    def _catchers(self, spot: Point) -> int:
        """How many enemies could be upon somebody who stops there."""
        return sum(
            length(foe.x - spot[0], foe.y - spot[1]) < allowance(self.state, foe) + 200
            for foe in self.known.foes
            if foe.cls > 2 and not is_shooter(foe) and not foe.now.contacts
        )

    def _may_mount(self, figure: Figure) -> bool:
        """Out of the house, with nobody near enough to spoil it."""
        foe = self.known.nearest_foe(figure)
        alone = foe is None or between(figure, foe) > allowance(self.state, foe)
        return alone and not self.known.ground.building(figure.x, figure.y)

    def _looters(self) -> None:
        """One or two men for each thing worth taking, the nearest first, while the fight is not upon them."""
        if "items_off" not in self.goals:
            return
        edge = str(self.goals["items_off"].args["edge"])
        items = loose_things(self.state)
        men = [f for f in self._free() if not is_chief(f) and not f.carried]
        pairs = sorted((self._turns_for(f, i, edge), f.cost, f.id, i.id) for f in men for i in items)
        named = {item.id: item for item in items}
        for _turns, _cost, id, item_id in pairs:
            if id not in self.taken and item_id in named:
                self._give(self._fetch(self.known.figures[id], named.pop(item_id)), id)

    def _fetch(self, man: Figure, item: Item) -> Order | None:
        """On foot: in and take it. A rider comes to the door first and leaves his horse there."""
        if not is_mounted(man):
            return fetch(self.known, man, item)
        door = door_of(self.known.ground, (item.x, item.y))
        spot = door[1] if door else (item.x, item.y)
        if length(man.x - spot[0], man.y - spot[1]) <= AT_THE_DOOR:
            return Order((man.id,), "dismount")
        return toward(self.known, [man.id], spot)

    def _turns_for(self, figure: Figure, item: Item, edge: str) -> int:
        """Hundredths of a turn for the way there and, loaded, off the table; getting off and on a horse takes
        two."""
        riding = is_mounted(figure) or bool(figure.horse)
        pace = ALLOWANCE[figure.horse or figure.mount][0] if riding else allowance(self.state, figure)
        there = length(figure.x - item.x, figure.y - item.y)
        width, height = self.state.width, self.state.height
        back = {"west": item.x, "east": width - item.x, "north": item.y, "south": height - item.y}[edge]
        there_pace = allowance(self.state, figure) if not is_mounted(figure) else pace
        turns = 100 * there // max(1, there_pace) + 100 * back // max(1, pace - SPECIAL.get(item.weight, 0))
        return turns + 100 * is_mounted(figure) + 100 * riding

    def _drovers(self) -> None:
        """Those who lead animals: to their goal, by the road; loose animals are taken by the bridle."""
        kinds = ("beasts_off", "beasts_in", "beasts_taken", "beasts_lost")
        goal = next((self.goals[kind] for kind in kinds if kind in self.goals), None)
        if goal is None:
            return
        for beast in on_table(self.state):
            if beast.mount != "pack" or beast.base != "mule":
                continue
            leader = self.known.figures.get(beast.led_by)
            if leader is not None and leader.seat == self.known.seat:
                if leader.id not in self.taken and leader.id not in self.engaged:
                    self._give(self._drive(leader, goal.args), leader.id)
            elif leader is None or leader.place != "table":
                self._catch(beast)

    def _drive(self, leader: Figure, args: dict[str, Any]) -> Order | None:
        if "zone" in args:
            inside = box_middle(args["zone"])
            return toward(self.known, [leader.id], (inside[0] + 1500, inside[1]))
        return off_table(self.known, [leader.id], str(args.get("edge", "east")))

    def _catch(self, beast: Figure) -> None:
        man = nearest(self._free_hands(), beast.x, beast.y)
        if man is not None:
            march = toward(self.known, [man.id], (beast.x, beast.y), short=250)
            self._give(Order((man.id,), "pick_up", march.path if march else (), beast.id), man.id)

    def _porters(self) -> None:
        """Inside a fort with our own people at the gate: open it."""
        for piece in self.state.terrain:
            for gate in piece.openings:
                if gate.kind == "gate" and not gate.open and piece.work[0]:
                    self._open(self.known.ground.by_id[piece.id], gate)

    def _open(self, fort: Shape, gate: Opening) -> None:
        """One man goes to the gate and works there while friends wait outside."""
        x, y = (gate.a[0] + gate.b[0]) // 2, (gate.a[1] + gate.b[1]) // 2
        inside = [f for f in self._free_hands() if fort.encloses(f.x, f.y)]
        friends = [f for f in on_table(self.state) if f.side == self.known.side]
        man = nearest(inside, x, y)
        waited_for = any(length(f.x - x, f.y - y) < 4500 and not fort.encloses(f.x, f.y) for f in friends)
        if man is None or not waited_for:
            return
        if to_segment2(man.x, man.y, gate.a, gate.b) <= 340 * 340:
            self._give(Order((man.id,), "work"), man.id)
        else:
            near = (x + (300 if middle(inside)[0] > x else -250), y)
            self._give(toward(self.known, [man.id], near), man.id)

    def _climbers(self) -> None:
        """Besiegers: fetch ladders, raise them, climb."""
        walls = [p for p in self.state.terrain if p.kind in ("rampart", "palisade")]
        if not walls or "in_zone" not in self.goals:
            return
        fort = self.known.ground.by_id[walls[0].id]
        for figure in self._free():
            if figure.mount != "foot" or fort.encloses(figure.x, figure.y) or is_shooter(figure):
                continue
            foot = self._nearest_ladder(figure)
            if figure.carried:
                self._give(self._raise(figure, walls[0].points), figure.id)
            elif foot is not None:
                self._give(self._up(figure, foot), figure.id)
        self._ladder_bearers()

    def _ladder_bearers(self) -> None:
        for item in self.state.items:
            if item.kind == "ladder" and not item.carrier and not item.gone:
                man = nearest([f for f in self._free_hands() if not f.carried], item.x, item.y)
                if man is not None:
                    self._give(fetch(self.known, man, item), man.id)

    def _nearest_ladder(self, figure: Figure) -> Point | None:
        """The foot of the nearest ladder that stands against a wall."""
        feet = [(p.points[0], p.id) for p in self.state.terrain if p.kind == "ladder"]
        far = [(length(x - figure.x, y - figure.y), id, (x, y)) for (x, y), id in feet]
        return min(far)[2] if far else None

    def _raise(self, figure: Figure, points: tuple[Point, ...]) -> Order | None:
        walls = list(pairwise(points))
        a, b = min(walls, key=lambda w: (to_segment2(figure.x, figure.y, *w), w))
        if to_segment2(figure.x, figure.y, a, b) <= 280 * 280:
            return Order((figure.id,), "work")
        span = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
        along = ((figure.x - a[0]) * (b[0] - a[0]) + (figure.y - a[1]) * (b[1] - a[1])) * 1000 // span
        along = min(900, max(100, along))
        spot = (a[0] + (b[0] - a[0]) * along // 1000, a[1] + (b[1] - a[1]) * along // 1000)
        return toward(self.known, [figure.id], spot, short=150)

    def _up(self, figure: Figure, foot: Point) -> Order | None:
        if length(foot[0] - figure.x, foot[1] - figure.y) <= 280:
            return Order((figure.id,), "climb", stance=Stance(obstacle="assault"))
        return toward(self.known, [figure.id], foot, short=120)

    def _runaways(self) -> None:
        """A column that scores by leaving: everybody makes for the edge, round whoever bars the way."""
        goal = self.goals.get("exit")
        if goal is None:
            return
        for unit in sorted({f.unit for f in self.known.men}):
            for figure in (f for f in self._free() if f.unit == unit):
                self._give(self._slip_away(figure, str(goal.args["edge"])), figure.id)

    def _free(self) -> list[Figure]:
        spoken_for = self.taken | self.engaged
        return [f for f in self.known.men if f.id not in spoken_for and not f.fleeing and not f.hesitating]

    def _free_hands(self) -> list[Figure]:
        return [f for f in self._free() if f.mount == "foot" and not is_chief(f)]
