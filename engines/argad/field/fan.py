"""How far a figure sees all round: walls, hills and the depth of woods, for the fan that the table draws
(3.6, section 8)."""

from engines.argad.field.geometry import ONE, UNIT, Point
from engines.argad.field.ground import Ground
from engines.argad.field.sight import Spotted, clear, on_the_way
from engines.argad.tables import SIGHT

DIRECTIONS = 144
HALVINGS = 9


def sight_fan(ground: Ground, viewer: Spotted) -> list[Point]:
    """The last place he sees in each direction, as a closed outline. What stands in the open is seen up to
    there."""
    return [_last_seen(ground, viewer, n * 3600 // DIRECTIONS) for n in range(DIRECTIONS)]


def _last_seen(ground: Ground, viewer: Spotted, angle: int) -> Point:
    ux, uy = UNIT[angle]
    far = min(SIGHT, _to_edge(viewer.x, ux, ground.width), _to_edge(viewer.y, uy, ground.height))
    end = _along(viewer, ux, uy, far)
    shapes = on_the_way(ground, [((viewer.x, viewer.y), end)])
    if not shapes or clear(ground, shapes, viewer, end):
        return end
    low, high = 0, far
    for _ in range(HALVINGS):
        middle = (low + high) // 2
        if clear(ground, shapes, viewer, _along(viewer, ux, uy, middle)):
            low = middle
        else:
            high = middle
    return _along(viewer, ux, uy, low)


def _along(viewer: Spotted, ux: int, uy: int, far: int) -> Point:
    return viewer.x + ux * far // ONE, viewer.y + uy * far // ONE


def _to_edge(place: int, step: int, size: int) -> int:
    """How far along a unit vector the table goes on one axis."""
    if step == 0:
        return SIGHT
    return (size - place if step > 0 else place) * ONE // abs(step)
