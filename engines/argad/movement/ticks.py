"""MOVE: everybody moves at once, in forty ticks (3.5). One tick: conditions, steps, guards, contacts,
samples."""

from math import isqrt

from engines.argad.events import Tale
from engines.argad.field.geometry import COS2_10, Base, Point, gap, overlap, rotate, within_cone
from engines.argad.field.ground import CELL, Ground
from engines.argad.field.sight import concealed_where_he_stands, look_at
from engines.argad.movement.allowance import IDLE_ACTS
from engines.argad.movement.encounter import Encounters
from engines.argad.movement.footing import Footing, Stride
from engines.argad.movement.march import (
    AFLOAT,
    CHARGE,
    FINE,
    FOLLOW,
    KEEP,
    PATH,
    STILL,
    Mover,
    face,
    formation_cap,
    take_order,
    take_posture,
)
from engines.argad.movement.rowing import in_step, stop_together
from engines.argad.orders import Condition, Order, When
from engines.argad.state import Figure, State, enemies, figure_at
from engines.argad.tables import EASY, EPS, SIGHT, TICKS
from engines.core.dice import Dice

SAMPLE = 4
REFRESH = 5
PAUSE = 6  # ticks that a man waits behind comrades before he tries again
LONGEST_SHOT = 6600 * FINE


