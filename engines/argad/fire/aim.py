"""FIRE, before the dice: who may shoot what, at whom, past whom, and what he needs (2.5, 3.6, 3.7, 3.9,
3.10)."""

from math import isqrt

import msgspec

from engines.argad.field.battlefield import Field
from engines.argad.field.geometry import COS2_45, UNIT, within_cone
from engines.argad.field.groups import commanding, troop_chief
from engines.argad.fire.lines import ROW_WEAPONS, Way, does_nothing, fire_ways
from engines.argad.fire.riding import gallops
from engines.argad.knowledge.odds import one_die
from engines.argad.melee.strikers import reach_over
from engines.argad.state import Figure, between, enemies
from engines.argad.tables import LEVEL, RANK_TOL, WEAPONS, Weapon

SILENT_ACTS = set(
    "reload work mount dismount crouch surrender flee climb help cut_lance leave_melee form_close "
    "cross_carefully talk embark land".split()
)
MOUNTED_INF_SHOTS = ("javelin", "light_crossbow", "bow")
NEAREST_TIE = 100
HOPELESS = 99
RANKED = ("gap", "shoulder")


class Chance(msgspec.Struct):
    """One shooter against one group: the natural number he needs on each man he may hit."""

    shooter: str
    cluster: str
    weapon: str
    needs: dict[str, int]
    cover: dict[str, int]
    distance: int
    band: int
    mode: str = "direct"  # of the first man; the others' may differ
    printed: int = 0  # what the table says at that range, before any modifier
    ranked: bool = False  # some line passes a first rank: who else shoots matters


def why_not(field: Field, figure: Figure, weapon_id: str) -> str:
    """Why this figure cannot shoot that weapon now; empty if he can."""
    weapon = WEAPONS[weapon_id]
    if not _fit_to_shoot(figure):
        return "unable"
    if figure.now.act in SILENT_ACTS or figure.now.stuck_leaver or figure.on_ladder:
        return "busy"
    if figure.now.contacts or field.touching.get(figure.id):
        return "in_contact"
    if weapon_id in figure.unloaded:
        return "unloaded"
    if weapon.throwable or weapon_id == "javelin":
        if weapon_id == "javelin" and figure.javelins < 1:
            return "no_javelin"
        weapon = WEAPONS["javelin"]
    if figure.wounded and weapon.two_handed:
        return "wounded"
    return _why_not_so(figure, weapon_id, weapon)


def _fit_to_shoot(figure: Figure) -> bool:
    obeys = not figure.hesitating and not figure.fleeing
    return figure.place == "table" and not figure.now.shot and obeys and figure.posture == "standing"


def _why_not_so(figure: Figure, weapon_id: str, weapon: Weapon) -> str:
    """Horse and movement, with a weapon that he can otherwise shoot."""
    if figure.mount not in weapon.users:
        return "mount"
    if figure.mount == "mounted_inf":
        if figure.now.moved or weapon_id not in MOUNTED_INF_SHOTS:
            return "moved"
        return ""
    if figure.now.moved:
        allowed = weapon.moving is not None or (
            figure.mount == "cavalier" and weapon.moving_cavalier is not None
        )
        if not allowed or (weapon_id == "bow" and "longbow" in figure.weapons):
            return "moved"
    return ""


def row_for(figure: Figure, weapon_id: str, target: Figure) -> Weapon:
    """The line of the table that applies: a thrown lance is a javelin, a foreigner's longbow a bow."""
    if weapon_id == "lance":
        return WEAPONS["javelin"]
    if weapon_id == "longbow" and "english_welsh" not in figure.traits:
        return WEAPONS["bow"]
    if weapon_id == "javelin" and gallops(figure, target):
        return WEAPONS["javelin_riding"]
    return WEAPONS[weapon_id]


def band_of(weapon: Weapon, distance: int) -> int:
    """0 short, 1 medium, 2 long; -1 out of range. The upper limit belongs to the band (D1)."""
    for number, limit in enumerate(weapon.bands):
        if distance <= limit:
            return number
    return -1


def shooter_malus(figure: Figure, weapon: Weapon, fleeting: bool = False) -> int:
    """What the shooter owes to himself: moving, mounted infantry, a snap shot. Outside the cap."""
    malus = 0
    if (figure.now.moved and weapon.moving != 0) or fleeting:
        malus -= 1
    if figure.mount == "mounted_inf":
        malus -= 1
    return malus


