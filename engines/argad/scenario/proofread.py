"""The editor's judge: everything that would make a table of a scenario unplayable, in words."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from engines.argad.field.geometry import CM, in_polygon
from engines.argad.field.ground import ground_of
from engines.argad.problems import Where, problem
from engines.argad.scenario.objectives import KINDS
from engines.argad.scenario.scenarios import (
    Npcs,
    Pair,
    RawItem,
    Role,
    Scenario,
    Score,
    Zone,
    pieces_of,
    units,
)
from engines.argad.scenario.troops import READY, Recruit, sound_name, wrong_with
from engines.argad.state import Piece
from engines.argad.tables import TERRAIN, fewest_points
from engines.argad.words import (
    EDGE_NAMES,
    ERA_NAMES,
    OPENING_NAMES,
    ROLE_NAMES,
    SCRIPT_NAMES,
    WEIGHT_NAMES,
)
from engines.core.contract import Problem
from engines.core.texts import gettext_noop

SHORTEST, LONGEST_SIDE = 60, 400  # cm, a side of the table
NEEDS = {
    **dict.fromkeys(("items_off", "carry", "beasts_off", "beasts_saved", "beasts_taken"), "edge"),
    **dict.fromkeys(("in_zone", "no_enemy_in", "beasts_in"), "zone"),
    "more_points_than": "seat",
    "touch": "npc",
}
MOST = {"terrain": 80, "items": 40, "npcs": 20, "score": 30, "secret": 30, "roles": 4, "ends": 6}
MOST_POINTS, MOST_ZONES, LONGEST = 40, 4, 80
ARGS: dict[str, tuple[str, ...]] = {
    "edge": tuple(EDGE_NAMES),
    "role": (*ROLE_NAMES, ""),
    "who": ("npc", "mine"),
    "per": ("ten_points",),
}
Wrong = Callable[..., None]


def what_is_wrong(scenario: Scenario) -> list[Problem]:
    """For the editor: everything that would make a table of this scenario unplayable."""
    problems: list[Problem] = []

    def wrong(code: str, msgid: str, where: Where, **params: Any) -> None:
        problems.append(problem(code, msgid, where, **params))

    _wrong_frame(scenario, wrong)
    if problems:
        return problems
    for part, judge in _JUDGES.items():
        for row, thing in enumerate(getattr(scenario, part)):
            judge(scenario, (part, row), thing, wrong)
    return problems


def _wrong_frame(scenario: Scenario, wrong: Wrong) -> None:
    if not all(SHORTEST <= side <= LONGEST_SIDE for side in scenario.size):
        text = gettext_noop("La table mesure de {low} à {high} cm de côté.")
        wrong("bad_size", text, ("size",), low=SHORTEST, high=LONGEST_SIDE)
    if not 1 <= scenario.turns <= 60:
        wrong("bad_turns", gettext_noop("Un scénario dure de 1 à 60 tours."), ("turns",))
    if not (2 <= scenario.seats[0] <= scenario.seats[1] <= min(4, len(scenario.roles))):
        wrong("bad_seats", gettext_noop("Il faut de 2 à 4 places, et un rôle pour chacune."), ("seats",))
    if len({role.side for role in scenario.roles[: scenario.seats[0]]}) < 2:
        wrong("one_side", gettext_noop("Il faut au moins deux camps."), ("roles",))
    if not sound_name(scenario.title, LONGEST):
        text = gettext_noop("Donnez un titre de 1 à {most} caractères, sans crochets ni accolades.")
        wrong("bad_title", text, ("title",), most=LONGEST)
    if scenario.era not in ERA_NAMES:
        text = gettext_noop("Époque inconnue ; possibles : {known}.")
        wrong("bad_era", text, ("era",), known=list(ERA_NAMES))
    if not 0 <= scenario.margin <= 50:
        wrong("bad_margin", gettext_noop("La marge du match nul va de 0 à 50 points."), ("margin",))
    for part, most in MOST.items():
        if len(getattr(scenario, part)) > most:
            text = gettext_noop("Trop d’éléments ({part}) : {most} au plus.")
            wrong("too_many", text, (part,), part=part, most=most)


def _inside(scenario: Scenario, *points: Pair) -> bool:
    return all(0 <= x <= scenario.size[0] and 0 <= y <= scenario.size[1] for x, y in points)


def _wrong_piece(scenario: Scenario, where: Where, piece: Piece, wrong: Wrong) -> None:
    if piece.kind not in TERRAIN:
        text = gettext_noop("{id} : terrain inconnu « {kind} ».")
        wrong("unknown_kind", text, where, id=piece.id[:40], kind=piece.kind[:40])
        return
    if not 1 <= len(piece.id) <= 40:
        wrong("bad_id", gettext_noop("Un élément porte un nom de 1 à 40 caractères."), where)
    _wrong_ids(scenario, piece, where, wrong)
    _wrong_points(scenario, piece, where, wrong)
    if not (0 <= piece.width <= 60 and 0 <= piece.level <= 5 and 0 <= piece.front < 360):
        text = gettext_noop("{id} : largeur de 0 à 60 cm, niveau de 0 à 5, orientation de 0 à 359 degrés.")
        wrong("bad_measure", text, where, id=piece.id)
    if not (0 <= piece.work[0] <= 20 and 0 <= piece.work[1] <= 20):
        text = gettext_noop("{id} : les travaux demandent de 0 à 20 hommes et tours.")
        wrong("bad_work", text, where, id=piece.id)


def _wrong_ids(scenario: Scenario, piece: Piece, where: Where, wrong: Wrong) -> None:
    """Nothing is named twice, openings included."""
    before = scenario.terrain[: int(where[1])]
    ids = {other.id for other in before} | {o.id for other in before for o in other.openings}
    if piece.id in ids:
        wrong("twice", gettext_noop("{id} : deux éléments portent ce nom."), where, id=piece.id)
    ids.add(piece.id)
    for opening in piece.openings:
        if opening.kind not in OPENING_NAMES or opening.a == opening.b or opening.id in ids:
            text = gettext_noop(
                "{id} : ouverture inconnue, vide ou nommée deux fois ; genres possibles : {known}."
            )
            wrong("bad_opening", text, where, id=piece.id, known=list(OPENING_NAMES))
        ids.add(opening.id)


def _wrong_points(scenario: Scenario, piece: Piece, where: Where, wrong: Wrong) -> None:
    least = fewest_points(piece.kind, piece.width)
    if len(piece.points) < least:
        text = gettext_noop("{id} : il faut au moins {n} points.")
        wrong("too_few_points", text, where, id=piece.id, n=least)
    if len(piece.points) > MOST_POINTS:
        text = gettext_noop("{id} : {n} points au plus.")
        wrong("too_many_points", text, where, id=piece.id, n=MOST_POINTS)
    if any(a == b for a, b in pairwise(piece.points)):
        text = gettext_noop("{id} : deux points de suite sont au même endroit.")
        wrong("same_point", text, where, id=piece.id)
    ends = [point for opening in piece.openings for point in (opening.a, opening.b)]
    if not _inside(scenario, *piece.points, *ends):
        wrong("outside", gettext_noop("{id} : un point est hors de la table."), where, id=piece.id)


def _wrong_role(scenario: Scenario, where: Where, role: Role, wrong: Wrong) -> None:
    name = role.name[:40]
    if not sound_name(role.name):
        text = gettext_noop("Un rôle porte un nom de 1 à 40 caractères, sans crochets ni accolades.")
        wrong("bad_name", text, where)
    if not 0 <= role.side <= 3:
        wrong("bad_side", gettext_noop("{name} : les camps sont numérotés de 0 à 3."), where, name=name)
    if not 10 <= role.budget <= 300:
        wrong("bad_budget", gettext_noop("{name} : le budget va de 10 à 300 points."), where, name=name)
    if role.troop not in READY:
        text = gettext_noop("{name} : troupe inconnue « {troop} ».")
        wrong("unknown_troop", text, where, name=name, troop=role.troop[:40])
    if not 1 <= len(role.zones) <= MOST_ZONES:
        text = gettext_noop("{name} : il faut une zone de placement ou d’entrée, quatre au plus.")
        wrong("no_zone", text, where, name=name)
    for zone in role.zones:
        _wrong_zone(scenario, zone, where, name, wrong)
    if role.zones and all(zone.cap for zone in role.zones):
        text = gettext_noop("{name} : une zone au moins doit accueillir toute la troupe.")
        wrong("all_capped", text, where, name=name)
    for recruit in role.extra:
        _wrong_recruit(recruit, scenario.era, where, wrong)


def _wrong_zone(scenario: Scenario, zone: Zone, where: Where, name: str, wrong: Wrong) -> None:
    x1, y1, x2, y2 = zone.rect
    if not (x1 < x2 and y1 < y2 and _inside(scenario, (x1, y1), (x2, y2))):
        wrong("bad_zone", gettext_noop("{name} : une zone sort de la table ou est vide."), where, name=name)
    if not 1 <= zone.turn <= scenario.turns:
        text = gettext_noop("{name} : l’entrée doit avoir lieu pendant la partie.")
        wrong("late_zone", text, where, name=name)
    if zone.circle is not None and not (
        _inside(scenario, zone.circle[:2]) and 1 <= zone.circle[2] <= LONGEST_SIDE
    ):
        wrong("bad_circle", gettext_noop("{name} : le cercle d’une zone sort de la table."), where, name=name)
    if not 0 <= zone.cap <= 300:
        text = gettext_noop("{name} : le plafond d’une zone va de 0 à 300 points.")
        wrong("bad_cap", text, where, name=name)
    present = {piece.kind for piece in scenario.terrain}
    if zone.kinds and not present & set(zone.kinds):
        text = gettext_noop("{name} : une zone est limitée à un terrain qui n’est pas sur la table.")
        wrong("no_such_ground", text, where, name=name)


def _wrong_recruit(recruit: Recruit, era: str, where: Where, wrong: Wrong) -> None:
    for code, text in wrong_with(recruit, era):
        wrong(code, text.msgid, where, **text.params)
    if recruit.n > 20 or not 1 <= len(recruit.name) <= 40 or len(recruit.unit) > 40:
        text_ = gettext_noop(
            "Un figurant ou renfort porte un nom de 1 à 40 caractères, et va par vingt au plus."
        )
        wrong("bad_recruit", text_, where)


def _wrong_npcs(scenario: Scenario, where: Where, npcs: Npcs, wrong: Wrong) -> None:
    if not 1 <= len(npcs.at) <= MOST_POINTS:
        wrong("bad_crowd", gettext_noop("Un groupe de figurants en compte de 1 à 40."), where)
    if any(_in_solid(scenario, point) for point in npcs.at):
        wrong("in_solid", gettext_noop("Un figurant se trouve dans un mur ou hors de la table."), where)
    if npcs.script not in SCRIPT_NAMES:
        wrong("bad_script", gettext_noop("Conduite inconnue : « stay », « flee » ou « defend »."), where)
    if not 0 <= npcs.side <= 3:
        text = gettext_noop("{name} : les camps sont numérotés de 0 à 3.")
        wrong("bad_side", text, where, name=npcs.recruit.name)
    if len(npcs.notes) > 1000:
        wrong("long_notes", gettext_noop("Les notes d’un figurant ont mille caractères au plus."), where)
    _wrong_recruit(npcs.recruit, scenario.era, where, wrong)


def _wrong_item(scenario: Scenario, where: Where, item: RawItem, wrong: Wrong) -> None:
    if not _inside(scenario, item.at):
        wrong("outside", gettext_noop("{id} : un point est hors de la table."), where, id=item.id[:40])
    elif item.kind == "boat" and not _afloat(scenario, item.at):
        text = gettext_noop("{id} : une barque se pose sur l’eau, profonde ou non.")
        wrong("aground", text, where, id=item.id[:40])
    if item.weight not in WEIGHT_NAMES:
        text = gettext_noop("{id} : poids inconnu ; possibles : {known}.")
        wrong("bad_weight", text, where, id=item.id[:40], known=list(WEIGHT_NAMES))
    if not (1 <= len(item.id) <= 40 and 1 <= len(item.kind) <= 40 and len(item.secret) <= 400):
        wrong("bad_item", gettext_noop("Un objet a un nom et un genre de 1 à 40 caractères."), where)
    if sum(other.id == item.id for other in scenario.items) > 1:
        wrong("twice", gettext_noop("{id} : deux éléments portent ce nom."), where, id=item.id[:40])


def _afloat(scenario: Scenario, at: Pair) -> bool:
    known = tuple(p for p in pieces_of(scenario) if p.kind in TERRAIN and len(p.points) > 1)
    return ground_of(known, scenario.size[0] * CM, scenario.size[1] * CM).afloat(*units(at))


def _wrong_score(scenario: Scenario, where: Where, score: Score, wrong: Wrong) -> None:
    if score.kind not in KINDS:
        wrong("unknown_objective", gettext_noop("Objectif inconnu « {kind} »."), where, kind=score.kind[:40])
        return
    if score.side not in {role.side for role in scenario.roles}:
        wrong("nobody_scores", gettext_noop("Un objectif appartient à un camp qui n’est pas joué."), where)
    if not -20 <= score.points <= 50:
        wrong("bad_points", gettext_noop("Un objectif vaut de −20 à 50 points."), where)
    need = NEEDS.get(score.kind)
    bad = [key for key, value in score.args.items() if not _sound_arg(scenario, key, value)]
    bad += ["turns"] if "turns" in score.args and score.kind != "in_zone" else []
    if bad or (need and need not in score.args):
        text = gettext_noop("L’objectif « {kind} » demande un complément juste : {what}.")
        wrong("bad_args", text, where, kind=score.kind, what=bad[0] if bad else need)


def _sound_arg(scenario: Scenario, key: str, value: Any) -> bool:
    whole = type(value) is int
    if key in ARGS:
        return value in ARGS[key]
    if key == "zone":
        return _sound_box(scenario, value)
    if key == "seat":
        return whole and 0 <= value < len(scenario.roles)
    if key == "turns":
        return whole and 1 <= value <= scenario.turns
    if key in ("min", "percent"):
        return whole and 0 <= value <= 100
    return key in ("item", "npc", "text") and isinstance(value, str) and len(value) <= 200


def _sound_box(scenario: Scenario, value: Any) -> bool:
    if not isinstance(value, list | tuple) or len(value) != 4 or any(type(c) is not int for c in value):
        return False
    x1, y1, x2, y2 = value
    return x1 < x2 and y1 < y2 and _inside(scenario, (x1, y1), (x2, y2))


def _wrong_end(scenario: Scenario, where: Where, end: dict[str, Any], wrong: Wrong) -> None:
    sides = {role.side for role in scenario.roles}
    sound = (end.get("kind") == "side_gone" and end.get("side") in sides) or (
        end.get("kind") == "nobody_in"
        and _sound_box(scenario, end.get("zone"))
        and end.get("role") in range(len(scenario.roles))
    )
    if not sound or set(end) - {"kind", "side", "zone", "role"}:
        text = gettext_noop(
            "Une fin anticipée nomme un camp (« side_gone ») ou une zone et un rôle (« nobody_in »)."
        )
        wrong("bad_end", text, where)


def _in_solid(scenario: Scenario, point: Pair) -> bool:
    if not _inside(scenario, point):
        return True
    solid = [kind for kind, row in TERRAIN.items() if row.wall and not row.line and not row.building]
    return any(piece.kind in solid and in_polygon(*point, piece.points) for piece in scenario.terrain)


_JUDGES: dict[str, Callable[[Scenario, Where, Any, Wrong], None]] = {
    "terrain": _wrong_piece,
    "roles": _wrong_role,
    "score": _wrong_score,
    "secret": _wrong_score,
    "npcs": _wrong_npcs,
    "items": _wrong_item,
    "ends": _wrong_end,
}
