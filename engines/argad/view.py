"""What each seat may know: the table is public, except hidden figures, reserves, secret objectives, loads and plans.

Built by listing what is shown. `known_state` turns a view back into a state with the unknown left out: menus and bots
work on it, so that they cannot tell what their seat does not know.
"""

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


def view_of(state: State, seat: Seat | None) -> TableView:
    over = state.phase == "over"
    side = state.seats[seat].side if seat is not None else None
    figures = [
        _shown(figure, figure.side == side or over) for figure in state.figures if _known(figure, side, over)
    ]
    known = {figure.id for figure in figures}
    mine = [o for o in state.objectives if not o.secret or o.seat == seat or over]
    view = TableView(
        you=seat,
        scenario=state.scenario,
        options=state.options,
        width=state.width,
        height=state.height,
        phase=state.phase,
        turn=state.turn,
        last_turn=state.last_turn,
        margin=state.margin,
        ended=state.ended,
        paused=state.paused,
        terrain=state.terrain,
        figures=figures,
        items=[_item(item, state, side, over) for item in state.items],
        objectives=mine,
        points={},
        scores=[],
        seats=state.seats,
        formations=[f for f in state.formations if any(m in known for m in f.members)],
        works=state.works,
        links=[link for link in state.links if link[0] in known and link[1] in known],
        notes=state.notes,
        tokens=[] if over else tokens_for(state, side),
        custom=without_secrets(state.custom),
        bases=state.bases,
        hints=state.hints,
        edition=state.edition,
    )
    known_world = known_state(view)
    view.points = {o.id: points_of(known_world, o) for o in mine}
    view.scores = [
        sum(view.points[o.id] for o in mine if o.seat == n and (over or not o.secret))
        for n in range(len(state.seats))
    ]
    return view


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
    view.scores = [
        sum(view.points[o.id] for o in state.objectives if o.seat == n) for n in range(len(state.seats))
    ]
    return view


def _known(figure: Figure, side: int | None, over: bool) -> bool:
    """Reserves are unknown until they arrive, hidden men until they are seen."""
    return over or figure.side == side or (figure.place != "reserve" and not figure.hidden)


def _shown(figure: Figure, own: bool) -> Figure:
    if own:
        return msgspec.structs.replace(figure, notes="")
    now = figure.now
    return Figure(
        id=figure.id,
        seat=figure.seat,
        side=figure.side,
        unit=figure.unit,
        name=figure.name,
        cls=figure.cls,
        armour=figure.armour,
        mount=figure.mount,
        base=figure.base,
        x=figure.x,
        y=figure.y,
        heading=figure.heading,
        weapons=figure.weapons,
        shield=figure.shield,
        saddle=figure.saddle,
        roles=figure.roles,
        traits=figure.traits,
        cost=figure.cost,
        hp=figure.hp,
        place=figure.place,
        enters=figure.enters,
        exit_edge=figure.exit_edge,
        posture=figure.posture,
        wounded=figure.wounded,
        javelins=1 if "javelin" in figure.weapons else 0,
        carried=figure.carried,
        led_by=figure.led_by,
        aboard=figure.aboard,
        captured_by=figure.captured_by,
        slain_by=figure.slain_by,
        formation=figure.formation,
        disorder=figure.disorder,
        fleeing=figure.fleeing,
        on_ladder=figure.on_ladder,
        lance_dropped=figure.lance_dropped,
        now=Now(
            start=now.start,
            contacts=now.contacts,
            left=now.left,
            moved=now.moved,
            travelled=now.travelled,
            charged=now.charged,
            charged_by=now.charged_by,
            lance=now.lance,
            shot=now.shot,
            new_contacts=now.new_contacts,
        ),
    )


def _item(item: Item, state: State, side: int | None, over: bool) -> Item:
    """What is inside is for the side that holds it."""
    holder = next((f for f in state.figures if f.id == item.carrier), None)
    if over or (holder is not None and holder.side == side):
        return item
    return msgspec.structs.replace(item, secret="")


def known_state(view: TableView) -> State:
    """A state made of what the view shows."""
    return State(
        scenario=view.scenario,
        options=view.options,
        width=view.width,
        height=view.height,
        terrain=view.terrain,
        figures=view.figures,
        items=view.items,
        objectives=view.objectives,
        seats=view.seats,
        formations=view.formations,
        works=view.works,
        phase=view.phase,
        turn=view.turn,
        last_turn=view.last_turn,
        margin=view.margin,
        links=view.links,
        ended=view.ended,
        notes=view.notes,
        paused=view.paused,
        custom=view.custom,
        bases=view.bases,
        hints=view.hints,
        edition=view.edition,
    )
