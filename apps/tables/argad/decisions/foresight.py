"""What is told before sealing: how far a path leads, what a shot or a blow would do. Exact, from what the
seat knows."""

from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from apps.tables.argad import words
from engines.argad.check import in_cm
from engines.argad.field.battlefield import Field
from engines.argad.field.geometry import Point, length
from engines.argad.field.ground import Ground, ground_of
from engines.argad.fire.aim import figure_missiles, why_not
from engines.argad.knowledge.hints import duel, shot
from engines.argad.knowledge.odds import MILLION, one_die
from engines.argad.movement.allowance import allowance
from engines.argad.state import Figure, State, between, is_mounted
from engines.argad.tables import EASY, NEVER, VERY
from engines.argad.words import TERRAIN_NAMES, WEAPON_NAMES

STRIDE = 50  # how often a path is looked at, hundredths of a centimetre
SURE, PERHAPS, BARRED = "sure", "perhaps", "barred"
WHY_NOT = {
    "unable": gettext_lazy("ne peut pas tirer"),
    "busy": gettext_lazy("occupé à autre chose"),
    "in_contact": gettext_lazy("au corps à corps"),
    "unloaded": gettext_lazy("arme à recharger"),
    "no_javelin": gettext_lazy("plus de javelot"),
    "wounded": gettext_lazy("blessé, une seule main"),
    "mount": gettext_lazy("pas à cheval avec cette arme"),
    "moved": gettext_lazy("a bougé, cette arme demande de rester immobile"),
}


@dataclass
class Walk:
    """A path as far as the allowance goes, in parts: sure, left to the slowness dice, barred."""

    most: int
    walked: int = 0
    parts: list[tuple[str, list[Point]]] = field(default_factory=list)
    low: int = 0
    high: int = 0
    stuck: tuple[int, int] = (0, 1)
    slowed_by: str = ""
    barred_by: str = ""
    end: Point = (0, 0)
    exact: bool = True  # the chance to be stuck is told as a number

    @property
    def text(self) -> str:
        """« 16 cm de mouvement ; forêt à 9 cm : entre 10 et 15 cm, 1 chance sur 6 d’être bloqué »"""
        said = [
            _("chemin de {walked} cm sur {most} cm").format(
                walked=words.cm(self.walked), most=words.cm(self.most)
            )
        ]
        if self.slowed_by:
            slow = _("{where} : de {low} à {high} cm selon les dés").format(
                where=self.slowed_by, low=words.cm(self.low), high=words.cm(self.high)
            )
            risk = (
                _("{odds} d’être bloqué").format(odds=odds(self.stuck))
                if self.exact
                else _("peut y être bloqué")
            )
            said.append(f"{slow}, {risk}" if self.stuck[0] else slow)
        if self.barred_by:
            said.append(_("arrêt devant : {where}").format(where=self.barred_by))
        return " ; ".join(said)


def walk(state: State, figure: Figure, path: tuple[Point, ...]) -> Walk:
    """Follow a path over the ground: where slowness dice come in, what they may leave, where it ends."""
    ground = ground_of(state.terrain, state.width, state.height)
    most = allowance(state, figure)
    found = Walk(most=most, low=most, high=most, end=(figure.x, figure.y), exact=state.hints == "full")
    place: Point = (figure.x, figure.y)
    grade, kind = EASY, SURE
    line: list[Point] = [place]
    for goal in path:
        for spot in _strides(place, goal):
            found.walked += length(spot[0] - place[0], spot[1] - place[1])
            if found.walked > most + 5:
                found.walked = most
                return _close(found, kind, line)
            wall = ground.wall_between(*place, *spot, is_mounted(figure))
            going, piece = ground.going(*spot, "boat" if figure.aboard else figure.mount)
            if wall is not None or going.grade == NEVER:
                found.barred_by = (
                    _("la rive") if figure.aboard else _terrain(ground, wall.piece.id if wall else piece)
                )
                return _close(found, kind, line)
            if going.grade > grade:
                grade = going.grade
                _slow(found, figure, grade, _terrain(ground, piece))
            wanted = (
                SURE
                if found.walked <= found.low or grade == EASY
                else PERHAPS
                if found.walked <= found.high
                else BARRED
            )
            if wanted != kind:
                found.parts.append((kind, line))
                line, kind = [place], wanted
            line.append(spot)
            place = spot
    return _close(found, kind, line)


