"""START of a turn: arrivals, hazards still pending, formations that take effect, hidden men noticed, a clean
slate (3.15)."""

from engines.argad.events import Tale
from engines.argad.field.ground import ground_of
from engines.argad.field.groups import contacts
from engines.argad.movement.formation import take_effect
from engines.argad.movement.settle import Crowd, free_spot
from engines.argad.phases.decoys import cover
from engines.argad.phases.trials import hazard_test, perception_test
from engines.argad.state import Figure, Now, State, base_of, between, by_id, enemies, fights, on_table
from engines.argad.tables import VOICE
from engines.core.dice import Dice


def open_turn(state: State, dice: Dice, tale: Tale) -> None:
    state.turn += 1
    state.phase = "plot"
    state.links = []
    for place in state.seats:
        place.said = 0
    tale.emit("turn", turn=state.turn, last=state.last_turn)
    _pending_hazards(state, dice, tale)
    _arrivals(state, tale)
    figures = by_id(state)
    if state.has("perception"):
        _notice(state, dice, tale)
    for figure in state.figures:
        figure.now = Now(start=(figure.x, figure.y))
        if figure.posture == "prone":
            figure.posture = "standing"
    take_effect(state, figures, tale)
    for id, touched in contacts(state).items():
        figures[id].now.contacts = tuple(sorted(touched))


def _pending_hazards(state: State, dice: Dice, tale: Tale) -> None:
    """Each man in danger is tested; a comrade who stayed to help him takes the same test at +1 and gives him
    -1."""
    figures = by_id(state)
    for figure in state.figures:
        if figure.place != "table" or not figure.danger:
            continue
        piece, figure.danger = figure.danger, ""
        helper = next((f for f in figures.values() if _helps(f, figure)), None)
        _face_hazard(state, figure, piece, -1 if helper is not None else 0, dice, tale)
        if helper is not None:
            _face_hazard(state, helper, piece, 1, dice, tale)


def _face_hazard(state: State, figure: Figure, piece: str, modifier: int, dice: Dice, tale: Tale) -> None:
    verdict = hazard_test(figure, dice, f"hazard:{figure.id}", modifier)
    tale.hazard(figure, piece, verdict)
    if verdict.result == "danger":
        figure.danger = piece
    elif verdict.result == "dies":
        tale.kill(state, figure, "hazard", "")


def _helps(helper: Figure, figure: Figure) -> bool:
    if helper.place != "table" or helper.now.act != "help" or helper.now.target != figure.id:
        return False
    return between(helper, figure) <= 200


def _arrivals(state: State, tale: Tale) -> None:
    ground = ground_of(state.terrain, state.width, state.height)
    crowd = Crowd(on_table(state))
    newcomers: list[Figure] = []
    for figure in state.figures:
        if figure.place != "reserve" or figure.enters > state.turn:
            continue
        base = base_of(figure)
        if crowd.hits(base):
            figure.x, figure.y = free_spot(base, (figure.x, figure.y), crowd, ground)
        crowd.add(base_of(figure))
        figure.place = "table"
        newcomers.append(figure)
    cover(state, newcomers)
    for figure in newcomers:
        tale.emit("arrives", figure, fig=figure.id, at=[figure.x, figure.y])


def _notice(state: State, dice: Dice, tale: Tale) -> None:
    """Option: a sharp eye within 20 cm may find a hidden man."""
    for figure in state.figures:
        if not figure.hidden or figure.place != "table":
            continue
        for watcher in on_table(state):
            if not enemies(watcher, figure) or not fights(watcher) or between(watcher, figure) > VOICE:
                continue
            verdict = perception_test(watcher, dice, f"perception:{watcher.id}:{figure.id}")
            if verdict.result == "notices":
                tale.reveal(state, figure, 0, (figure.x, figure.y))
                break
