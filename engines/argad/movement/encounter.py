"""Meetings during movement: guards who step in, contacts at the right instant, charges and who may not join
them."""

from math import isqrt
from typing import Any

from engines.argad.events import Tale
from engines.argad.field.geometry import Base, gap
from engines.argad.field.ground import Ground
from engines.argad.movement.march import CHARGE, FINE, STILL, Mover
from engines.argad.state import State, paces
from engines.argad.tables import EASY, EPS, TICKS
from engines.core.dice import Dice

HALVINGS = 7
NOTICE = 600 * FINE  # guards look this far beyond what could touch
TOUCH = (EPS - 3) * FINE  # so that rounding to a hundredth never loses a contact
SHORT = 50 * FINE  # a third party is held half a centimetre short of a charge
SURE_RUN = 1200 * FINE


class Encounters:
    def __init__(
        self, state: State, ground: Ground, movers: dict[str, Mover], dice: Dice, tale: Tale
    ) -> None:
        self.state, self.ground, self.dice, self.tale = state, ground, dice, tale
        self.movers = movers
        self.fighters = [m for m in movers.values() if m.mount != "pack"]
        self.sides = sorted({m.side for m in self.fighters})
        self.runs: dict[str, tuple[int, int]] = {}
        # With the square of the distance at which the two may touch.
        self.pairs: list[tuple[Mover, Mover, int]] = []
        self.guarding: list[tuple[Mover, Mover]] = []
        self.stepped: list[Mover] = []
        self.fresh: list[Mover] = []  # at grips since the last refresh
        self.charged: dict[str, str] = {}  # charger -> the enemy he charged

    def refresh(self, tick: int, ticks: int) -> None:
        """The pairs that could meet in the next ticks."""
        self.pairs, self.guarding, self.fresh = [], [], []
        rows = [
            [
                (m.x, m.y, self._pace(m, tick) * ticks + m.reach, m.moving(), m)
                for m in self.fighters
                if m.side == side and not m.exited
            ]
            for side in self.sides
        ]
        for number, ours in enumerate(rows):
            theirs = [row for other in rows[number + 1 :] for row in other]
            moving = [row for row in theirs if row[3]]
            for ax, ay, a_far, a_moves, a in ours:
                a_far += NOTICE
                for bx, by, b_far, _, b in theirs if a_moves else moving:
                    dx, dy = ax - bx, ay - by
                    far = a_far + b_far
                    if -far <= dx <= far and -far <= dy <= far:
                        self._note(a, b, a_moves, dx * dx + dy * dy <= (far - NOTICE) ** 2)
            self._comrades(ours)

    def _note(self, a: Mover, b: Mover, a_moves: bool, near: bool) -> None:
        if near:
            self.pairs.append((a, b, (a.reach + b.reach + TOUCH) ** 2))
        if a_moves and b.mode == STILL and b.guard and not b.contacts and not b.fig.now.contacts:
            self.guarding.append((b, a))
        elif not a_moves and a.mode == STILL and a.guard and not a.contacts and not a.fig.now.contacts:
            self.guarding.append((a, b))

    def _comrades(self, ours: list[tuple[int, int, int, bool, Mover]]) -> None:
        """For chargers, the comrades at grips around whom they may have to go."""
        engaged = [row for row in ours if row[4].stopped and (row[4].contacts or row[4].fig.now.contacts)]
        for ax, ay, a_far, moves, mover in ours:
            if mover.mode != CHARGE or not moves:
                mover.friends = []
                continue
            mover.friends = [
                friend
                for bx, by, b_far, _, friend in engaged
                if -a_far - b_far < ax - bx < a_far + b_far and -a_far - b_far < ay - by < a_far + b_far
            ]

    def _pace(self, mover: Mover, tick: int) -> int:
        if not mover.moving():
            return mover.most // TICKS if mover.mode == STILL and mover.guard else 0
        return max(0, mover.cap - mover.s) // (TICKS - tick + 1) + FINE

    # --- guards ---------------------------------------------------------------------------------------------

    def guards(self) -> None:
        """A free figure steps up to two paces to meet an enemy who would pass; he still counts as
        immobile."""
        for guard in self.stepped:
            guard.px, guard.py = guard.x, guard.y
        self.stepped = []
        for guard, foe in self.guarding:
            if guard.contacts or foe.stopped or foe.contacts or foe.fig.hidden:
                continue
            self._step_in(guard, foe)

    def _step_in(self, guard: Mover, foe: Mover) -> None:
        vx, vy = foe.x - foe.px, foe.y - foe.py
        speed = isqrt(vx * vx + vy * vy)
        if speed == 0:
            return
        rx, ry = guard.x - foe.x, guard.y - foe.y
        ahead = max(0, (rx * vx + ry * vy) // speed)
        mx, my = foe.x + vx * ahead // speed, foe.y + vy * ahead // speed
        dx, dy = mx - guard.x, my - guard.y
        far = isqrt(dx * dx + dy * dy)
        space = far - guard.r - foe.r
        most = paces(guard.fig) * FINE
        if space <= 0 or space > most - guard.guarded:
            return
        pace = guard.most // TICKS
        if ahead > speed * (space // pace + 2):
            return
        step = min(pace, space + FINE)
        guard.px, guard.py = guard.x, guard.y
        self.stepped.append(guard)
        guard.x += dx * step // far
        guard.y += dy * step // far
        guard.guarded += step

    # --- contacts -------------------------------------------------------------------------------------------

    def meet(self, tick: int) -> None:
        found = []
        for a, b, limit in self.pairs:
            dx, dy = a.x - b.x, a.y - b.y
            if dx * dx + dy * dy > limit:
                continue
            if a.exited or b.exited or self._apart(a, b):
                continue
            instant = self._instant(a, b)
            if instant is not None:
                found.append((instant, a.id, b.id))
        found.sort()
        for _, one, two in found:
            a, b = self.movers[one], self.movers[two]
            again = self._instant(a, b)
            if again is not None and not (a.exited or b.exited):
                self._touch(a, b, again, tick)

    def _apart(self, a: Mover, b: Mover) -> bool:
        """Nothing new between these two: they touched already, or one is leaving the other and still on his
        way."""
        if b.id in a.contacts:
            return True
        if a.px == a.x and a.py == a.y and b.px == b.x and b.py == b.y:
            return True
        if b.id not in a.exempt:
            return False
        leaver = a if a.fig.now.act in ("leave_melee", "flee") or (a.moving() and not b.moving()) else b
        return leaver.moving()

    def _instant(self, a: Mover, b: Mover) -> int | None:
        """The first 128th of this tick at which they touch."""
        if gap(a, b) > TOUCH:
            return None
        if gap(_at(a, 0), _at(b, 0)) <= TOUCH:
            return 0
        low, high = 0, 1 << HALVINGS
        while high - low > 1:
            middle = (low + high) // 2
            if gap(_at(a, middle), _at(b, middle)) <= TOUCH:
                high = middle
            else:
                low = middle
        return high

    def _touch(self, a: Mover, b: Mover, instant: int, tick: int) -> None:
        if self._forbidden(a, b):
            self._hold_short(a, b)
            return
        for mover in (a, b):
            mover.x, mover.y = _at_xy(mover, instant)
            mover.px, mover.py = mover.x, mover.y
            mover.stopped = True
            mover.arrival = tick
        self.join(a, b, tick)

    def join(self, a: Mover, b: Mover, tick: int) -> None:
        """They are at grips."""
        a.contacts.append(b.id)
        b.contacts.append(a.id)
        self.fresh += [a, b]
        for mover, foe in ((a, b), (b, a)):
            if mover.fig.hidden:
                self.tale.reveal(self.state, mover.fig, tick, mover.place)
            self._charge(mover, foe, tick)
        self.tale.emit("contact", figs=[a.id, b.id], at=[list(a.place), list(b.place)], t=tick)

    def _forbidden(self, a: Mover, b: Mover) -> bool:
        """Only the charged enemy and other charging cavaliers may touch a charger; only they may touch the
        charged."""
        for one, other in ((a, b), (b, a)):
            if self._would_charge(other):
                continue
            if one.id in self.charged and self.charged[one.id] != other.id:
                return True
            if one.id in self.charged.values() and other.id not in self.charged:
                return True
        return False

    def _would_charge(self, mover: Mover) -> bool:
        return mover.saddled and mover.mode == CHARGE and self._on_easy_ground(mover)

    def _on_easy_ground(self, mover: Mover) -> bool:
        return mover.stage == EASY or self.ground.going(*mover.place, mover.mount)[0].grade == EASY

    def _hold_short(self, a: Mover, b: Mover) -> None:
        for mover, other in ((a, b), (b, a)):
            if mover.px == mover.x and mover.py == mover.y:
                continue
            mover.x, mover.y = mover.px, mover.py
            dx, dy = mover.x - other.x, mover.y - other.y
            far = isqrt(dx * dx + dy * dy) or 1
            lack = SHORT - gap(mover, other)
            if lack > 0:
                mover.x, mover.y = mover.x + dx * lack // far, mover.y + dy * lack // far
                mover.px, mover.py = mover.x, mover.y
            mover.stopped = True

    def _charge(self, mover: Mover, foe: Mover, tick: int) -> None:
        """A cavalier on his charge touches: does it count? (3.12)"""
        if mover.mode != CHARGE or not mover.saddled or mover.fig.disorder:
            self.tale.drop_lance(mover.fig)
            return
        easy = self._on_easy_ground(mover)
        run = mover.run
        rolled: tuple[int, int] | None = None
        valid = easy and run > paces(mover.fig) * FINE
        if easy and run < SURE_RUN and self.state.has("run_up"):
            squad = mover.leader or mover.id
            rolled = self.runs.get(squad)
            if rolled is None:
                rolled = self.runs[squad] = (self.dice.die(f"run:{squad}"), self.dice.die(f"run:{squad}"))
            valid = run >= sum(rolled) * 100 * FINE
        if valid:
            now = mover.fig.now
            now.charged, now.run = foe.id, run // FINE
            now.lance = "heavy_lance" in mover.fig.weapons and not mover.fig.lance_dropped
            foe.fig.now.charged_by = (*foe.fig.now.charged_by, mover.id)
            self.charged[mover.id] = foe.id
        else:
            self.tale.drop_lance(mover.fig)
        told: dict[str, Any] = {
            "run": run // FINE,
            "dice": list(rolled or ()),
            "valid": valid,
            "lance": mover.fig.now.lance,
        }
        self.tale.emit("charge", fig=mover.id, target=foe.id, **told, t=tick)


def _at_xy(mover: Mover, part: int) -> tuple[int, int]:
    return (
        mover.px + ((mover.x - mover.px) * part >> HALVINGS),
        mover.py + ((mover.y - mover.py) * part >> HALVINGS),
    )


def _at(mover: Mover, part: int) -> Base:
    x, y = _at_xy(mover, part)
    return Base(x, y, mover.r, mover.half, mover.ux, mover.uy)
