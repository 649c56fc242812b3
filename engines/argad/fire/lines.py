"""Lines of fire: past friends by a gap, over a shoulder, over heads, thrown over anybody (3.6)."""

from math import isqrt
from typing import NamedTuple

from engines.argad.field.battlefield import Field
from engines.argad.field.geometry import segment_hits_base
from engines.argad.field.sight import look_at
from engines.argad.state import Figure, base_of, between, figure_at, foot_radius
from engines.argad.tables import RANK_TOL, Weapon

ROW_WEAPONS = {"bow", "longbow", "war_crossbow", "light_crossbow"}  # a row shoots them through half a gap
BESIDE = 61  # nearer than that to one another, their bases apart, a friend stands beside the shooter
WIDEST = 385  # the half-diagonal of a horse's base and the corridor, on each side of a line


class Way(NamedTuple):
    """One way for a shot to pass. `others`: the row that must shoot with him (gap), the man before him who
    must not (shoulder)."""

    mode: str
    others: tuple[str, ...] = ()


def fire_ways(
    field: Field, shooter: Figure, victim: Figure, weapon: Weapon, distance: int
) -> tuple[Way, ...]:
    """Every way for the shot to pass, the plainest first: direct, gap, shoulder, ranks, height, lob; thrown
    over anybody."""
    if weapon.thrown:
        return (Way("thrown"),)
    friends = _in_the_way(field, shooter, victim)
    if friends is None:
        return ()
    if not friends:
        return (Way("direct"),)
    found = []
    in_rows = weapon.id in ROW_WEAPONS and shooter.id in field.in_command
    if in_rows and _half_free(field, shooter, victim, friends):
        found += _half_gap(field, shooter, victim, friends)
    if len(friends) == 1 and not weapon.bare and _over_shoulder(field, shooter, friends[0]):
        found.append(Way("shoulder", (friends[0].id,)))
    drilled = "english_welsh" in shooter.traits and shooter.formation
    if drilled and all(f.formation == shooter.formation for f in friends):
        found.append(Way("ranks"))
    return (*found, *(Way(mode) for mode in _over_heads(field, shooter, victim, friends, weapon, distance)))


def _in_the_way(field: Field, shooter: Figure, victim: Figure) -> list[Figure] | None:
    """The friends on the line; None if a stranger to the target's group stands there."""
    a, b = (shooter.x, shooter.y), (victim.x, victim.y)
    of, group, side = field.clusters.of, field.clusters.of[victim.id], shooter.side
    friends: list[Figure] = []
    foot = foot_radius(field.state)
    for other in _between(field, shooter, victim):
        friend = other.side == side
        if not friend and of.get(other.id) == group:
            continue
        widen = _corridor(shooter, other, foot) if friend else 0
        hit = segment_hits_base(a, b, base_of(other), widen)
        if hit and not friend:
            return None
        if hit:
            friends.append(other)
    return friends


def _corridor(shooter: Figure, friend: Figure, foot: int) -> int:
    """A friend beside the shooter is passed by the bare line, one ahead of him needs a full corridor."""
    beside = 2 * foot + BESIDE
    dx, dy = friend.x - shooter.x, friend.y - shooter.y
    return foot - 1 if dx * dx + dy * dy >= beside * beside else 0


def _between(field: Field, shooter: Figure, victim: Figure) -> list[Figure]:
    """The figures whose bases may lie on the line."""
    sx, sy = shooter.x, shooter.y
    dx, dy = victim.x - sx, victim.y - sy
    low_x, high_x = (sx - 350, victim.x + 350) if dx >= 0 else (victim.x - 350, sx + 350)
    low_y, high_y = (sy - 350, victim.y + 350) if dy >= 0 else (victim.y - 350, sy + 350)
    span = dx * dx + dy * dy
    wide = WIDEST * isqrt(span)
    return [
        other
        for other in field.present
        if low_x <= other.x <= high_x
        and low_y <= other.y <= high_y
        and 0 < (other.x - sx) * dx + (other.y - sy) * dy < span
        and -wide < (other.x - sx) * dy - (other.y - sy) * dx < wide
        and not other.hidden
    ]


