"""Shots during movement (3.5, 3.8): at whoever passes, gets away or joins a fight before FIRE comes; a
fleeting one at -1."""

from engines.argad.field.battlefield import Field
from engines.argad.field.geometry import gap, segment_hits_base
from engines.argad.field.sight import look_at
from engines.argad.fire.aim import (
    Chance,
    band_of,
    best_weapon,
    protection,
    row_for,
    shooter_malus,
    target_malus,
    targets,
)
from engines.argad.fire.volley import Loosed
from engines.argad.movement.march import Mover
from engines.argad.movement.ticks import SAMPLE, March
from engines.argad.state import Figure, base_at, base_of, figure_at
from engines.argad.tables import Weapon


def snap_shots(field: Field, march: March) -> list[Loosed]:
    """For each man told to shoot during the moves: the best moment, unless FIRE will still find his
    target."""
    shots = []
    for shooter_id, moments in march.seen_during.items():
        shooter = field.figures[shooter_id]
        weapon = best_weapon(field, shooter, shooter.now.fire_weapon) if shooter.place == "table" else ""
        if not weapon or shooter.now.shot:
            continue
        later = {id for planned in targets(field, shooter, weapon, 12) for id in planned.needs}
        found = [
            shot for tick in sorted(moments) if (shot := _at_tick(field, march, shooter, weapon, tick, later))
        ]
        if found:
            best = min(found, key=lambda shot: (min(shot.needs.values()), shot.distance))
            target = min(best.needs, key=lambda id: (best.needs[id], id))
            shots.append(Loosed(shooter_id, target, weapon, "any", given=best))
    return shots


def _at_tick(
    field: Field, march: March, shooter: Figure, weapon_id: str, tick: int, later: set[str]
) -> Chance | None:
    """The group that he would have shot at in that moment: its men in his sight and reach."""
    me = base_of(_then(march.movers[shooter.id], tick))
    wanted = shooter.now.fire_prefer
    near = []
    for id in march.seen_during[shooter.id][tick]:
        far = gap(me, base_of(_then(march.movers[id], tick)))
        reach = march.movers[shooter.id].order.fire.unless or far
        row = row_for(shooter, weapon_id, field.figures[id])
        free = id not in later and field.figures[id].place == "table" and (not wanted or id in wanted)
        if free and far <= min(reach, row.bands[-1]):
            near.append((far, id))
    for far, id in sorted(near):
        row = row_for(shooter, weapon_id, field.figures[id])
        group = [other for _, other in near if field.clusters.of[other] == field.clusters.of[id]]
        needs = {other: _need(field, march, shooter, other, row, far, tick) for other in sorted(group)}
        needs = {other: need for other, need in needs.items() if need}
        if needs:
            cover = dict.fromkeys(needs, 0)
            return Chance(
                shooter.id, field.clusters.of[id], weapon_id, needs, cover, far, band_of(row, far), "snap"
            )
    return None


def _need(field: Field, march: March, shooter: Figure, id: str, row: Weapon, far: int, tick: int) -> int:
    """What he needs on that man in that moment; 0 if the line was not free or both were only glimpsed."""
    me, foe = _then(march.movers[shooter.id], tick), _then(march.movers[id], tick)
    if not row.thrown and _in_the_way(field, march, shooter, id, tick):
        return 0
    fleeting = _fleeting(field, march, shooter, id)
    victim = field.figures[id]
    if fleeting and shooter.now.moved and victim.now.moved:
        return 0
    look = look_at(field.ground, me, foe)
    own = shooter_malus(shooter, row, fleeting and shooter.now.moved)
    theirs = target_malus(
        victim, row, protection(field, victim, shooter, look.cover), fleeting and not shooter.now.moved
    )
    return row.need[band_of(row, far)] - own - theirs


def _fleeting(field: Field, march: March, shooter: Figure, id: str) -> bool:
    """Neither at the start nor at the end could he be shot at: out of sight, or at grips with friends."""
    friends = {f.id for f in field.state.figures if f.side == shooter.side}
    victim = field.figures[id]
    before = id in march.seen_during[shooter.id].get(0, ()) and not friends & set(victim.now.contacts)
    after = field.look(shooter, victim).visible and not friends & set(field.touching.get(id, ()))
    return not before and not after


def _in_the_way(field: Field, march: March, shooter: Figure, id: str, tick: int) -> bool:
    """Somebody who is neither of them nor of the target's group stood on the line in that moment."""
    group = field.clusters.of[id]
    me, foe = march.movers[shooter.id].samples[tick // SAMPLE], march.movers[id].samples[tick // SAMPLE]
    for other in march.everyone:
        if other.id in (shooter.id, id) or field.clusters.of.get(other.id, group) == group:
            continue
        if segment_hits_base(me, foe, base_at(other.fig, *other.samples[tick // SAMPLE])):
            return True
    return False


def _then(mover: Mover, tick: int) -> Figure:
    """The figure where it was at that tick."""
    return figure_at(mover.fig, mover.samples[tick // SAMPLE])
