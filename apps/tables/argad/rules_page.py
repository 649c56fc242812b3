"""The tables of the rules page, printed from the engine's own figures, and figures to look at."""

from typing import Any

from django.utils.translation import gettext as _

from apps.tables.argad import words
from apps.tables.argad.board import figures
from engines.argad.scenario.scenarios import SCENARIOS
from engines.argad.scenario.troops import READY, points, troop_cost
from engines.argad.tables import ALLOWANCE, EASY, HARD, NEVER, TERRAIN, VERY, WEAPONS, Going, Weapon
from engines.argad.words import MOUNT_NAMES, TERRAIN_NAMES, WEAPON_NAMES

MOVERS = ("foot", "cavalier", "mounted_inf")
GRADES = {EASY: "—", HARD: "D", VERY: "TD", NEVER: "×"}
MALI = ("vs_cav", "lower", "wall", "wound", "class12")  # the other modifiers of a blow are in its favour


def rules_context() -> dict[str, Any]:
    return {
        "sprite": figures.sprite({0: "gules; lion or", 1: "azure; eagle argent"}),
        "moves": [(_(MOUNT_NAMES[key]), [value // 100 for value in ALLOWANCE[key]]) for key in MOVERS],
        "grounds": [_ground(kind) for kind in TERRAIN if kind != "open"],
        "shots": [
            _shot(weapon) for weapon in WEAPONS.values() if weapon.is_ranged and weapon.id != "javelin_riding"
        ],
        "blows": [
            (_(WEAPON_NAMES[w.id]), _tier(w.tier))
            for w in sorted(WEAPONS.values(), key=lambda w: -w.tier)
            if w.tier >= 0
        ],
        "modifiers": [(label, "−1" if key in MALI else "+1") for key, label in words.MODIFIERS.items()],
        "troops": [_troop(id) for id in READY],
        "scenarios": [(_(s.title), s.seats, s.turns) for s in SCENARIOS.values()],
    }


def _tier(tier: int) -> str:
    names = {3: _("longue"), 2: _("mi-longue"), 1: _("courte"), 0: _("couteau ou main nue")}
    return names[tier]


def _ground(kind: str) -> dict[str, Any]:
    terrain = TERRAIN[kind]
    return {
        "name": _(TERRAIN_NAMES[kind]),
        "going": [_going(terrain.going[mover], terrain.wall) for mover in MOVERS],
        "cover": f"−{terrain.cover}" if terrain.cover else "—",
    }


def _going(going: Going, wall: bool) -> str:
    if wall:
        return "×"
    if going.swim:
        return _("nage")
    return GRADES[going.grade] + (" !" if going.hazard else "")


def _shot(weapon: Weapon) -> dict[str, Any]:
    reach = [
        f"{limit // 100} : {need}{'*' if out else ''}"
        for limit, need, out in zip(weapon.bands, weapon.need, weapon.outdoor, strict=True)
    ]
    return {
        "name": _(WEAPON_NAMES[weapon.id]),
        "reach": " · ".join(reach),
        "armour": " / ".join(str(malus).replace("-", "−") for malus in weapon.armour),
        "moving": weapon.moving is not None,
        "reload": weapon.reload,
    }


def _troop(id: str) -> dict[str, Any]:
    troop = READY[id]
    return {
        "name": _(troop.name),
        "cost": points(troop_cost(troop)),
        "art": [
            figures.figure_svg(recruit, 40, f"{recruit.n} × {_(recruit.name)}", 0, arms=True)
            for recruit in troop.figures
        ],
    }
