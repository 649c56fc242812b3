"""END of a turn: those who left the table, emblems, morale, score, the end of the battle (3.15)."""

from engines.argad.events import Tale
from engines.argad.field.geometry import point_to_base
from engines.argad.field.ground import edge_of, ground_of
from engines.argad.field.groups import troop_chief
from engines.argad.movement.march import Mover
from engines.argad.movement.rowing import all_hands_off
from engines.argad.phases.trials import Verdict, chief_in_voice, morale_of, morale_test
from engines.argad.scenario.objectives import count_held_zones, score, tick_touches, why_over
from engines.argad.scenario.scenarios import scenario_of
from engines.argad.state import Figure, State, base_of, between, by_id, fights, is_chief, on_table
from engines.core.dice import Dice

EMBLEM_REACH = 400
BRIDLE = 800  # how far from the place where he leaves the table his animals may be


def leave_table(state: State, movers: dict[str, Mover], tale: Tale) -> None:
    """A figure over the edge is gone, with what he carries and the animals he leads (6.3 S2)."""
    ground = ground_of(state.terrain, state.width, state.height)
    for mover in movers.values():
        figure = mover.fig
        if not mover.exited or figure.place != "table":
            continue
        edge = edge_of(ground, *mover.place)
        if figure.aboard:
            for man in all_hands_off(state, figure.aboard, edge, figure.seat):
                _off(state, man, edge, tale)
            continue
        beasts = _at_hand(state, mover) if state.since(2) else []
        for one in (figure, *beasts):
            _off(state, one, edge, tale)


def _at_hand(state: State, leader: Mover) -> list[Figure]:
    """The animals on his bridle that have kept up with him; the others stay, loose."""
    led = [f for f in state.figures if f.led_by == leader.id and f.place == "table"]
    return [beast for beast in led if point_to_base(*leader.place, base_of(beast)) <= BRIDLE]


def _off(state: State, figure: Figure, edge: str, tale: Tale) -> None:
    figure.exit_edge = edge
    for item in state.items:
        if item.carrier == figure.id:
            item.gone, item.gone_seat, item.carrier = edge, figure.seat, ""
            tale.emit("carried_off", item=item.id, edge=edge, fig=figure.id)
    tale.emit("exits", figure, fig=figure.id, edge=edge, fled=figure.fleeing)
    tale.remove(state, figure, "fled" if figure.fleeing else "exited")


def capture_emblems(state: State, killed: dict[str, str], tale: Tale) -> None:
    """Kill the bearer, take his place on foot, then neither die nor recoil in the next turn: the emblem is
    yours."""
    figures = by_id(state)
    for victim, killer in killed.items():
        bearer, taker = figures[victim], figures[killer]
        if "banner" not in bearer.roles or bearer.place != "dead":
            continue
        if taker.place != "table" or taker.mount != "foot":
            continue
        if between(taker, bearer) <= EMBLEM_REACH:
            taker.emblem, taker.emblem_turn = bearer.seat, state.turn
            tale.emit("emblem_seized", fig=killer, seat=bearer.seat)


def _hold_emblems(state: State, tale: Tale) -> None:
    for figure in state.figures:
        if figure.emblem < 0 or figure.emblem_turn >= state.turn:
            continue
        lost, figure.emblem = figure.emblem, -1
        if figure.place != "table":
            continue
        tale.emit("emblem_taken", fig=figure.id, seat=lost)
        for objective in state.objectives:
            if objective.kind == "emblem_taken" and objective.seat == figure.seat:
                objective.ticked = True


# --- morale -------------------------------------------------------------------------------------------------


def test_morale(state: State, dice: Dice, tale: Tale) -> None:
    """One die for a unit: after the fall of the troop chief or the loss of the banner; rallies under a
    chief's voice."""
    for seat in range(len(state.seats)):
        if _is_shaken(state, seat, tale):
            _test_all(state, seat, dice, tale)
            continue
        for unit, men in _units(state, seat):
            voice = chief_in_voice(state, _steadiest(state, men))
            if voice is not None and any(f.disorder or f.fleeing for f in men):
                _rally(state, men, dice, tale, f"rally:{seat}:{unit}")


