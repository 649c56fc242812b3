"""What each seat may know: the table is public, except hidden figures, reserves, secret objectives, loads and plans.

Built by listing what is shown. `known_state` turns a view back into a state with the unknown left out: menus and bots
work on it, so that they cannot tell what their seat does not know.
"""

from operator import attrgetter
from typing import Any

import msgspec

from engines.argad.phases.decoys import Token, tokens_for
from engines.argad.scenario.objectives import points_of
from engines.argad.scenario.scenarios import without_secrets
from engines.argad.state import Figure, Formation, Item, Now, Objective, Piece, Place, State, Work
from engines.core.contract import Seat


class TableView(msgspec.Struct):
    you: int | None
    scenario: str
    options: tuple[str, ...]
    width: int
    height: int
    phase: str
    turn: int
    last_turn: int
    margin: int
    ended: str
    paused: bool
    terrain: tuple[Piece, ...]
    figures: list[Figure]
    items: list[Item]
    objectives: list[Objective]
    points: dict[str, int]
    scores: list[int]
    seats: list[Place]
    formations: list[Formation]
    works: list[Work]
    links: list[tuple[str, str]]
    notes: list[str]
    tokens: list[Token] = []
    custom: dict[str, Any] | None = None
    bases: str = "usual"
    hints: str = "full"
    edition: int | msgspec.UnsetType = msgspec.UNSET


# What is shown as it is: of the battle, of everybody's figures, of what they did this turn.
PUBLIC = tuple(
    "scenario options width height phase turn last_turn margin ended paused terrain seats works notes bases "
    "hints edition".split()
)
PUBLIC_OF_FIGURES = tuple(
    "id seat side unit name cls armour mount base x y heading weapons shield saddle roles traits cost hp place "
    "enters exit_edge posture wounded carried led_by aboard captured_by slain_by formation disorder fleeing "
    "on_ladder lance_dropped".split()
)
PUBLIC_OF_DEEDS = tuple(
    "start contacts left moved travelled charged charged_by lance shot new_contacts".split()
)
STATE_FIELDS = tuple(name for name in State.__struct_fields__ if name in TableView.__struct_fields__)
_public_of = attrgetter(*PUBLIC_OF_FIGURES)


def view_of(state: State, seat: Seat | None) -> TableView:
    over = state.phase == "over"
    side = state.seats[seat].side if seat is not None else None
    figures = [_figure_as_seen(f, f.side == side or over) for f in state.figures if _is_known(f, side, over)]
    known = {figure.id for figure in figures}
    mine = [o for o in state.objectives if not o.secret or o.seat == seat or over]
    view = TableView(
        you=seat,
        figures=figures,
        items=[_item_as_seen(item, state, side, over) for item in state.items],
        objectives=mine,
        points={},
        scores=[],
        formations=[f for f in state.formations if any(m in known for m in f.members)],
        links=[link for link in state.links if link[0] in known and link[1] in known],
        tokens=[] if over else tokens_for(state, side),
        custom=without_secrets(state.custom),
        **{name: getattr(state, name) for name in PUBLIC},
    )
    known_world = known_state(view)
    view.points = {o.id: points_of(known_world, o) for o in mine}
    view.scores = _scores(view, [o for o in mine if over or not o.secret])
    return view


def _scores(view: TableView, counted: list[Objective]) -> list[int]:
    """What each seat has by these objectives."""
    return [sum(view.points[o.id] for o in counted if o.seat == n) for n in range(len(view.seats))]


def full_view(state: State) -> TableView:
    """For the organiser's eyes."""
    view = view_of(state, None)
    view.figures = state.figures
    view.items = state.items
    view.objectives = state.objectives
    view.formations = state.formations
    view.links = state.links
    view.tokens = []
    view.points = {o.id: points_of(state, o) for o in state.objectives}
    view.scores = _scores(view, state.objectives)
    return view


def _is_known(figure: Figure, side: int | None, over: bool) -> bool:
    """Reserves are unknown until they arrive, hidden men until they are seen."""
    return over or figure.side == side or (figure.place != "reserve" and not figure.hidden)


def _figure_as_seen(figure: Figure, own: bool) -> Figure:
    if own:
        return msgspec.structs.replace(figure, notes="")
    javelins = 1 if "javelin" in figure.weapons else 0
    public = dict(zip(PUBLIC_OF_FIGURES, _public_of(figure), strict=True))
    return Figure(**public, javelins=javelins, now=Now(**public_deeds(figure.now)))


def public_deeds(now: Now) -> dict[str, Any]:
    """What everybody saw a figure do this turn."""
    return {name: getattr(now, name) for name in PUBLIC_OF_DEEDS}


def _item_as_seen(item: Item, state: State, side: int | None, over: bool) -> Item:
    """What is inside is for the side that holds it."""
    holder = next((f for f in state.figures if f.id == item.carrier), None)
    if over or (holder is not None and holder.side == side):
        return item
    return msgspec.structs.replace(item, secret="")


def known_state(view: TableView) -> State:
    """A state made of what the view shows."""
    return State(**{name: getattr(view, name) for name in STATE_FIELDS})
