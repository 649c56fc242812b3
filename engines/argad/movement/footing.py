"""The ground under moving feet: slowness dice, edges of bad terrain, walls, thresholds, jumps (2.3, 3.5)."""

from engines.argad.events import Tale
from engines.argad.field.geometry import ONE, UNIT
from engines.argad.field.ground import Ground
from engines.argad.movement.allowance import is_stuck, slow_dice, slowed, swim_cap
from engines.argad.movement.march import FINE, PATH, STILL, Mover
from engines.argad.phases.trials import hazard_test
from engines.argad.state import State
from engines.argad.tables import EASY, NEVER
from engines.core.dice import Dice

STEP_BACK = 8  # halvings of a step when the edge of a terrain is sought
MOUNTS = ("foot", "cavalier", "mounted_inf")


class Footing:
    """What `March` knows of the ground; the shared dice of slowness groups are kept here."""

    def __init__(self, state: State, ground: Ground, dice: Dice, tale: Tale) -> None:
        self.state, self.ground, self.dice, self.tale = state, ground, dice, tale
        self.rolls: dict[str, tuple[int, ...]] = {}
        self.tick = 0

    def _go(self, mover: Mover, dx: int, dy: int, far: int, size: int, bent: bool = False) -> bool:
        """Advance by `size` along (dx, dy); False if something stopped the mover."""
        raise NotImplementedError

    def _slow_at_start(self, mover: Mover) -> None:
        fig = mover.fig
        if mover.free:
            return
        going, piece = self.ground.going(fig.x, fig.y, mover.mount)
        if piece and self.ground.by_id[piece].terrain.building and self._stays_in_room(mover, piece):
            mover.stage = going.grade
            return
        leaving = bool(fig.now.contacts) and mover.mode != STILL
        if leaving:
            going_grade = max(going.grade, 1)
            self._slow(mover, going_grade if going.grade else 1, going.hazard if going.grade else "", piece)
            mover.stage = going.grade
            if mover.stuck:
                fig.now.stuck_leaver = True
                fig.now.left = fig.now.contacts
            return
        if going.grade in (EASY, NEVER):
            return
        if fig.formation:
            self.tale.breaks(self.state, fig, "ground")
        if going.swim:
            mover.cap = min(mover.cap, (swim_cap(fig, going) or 0) * FINE)
            mover.stage = going.grade
            return
        self._slow(mover, going.grade, going.hazard, piece)
        mover.stage = going.grade

    def _stays_in_room(self, mover: Mover, piece: str) -> bool:
        shape = self.ground.by_id[piece]
        return bool(mover.points) and all(shape.encloses(x // FINE, y // FINE) for x, y in mover.points)

    def _slow(self, mover: Mover, grade: int, hazard: str, piece: str) -> None:
        """Roll (or share) the slowness dice and set what is left of the move."""
        rolled = self.rolls.get(mover.group)
        if rolled is None:
            rolled = slow_dice(self.dice, f"slow:{mover.group}", mover.horse)
            self.rolls[mover.group] = rolled
            self.tale.slow(mover, rolled, grade, piece, self.tick)
        if self.state.has("stuck") and is_stuck(rolled, grade):
            mover.cap, mover.stuck = mover.s, True
            mover.stopped = True
            self.tale.stuck(mover, piece, self.tick)
            if hazard and piece and self.state.has("hazard"):
                mover.fig.danger = piece
            return
        mover.cap = min(mover.cap, slowed(mover.most // FINE, grade, rolled) * FINE)
        if mover.cap <= mover.s:
            mover.cap = mover.s
            mover.stopped = True

    def _enters(
        self, mover: Mover, nx: int, ny: int, dx: int, dy: int, far: int, size: int, bent: bool
    ) -> bool:
        """Harder ground or a wall may be ahead. False if the mover was stopped, turned aside or brought to the edge."""
        x, y = nx // FINE, ny // FINE
        wall = self.ground.barred(mover.x // FINE, mover.y // FINE, x, y, mover.horse)
        if wall is not None:
            return self._slide(mover, dx, dy, far, size, bent)
        going, piece = self.ground.going(x, y, mover.mount, bool(mover.fig.formation))
        if going.grade <= mover.stage or piece in mover.jumped:
            return True
        if mover.mount == "boat":  # the bank
            return self._slide(mover, dx, dy, far, size, bent)
        shape = self.ground.by_id[piece]
        if shape.terrain.jump and mover.order.do == "jump" and mover.horse:
            return self._jump(mover, piece)
        if going.grade == NEVER:
            return self._slide(mover, dx, dy, far, size, bent)
        if mover.free and not going.swim:
            return True
        if going.swim:
            mover.cap = min(mover.cap, mover.s + (swim_cap(mover.fig, going) or 0) * FINE)
        elif shape.terrain.building:
            mover.cap = min(mover.cap, mover.s + 200 * FINE)  # just across one threshold
        else:
            self._slow(mover, going.grade, going.hazard, piece)
        if mover.fig.formation:
            self.tale.breaks(self.state, mover.fig, "ground")
        if mover.stopped or mover.cap <= mover.s:
            mover.stopped = True
            self._to_edge(mover, nx, ny, size)
            return False
        mover.stage = going.grade
        return True

    def _to_edge(self, mover: Mover, nx: int, ny: int, size: int) -> None:
        """He reaches the border of the harder ground, never pulled back and never inside."""
        low, high = 0, 1 << STEP_BACK
        x, y = mover.x, mover.y
        while high - low > 1:
            middle = (low + high) // 2
            tx, ty = x + ((nx - x) * middle >> STEP_BACK), y + ((ny - y) * middle >> STEP_BACK)
            grade = self.ground.going((tx + 8) // FINE, (ty + 8) // FINE, mover.mount)[0].grade
            if grade > mover.stage:
                high = middle
            else:
                low = middle
        mover.x, mover.y = x + ((nx - x) * low >> STEP_BACK), y + ((ny - y) * low >> STEP_BACK)
        mover.s += size * low >> STEP_BACK
        if low:
            mover.arrival = self.tick

    def _slide(self, mover: Mover, dx: int, dy: int, far: int, size: int, bent: bool) -> bool:
        """Along an obstacle, up to 45 degrees off the way; else stop."""
        if not bent:
            for angle in (225, 3375, 450, 3150):
                cos, sin = UNIT[angle]
                tx, ty = (dx * cos - dy * sin) // ONE, (dx * sin + dy * cos) // ONE
                x, y = (mover.x + tx * size // far) // FINE, (mover.y + ty * size // far) // FINE
                if self.ground.barred(mover.x // FINE, mover.y // FINE, x, y, mover.horse) is None:
                    going = self.ground.going(x, y, mover.mount)[0]
                    if going.grade <= mover.stage:
                        self._go(mover, tx, ty, far, size, bent=True)
                        return False
        mover.stopped = mover.mode in (PATH, STILL)
        return False

    def _jump(self, mover: Mover, piece: str) -> bool:
        """2d must not exceed the straight run; with a 6 the jumper takes a hazard test at +1 (D5)."""
        label = f"jump:{mover.group}"
        rolled = self.rolls.get(label)
        if rolled is None:
            rolled = self.rolls[label] = (self.dice.die(label), self.dice.die(label))
        result = "over"
        if mover.run < sum(rolled) * 100 * FINE:
            result = "refuses"
        elif 6 in rolled and self.state.has("hazard"):
            verdict = hazard_test(self.state, mover.fig, self.dice, f"jump_hazard:{mover.id}", jump=True)
            self.tale.hazard(mover.fig, piece, verdict)
            result = {"safe": "over", "danger": "refuses", "dies": "dies"}[verdict.result]
        self.tale.jump(mover, piece, rolled, result, self.tick)
        if result == "over":
            mover.jumped = (*mover.jumped, piece)
            return True
        mover.stopped = True
        if result == "dies":
            self.tale.kill(self.state, mover.fig, "jump", "")
        return False


def cell_grades(ground: Ground) -> tuple[list[int], ...]:
    """For each mount, the worst that a cell may hold; walls count as forbidden so that they are looked at closely.
    A boat looks closely everywhere: for it the open ground is a wall."""
    cached: tuple[list[int], ...] | None = getattr(ground, "grades", None)
    if cached is None:
        cached = (*(_worst(ground, mount) for mount in MOUNTS), [9] * len(ground.cells))
        ground.grades = cached  # type: ignore[attr-defined]
    assert cached is not None
    return cached


def _worst(ground: Ground, mount: str) -> list[int]:
    return [
        max((9 if shape.stops else shape.terrain.going[mount].grade for shape in cell), default=EASY)
        for cell in ground.cells
    ]