def _test_all(state: State, seat: int, dice: Dice, tale: Tale) -> None:
    """The chiefs first: who passes holds those in his voice."""
    passed: set[str] = set()
    for chief in (f for f in on_table(state) if f.seat == seat and is_chief(f)):
        if _test(state, [chief], dice, tale, f"morale:{chief.id}", False):
            passed.add(chief.id)
        else:
            chief.hesitating = True
    for unit, men in _units(state, seat):
        voice = chief_in_voice(state, _steadiest(state, men))
        held = voice is not None and voice.id in passed
        _test(state, men, dice, tale, f"morale:{seat}:{unit}", held)


def _units(state: State, seat: int) -> list[tuple[str, list[Figure]]]:
    """The units of a seat in the order of their names, each with its men but for the chiefs."""
    units: dict[str, list[Figure]] = {}
    for figure in on_table(state):
        if figure.seat == seat and fights(figure) and not is_chief(figure):
            units.setdefault(figure.unit, []).append(figure)
    return sorted(units.items())


def _steadiest(state: State, men: list[Figure]) -> Figure:
    return max(men, key=lambda f: (morale_of(state, f), f.id))


def _is_shaken(state: State, seat: int, tale: Tale) -> bool:
    """Did this seat lose its troop chief or its banner during the turn? Read from what was told."""
    figures = by_id(state)
    for event in tale.events:
        if event.kind in ("killed", "captured"):
            fallen = figures[event.params["fig"]]
            if fallen.seat == seat and ("troop_chief" in fallen.roles or "banner" in fallen.roles):
                return True
            if fallen.seat == seat and "chief" in fallen.roles and troop_chief(state, seat) is None:
                return True
        if event.kind == "emblem_taken" and event.params["seat"] == seat:
            return True
    return False


def _test(state: State, men: list[Figure], dice: Dice, tale: Tale, label: str, chief_passed: bool) -> bool:
    leader = _steadiest(state, men)
    verdict = morale_test(state, leader, dice, label, chief_passed)
    flees = verdict.result == "disorder" and leader.disorder
    _tell_morale(tale, men, verdict, "flees" if flees else verdict.result)
    if verdict.result == "obeys":
        return True
    for figure in men:
        if is_chief(figure):
            continue
        if figure.formation:
            tale.breaks(state, figure, "morale")
        figure.fleeing = figure.fleeing or figure.disorder
        figure.disorder = True
    return False


def _rally(state: State, men: list[Figure], dice: Dice, tale: Tale, label: str) -> None:
    verdict = morale_test(state, _steadiest(state, men), dice, label, True)
    _tell_morale(tale, men, verdict, f"rally_{verdict.result}")
    if verdict.result == "obeys":
        for figure in men:
            figure.disorder = figure.fleeing = False


def _tell_morale(tale: Tale, men: list[Figure], verdict: Verdict, result: str) -> None:
    ids = [f.id for f in men]
    tale.emit("morale", figs=ids, dice=[verdict.die], against=verdict.against, result=result)


# --- the end ------------------------------------------------------------------------------------------------


def keep_score(state: State, tale: Tale) -> bool:
    """Objectives after the turn; True when the battle is over."""
    _hold_emblems(state, tale)
    tick_touches(state)
    count_held_zones(state)
    for seat, place in enumerate(state.seats):
        if place.conceded:
            _concede(state, seat, tale)
    why = why_over(state, scenario_of(state).ends)
    if not why:
        return False
    state.ended, state.phase = why, "over"
    for figure in state.figures:
        figure.hidden = False
    tale.emit("over", why=why, scores=[score(state, seat) for seat in range(len(state.seats))])
    return True


def _concede(state: State, seat: int, tale: Tale) -> None:
    gone = [f for f in state.figures if f.seat == seat and f.place in ("table", "reserve")]
    if gone:
        tale.emit("concedes", seat=seat)
    for figure in gone:
        tale.remove(state, figure, "fled")