def _half_free(field: Field, shooter: Figure, victim: Figure, friends: list[Figure]) -> bool:
    """Half a corridor is free."""
    a, b, half = (shooter.x, shooter.y), (victim.x, victim.y), foot_radius(field.state) // 2
    return not any(segment_hits_base(a, b, base_of(f), half) for f in friends)


def _half_gap(field: Field, shooter: Figure, victim: Figure, friends: list[Figure]) -> list[Way]:
    """Between men of the first rank one centimetre apart: both ranks still all turn, the group in loose
    order, nobody in disorder. The bows and crossbows of his row shoot together."""
    group = [field.figures[id] for id in field.clusters.with_figure(shooter.id)]
    both = (*group, *friends)
    if any(f.formation or f.disorder for f in both):
        return []
    foot = foot_radius(field.state)
    first = min(_forward(shooter, victim, f) for f in friends)
    abreast = [f for f in group if abs(_forward(shooter, victim, f)) <= foot]
    row = [f for f in abreast if not ROW_WEAPONS.isdisjoint(f.weapons)]
    front = [f for f in both if abs(_forward(shooter, victim, f) - first) <= foot]
    moved = any(f.now.moved for f in (*row, *front))
    return [] if moved else [Way("gap", tuple(f.id for f in row))]


def _forward(shooter: Figure, victim: Figure, other: Figure) -> int:
    """How far before the shooter he stands, along the line of fire."""
    dx, dy = victim.x - shooter.x, victim.y - shooter.y
    return ((other.x - shooter.x) * dx + (other.y - shooter.y) * dy) // (isqrt(dx * dx + dy * dy) or 1)


def _over_shoulder(field: Field, shooter: Figure, friend: Figure) -> bool:
    """Tight behind one man on foot who does nothing."""
    idle = friend.mount == "foot" and does_nothing(field, friend)
    return idle and between(shooter, friend) <= RANK_TOL


def does_nothing(field: Field, figure: Figure) -> bool:
    """He may have walked, but he neither shot, reloads nor works, and no enemy touches him (3.6, 3.10)."""
    return not (figure.now.shot or figure.now.act in ("reload", "work") or field.touching.get(figure.id))


def _over_heads(
    field: Field, shooter: Figure, victim: Figure, friends: list[Figure], weapon: Weapon, distance: int
) -> list[str]:
    """From a height, or lobbed; friends past the middle of the way forbid both."""
    mx, my = (shooter.x + victim.x) // 2, (shooter.y + victim.y) // 2
    half = (mx - shooter.x) ** 2 + (my - shooter.y) ** 2
    if any((f.x - shooter.x) ** 2 + (f.y - shooter.y) ** 2 > half for f in friends):
        return []
    found = []
    if field.state.has("height"):
        others = max(field.ground.level(f.x, f.y) for f in (*friends, victim))
        if field.ground.level(shooter.x, shooter.y) > others:
            found.append("height")
    if _can_lob(field, shooter, victim, weapon, distance) and all(f.mount == "foot" for f in friends):
        found.append("lob")
    return found


def _can_lob(field: Field, shooter: Figure, victim: Figure, weapon: Weapon, distance: int) -> bool:
    """A man on foot, in command, at long range on a group that he has seen all the turn."""
    if not field.state.has("indirect") or shooter.mount != "foot" or not weapon.bands:
        return False
    if distance <= weapon.bands[-2 if len(weapon.bands) > 1 else 0] or shooter.id not in field.in_command:
        return False
    return field.clusters.is_group(victim.id) and seen_all_turn(field, shooter, victim)


def seen_all_turn(field: Field, shooter: Figure, victim: Figure) -> bool:
    """In sight now and where both stood at the start of the turn."""
    if not field.look(shooter, victim).visible:
        return False
    before, then = figure_at(shooter, shooter.now.start), figure_at(victim, victim.now.start)
    return look_at(field.ground, before, then).visible
