"""Who strikes whom, with what and at which modifier: front men, rear ranks, obstacles, the table of 2.7."""

import msgspec

from engines.argad.field.battlefield import Field
from engines.argad.knowledge.odds import blow
from engines.argad.state import Figure, between, enemies, is_mounted
from engines.argad.tables import HARD, RANK_TOL, VERY, WEAPONS, Weapon

HELPLESS_ACTS = {"mount", "dismount", "surrender"}


class Striker(msgspec.Struct):
    fig: str
    weapon: str
    tier: int
    choices: list[str]  # enemies he may strike, the preferred first
    rank: int = 1
    front: str = ""  # the man over whose shoulder he strikes
    target: str = ""
    picks_late: bool = False


def melee_weapons(figure: Figure) -> list[str]:
    """What he can fight with, longest first. Knife for all, sword from class 3."""
    weapons = [id for id in figure.weapons if WEAPONS[id].tier >= 0]
    if figure.cls >= 3 and figure.mount != "pack":
        weapons.append("sword")
    weapons.append("knife")
    usable = []
    for id in weapons:
        weapon = WEAPONS[id]
        if weapon.charge_only and not figure.now.lance:
            continue
        if weapon.two_handed and (figure.wounded or figure.on_ladder or is_mounted(figure)):
            continue
        if id not in usable:
            usable.append(id)
    return sorted(usable, key=lambda id: -WEAPONS[id].tier)


def stance_at_obstacle(field: Field, figure: Figure) -> str:
    word = field.packet_of(figure).obstacle.get(figure.id, "")
    if word:
        return word
    if figure.now.obstacle != "none":
        return figure.now.obstacle
    return "assault" if figure.now.act in ("charge", "follow", "climb", "move") else "hold"


def may_fight(field: Field, figure: Figure, foe: Figure) -> bool:
    """Left enemies, charges and obstacles."""
    if not _free_to_strike(figure, foe):
        return False
    if field.ground.obstacle_between(figure.x, figure.y, foe.x, foe.y) is None:
        return True
    mine, theirs = stance_at_obstacle(field, figure), stance_at_obstacle(field, foe)
    return "assault" in (mine, theirs) and "none" not in (mine, theirs)


def can_strike(figure: Figure, foe: Figure) -> bool:
    """Nothing that he did this turn, and no charge of others, keeps him from striking this enemy."""
    return _able(figure) and _free_to_strike(figure, foe)


def _free_to_strike(figure: Figure, foe: Figure) -> bool:
    """Not an enemy he left, nor a part in somebody else's charge."""
    if foe.id in figure.now.left or not enemies(figure, foe):
        return False
    if foe.now.charged and foe.now.charged != figure.id and not figure.now.charged:
        return False
    return not foe.now.charged_by or bool(figure.now.charged)


def find_strikers(field: Field) -> list[Striker]:
    found = []
    for figure in field.present:
        if not _able(figure):
            continue
        touching = field.touching.get(figure.id, ())
        touched = [id for id in touching if may_fight(field, figure, field.figures[id])]
        if touched:
            weapon = _chosen_weapon(field, figure)
            choices = _by_preference(field, figure, touched, weapon)
            found.append(Striker(figure.id, weapon, WEAPONS[weapon].tier, choices))
        elif figure.mount == "foot" and not touching:
            striker = _rear_striker(field, figure)
            if striker is not None:
                found.append(striker)
    _one_defender_each(field, found)
    return [striker for striker in found if striker.choices]


def _able(figure: Figure) -> bool:
    now = figure.now
    if now.shot or now.stuck_leaver or now.act in HELPLESS_ACTS or (figure.fleeing and not now.contacts):
        return False
    return figure.posture != "prone" and figure.place == "table"


def _chosen_weapon(field: Field, figure: Figure) -> str:
    usable = melee_weapons(figure)
    wanted = next((s.weapon for s in field.packet_of(figure).strikes if s.fig == figure.id), "")
    return wanted if wanted in usable else usable[0]