def target_malus(victim: Figure, weapon: Weapon, cover: int, fleeting: bool = False) -> int:
    """Cover, armour, a fleeting target: minus two at most (2.4)."""
    malus = -cover
    if victim.armour == 4:
        malus += weapon.armour[0]
    elif victim.armour == 5:
        malus += weapon.armour[1]
    if fleeting or victim.now.act == "caracole":
        malus -= 1
    return max(-2, malus)


def chance(field: Field, shooter: Figure, target: Figure, weapon_id: str, mode: str = "") -> Chance | None:
    """The shooter against the target's whole group, in that mode if one is wanted; None if no man of it can
    be hit."""
    cluster = field.clusters.of.get(target.id)
    if cluster is None or not enemies(shooter, target):
        return None
    weapon = row_for(shooter, weapon_id, target)
    able = _able(field, shooter, cluster, weapon, mode)
    if not able and weapon.id == "javelin_riding":  # not over others' heads: but a javelin is thrown so
        weapon = WEAPONS["javelin"]
        able = _able(field, shooter, cluster, weapon, mode)
    if not able:
        return None
    nearest = min(distance for distance, _, _, _ in able)
    band = band_of(weapon, nearest)
    own = shooter_malus(shooter, weapon)
    if weapon.group and field.state.has("group_bonus") and field.clusters.is_group(target.id):
        own += weapon.group if shooter.id in field.in_command else 0  # out of command only the mali stay
    needs, covers = {}, {}
    for _, victim, cover, _ in able:
        needs[victim.id] = weapon.need[band] - own - target_malus(victim, weapon, cover)
        covers[victim.id] = cover
    ranked = any(mode in RANKED for _, _, _, mode in able)
    printed = weapon.need[band]
    mode = able[0][3]
    return Chance(shooter.id, cluster, weapon_id, needs, covers, nearest, band, mode, printed, ranked)


def _able(
    field: Field, shooter: Figure, cluster: str, weapon: Weapon, mode: str
) -> list[tuple[int, Figure, int, str]]:
    """The men of a group whom he can hit: distance, man, cover, firing mode."""
    able: list[tuple[int, Figure, int, str]] = []
    for id in field.clusters.members[cluster]:
        victim = field.figures[id]
        if victim.hidden or victim.place != "table" or _in_the_fight(field, victim, shooter):
            continue
        dx, dy = victim.x - shooter.x, victim.y - shooter.y
        limit = weapon.bands[-1] + 900
        if dx * dx + dy * dy > limit * limit:
            continue
        distance = reach_between(field, shooter, victim)
        if distance > weapon.bands[-1]:
            continue
        found = _eligible(field, shooter, victim, weapon, mode, distance)
        if found is not None:
            able.append((distance, victim, found[0], found[1]))
    return able


def reach_between(field: Field, shooter: Figure, victim: Figure) -> int:
    """Horizontal distance, but a shooter from below pays the climb (3.6, option height)."""
    flat = between(shooter, victim)
    if not field.state.has("height") or not field.ground.high:
        return flat
    rise = field.ground.level(victim.x, victim.y) - field.ground.level(shooter.x, shooter.y)
    return isqrt(flat * flat + (rise * LEVEL) ** 2) if rise > 0 else flat


def _eligible(
    field: Field, shooter: Figure, victim: Figure, weapon: Weapon, wanted: str, distance: int
) -> tuple[int, str] | None:
    """Cover and firing mode if this man can be hit, else nothing."""
    rear = field.state.has("rear_fire") and distance <= 2000
    if not weapon.thrown and not rear and _group_engaged(field, victim, shooter):
        return None
    look = field.look(shooter, victim)
    if not look.visible:
        return None
    if look.through and weapon.outdoor[band_of(weapon, distance)]:
        return None
    key = (shooter.id, victim.id, weapon.id)
    ways = field.ways.get(key)
    if ways is None:
        ways = field.ways[key] = fire_ways(field, shooter, victim, weapon, distance)
    mode = next((way.mode for way in ways if wanted in ("", way.mode) and _open_now(field, way, victim)), "")
    return (protection(field, victim, shooter, look.cover), mode) if mode else None


def _open_now(field: Field, way: Way, victim: Figure) -> bool:
    """Over a shoulder: that man does not shoot now. Through half a gap: all of the row who can reach him
    shoot now."""
    if way.mode == "shoulder":
        return not field.firing.intersection(way.others)
    if way.mode != "gap" or not field.all_told:
        return True
    return not any(
        _could_shoot(field, field.figures[id], victim) for id in way.others if id not in field.firing
    )


