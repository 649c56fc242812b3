"""Javelins thrown at a gallop (2.5): a rider on easy ground who faced his target for 2d6 cm of his move, or
circled."""

from itertools import pairwise

from engines.argad.events import Tale
from engines.argad.field.geometry import COS2_45, Point, length, within_cone
from engines.argad.movement.march import Mover
from engines.argad.state import Figure, State, enemies, on_table
from engines.argad.tables import EASY, WEAPONS
from engines.core.dice import Dice

SURE = 1200  # no dice are needed beyond what two of them can show


def gallops(figure: Figure, target: Figure) -> bool:
    """Whether the riding row of the table is his against this target."""
    if not figure.now.ride:
        return False
    return figure.now.act == "caracole" or way_towards(figure.now.ride, (target.x, target.y)) >= (
        figure.now.ride_need or SURE
    )


def way_towards(ride: tuple[Point, ...], at: Point) -> int:
    """How much of his way led him towards that place, within 45 degrees."""
    total = 0
    for (x, y), (u, v) in pairwise(ride):
        if within_cone(at[0] - x, at[1] - y, u - x, v - y, COS2_45):
            total += length(u - x, v - y)
    return total


def note_rides(state: State, movers: dict[str, Mover], dice: Dice, tale: Tale) -> None:
    """After MOVE: the way of each javelin rider, and one roll of two dice a squad where it is in doubt."""
    foes = [f for f in on_table(state) if not f.hidden]
    rolled: dict[str, tuple[int, int]] = {}
    for mover in movers.values():
        figure = mover.fig
        if not _rides(mover):
            continue
        figure.now.ride = (*mover.samples[:-1], (figure.x, figure.y))
        if figure.now.act == "caracole" or not any(_in_doubt(figure, foe) for foe in foes):
            continue
        squad = mover.leader or mover.id
        if squad not in rolled:
            rolled[squad] = (dice.die(f"ride:{squad}"), dice.die(f"ride:{squad}"))
        figure.now.ride_need = sum(rolled[squad]) * 100
        tale.emit("ride", figure, fig=figure.id, dice=list(rolled[squad]), need=sum(rolled[squad]), t=40)


def _rides(mover: Mover) -> bool:
    figure = mover.fig
    able = figure.mount == "cavalier" and figure.javelins > 0 and "javelin" in figure.weapons
    return able and figure.place == "table" and figure.now.moved and mover.s > 0 and mover.stage == EASY


def _in_doubt(figure: Figure, foe: Figure) -> bool:
    reach = WEAPONS["javelin_riding"].bands[-1] + 900
    dx, dy = foe.x - figure.x, foe.y - figure.y
    if not enemies(figure, foe) or dx * dx + dy * dy > reach * reach:
        return False
    return 0 < way_towards(figure.now.ride, (foe.x, foe.y)) < SURE