def _by_preference(field: Field, figure: Figure, touched: list[str], weapon: str) -> list[str]:
    def value(id: str) -> tuple[int, str]:
        foe = field.figures[id]
        mods = sum(v for _, v in modifiers(field, figure, foe, weapon))
        (above, below), _, _ = blow(mods, foe.cls, foe.armour)
        return (-(above * 36 // below) * max(1, foe.cost), id)

    ranked = sorted(touched, key=value) if len(touched) > 1 else list(touched)
    return list(dict.fromkeys([*(id for id in wanted_targets(field, figure) if id in ranked), *ranked]))


def wanted_targets(field: Field, figure: Figure) -> list[str]:
    """Whom he is told to strike, in this order: by the organiser, then by his player."""
    order = next((s for s in field.packet_of(figure).strikes if s.fig == figure.id), None)
    named = (figure.now.forced, order.target, *order.prefer) if order is not None else (figure.now.forced,)
    return [id for id in named if id]


def _rear_striker(field: Field, figure: Figure) -> Striker | None:
    """Lances in the second rank; lances in the third and poles in both only in close order since the
    start."""
    weapon, fronts = reach_over(field, figure)
    for rank, front in fronts:
        touching = field.touching.get(front.id, ())
        choices = [id for id in touching if _rear_may(field, figure, front, field.figures[id])]
        if choices:
            ranked = _by_preference(field, figure, choices, weapon)
            return Striker(figure.id, weapon, WEAPONS[weapon].tier, ranked, rank, front.id)
    return None


def reach_over(field: Field, figure: Figure) -> tuple[str, list[tuple[int, Figure]]]:
    """The long weapon with which he strikes over comrades, and the men in contact before him; nobody if he
    cannot."""
    weapon = next((w for w in melee_weapons(figure) if WEAPONS[w].long and not WEAPONS[w].charge_only), "")
    close = bool(figure.formation) and not field.formations[figure.formation].forming
    if not weapon or (WEAPONS[weapon].pole and not (close and "late_pole_drill" in figure.traits)):
        return "", []
    return weapon, front_men(field, figure, 3 if close else 2)


def _rear_may(field: Field, figure: Figure, front: Figure, foe: Figure) -> bool:
    if foe.now.charged:
        return foe.now.charged == front.id
    return may_fight(field, figure, foe)


def front_men(field: Field, figure: Figure, deepest: int) -> list[tuple[int, Figure]]:
    """Foot comrades in contact before him, with the rank he has behind each: 2 touching, 3 behind one
    more."""
    near = [f for f in _touching_comrades(field, figure) if f.mount == "foot"]
    found = [(2, f) for f in near if field.touching.get(f.id)]
    if not found and deepest >= 3:
        for middle in near:
            for front in _touching_comrades(field, middle):
                leads = front.id != figure.id and front.mount == "foot" and field.touching.get(front.id)
                if leads and _in_file(figure, middle, front):
                    found.append((3, front))
    return found


def _touching_comrades(field: Field, figure: Figure) -> list[Figure]:
    x, y, side = figure.x, figure.y, figure.side
    return [
        other
        for other in field.present
        if -600 <= other.x - x <= 600 and -600 <= other.y - y <= 600 and other.side == side
        if other is not figure and between(figure, other) <= RANK_TOL
    ]


def _in_file(rear: Figure, middle: Figure, front: Figure) -> bool:
    return (middle.x - rear.x) * (front.x - middle.x) + (middle.y - rear.y) * (front.y - middle.y) > 0


def _one_defender_each(field: Field, strikers: list[Striker]) -> None:
    """At a passage at most one defender strikes each crosser (D26)."""
    taken: set[str] = set()
    for striker in strikers:
        figure = field.figures[striker.fig]
        kept: list[str] = []
        for id in striker.choices:
            foe = field.figures[id]
            across = field.ground.obstacle_between(figure.x, figure.y, foe.x, foe.y) is not None
            if across and stance_at_obstacle(field, figure) == "hold":
                if id in taken:
                    continue
                if not kept:
                    taken.add(id)
            kept.append(id)
        striker.choices = kept


# --- modifiers ----------------------------------------------------------------------------------------------


def modifiers(
    field: Field, figure: Figure, foe: Figure, weapon_id: str, rank: int = 1, front: str = ""
) -> list[tuple[str, int]]:
    """Every modifier of 2.7 that applies, by name. In disorder or out of command only the mali stay."""
    weapon = WEAPONS[weapon_id]
    found = [
        *_horse_and_foot(field, figure, foe),
        *_charge_and_brace(figure, foe, weapon, front if rank > 1 else ""),
    ]
    if _stands_lower(field, figure, foe):
        found.append(("lower", -1))
    if _holds_obstacle(field, figure, foe):
        found.append(("obst", 1))
    if weapon.heavy and _has_room_to_swing(field, figure):
        found.append(("heavy2h", 1))
    if field.wall_against(foe, figure) == "large":
        found.append(("wall", -1))
    if figure.wounded:
        found.append(("wound", -1))
    if figure.cls <= 2 or (rank > 1 and front and field.figures[front].cls <= 2):
        found.append(("class12", -1))
    if figure.id not in field.in_command:
        found = [(name, value) for name, value in found if value < 0]
    return found


def _charge_and_brace(figure: Figure, foe: Figure, weapon: Weapon, front: str) -> list[tuple[str, int]]:
    """`front`: the comrade over whose shoulder he strikes, who may be the one charged."""
    found = []
    charged_by_foe = foe.now.charged != "" and foe.now.charged in (figure.id, front)
    if figure.mount == "foot" and weapon.pole and is_mounted(foe) and not charged_by_foe:
        found.append(("pole", 1))
    if figure.now.charged:
        found.append(("charge", 1))
        if figure.now.lance and weapon.charge_only:
            found.append(("couched", 1))
    if charged_by_foe and figure.mount == "foot" and weapon.long and not figure.now.moved:
        found.append(("brace", 1))
    return found


def _stands_lower(field: Field, figure: Figure, foe: Figure) -> bool:
    if foe.on_ladder:
        return False
    if figure.on_ladder:
        return True
    ground = field.ground
    return bool(ground.high) and ground.level(figure.x, figure.y) < ground.level(foe.x, foe.y)


def _horse_and_foot(field: Field, figure: Figure, foe: Figure) -> list[tuple[str, int]]:
    if figure.mount == "cavalier" and foe.mount in ("foot", "mounted_inf"):
        grade = field.ground.going(figure.x, figure.y, "cavalier")[0].grade
        return [("cav", 1)] if grade < HARD else []
    if foe.mount != "cavalier":
        return []
    if figure.mount == "mounted_inf":
        return [("vs_cav", -1)]
    if figure.mount == "foot" and field.ground.going(foe.x, foe.y, "cavalier")[0].grade < VERY:
        return [("vs_cav", -1)]
    return []


def _holds_obstacle(field: Field, figure: Figure, foe: Figure) -> bool:
    if figure.mount != "foot" or field.ground.obstacle_between(figure.x, figure.y, foe.x, foe.y) is None:
        return False
    return stance_at_obstacle(field, figure) == "hold" and stance_at_obstacle(field, foe) == "assault"


def _has_room_to_swing(field: Field, figure: Figure) -> bool:
    """Out of close order, or on his way out of it for that."""
    return not figure.formation or figure.id in field.packet_of(figure).free_swing