def _strides(start: Point, goal: Point) -> list[Point]:
    far = length(goal[0] - start[0], goal[1] - start[1])
    count = max(1, -(-far // STRIDE))
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    return [(start[0] + dx * n // count, start[1] + dy * n // count) for n in range(1, count + 1)]


def _slow(found: Walk, figure: Figure, grade: int, where: str) -> None:
    """The edge of the new ground is always reached; beyond it the dice decide (D10)."""
    dice = 2 if is_mounted(figure) else 1
    whole = found.most // 2 if grade == VERY else found.most
    found.low = max(found.walked, whole - 600 * dice)
    found.high = max(found.walked, whole - 100 * dice)
    found.stuck = (1, 6) if dice == 1 else (11, 36) if grade == VERY else (1, 36)
    found.slowed_by = where


def _close(found: Walk, kind: str, line: list[Point]) -> Walk:
    """Where he may end at best: a part that is barred is drawn, nobody gets there."""
    if len(line) > 1:
        found.parts.append((kind, line))
    reached = [part for part in found.parts if part[0] != BARRED]
    if reached:
        found.end = reached[-1][1][-1]
    return found


def _terrain(ground: Ground, piece: str) -> str:
    shape = ground.by_id.get(piece)
    return _(TERRAIN_NAMES[shape.piece.kind]) if shape else _("terrain")


# --- odds ---------------------------------------------------------------------------------------------------


def percent(pair: tuple[int, int]) -> str:
    above, below = pair
    if above and above * 100 < below:
        return _("moins de 1 %")
    return f"{(200 * above + below) // (2 * below)} %"


def odds(pair: tuple[int, int]) -> str:
    """« 1 chance sur 6 » where it reads well, « 57 % » otherwise."""
    above, below = pair
    if above == below:
        return _("certain")
    if above == 1:
        return _("1 chance sur {below}").format(below=below)
    return percent(pair)


def shooting(field: Field, shooters: list[Figure], target: Figure) -> dict[str, Any] | None:
    """The volley on a group, man by man, as far as the table wants it told; with the exact chance of at least
    one hit."""
    found = shot(field, shooters, target)
    if not found["rows"]:
        return None
    first = found["rows"][0]
    told = {
        "shooters": len(found["rows"]),
        "weapon": _(WEAPON_NAMES[first["weapon"]]),
        "distance": words.cm(first["distance"]),
        "band": words.BANDS[min(first["band"], 2)],
        "modes": sorted({str(words.MODES[row["mode"]]) for row in found["rows"] if row["mode"] != "direct"}),
    }
    if "needs" in found:
        told |= {
            "need": _(" ou ").join(str(need) for need in found["needs"]),
            "victims": _victims(field, found),
        }
    if "some" in found:
        above, below = found["some"]
        told |= {"some": percent((above, below)), "mean": _decimal(found["mean"])}
        told["exact"] = f"{above}/{below}" if below != MILLION else ""
    return told


def _victims(field: Field, found: dict[str, Any]) -> list[dict[str, Any]]:
    """Each man who may be hit: what the best placed shooter needs, how that comes about, and a die's chance
    where told."""
    victims: dict[str, dict[str, Any]] = {}
    for row in found["rows"]:
        for id, need in row["needs"].items():
            seen = victims.setdefault(id, {"name": words.name_of(field.figures[id]), "need": need + 1})
            if need < seen["need"]:
                modifier = f"{row['printed'] - need:+d}".replace("-", "−") if need != row["printed"] else ""
                seen |= {
                    "need": need,
                    "cover": row["cover"][id],
                    "printed": row["printed"],
                    "modifier": modifier,
                }
    ranked = sorted(victims.values(), key=lambda row: row["need"])
    return [{**row, "odds": percent(one_die(row["need"]))} for row in ranked] if "some" in found else ranked


def _decimal(pair: tuple[int, int]) -> str:
    hundredths = (200 * pair[0] + pair[1]) // (2 * pair[1])
    return f"{hundredths // 100},{hundredths % 100:02d}"


def fighting(
    field: Field, figure: Figure, target: Figure, rank: int = 1, front: str = ""
) -> dict[str, Any] | None:
    """A duel both ways: who strikes first, kill, recoil, miss, and how it ends; nothing where the table wants
    it untold."""
    answer = duel(field, figure, target, rank, front)
    if not answer:
        return None
    ours, theirs = answer["ours"], answer["theirs"]
    if not ours["strikes"]:
        first = _("ne frappe pas ce tour-ci")
    elif not theirs["strikes"]:
        first = _("frappe sans être frappé")
    elif ours["tier"] == theirs["tier"]:
        first = _("frappe en même temps")
    elif ours["tier"] > theirs["tier"]:
        first = _("frappe d’abord, son arme est plus longue")
    else:
        first = _("frappe après, son arme est plus courte")
    halves = ((figure, target, ours), (target, figure, theirs))
    return {
        "by": words.name_of(figure),
        "first": first,
        "exact": "outcomes" in answer,
        "rows": [_blow(one, other, half) for one, other, half in halves if half["strikes"]],
        "ends": [_end(figure, target, fates, pair) for fates, pair in answer.get("outcomes", {}).items()],
    }


def _blow(one: Figure, other: Figure, half: dict[str, Any]) -> dict[str, Any]:
    told = {
        "by": words.name_of(one),
        "on": words.name_of(other),
        "weapon": _(WEAPON_NAMES[half["weapon"]]),
        "modifiers": [
            f"{words.MODIFIERS.get(key, key)} {value:+d}".replace("-", "−")
            for key, value in half["modifiers"]
        ],
    }
    kill, recoil = half["needs"]
    told |= {"kill_on": _faces(kill, 6), "recoil_on": _faces(recoil, min(kill or 7, 7) - 1)}
    if "odds" in half:
        chances = dict(zip(("kill", "recoil", "miss"), half["odds"], strict=True))
        told |= {key: percent(pair) for key, pair in chances.items()}
        told["exact"] = f"{chances['kill'][0]}/{chances['kill'][1]}"
    return told


def _faces(low: int, high: int) -> str:
    """« 5 ou 6 », « de 3 à 6 », « 6 deux fois »"""
    if not low:
        return "—"
    if low > 6:
        return _("6 deux fois")
    if low >= high:
        return str(low)
    return (_("{low} ou {high}") if high == low + 1 else _("de {low} à {high}")).format(low=low, high=high)


def _end(one: Figure, two: Figure, fates: tuple[str, str], pair: tuple[int, int]) -> dict[str, str]:
    """One end of a duel in words, with its chance."""
    suffered = [(figure, fate) for figure, fate in zip((one, two), fates, strict=True) if fate != "stands"]
    said = [
        f"{words.name_of(figure)} {words.FATES['hurt' if fate == 'falls' and figure.hp > 1 else fate]}"
        for figure, fate in suffered
    ]
    return {
        "text": _(" et ").join(said) or _("rien : chacun garde sa place"),
        "odds": percent(pair),
        "exact": f"{pair[0]}/{pair[1]}",
    }


def enquiry(
    state: State, ours: list[Figure], target: Figure | None, path: tuple[Point, ...]
) -> dict[str, Any]:
    """The answer to « quelles chances ? »: the way, the distance, the volley, the duel."""
    answer: dict[str, Any] = {"figures": ", ".join(words.name_of(figure) for figure in ours[:6])}
    if len(ours) > 6:
        answer["figures"] += " " + ngettext("et {n} autre", "et {n} autres", len(ours) - 6).format(
            n=len(ours) - 6
        )
    answer["walks"] = [(words.name_of(ours[0]), walk(state, ours[0], path))] if path else []
    answer["reach"] = in_cm(min(allowance(state, figure) for figure in ours))
    if target is not None and target.side != ours[0].side:
        field = Field(state)
        nearest = min(ours, key=lambda figure: (between(figure, target), figure.id))
        answer["target"] = words.name_of(target)
        answer["distance"] = words.cm(between(nearest, target))
        answer["seen"] = field.look(nearest, target).visible
        answer["shot"] = shooting(field, [f for f in ours if figure_missiles(f)], target)
        answer["duel"] = fighting(field, nearest, target)
    return answer


def may_shoot(field: Field, figure: Figure) -> tuple[str, str]:
    """(weapon, "") if he can shoot now, else ("", why not in French); both empty for whoever has nothing to
    shoot."""
    reason = ""
    for weapon in figure_missiles(figure):
        if weapon == "lance":
            continue
        why = why_not(field, figure, weapon)
        if not why:
            return weapon, ""
        reason = reason or why
    return "", str(WHY_NOT[reason]) if reason else ""
