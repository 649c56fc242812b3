"""Bots: they advance, shoot, charge, protect and go for the objectives, from what their seat sees.

A plan is made squad by squad: goals first (loot, animals, ladders, gates, edges), then the fight.
"""

from functools import partial

from engines.argad.bot.advisors import (
    Known,
    advance,
    box_middle,
    fall_back,
    is_shooter,
    reach_of,
    toward,
)
from engines.argad.bot.ambush import hidden_places, lie_in_wait
from engines.argad.bot.errands import Errands
from engines.argad.check import cannot
from engines.argad.field.geometry import CM, length
from engines.argad.field.sight import look_at
from engines.argad.movement.allowance import allowance
from engines.argad.orders import Fire, Order, Packet, Plot, as_json
from engines.argad.scenario.setup import Deploy
from engines.argad.state import Figure, Objective, between, is_mounted, middle, paces
from engines.argad.view import known_state
from engines.core.contract import Action, Seen
from engines.core.dice import Dice

CLOSE = 2600  # a fight is near
GUARD_RING = 4500
POINT = 350  # and for each point that a man's fall or capture is worth
VILLAGER = 1200  # how much further one goes for somebody whom the enemy must keep alive


def play(seen_: Seen, dice: Dice, boldness: int, noise: int) -> Action:
    view = seen_.view
    if view.phase == "muster":  # what the scenario proposes, which the seat's place names until then
        return {"kind": "muster", "troop": view.seats[seen_.seat].troop}
    if view.phase == "deploy":
        return as_json(Deploy(places=hidden_places(known_state(view), seen_.seat)))
    if view.phase == "combat":
        return as_json(Packet(auto=True))
    known = Known(known_state(view), seen_.seat)
    return as_json(Plot(orders=tuple(Plan(known, dice, boldness, noise).orders())))