class March:
    """One movement phase over a copied state; `tale` collects its events."""

    def __init__(
        self, state: State, ground: Ground, movers: dict[str, Mover], dice: Dice, tale: Tale
    ) -> None:
        self.state, self.ground, self.tale, self.movers = state, ground, tale, movers
        self.everyone = list(movers.values())
        self.footing = Footing(state, ground, dice, tale)
        self.encounters = Encounters(state, ground, movers, dice, tale)
        self.tick = 0
        self.columns = ground.columns
        self.cell = CELL * FINE
        self.right, self.bottom = ground.width * FINE, ground.height * FINE
        self.active: list[Mover] = []
        self.seen_during: dict[str, dict[int, list[str]]] = {}  # shooter -> tick -> enemies in his sight
        self.watchers = [m for m in self.everyone if m.fig.now.fire_timing == "during" and m.fig.cls > 1]
        self.afloat = [m for m in self.everyone if m.mode == AFLOAT]
        self.lurkers = [m for m in self.everyone if m.fig.hidden]

    def run(self) -> None:
        for mover in self.everyone:
            mover.cells = self.ground.grades[mover.mount]
            if mover.mode != STILL:
                self.footing.slow_at_start(mover)
        self.active = [m for m in self.everyone if m.mode != STILL]
        self._sample(0)
        for self.tick in range(1, TICKS + 1):
            self._conditions()
            self._steps()
            if (self.tick - 1) % REFRESH == 0:
                self.encounters.refresh(self.tick, REFRESH)
            self.encounters.guards()
            self.encounters.meet(self.tick)
            if self.afloat:
                stop_together(self.afloat)
            if self.tick % SAMPLE == 0:
                self._sample(self.tick)
        self._catch_up()
        self._give_up_waiting()

    def _catch_up(self) -> None:
        """3.13: who pursues a leaver reaches him if what is left of his move covers the space between
        them."""
        for mover in self.everyone:
            target = mover.target
            if target is None or target.id not in mover.exempt or not target.s:
                continue
            if mover.exited or target.exited:
                continue
            if mover.mode not in (CHARGE, FOLLOW) or mover.stuck or target.id in mover.contacts:
                continue
            dx, dy = target.x - mover.x, target.y - mover.y
            far = isqrt(dx * dx + dy * dy) or 1
            space = gap(mover, target)
            if space <= max(0, mover.cap - mover.s) + EPS * FINE:
                mover.x, mover.y = mover.x + dx * space // far, mover.y + dy * space // far
                mover.s += space
                self.encounters.join(mover, target, TICKS)

    # --- steps ----------------------------------------------------------------------------------------------

    def _steps(self) -> None:
        tick = self.tick
        late, still_going = [], []
        for mover in self.active:
            mover.px, mover.py = mover.x, mover.y
            if mover.stopped:
                continue
            still_going.append(mover)
            if tick <= mover.depart:
                continue
            if mover.mode == PATH or mover.mode == CHARGE:
                self._step(mover)
            else:
                late.append(mover)
        for mover in late:
            self._step(mover)
        self.active = still_going

    def _step(self, mover: Mover) -> None:
        if mover.mode == AFLOAT:
            in_step(mover)
            return
        size = (mover.cap - mover.s) // (TICKS - self.tick + 1)
        if size <= 0:
            if mover.cap <= mover.s:
                mover.stopped = True
            return
        if mover.mode == CHARGE and mover.leg >= len(mover.points):
            self._toward(mover, size)
        elif mover.mode == PATH or mover.mode == CHARGE:
            self._along_path(mover, size)
        elif mover.mode == KEEP:
            self._keep(mover, size)
        elif mover.mode == FOLLOW:
            self._follow(mover, size)

    def _along_path(self, mover: Mover, size: int) -> None:
        while size > 0 and mover.leg < len(mover.points):
            px, py = mover.points[mover.leg]
            dx, dy = px - mover.x, py - mover.y
            far = isqrt(dx * dx + dy * dy)
            if far <= size:
                if far and not self._go(mover, dx, dy, far, far):
                    return
                mover.x, mover.y = px, py
                mover.leg += 1
                size -= far
                continue
            self._go(mover, dx, dy, far, size)
            return
        if mover.leg >= len(mover.points) and mover.mode == PATH:
            mover.stopped = True

    def _toward(self, mover: Mover, size: int) -> None:
        target = mover.target
        if target is None or target.exited:
            mover.stopped = True
            return
        dx, dy = target.x - mover.x, target.y - mover.y
        far = isqrt(dx * dx + dy * dy)
        if target.id in mover.exempt:  # pursuit of a leaver: trail behind him
            space = far - mover.r - target.r
            size = min(size, max(0, space))
        if far and size:
            self._go(mover, dx, dy, far, min(size, far))

    def _keep(self, mover: Mover, size: int) -> None:
        near, best = None, 0
        for foe in self.everyone if mover.target is None else [mover.target]:
            if foe.side == mover.side or foe.fig.hidden or foe.exited:
                continue
            space = isqrt((foe.x - mover.x) ** 2 + (foe.y - mover.y) ** 2) - foe.r - mover.r
            if near is None or space < best:
                near, best = foe, space
        if near is None:
            return
        dx, dy = mover.x - near.x, mover.y - near.y
        far = isqrt(dx * dx + dy * dy) or 1
        if best < mover.keep:
            if mover.points:
                self._along_path(mover, size)
            else:
                self._go(mover, dx, dy, far, min(size, mover.keep - best))
        elif mover.advance and best > mover.keep + 100 * FINE:
            self._go(mover, -dx, -dy, far, min(size, best - mover.keep))

    def _follow(self, mover: Mover, size: int) -> None:
        target = mover.target
        if target is None or target.side != mover.side:
            self._toward(mover, size)
            return
        dx, dy = target.x - mover.x, target.y - mover.y
        far = isqrt(dx * dx + dy * dy)
        space = far - mover.r - (target.half or target.r) - 20 * FINE
        if mover.half:
            space -= mover.half - mover.r
        if space > 0:
            self._go(mover, dx, dy, far, min(size, space))

    def _go(self, mover: Mover, dx: int, dy: int, far: int, size: int, bent: bool = False) -> bool:
        """Advance by `size` along (dx, dy); False if something stopped the mover."""
        nx, ny = mover.x + dx * size // far, mover.y + dy * size // far
        if not (0 <= nx <= self.right and 0 <= ny <= self.bottom):
            self._reach_edge(mover, nx, ny, size)
            return False
        if mover.exempt and self._into_enemy(mover, nx, ny):
            mover.stopped = True
            return False
        grade = mover.cells[(ny // self.cell) * self.columns + nx // self.cell]
        if grade > mover.stage and self.footing.hinders(mover, nx, ny):
            stride = Stride(nx, ny, dx, dy, far, size, bent, self.tick)
            if not self._treads(mover, stride):
                return False
        near = mover.friends or self.encounters.fresh
        if near and mover.mode == CHARGE and not bent and self._is_crowded(mover, nx, ny):
            return self._slip(mover, dx, dy, far, size)
        if mover.horse:
            self._count_run(mover, nx, ny, dx, dy, size)
        if mover.half:
            face(mover, dx, dy)
        mover.x, mover.y = nx, ny
        mover.s += size
        mover.arrival = self.tick
        return True

    def _reach_edge(self, mover: Mover, nx: int, ny: int, size: int) -> None:
        """Only who walks a path goes over the edge of the table."""
        mover.stopped = True
        mover.exited = mover.mode == PATH
        mover.x, mover.y = min(max(nx, 0), self.right), min(max(ny, 0), self.bottom)
        mover.s += size
        mover.arrival = self.tick

    def _treads(self, mover: Mover, stride: Stride) -> bool:
        """The ground lets him make this stride; if it turns him aside, he has made another."""
        allowed = self.footing.tread(mover, stride)
        if allowed is stride:
            return True
        if allowed is not None:
            self._go(mover, allowed.dx, allowed.dy, allowed.far, allowed.size, bent=True)
        return False

    def _into_enemy(self, mover: Mover, nx: int, ny: int) -> bool:
        """Who leaves a melee does not walk over the enemy he leaves (3.13)."""
        here = Base(nx, ny, mover.r, mover.half, mover.ux, mover.uy)
        for id in mover.exempt:
            foe = self.movers.get(id)
            if foe is None or foe.exited or (foe is mover.target and mover.mode in (CHARGE, FOLLOW)):
                continue
            nearer = (foe.x - nx) ** 2 + (foe.y - ny) ** 2 < (foe.x - mover.x) ** 2 + (foe.y - mover.y) ** 2
            if nearer and overlap(here, foe, 8 * FINE):
                return True
        return False

    def _count_run(self, mover: Mover, nx: int, ny: int, dx: int, dy: int, size: int) -> None:
        """The straight run over easy ground before a contact or a jump (3.12)."""
        if mover.stage != EASY and self.ground.going(nx // FINE, ny // FINE, mover.mount)[0].grade != EASY:
            mover.run = 0
        elif mover.run and within_cone(dx, dy, mover.run_x, mover.run_y, COS2_10):
            mover.run += size
        else:
            mover.run, mover.run_x, mover.run_y = size, dx, dy

    def _is_crowded(self, mover: Mover, nx: int, ny: int) -> bool:
        """A comrade at grips would be under his feet. Two discs, by far the most frequent, are judged on the
        spot: a tenth of a dense turn of `bench/argad.py`."""
        here = None
        reach, side = mover.reach, mover.side
        disc = 0 if mover.half else mover.r - 2 * FINE
        for friends in (mover.friends, self.encounters.fresh):
            for friend in friends:
                far = reach + friend.reach
                dx = friend.x - nx
                if not -far < dx < far:
                    continue
                dy = friend.y - ny
                if not -far < dy < far or friend.side != side or friend is mover:
                    continue
                apart2 = dx * dx + dy * dy
                if disc and not friend.half:
                    touch = disc + friend.r
                    if apart2 < touch * touch:
                        return True
                    continue
                if apart2 >= far * far:
                    continue
                here = here or Base(nx, ny, mover.r, mover.half, mover.ux, mover.uy)
                if overlap(here, friend, 2 * FINE):
                    return True
        return False

    def _slip(self, mover: Mover, dx: int, dy: int, far: int, size: int) -> bool:
        """Line-up: go round a comrade who is already at grips, or wait a moment behind him."""
        for angle in (450, 3150, 900, 2700):
            tx, ty = rotate(dx, dy, angle)
            if not self._is_crowded(mover, mover.x + tx * size // far, mover.y + ty * size // far):
                return self._go(mover, tx, ty, far, size, bent=True)
        mover.depart = self.tick + PAUSE
        return False

    # --- conditions and samples -----------------------------------------------------------------------------

    def _conditions(self) -> None:
        for mover in self.everyone:
            if not mover.conditions or mover.contacts:
                continue
            for condition in mover.conditions:
                if self._holds(mover, condition.if_):
                    self._switch(mover, condition)
                    break

    def _switch(self, mover: Mover, condition: Condition) -> None:
        order = condition.then
        path = self._own_path(mover, order)
        if mover.order.do in IDLE_ACTS and not mover.stuck:  # the time he waited is lost, the rest is his
            mover.cap = mover.s + mover.most * (TICKS - self.tick + 1) // TICKS
        mover.stopped = False
        mover.mode = STILL
        take_order(mover, order, self.movers, path)
        formation_cap(self.state, mover, path)
        take_posture(mover.fig, order)
        mover.conditions = []
        if mover not in self.active:
            self.active.append(mover)
        own = self.tale.side_seats.get(mover.side, ())
        self.tale.emit("condition", mover.fig, own, fig=mover.id, why=condition.if_.k, t=self.tick)

    def _own_path(self, mover: Mover, order: Order) -> tuple[Point, ...]:
        """The path is the leader's; each man of the squad keeps his place beside him."""
        leader = self.movers.get(order.figs[0], mover)
        dx, dy = (a - b for a, b in zip(mover.fig.now.start, leader.fig.now.start, strict=True))
        return tuple((x + dx, y + dy) for x, y in order.path)

    def _holds(self, mover: Mover, when: When) -> bool:
        if when.k == "time":
            return self.tick * 100 >= when.time * TICKS
        if when.k == "ally_down":
            return any(
                when.role in f.roles and f.side == mover.side and f.place in ("dead", "captured")
                for f in self.state.figures
            )
        for foe in self.everyone:
            if foe.side == mover.side or foe.fig.hidden or (when.who and foe.id != when.who):
                continue
            if self._true_of(mover, foe, when):
                return True
        return False

    def _true_of(self, mover: Mover, foe: Mover, when: When) -> bool:
        if when.k == "enemy_within":
            space = isqrt((foe.x - mover.x) ** 2 + (foe.y - mover.y) ** 2) - foe.r - mover.r
            return space <= when.distance * FINE
        if when.k == "enemy_enters":
            x, y = foe.x // FINE, foe.y // FINE
            return when.zone[0] <= x <= when.zone[2] and when.zone[1] <= y <= when.zone[3]
        if when.k == "enemy_charges_me":
            return foe.mode == CHARGE and foe.target is mover
        return self.tick % SAMPLE == 1 and look_at(self.ground, _now(mover), _now(foe)).visible

    def _give_up_waiting(self) -> None:
        """Conditions that never came true: the fallback decides how he ends the turn; two who wait for each
        other hesitate."""
        waiting = {}
        for mover in self.everyone:
            for condition in mover.conditions:
                if condition.else_ is not None:
                    self._fall_back_on(mover, condition.else_)
                elif condition.if_.who:
                    waiting[mover.id] = condition.if_.who
        for id, other in waiting.items():
            if waiting.get(other) == id:
                self.movers[id].fig.hesitating = True
                self.tale.emit("hesitates", self.movers[id].fig, fig=id)

    def _fall_back_on(self, mover: Mover, order: Order) -> None:
        """One action only: who marched meanwhile has no hands left for work."""
        now = mover.fig.now
        if now.moved and order.do in IDLE_ACTS:
            return
        now.act, now.target, now.item = order.do, order.target, order.item

    def _sample(self, tick: int) -> None:
        for mover in self.everyone:
            mover.samples.append(mover.place)
        for mover in self.lurkers:
            if mover.fig.hidden:
                self._uncover(mover)
        for mover in self.watchers:
            if not mover.contacts:
                self.seen_during.setdefault(mover.id, {})[tick] = [foe.id for foe in self._in_sight(mover)]

    def _in_sight(self, watcher: Mover) -> list[Mover]:
        """The enemies at whom he could shoot in this moment, nobody being at grips with them."""
        eyes = _now(watcher)
        return [
            foe
            for foe in self.everyone
            if foe.side != watcher.side and foe.mount != "pack" and not foe.fig.hidden and not foe.contacts
            if (foe.x - watcher.x) ** 2 + (foe.y - watcher.y) ** 2 <= LONGEST_SHOT**2
            if look_at(self.ground, eyes, _now(foe)).visible
        ]

    def _uncover(self, mover: Mover) -> None:
        """Hidden until an enemy has sight of him."""
        figure = _now(mover)
        if concealed_where_he_stands(self.ground, figure) and not mover.contacts:
            return
        for foe in self.everyone:
            near = (foe.x - mover.x) ** 2 + (foe.y - mover.y) ** 2 <= (SIGHT * FINE) ** 2
            looks = enemies(foe.fig, mover.fig) and near and foe.fig.mount != "pack"
            if looks and look_at(self.ground, _now(foe), figure).visible:
                self.tale.reveal(self.state, mover.fig, self.tick, mover.place)
                return


def _now(mover: Mover) -> Figure:
    """The figure at its place of this tick."""
    return figure_at(mover.fig, mover.place)
