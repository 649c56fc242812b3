"""A position as FIRE and MELEE look at it: contacts, groups, command, sight, walls; each worked out once,
when asked."""

from functools import cached_property
from typing import Any

from engines.argad.field.geometry import UNIT, apart, bearing
from engines.argad.field.ground import Ground, ground_of
from engines.argad.field.groups import Clusters, contacts, men_in_command
from engines.argad.field.sight import Look, look_at
from engines.argad.orders import Packet
from engines.argad.state import Figure, Formation, State, between, by_id, fights, on_table
from engines.argad.tables import RANK_TOL

NOTHING_SAID = Packet()


class Field:
    def __init__(self, state: State) -> None:
        self.state = state
        self.figures = by_id(state)
        # Is this group at grips with that side? A tenth of a dense turn of `bench/argad.py`.
        self.engaged: dict[tuple[str, int], bool] = {}
        self.ways: dict[tuple[str, str, str], tuple[Any, ...]] = {}  # of a shot: from, to, weapon
        self.firing: frozenset[str] = frozenset()  # those known to shoot in this moment
        self.all_told = False  # nobody else will
        self.packets: dict[int, Packet] = {}  # what the seats say of this melee
        self.present: list[Figure] = [f for f in on_table(state) if fights(f)]

    def packet_of(self, figure: Figure) -> Packet:
        return self.packets.get(figure.seat, NOTHING_SAID)

    def look(self, viewer: Figure, target: Figure) -> Look:
        """What the one sees of the other."""
        return look_at(self.ground, viewer, target)

    @cached_property
    def ground(self) -> Ground:
        return ground_of(self.state.terrain, self.state.width, self.state.height)

    @cached_property
    def pavises(self) -> list[Figure]:
        return [f for f in self.present if f.shield == "pavise"]

    @cached_property
    def clusters(self) -> Clusters:
        return Clusters(self.state)

    @cached_property
    def touching(self) -> dict[str, list[str]]:
        return contacts(self.state)

    @cached_property
    def in_command(self) -> set[str]:
        return men_in_command(self.state)

    @cached_property
    def formations(self) -> dict[str, Formation]:
        return {f.id: f for f in self.state.formations}

    @cached_property
    def walls(self) -> dict[str, tuple[str, int, int]]:
        """Formation -> (shield or pavise, front in tenths of a degree, half arc in tenths of a degree)."""
        found = {}
        for formation in self.state.formations:
            if formation.forming:
                continue
            for kind in ("pavise", "large"):
                bearers = [m for m in formation.members if self._bears(m, kind)]
                if len(bearers) >= 3:
                    half = wall_half_arc(len(bearers), formation.moved)
                    found[formation.id] = (kind, formation.front * 10, half)
                    break
        return found

    def _bears(self, id: str, kind: str) -> bool:
        figure = self.figures.get(id)
        return figure is not None and figure.place == "table" and figure.shield == kind

    def wall_against(self, victim: Figure, other: Figure) -> str:
        """The wall (pavise, large or nothing) that covers the victim against somebody standing there."""
        wall = self.walls.get(victim.formation) if victim.formation else None
        if wall is None:
            return ""
        kind, front, half = wall
        if victim.shield != kind and not self._tight_behind(victim, kind):
            return ""
        return kind if apart(bearing(other.x - victim.x, other.y - victim.y), front) <= half else ""

    def _tight_behind(self, victim: Figure, kind: str) -> bool:
        formation = self.formations[victim.formation]
        ux, uy = UNIT[formation.front * 10 % 3600]
        for id in formation.members:
            bearer = self.figures[id]
            if bearer.shield != kind or bearer.place != "table":
                continue
            dx, dy = bearer.x - victim.x, bearer.y - victim.y
            if dx * ux + dy * uy > 0 and between(bearer, victim) <= RANK_TOL:
                return True
        return False


def wall_half_arc(bearers: int, moved: bool) -> int:
    """90 degrees for three bearers, 45 more for each other, 360 at most; a wall on the move has no rear
    (D6)."""
    total = min(3600, 900 + 450 * (bearers - 3))
    if moved:
        total = min(total, 2700)
    return total // 2