def _could_shoot(field: Field, figure: Figure, victim: Figure) -> bool:
    bows = [w for w in figure.weapons if w in ROW_WEAPONS and not why_not(field, figure, w)]
    return any(between(figure, victim) <= WEAPONS[w].bands[-1] for w in bows)


def _in_the_fight(field: Field, victim: Figure, shooter: Figure) -> bool:
    """He touches friends of the shooter, or strikes them over his comrades' shoulders with a long weapon
    (3.6)."""
    if _touches_friends(field, victim, shooter):
        return True
    if victim.mount != "foot" or not _group_engaged(field, victim, shooter):
        return False
    _, fronts = reach_over(field, victim)
    return any(_touches_friends(field, front, shooter) for _, front in fronts)


def _touches_friends(field: Field, victim: Figure, shooter: Figure) -> bool:
    touched = field.touching.get(victim.id)
    return touched is not None and any(field.figures[id].side == shooter.side for id in touched)


def _group_engaged(field: Field, victim: Figure, shooter: Figure) -> bool:
    key = (field.clusters.of[victim.id], shooter.side)
    known = field.engaged.get(key)
    if known is None:
        members = field.clusters.with_figure(victim.id)
        known = field.engaged[key] = any(
            _touches_friends(field, field.figures[id], shooter) for id in members
        )
    return known


def protection(field: Field, victim: Figure, shooter: Figure, ground_cover: int) -> int:
    """The best of terrain, pavise and wall; they do not add up. A slinger who shot has neither bush nor
    shoulder."""
    bare = victim.now.shot and any(WEAPONS[w].bare for w in victim.weapons)
    cover = 0 if bare else ground_cover
    wall = field.wall_against(victim, shooter)
    if wall:
        cover = max(cover, 2 if wall == "pavise" else 1)
    if cover < 1 and not bare and victim.mount == "foot" and _behind_pavise(field, victim, shooter):
        cover = 1
    return cover


def _behind_pavise(field: Field, victim: Figure, shooter: Figure) -> bool:
    if victim.shield == "pavise" and _pavise_up(victim) and _pavise_faces(victim, shooter):
        return True
    for friend in field.pavises:
        if friend.side != victim.side or friend.id == victim.id:
            continue
        if abs(friend.x - victim.x) > 300 or abs(friend.y - victim.y) > 300:
            continue
        if friend.id in field.firing or not does_nothing(field, friend):
            continue
        dx, dy = friend.x - victim.x, friend.y - victim.y
        ahead = (shooter.x - victim.x) * dx + (shooter.y - victim.y) * dy > 0
        near = ahead and between(friend, victim) <= RANK_TOL
        if near and _pavise_up(friend) and _pavise_faces(friend, shooter):
            return True
    return False


def _pavise_up(bearer: Figure) -> bool:
    """Slung on his back it shelters him only while he turns away to reload (3.10)."""
    return "pavise_on_back" not in bearer.traits or bearer.now.act == "reload"


def _pavise_faces(bearer: Figure, shooter: Figure) -> bool:
    """He turns it to where most shots come from (`now.facing`); nobody has shot yet: to this one."""
    if bearer.now.facing < 0:
        return True
    ux, uy = UNIT[bearer.now.facing * 10 % 3600]
    return within_cone(shooter.x - bearer.x, shooter.y - bearer.y, ux, uy, COS2_45)


# --- targets ------------------------------------------------------------------------------------------------


def best_weapon(field: Field, shooter: Figure, wanted: str = "") -> str:
    """The weapon he would shoot: the wanted one if it can, else the first that can; empty if none."""
    if wanted and wanted in figure_missiles(shooter) and not why_not(field, shooter, wanted):
        return wanted
    ranged = (id for id in shooter.weapons if WEAPONS[id].is_ranged)
    return next((id for id in ranged if not why_not(field, shooter, id)), "")


def figure_missiles(figure: Figure) -> list[str]:
    """What he could shoot or throw: a light lance too, once and for all."""
    return [id for id in figure.weapons if WEAPONS[id].is_ranged or WEAPONS[id].throwable]


