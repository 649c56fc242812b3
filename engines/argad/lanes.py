"""Lines of fire: past friends by a gap, over a shoulder, over heads, thrown over anybody (3.6)."""

from bisect import bisect_left, bisect_right
from copy import copy
from math import isqrt

from engines.argad.battlefield import Field
from engines.argad.geometry import segment_hits_base
from engines.argad.sight import seen
from engines.argad.state import SHAPES, Figure
from engines.argad.tables import RANK_TOL, Weapon

DISC = SHAPES["disc"][0]
BESIDE = 261  # nearer than that a friend stands beside the shooter
WIDEST = 385  # the half-diagonal of a horse's base and the corridor, on each side of a line


def fire_mode(field: Field, shooter: Figure, victim: Figure, weapon: Weapon, distance: int) -> str:
    """How the shot can pass: direct, gap, shoulder, thrown, lob, height; empty if it cannot."""
    if weapon.thrown:
        return "thrown"
    a, b = (shooter.x, shooter.y), (victim.x, victim.y)
    span = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    of, group, side = field.clusters.of, field.clusters.of[victim.id], shooter.side
    friends: list[Figure] = []
    for other, aside in _between(field, shooter, victim):
        friend = other.side == side
        if not friend and of.get(other.id) == group:
            continue
        widen = _corridor(shooter, other) if friend else 0
        if other.base == "disc":  # he is beside the line, not beyond its ends: no need of the general question
            hit = aside * aside < (DISC + widen) ** 2 * span
        else:
            hit = segment_hits_base(a, b, field.base(other), widen)
        if hit and not friend:
            return ""
        if hit:
            friends.append(other)
    if not friends:
        return "direct"
    narrow = all(not segment_hits_base(a, b, field.base(f), DISC // 2) for f in friends)
    if narrow and _half_gap(field, shooter, friends, weapon):
        return "gap"
    if len(friends) == 1 and _over_shoulder(field, shooter, friends[0], weapon):
        return "shoulder"
    if (
        "english_welsh" in shooter.traits
        and shooter.formation
        and all(f.formation == shooter.formation for f in friends)
    ):
        return "ranks"
    return _over_heads(field, shooter, victim, friends, weapon, distance)


def _corridor(shooter: Figure, friend: Figure) -> int:
    """A friend beside the shooter is passed by the bare line, one ahead of him needs a full corridor."""
    dx, dy = friend.x - shooter.x, friend.y - shooter.y
    return DISC - 1 if dx * dx + dy * dy >= BESIDE * BESIDE else 0


def _between(field: Field, shooter: Figure, victim: Figure) -> list[tuple[Figure, int]]:
    """The figures whose bases may lie on the line, with how far aside they are, times its length."""
    sx, sy = shooter.x, shooter.y
    dx, dy = victim.x - sx, victim.y - sy
    low_x, high_x = (sx - 350, victim.x + 350) if dx >= 0 else (victim.x - 350, sx + 350)
    low_y, high_y = (sy - 350, victim.y + 350) if dy >= 0 else (victim.y - 350, sy + 350)
    span = dx * dx + dy * dy
    wide = WIDEST * isqrt(span)
    spots = field.spots
    first = bisect_left(spots, low_y, key=_row)
    last = bisect_right(spots, high_y, key=_row)
    return [
        (other, aside)
        for y, x, other in spots[first:last]
        if low_x <= x <= high_x
        and 0 < (x - sx) * dx + (y - sy) * dy < span
        and -wide < (aside := (x - sx) * dy - (y - sy) * dx) < wide
        and not other.hidden
    ]


def _row(spot: tuple[int, int, Figure]) -> int:
    return spot[0]


def _half_gap(field: Field, shooter: Figure, friends: list[Figure], weapon: Weapon) -> bool:
    if weapon.id not in ("bow", "longbow", "war_crossbow", "light_crossbow") or shooter.id not in field.commanded:
        return False
    row = [shooter, *friends]
    return not any(f.now.moved or f.formation or f.disorder for f in row)


def _over_shoulder(field: Field, shooter: Figure, friend: Figure, weapon: Weapon) -> bool:
    if weapon.bare or friend.mount != "foot" or field.touching.get(friend.id) or friend.now.shot:
        return False
    if friend.now.act in ("reload", "work"):
        return False
    return field.distance(shooter, friend) <= RANK_TOL


def _over_heads(
    field: Field, shooter: Figure, victim: Figure, friends: list[Figure], weapon: Weapon, distance: int
) -> str:
    mx, my = (shooter.x + victim.x) // 2, (shooter.y + victim.y) // 2
    half = (mx - shooter.x) ** 2 + (my - shooter.y) ** 2
    if any((f.x - shooter.x) ** 2 + (f.y - shooter.y) ** 2 > half for f in friends):
        return ""
    state = field.state
    if state.has("height"):
        mine = field.ground.level(shooter.x, shooter.y)
        if mine > max(field.ground.level(f.x, f.y) for f in friends) and mine > field.ground.level(victim.x, victim.y):
            return "height"
    lobbed = (
        state.has("indirect")
        and shooter.mount == "foot"
        and weapon.bands
        and distance > weapon.bands[-2 if len(weapon.bands) > 1 else 0]
    )
    if not lobbed or shooter.id not in field.commanded or not field.clusters.is_group(victim.id):
        return ""
    over_foot = all(f.mount == "foot" for f in friends)
    return "lob" if over_foot and seen_all_turn(field, shooter, victim) else ""


def seen_all_turn(field: Field, shooter: Figure, victim: Figure) -> bool:
    """In sight now and where both stood at the start of the turn."""
    if not field.sight.look(shooter, victim).visible:
        return False
    before, then = copy(shooter), copy(victim)
    before.x, before.y = shooter.now.start
    then.x, then.y = victim.now.start
    return seen(field.ground, before, then).visible
