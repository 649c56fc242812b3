"""Questions of the table top before sealing: what can they hit, who would win this duel. Exact odds.

A table may want less told (`state.hints`): `basic` leaves needs and modifiers without any probability, `off`
only distances.
"""

from typing import Any

from engines.argad.field.battlefield import Field
from engines.argad.fire.aim import best_weapon, chance, figure_missiles
from engines.argad.knowledge.odds import Fighter, Odds, blow, duel_outcomes, needs_of_blow, one_die, volley
from engines.argad.melee.strikers import can_strike, melee_weapons, modifiers
from engines.argad.state import Figure
from engines.argad.tables import WEAPONS


def shot(field: Field, shooters: list[Figure], target: Figure) -> dict[str, Any]:
    """Need and cover on each man of the target's group, by shooter, and the exact odds of their pool."""
    rows: list[dict[str, Any]] = []
    level = field.state.hints
    field.firing = frozenset(shooter.id for shooter in shooters)
    for shooter in shooters:
        weapon = best_weapon(field, shooter) or next(iter(figure_missiles(shooter)), "")
        found = chance(field, shooter, target, weapon) if weapon else None
        if found is None:
            continue
        row: dict[str, Any] = {"fig": shooter.id, "weapon": weapon}
        row |= {"distance": found.distance, "band": found.band, "mode": found.mode}
        if level != "off":
            row |= {"needs": found.needs, "cover": found.cover, "printed": found.printed}
        if level == "full":
            row["odds"] = one_die(min(found.needs.values()))
        rows.append(row)
    if not rows or level == "off":
        return {"rows": rows}
    needs = sorted({min(row["needs"].values()) for row in rows})
    if level == "basic":
        return {"rows": rows, "needs": needs}
    some, mean = volley_odds(field, [(row["fig"], row["needs"], row["cover"]) for row in rows])
    return {"rows": rows, "needs": needs, "some": some, "mean": mean}


def volley_odds(field: Field, shots: list[tuple[str, dict[str, int], dict[str, int]]]) -> tuple[Odds, Odds]:
    """The odds of these shooters on one group, each with his needs and the covers he meets; the exposed are
    aimed at."""
    covers: dict[str, int] = {}
    for _, _, cover in shots:
        for id, value in cover.items():
            covers[id] = min(value, covers.get(id, value))
    least = min(covers.values())
    return volley(
        [(needs, fig in field.in_command) for fig, needs, _ in shots],
        {id: field.figures[id].hp for id in covers},
        frozenset(id for id, value in covers.items() if value == least),
    )


def duel(field: Field, figure: Figure, target: Figure, rank: int = 1, front: str = "") -> dict[str, Any]:
    """Weapon, tier, named modifiers, needs and (kill, recoil, miss) both ways, then how it ends; the longer
    weapon first.

    From a rear rank, over `front`, he strikes and is not struck.
    """
    if field.state.hints == "off":
        return {}
    answer: dict[str, Any] = {}
    fighters = []
    for key, one, other in (("ours", figure, target), ("theirs", target, figure)):
        ours = key == "ours"
        weapon = melee_weapons(one)[0]
        mods = modifiers(field, one, other, weapon, rank if ours else 1, front if ours else "")
        strength, tier = sum(value for _, value in mods), WEAPONS[weapon].tier
        led = one.id in field.in_command
        strikes = can_strike(one, other) and (ours or rank == 1)
        fighters.append(Fighter(one.cls, one.armour, tier, strength, led, strikes, one.posture == "prone"))
        answer[key] = {"weapon": weapon, "tier": tier, "modifiers": mods, "strikes": strikes}
        answer[key]["needs"] = needs_of_blow(strength, other.cls, other.armour, led)
        if field.state.hints == "full":
            answer[key]["odds"] = blow(strength, other.cls, other.armour, led)
    if field.state.hints == "full":
        answer["outcomes"] = duel_outcomes(fighters[0], fighters[1], field.state.has("tiebreak"))
    return answer