def targets(field: Field, shooter: Figure, weapon_id: str, most: int = 4, mode: str = "") -> list[Chance]:
    """The groups he may shoot at, nearest first. Without a chief in voice only the nearest, or one that shot
    at him."""
    limit = WEAPONS["javelin" if weapon_id == "lance" else weapon_id].bands[-1] + 900
    near: dict[str, int] = {}
    for foe in field.present:
        if foe.side == shooter.side or foe.hidden:
            continue
        dx, dy = foe.x - shooter.x, foe.y - shooter.y
        far = dx * dx + dy * dy
        if far <= limit * limit:
            root = field.clusters.of[foe.id]
            near[root] = min(near.get(root, far), far)
    found = []
    for root in sorted(near, key=lambda root: (near[root], root))[:most]:
        shot = chance(field, shooter, field.figures[root], weapon_id, mode)
        if shot is not None:
            found.append(shot)
    found.sort(key=lambda shot: (shot.distance, shot.cluster))
    if shooter.id in field.in_command or not found:
        return found
    nearest = found[0].distance
    return [
        shot
        for shot in found
        if shot.distance <= nearest + NEAREST_TIE
        or any(id in shooter.shot_by for id in field.clusters.members[shot.cluster])
    ]


def into_melee(field: Field, shooter: Figure, target: Figure, weapon_id: str) -> Chance | None:
    """Option: on the troop chief's personal order, a shot into a fight may hit anybody in it, friends too."""
    chief = troop_chief(field.state, shooter.seat)
    if chief is None or not commanding(chief, shooter) or not _touches_friends(field, target, shooter):
        return None
    weapon = row_for(shooter, weapon_id, target)
    brawl = [target.id]
    for id in brawl:
        brawl += [other for other in field.touching.get(id, ()) if other not in brawl]
    seen_ones = [field.figures[id] for id in sorted(brawl) if field.look(shooter, field.figures[id]).visible]
    nearest = min((reach_between(field, shooter, f) for f in seen_ones), default=HOPELESS * 100)
    band = band_of(weapon, nearest)
    if band < 0 or not seen_ones:
        return None
    covers = {f.id: protection(field, f, shooter, field.look(shooter, f).cover) for f in seen_ones}
    own = shooter_malus(shooter, weapon)
    needs = {f.id: weapon.need[band] - own - target_malus(f, weapon, covers[f.id]) for f in seen_ones}
    return Chance(
        shooter.id, field.clusters.of[target.id], weapon_id, needs, covers, nearest, band, "into_melee"
    )


def worth(field: Field, shot: Chance) -> int:
    """The points expected from one die, in millionths of a half point: for choosing among targets."""
    total = 0
    for id, need in shot.needs.items():
        above, below = one_die(need)
        total += field.figures[id].cost * 1_000_000 * above // below
    return total // len(shot.needs)


def automatic_shots(field: Field, seat: int, busy: set[str]) -> list[Chance]:
    """The usual policy (3.9): the richest target, together; hold fire when it is hopeless.

    Who would shoot past a first rank looks again once it is known who shoots: another target, or none."""
    chosen = _choose_richest(field, [f for f in field.present if f.seat == seat and f.id not in busy])
    doubtful = [field.figures[shot.shooter] for shot in chosen if shot.ranked]
    if not doubtful:
        return chosen
    known = field.firing
    field.firing = known | {shot.shooter for shot in chosen}
    again = _choose_richest(field, doubtful)
    field.firing = known
    return [shot for shot in chosen if not shot.ranked] + again


def _choose_richest(field: Field, shooters: list[Figure]) -> list[Chance]:
    """Each shooter's best target; the more have pledged themselves to a group, the more it draws."""
    chosen: list[Chance] = []
    pledged: dict[str, int] = {}
    for shooter in shooters:
        options = _options(field, shooter)
        if not options:
            continue
        best = max(
            options,
            key=lambda s: (worth(field, s) * (4 + pledged.get(s.cluster, 0)), -s.distance, s.cluster),
        )
        softest = min(best.needs.values())
        if softest >= 8 and pledged.get(best.cluster, 0) < 2:
            continue
        if shooter.hidden and softest > 6:
            continue
        pledged[best.cluster] = min(4, pledged.get(best.cluster, 0) + 1)
        chosen.append(best)
    return chosen


def _options(field: Field, shooter: Figure) -> list[Chance]:
    """The groups among which he chooses: the one forced on him, else those his player prefers, else all in
    reach."""
    now, members = shooter.now, field.clusters.members
    weapon = "" if now.hold_fire else best_weapon(field, shooter, now.fire_weapon)
    if not weapon:
        return []
    options = targets(field, shooter, weapon, 3)
    if now.forced:
        options = [s for s in options if now.forced in members[s.cluster]]
    return [s for s in options if any(id in now.fire_prefer for id in members[s.cluster])] or options
