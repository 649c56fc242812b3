"""Tier 4 of the melee (3.11): shots at the enemy who has just come into contact, and javelins thrown from the
rear ranks."""

from fractions import Fraction

from engines.argad.field.battlefield import Field
from engines.argad.fire.aim import Chance, best_weapon, row_for, shooter_malus, target_malus, why_not
from engines.argad.fire.volley import Loosed
from engines.argad.knowledge.odds import blow, one_die
from engines.argad.melee.strikers import front_men, melee_weapons, modifiers, reach_over
from engines.argad.state import Figure


def close_shot(field: Field, figure: Figure) -> Loosed | None:
    """The shot that he may loose instead of a blow, or nothing. Who was at grips at the start has none."""
    if figure.now.shot or figure.now.contacts:
        return None
    return _contact_shot(field, figure) or _over_the_ranks(field, figure)


def is_usual(field: Field, shot: Loosed) -> bool:
    """The usual policy: he shoots where that kills at least as surely as his blow, or where he has none to
    strike."""
    figure, foe = field.figures[shot.fig], field.figures[shot.target]
    weapon = melee_weapons(figure)[0] if field.touching.get(figure.id) else reach_over(field, figure)[0]
    if not weapon or shot.given is None:
        return True
    led = figure.id in field.in_command
    need = min(shot.given.needs.values())
    hit = Fraction(*one_die(need)) if led or need <= 6 else Fraction(0)
    strength = sum(value for _, value in modifiers(field, figure, foe, weapon))
    return hit >= Fraction(*blow(strength, foe.cls, foe.armour, led)[0])


def _contact_shot(field: Field, figure: Figure) -> Loosed | None:
    foes = [id for id in field.touching.get(figure.id, ()) if id in figure.now.new_contacts]
    if not foes:
        return None
    touched = field.touching.pop(figure.id)
    weapon = best_weapon(field, figure)
    field.touching[figure.id] = touched
    return _shot_at(field, figure, field.figures[foes[0]], weapon) if weapon else None


def _over_the_ranks(field: Field, figure: Figure) -> Loosed | None:
    if "javelin" not in figure.weapons or figure.javelins < 1 or field.touching.get(figure.id):
        return None
    if why_not(field, figure, "javelin"):
        return None
    for _, front in front_men(field, figure, 3):
        for id in field.touching.get(front.id, ()):
            if id in front.now.new_contacts:
                return _shot_at(field, figure, field.figures[id], "javelin")
    return None


def _shot_at(field: Field, figure: Figure, foe: Figure, weapon: str) -> Loosed:
    row = row_for(figure, weapon, foe)
    wall = field.wall_against(foe, figure)
    cover = 2 if wall == "pavise" else 1 if wall or foe.shield == "pavise" else 0
    need = row.need[0] - shooter_malus(figure, row) - target_malus(foe, row, cover)
    cluster = field.clusters.of[foe.id]
    chance = Chance(figure.id, cluster, weapon, {foe.id: need}, {foe.id: cover}, 0, 0, "point_blank")
    return Loosed(figure.id, foe.id, weapon, "any", chance)
