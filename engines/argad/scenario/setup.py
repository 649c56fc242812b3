"""Before the first turn: each seat raises a troop within its budget, then sets it up in its zones. Both are
sealed."""

from collections.abc import Mapping
from typing import Any

import msgspec

from engines.argad.events import Tale
from engines.argad.field.geometry import CM, Point, heading
from engines.argad.field.ground import Ground, ground_of
from engines.argad.field.sight import concealed_where_he_stands
from engines.argad.movement.settle import Crowd
from engines.argad.problems import problem, read_as
from engines.argad.scenario.harness import take_off
from engines.argad.scenario.scenarios import Role, Scenario, Zone, fits_zone, roles_of, scenario_of
from engines.argad.scenario.troops import READY, Troop, cut_to, enlist, figure_of, read_troop, what_is_wrong
from engines.argad.state import SHAPES, USUAL, Figure, State, base_of, is_mounted
from engines.core.contract import BAD_SHAPE, Problem
from engines.core.texts import gettext_noop

LAYOUTS = ("line", "loose", "column")
SPACING = {"line": (240, 260), "loose": (450, 450), "column": (240, 260)}


class Deploy(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    kind: str = msgspec.field(default="deploy")
    layout: str = "line"
    places: dict[str, Point] = {}


def role_of(state: State, seat: int) -> Role:
    return roles_of(scenario_of(state), len(state.seats))[seat]


# --- muster -------------------------------------------------------------------------------------------------


def check_muster(state: State, seat: int, raw: Any) -> list[Problem]:
    if not isinstance(raw, dict) or raw.get("kind") != "muster" or set(raw) - {"kind", "troop"}:
        text = gettext_noop("Choisissez une troupe : « muster » et son nom ou sa composition.")
        return [problem(BAD_SHAPE, text)]
    troop, problems = troop_of(state, seat, raw.get("troop"))
    if troop is None or problems:
        return problems
    return what_is_wrong(troop, state.seats[seat].budget)


def troop_of(state: State, seat: int, raw: Any) -> tuple[Troop | None, list[Problem]]:
    """A ready troop by its name, cut to the budget, or one built by the player."""
    if isinstance(raw, str):
        if raw in READY:
            return cut_to(READY[raw], state.seats[seat].budget), []
        text = gettext_noop("Troupe inconnue « {troop} » ; possibles : {known}.")
        return None, [problem("unknown_troop", text, ("troop",), troop=raw[:40], known=list(READY))]
    return read_troop(raw)


def raise_troops(state: State, moves: Mapping[int, Any], tale: Tale) -> None:
    """All troops at once: figures numbered by seat, then the scenario's extras and NPCs."""
    scenario = scenario_of(state)
    roles = roles_of(scenario, len(state.seats))
    for seat, place in enumerate(state.seats):
        troop, _ = troop_of(state, seat, moves[seat].get("troop"))
        assert troop is not None
        figures = men_of(state, seat, roles[seat], troop)
        place.troop, place.era, place.ready = troop.name, troop.era, True
        state.figures += figures
        tale.emit("mustered", seat=seat, troop=troop.name, figures=len(figures))
    _enlist_npcs(state, scenario)


def men_of(state: State, seat: int, role: Role, troop: Troop) -> list[Figure]:
    """The figures of a troop in that role, then those that the scenario adds."""
    if role.vip:
        troop = _with_vip(troop)
    side = state.seats[seat].side
    figures = enlist(state, troop, seat)
    for recruit in role.extra:
        for _ in range(recruit.n):
            figures.append(figure_of(state, recruit, troop.era, seat, side, len(figures) + 1))
    if role.surprised:
        for figure in figures:
            take_off(figure)
    return figures


def _with_vip(troop: Troop) -> Troop:
    lines = []
    for recruit in troop.figures:
        if "troop_chief" in recruit.roles and "vip" not in recruit.roles:
            recruit = msgspec.structs.replace(recruit, roles=(*recruit.roles, "vip"))
        lines.append(recruit)
    return msgspec.structs.replace(troop, figures=tuple(lines))


def _enlist_npcs(state: State, scenario: Scenario) -> None:
    places = [(group, at) for group in scenario.npcs for at in group.at]
    for number, (group, (x, y)) in enumerate(places, 1):
        figure = figure_of(state, group.recruit, scenario.era, -1, group.side, number)
        figure.x, figure.y, figure.place = x * CM, y * CM, "table"
        figure.script, figure.notes = group.script, group.notes
        state.figures.append(figure)


# --- deploy -------------------------------------------------------------------------------------------------


def read_deploy(raw: Any) -> tuple[Deploy | None, list[Problem]]:
    return read_as(Deploy, raw, BAD_SHAPE, gettext_noop("Ce placement est mal écrit : {why}."))


def check_deploy(state: State, seat: int, raw: Any) -> list[Problem]:
    action, problems = read_deploy(raw)
    if action is None:
        return problems
    if action.layout not in LAYOUTS:
        text = gettext_noop("Disposition inconnue ; possibles : {known}.")
        return [problem("bad_layout", text, ("layout",), known=list(LAYOUTS))]
    ground = ground_of(state.terrain, state.width, state.height)
    figures = {f.id: f for f in state.figures if f.seat == seat}
    role = role_of(state, seat)
    spent = [0] * len(role.zones)
    for id, (x, y) in action.places.items():
        if id not in figures:
            text = gettext_noop("{fig} n’est pas à vous.")
            problems.append(problem("not_yours", text, ("places", id), fig=id[:8]))
            continue
        spot = next((n for n, zone in enumerate(role.zones) if fits_zone(ground, zone, x, y)), -1)
        if spot < 0:
            text = gettext_noop("{fig} : cet endroit n’est pas dans une de vos zones de placement.")
            problems.append(problem("outside_zone", text, ("places", id), fig=id))
            continue
        spent[spot] += figures[id].cost
    for n, zone in enumerate(role.zones):
        if zone.cap and spent[n] > 2 * zone.cap:
            text = gettext_noop("Cette zone accueille {cap} points au plus.")
            problems.append(problem("zone_full", text, ("places",), cap=zone.cap))
    return problems


def set_up(state: State, moves: Mapping[int, Any], tale: Tale) -> None:
    """Everybody gets his place: the chosen ones, then the others in the layout of their seat."""
    ground = ground_of(state.terrain, state.width, state.height)
    crowd = Crowd(figure for figure in state.figures if figure.seat < 0)
    for seat in range(len(state.seats)):
        action, _ = read_deploy(moves[seat])
        assert action is not None
        _place_seat(state, ground, seat, action, crowd)
    _lead_beasts(state)
    for figure in state.figures:
        if figure.seat >= 0:
            figure.heading = heading(state.width // 2 - figure.x, state.height // 2 - figure.y)
    tale.emit("deployed")


def _place_seat(state: State, ground: Ground, seat: int, action: Deploy, crowd: Crowd) -> None:
    role = role_of(state, seat)
    spent = [0] * len(role.zones)
    waiting = []
    for figure in state.figures:
        if figure.seat != seat:
            continue
        spot = action.places.get(figure.id)
        if spot is not None:
            number = next((n for n, z in enumerate(role.zones) if fits_zone(ground, z, *spot)), -1)
            figure.x, figure.y = spot
            if number >= 0 and not crowd.hits(base_of(figure)):
                _assign(figure, role.zones[number], number, ground, crowd)
                spent[number] += figure.cost
                continue
        waiting.append(figure)
    for figure in waiting:
        for n, zone in enumerate(role.zones):
            if zone.cap and spent[n] + figure.cost > 2 * zone.cap:
                continue
            if _find_room(figure, zone, ground, crowd, action.layout):
                _assign(figure, zone, n, ground, crowd)
                spent[n] += figure.cost
                break
        else:
            figure.x, figure.y = role.zones[-1].rect[0] * CM, role.zones[-1].rect[1] * CM
            _assign(figure, role.zones[-1], len(role.zones) - 1, ground, crowd)


def _assign(figure: Figure, zone: Zone, number: int, ground: Ground, crowd: Crowd) -> None:
    crowd.add(base_of(figure))
    figure.zone, figure.enters = number, zone.turn
    if zone.hidden:
        figure.posture = "crouched" if figure.mount == "foot" else "standing"
        figure.hidden = concealed_where_he_stands(ground, figure)


def _find_room(figure: Figure, zone: Zone, ground: Ground, crowd: Crowd, layout: str) -> bool:
    """The first free place of the zone, rank by rank from its middle."""
    across, deep = (
        step + max(0, 2 * (SHAPES[figure.base][0] - SHAPES[USUAL.get(figure.base, figure.base)][0]))
        for step in SPACING[layout]
    )
    if is_mounted(figure) or figure.mount == "pack":
        across, deep = across + 80, deep + 300
    spots = [spot for spot in spots_of(zone, across, deep, ground, layout) if fits_zone(ground, zone, *spot)]
    figure.heading = 0
    # A rider may find no wood deep enough.
    for seen in (False, True) if zone.hidden and is_mounted(figure) else (False,):
        for figure.x, figure.y in spots:
            if not crowd.hits(base_of(figure)) and _is_standable(ground, figure, zone, seen):
                return True
    return False


def _is_standable(ground: Ground, figure: Figure, zone: Zone, seen: bool) -> bool:
    if any(shape.stops and shape.near(figure.x, figure.y, 110) for shape in ground.at(figure.x, figure.y)):
        return False
    if ground.building(figure.x, figure.y):
        return False
    if ground.going(figure.x, figure.y, figure.mount)[0].grade == 3:
        return False
    if not zone.hidden:
        return True
    figure.posture = "crouched" if figure.mount == "foot" else "standing"
    return seen or concealed_where_he_stands(ground, figure)


def spots_of(zone: Zone, across: int, deep: int, ground: Ground, layout: str = "line") -> list[Point]:
    """Places of a grid over the zone, ranks facing the table's middle, each filled from its centre."""
    x1, y1, x2, y2 = (c * CM for c in zone.rect)
    tall = y2 - y1 >= x2 - x1
    if layout == "column":
        tall = not tall
    if tall:
        files = _rows(y1, y2, across, (y1 + y2) // 2)
        return [(x, y) for x in _rows(x1, x2, deep, ground.width // 2) for y in files]
    files = _rows(x1, x2, across, (x1 + x2) // 2)
    return [(x, y) for y in _rows(y1, y2, deep, ground.height // 2) for x in files]


def _rows(low: int, high: int, step: int, middle: int) -> list[int]:
    """The rows of a grid on one axis, the nearest to a middle first."""
    return sorted(range(low + step // 2, high + 1, step), key=lambda row: abs(row - middle))


def places_hidden(state: State, role: Role) -> list[Point]:
    """Where a man on foot of that role could lie in ambush: a grid over its hidden zones."""
    ground = ground_of(state.terrain, state.width, state.height)
    ghost = Figure("", 0, 0, "", "", 3, posture="crouched")
    found = []
    for zone in (zone for zone in role.zones if zone.hidden):
        for spot in spots_of(zone, 200, 200, ground):
            ghost.x, ghost.y = spot
            if fits_zone(ground, zone, *spot) and _is_standable(ground, ghost, zone, seen=False):
                found.append(spot)
    return found


def _lead_beasts(state: State) -> None:
    """Each pack animal gets a leader on foot, two at most for one man."""
    led: dict[str, int] = {}
    for beast in state.figures:
        if beast.mount != "pack" or beast.seat < 0:
            continue
        foot = [f for f in state.figures if f.seat == beast.seat and f.mount == "foot"]
        free = [f for f in foot if "troop_chief" not in f.roles and led.get(f.id, 0) < 2]
        if foot:
            leader = min(free or foot, key=lambda f: (f.cls, f.id))
            beast.led_by, beast.enters = leader.id, leader.enters
            led[leader.id] = led.get(leader.id, 0) + 1
