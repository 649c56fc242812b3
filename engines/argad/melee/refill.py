"""After tier 4 (3.11): comrades who were coming on step over the fallen into the contacts they left, without
a charge."""

from collections.abc import Mapping

from engines.argad.events import Tale
from engines.argad.field.battlefield import Field
from engines.argad.field.geometry import gap, heading, scale
from engines.argad.melee.aftermath import free_ground, is_crowded
from engines.argad.state import Figure, base_of, between, paces
from engines.argad.tables import EPS, RANK_TOL

COMING = ("move", "charge", "follow")
NUDGES = 3  # a turned base needs more than one step to touch frankly


def refill(before: Field, touching: Mapping[str, list[str]], tale: Tale) -> None:
    """`before` is the position in which the shots were loosed, `touching` who touched whom in it."""
    state = before.state
    fallen = [id for id in touching if before.figures[id].place != "table" and before.figures[id].now.moved]
    if not fallen:
        return
    field = Field(state)
    for id in fallen:
        group = before.clusters.with_figure(id)
        for enemy in touching[id]:
            foe = field.figures[enemy]
            foe.now.charged_by = tuple(other for other in foe.now.charged_by if other != id)
            if foe.place == "table":
                _step_over(field, foe, group, touching, tale)


def _step_over(
    field: Field, foe: Figure, group: list[str], touching: Mapping[str, list[str]], tale: Tale
) -> None:
    """The nearest of those who came behind him takes the place, if there is room for his base."""
    coming = [field.figures[id] for id in group if _comes(field.figures[id]) and not touching.get(id)]
    coming = [
        man for man in coming if not man.now.new_contacts and between(man, foe) <= paces(man) + RANK_TOL
    ]
    for man in sorted(coming, key=lambda man: (between(man, foe), man.id)):
        if _closes_in(field, man, foe, tale):
            return


def _comes(figure: Figure) -> bool:
    now = figure.now
    ready = figure.place == "table" and not figure.fleeing and not figure.hesitating and not figure.aboard
    return (
        ready
        and now.moved
        and now.travelled > 0
        and now.act in COMING
        and not now.shot
        and not now.stuck_leaver
    )


def _closes_in(field: Field, man: Figure, foe: Figure, tale: Tale) -> bool:
    base, enemy = base_of(man), base_of(foe)
    for _ in range(NUDGES):
        dx, dy = scale(foe.x - base.x, foe.y - base.y, max(0, gap(base, enemy) - 1))
        base.x, base.y = base.x + dx, base.y + dy
    if gap(base, enemy) > EPS or not free_ground(field, man, base) or is_crowded(field, man, base):
        return False
    tale.shift("closes_in", man, (base.x, base.y), target=foe.id)
    if base.half:
        man.heading = heading(foe.x - man.x, foe.y - man.y)
    man.now.new_contacts = (*man.now.new_contacts, foe.id)
    foe.now.new_contacts = (*foe.now.new_contacts, man.id)
    tale.drop_lance(man)
    return True