class Plan(Errands):
    """Errands first, then the fight, man by man."""

    def __init__(self, known: Known, dice: Dice, boldness: int, noise: int) -> None:
        super().__init__(known)
        self.dice, self.boldness, self.noise = dice, boldness, noise
        self.targeted: dict[str, int] = {}
        self.hunts = any(
            o.kind == "protect" and o.args.get("who") == "npc" and o.seat != known.seat
            for o in self.state.objectives
        )
        self.wanted = worth_of_roles(self.state.objectives, known.seat)

    def orders(self) -> list[Order]:
        self.run()
        for figure in self.known.men:
            if figure.id not in self.taken and not figure.fleeing and not figure.hesitating:
                self._fighter(figure)
        return [order for order in self.found if self._legal(order)]

    def _legal(self, order: Order) -> bool:
        figure = self.known.figures[order.figs[0]]
        return not cannot(self.state, self.known.figures, figure, order, figure)

    def _fighter(self, figure: Figure) -> None:
        if figure.id in self.engaged:
            return
        foe = self._best_foe(figure)
        if foe is None:
            self._without_enemy(figure)
            return
        far = between(figure, foe)
        if self.noise and self.dice.below(100, "whim") < self.noise:
            order = advance(self.known, [figure.id])
        elif figure.hidden and not figure.token and far > self._spring(figure):
            order = lie_in_wait(self.known, figure, self._prey(figure))
        elif is_shooter(figure) and figure.cls > 1:
            order = self._shooter(figure, foe)
        else:
            order = self._striker(figure, foe, far)
        self._give(order, figure.id)

    def _prey(self, figure: Figure) -> list[Figure]:
        """The enemies by what they are worth to us, the nearest first among equals."""
        return sorted(
            self.known.foes,
            key=lambda f: (-self._bounty(f) - 60 * f.cost // 2, length(f.x - figure.x, f.y - figure.y), f.id),
        )

    def _spring(self, figure: Figure) -> int:
        """How near an ambush lets them come: a charge away, or a good shot."""
        return 2000 if is_shooter(figure) else allowance(self.state, figure) - 200

    def _without_enemy(self, figure: Figure) -> None:
        if figure.hidden and not figure.token:
            return
        goal = next((o for o in self.goals.values() if "zone" in o.args), None)
        spot = box_middle(goal.args["zone"]) if goal else (self.state.width // 2, self.state.height // 2)
        if length(spot[0] - figure.x, spot[1] - figure.y) > 1500:
            self._give(toward(self.known, [figure.id], spot), figure.id)

    def _best_foe(self, figure: Figure) -> Figure | None:
        """Near, weak, carrying or leading something, not yet everybody's target."""

        def price(foe: Figure) -> tuple[int, str]:
            far = length(foe.x - figure.x, foe.y - figure.y)
            prize = 600 * bool(foe.carried) + 60 * foe.cost // 2 + self._bounty(foe)
            crowd = 500 * self.targeted.get(foe.id, 0)
            strength = 150 * max(foe.cls, foe.armour)
            return (far + crowd + strength - prize, foe.id)

        return min(self.known.foes, key=price, default=None)

    def _bounty(self, foe: Figure) -> int:
        """The enemy scores by the villagers who live; we score by certain men who fall or are taken."""
        points = max((self.wanted[role] for role in foe.roles if role in self.wanted), default=0)
        return (VILLAGER if foe.seat < 0 and self.hunts else 0) + POINT * points

    def _shooter(self, figure: Figure, foe: Figure) -> Order | None:
        if figure.unloaded:
            return Order((figure.id,), "reload")
        nearest = self.known.nearest_foe(figure) or foe
        threat = between(figure, nearest)
        reach = reach_of(figure)
        if threat <= 700 and not is_mounted(figure) and figure.armour == 0:
            return fall_back(self.known, [figure.id]) if threat > 300 else None
        best = min(reach, 3900)
        if threat <= best and look_at(self.known.ground, figure, nearest).visible:
            return self._surprise(figure) if figure.hidden else None
        return toward(self.known, [figure.id], (nearest.x, nearest.y), short=min(1900, reach))

    def _surprise(self, figure: Figure) -> Order:
        """Out of an ambush: up, and the first shot before anybody moves."""
        timing = "before" if self.state.has("early_fire") else "normal"
        return Order((figure.id,), "hold", fire=Fire(timing=timing))

    def _striker(self, figure: Figure, foe: Figure, far: int) -> Order | None:
        pace = allowance(self.state, figure)
        if figure.posture == "crouched" and far > pace:
            return None
        if "troop_chief" in figure.roles and len(self.known.men) > 3 and far > pace // 2:
            return self._stay_with_men(figure)
        if figure.cls <= 2 and self.boldness < 2 and far <= CLOSE:
            return None
        if far <= pace - 100 and self._worth_it(figure, foe, far):
            self.targeted[foe.id] = self.targeted.get(foe.id, 0) + 1
            return Order((figure.id,), "charge", (), foe.id)
        return self._close_in(figure, foe, far, pace)

    def _close_in(self, figure: Figure, foe: Figure, far: int, pace: int) -> Order | None:
        """Nearer, to charge later; who has javelins throws them first."""
        if "javelin" in figure.weapons and figure.javelins and far <= 2000:
            return None
        self.targeted[foe.id] = self.targeted.get(foe.id, 0) + 1
        if self._defends() and not self._near_home(foe):
            return None
        short = max(0, pace // 2) if far > 2 * pace else 250 + paces(figure)
        order = toward(self.known, [figure.id], (foe.x, foe.y), short=short)
        if order is not None and "javelin" in figure.weapons:
            return Order(order.figs, order.do, order.path, fire=Fire(timing="normal"))
        return order

    def _worth_it(self, figure: Figure, foe: Figure, far: int) -> bool:
        """Cavalry wants room to run and no braced lances; the others go when they are not far weaker."""
        if figure.mount == "cavalier":
            long_arm = "lance" in foe.weapons or "pole" in foe.weapons
            braced = long_arm and foe.mount == "foot" and foe.armour >= 4
            return far >= 1200 and not (braced and self.boldness < 2)
        return max(foe.cls, foe.armour) <= max(figure.cls, figure.armour) + self.boldness

    def _stay_with_men(self, figure: Figure) -> Order | None:
        """A troop chief keeps the men in his voice, a little behind them."""
        men = [f for f in self.known.men if f.id != figure.id and not is_shooter(f)] or self.known.men
        spot = middle(men)
        if length(spot[0] - figure.x, spot[1] - figure.y) < 800:
            return None
        return toward(self.known, [figure.id], spot, short=300)

    def _defends(self) -> bool:
        return "no_enemy_in" in self.goals or "protect" in self.goals

    def _near_home(self, foe: Figure) -> bool:
        """Those who hold a place go out only to meet who comes near it."""
        goal = self.goals.get("no_enemy_in")
        if goal is None:
            return True
        x1, y1, x2, y2 = (int(c) * CM for c in goal.args["zone"])
        return x1 - GUARD_RING // 3 <= foe.x <= x2 + GUARD_RING // 3 and y1 - 1500 <= foe.y <= y2 + 1500


def worth_of_roles(objectives: list[Objective], seat: int) -> dict[str, int]:
    """By role: the points we get for the fall or capture of who bears it, and those he would have brought the
    enemy."""
    worth: dict[str, int] = {}
    for goal in objectives:
        if goal.seat == seat and goal.kind in ("kill", "capture") and goal.args.get("role"):
            role = str(goal.args["role"])
            worth[role] = max(worth.get(role, 0), goal.points)
    for goal in objectives:
        role = str(goal.args.get("role"))
        if goal.seat != seat and goal.kind == "exit" and role in worth:
            worth[role] += goal.points
    return worth


BOTS = {"normal": partial(play, boldness=1, noise=0), "easy": partial(play, boldness=2, noise=40)}
