"""The ground under moving feet: slowness dice, edges of bad terrain, walls, thresholds, jumps (2.3, 3.5)."""

from typing import Any, NamedTuple

from engines.argad.events import Tale
from engines.argad.field.geometry import rotate
from engines.argad.field.ground import Ground
from engines.argad.movement.allowance import is_stuck, swim_cap, what_is_left
from engines.argad.movement.march import FINE, PATH, STILL, Mover
from engines.argad.phases.trials import hazard_test
from engines.argad.state import State
from engines.argad.tables import EASY, HARD, NEVER, Going
from engines.core.dice import Dice

STEP_BACK = 8  # halvings of a step when the edge of a terrain is sought


class Stride(NamedTuple):
    """The step that a mover means to make: where it ends, `size` along (dx, dy), a vector `far` long."""

    x: int
    y: int
    dx: int
    dy: int
    far: int
    size: int
    bent: bool  # already turned aside
    tick: int


class Footing:
    """The ground as movers feel it; the shared dice of slowness groups are kept here."""

    def __init__(self, state: State, ground: Ground, dice: Dice, tale: Tale) -> None:
        self.state, self.ground, self.dice, self.tale = state, ground, dice, tale
        self.rolls: dict[str, tuple[int, ...]] = {}

    def slow_at_start(self, mover: Mover) -> None:
        """Where he stands when he sets out: bad ground, or the enemies whom he leaves."""
        fig = mover.fig
        if mover.free:
            return
        going, piece = self.ground.going(fig.x, fig.y, mover.mount)
        if piece and self.ground.by_id[piece].terrain.building and self._stays_in_room(mover, piece):
            mover.stage = going.grade
            return
        if fig.now.contacts and mover.mode != STILL:
            self._slow(mover, max(going.grade, HARD), going.hazard, piece, 0)
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
            mover.cap = min(mover.cap, swim_cap(fig) * FINE)
            mover.stage = going.grade
            return
        self._slow(mover, going.grade, going.hazard, piece, 0)
        mover.stage = going.grade

    def _stays_in_room(self, mover: Mover, piece: str) -> bool:
        shape = self.ground.by_id[piece]
        return bool(mover.points) and all(shape.encloses(x // FINE, y // FINE) for x, y in mover.points)

    def _slow(self, mover: Mover, grade: int, hazard: str, piece: str, tick: int) -> None:
        """Roll (or share) the slowness dice and set what is left of the move."""
        rolled = self.rolls.get(mover.group)
        if rolled is None:
            rolled = tuple(self.dice.die(f"slow:{mover.group}") for _ in range(2 if mover.horse else 1))
            self.rolls[mover.group] = rolled
            told: dict[str, Any] = {
                "dice": list(rolled),
                "grade": grade,
                "piece": piece,
                "group": mover.group,
                "t": tick,
            }
            self.tale.emit("slow", mover.fig, fig=mover.id, **told)
        if self.state.has("stuck") and is_stuck(rolled, grade):
            mover.cap, mover.stuck = mover.s, True
            mover.stopped = True
            self.tale.emit("stuck", mover.fig, fig=mover.id, piece=piece, t=tick)
            if hazard and piece and self.state.has("hazard"):
                mover.fig.danger = piece
            return
        mover.cap = min(mover.cap, what_is_left(mover.most // FINE, grade, rolled) * FINE)
        if mover.cap <= mover.s:
            mover.cap = mover.s
            mover.stopped = True

    def hinders(self, mover: Mover, x: int, y: int) -> bool:
        """A wall, or ground harder than what he already pays for, lies between him and the end of his
        step."""
        x, y = x // FINE, y // FINE
        if self.ground.wall_between(mover.x // FINE, mover.y // FINE, x, y, mover.horse) is not None:
            return True
        return self.ground.going(x, y, mover.mount, bool(mover.fig.formation))[0].grade > mover.stage

    def tread(self, mover: Mover, stride: Stride) -> Stride | None:
        """A step that the ground hinders: the same stride if he makes it, another if he is turned aside, none
        if he stops there."""
        x, y = stride.x // FINE, stride.y // FINE
        going, piece = self.ground.going(x, y, mover.mount, bool(mover.fig.formation))
        barred = self.ground.wall_between(mover.x // FINE, mover.y // FINE, x, y, mover.horse) is not None
        if barred or mover.mount == "boat":  # a wall, or the bank
            return self._slide(mover, stride)
        if piece in mover.jumped:
            return stride
        if self.ground.by_id[piece].terrain.jump and mover.order.do == "jump" and mover.horse:
            return stride if self._jump(mover, piece, stride.tick) else None
        if going.grade == NEVER:
            return self._slide(mover, stride)
        if mover.free and not going.swim:
            return stride
        self._slow_inside(mover, going, piece, stride.tick)
        if mover.stopped or mover.cap <= mover.s:
            mover.stopped = True
            self._to_edge(mover, stride)
            return None
        mover.stage = going.grade
        return stride

    def _slow_inside(self, mover: Mover, going: Going, piece: str, tick: int) -> None:
        """What the harder ground leaves him of his move: swimming, one threshold, or the dice."""
        if going.swim:
            mover.cap = min(mover.cap, mover.s + swim_cap(mover.fig) * FINE)
        elif self.ground.by_id[piece].terrain.building:
            mover.cap = min(mover.cap, mover.s + 200 * FINE)  # just across one threshold
        else:
            self._slow(mover, going.grade, going.hazard, piece, tick)
        if mover.fig.formation:
            self.tale.breaks(self.state, mover.fig, "ground")

    def _to_edge(self, mover: Mover, stride: Stride) -> None:
        """He reaches the border of the harder ground, never pulled back and never inside."""
        low, high = 0, 1 << STEP_BACK
        x, y, nx, ny = mover.x, mover.y, stride.x, stride.y
        while high - low > 1:
            middle = (low + high) // 2
            tx, ty = x + ((nx - x) * middle >> STEP_BACK), y + ((ny - y) * middle >> STEP_BACK)
            grade = self.ground.going((tx + 8) // FINE, (ty + 8) // FINE, mover.mount)[0].grade
            if grade > mover.stage:
                high = middle
            else:
                low = middle
        mover.x, mover.y = x + ((nx - x) * low >> STEP_BACK), y + ((ny - y) * low >> STEP_BACK)
        mover.s += stride.size * low >> STEP_BACK
        if low:
            mover.arrival = stride.tick

    def _slide(self, mover: Mover, stride: Stride) -> Stride | None:
        """Along an obstacle, up to 45 degrees off the way; else stop."""
        for angle in () if stride.bent else (225, 3375, 450, 3150):
            dx, dy = rotate(stride.dx, stride.dy, angle)
            nx, ny = mover.x + dx * stride.size // stride.far, mover.y + dy * stride.size // stride.far
            x, y = nx // FINE, ny // FINE
            if self.ground.wall_between(mover.x // FINE, mover.y // FINE, x, y, mover.horse) is not None:
                continue
            if self.ground.going(x, y, mover.mount)[0].grade <= mover.stage:
                return Stride(nx, ny, dx, dy, stride.far, stride.size, True, stride.tick)
        mover.stopped = mover.mode in (PATH, STILL)
        return None

    def _jump(self, mover: Mover, piece: str, tick: int) -> bool:
        """2d must not exceed the straight run; with a 6 the jumper takes a hazard test at +1 (D5)."""
        label = f"jump:{mover.group}"
        rolled = self.rolls.get(label)
        if rolled is None:
            rolled = self.rolls[label] = (self.dice.die(label), self.dice.die(label))
        result = "over"
        if mover.run < sum(rolled) * 100 * FINE:
            result = "refuses"
        elif 6 in rolled and self.state.has("hazard"):
            verdict = hazard_test(mover.fig, self.dice, f"jump_hazard:{mover.id}", 1)
            self.tale.hazard(mover.fig, piece, verdict)
            result = {"safe": "over", "danger": "refuses", "dies": "dies"}[verdict.result]
        told: dict[str, Any] = {"piece": piece, "dice": list(rolled), "result": result, "t": tick}
        self.tale.emit("jump", mover.fig, fig=mover.id, **told)
        if result == "over":
            mover.jumped = (*mover.jumped, piece)
            return True
        mover.stopped = True
        if result == "dies":
            self.tale.kill(self.state, mover.fig, "jump", "")
        return False
