"""What each seat may know: the table is public, except hidden figures, reserves, secret objectives, loads and
plans.

Built by listing what is shown. `known_state` turns a view back into a state with the unknown left out: menus
and bots work on it, so that they cannot tell what their seat does not know.
"""

from operator import attrgetter
from typing import Any

import msgspec

from engines.argad.phases.decoys import Token, tokens_for
from engines.argad.scenario.objectives import points_of
from engines.argad.scenario.scenarios import without_secrets
from engines.argad.state import Figure, Item, Now, State
from engines.core.contract import Seat


class TableView(State, kw_only=True):
    """The battle as a seat knows it, and what it is worth."""

    you: int | None
    points: dict[str, int]
    scores: list[int]
    tokens: list[Token] = []


# What is shown as it is: of the battle, of everybody's figures, of what they did this turn.
PUBLIC = tuple(
    "scenario options width height phase turn last_turn margin ended paused terrain seats works notes bases "
    "hints edition".split()
)
PUBLIC_OF_FIGURES = tuple(
    "id seat side unit name cls armour mount base x y heading weapons shield saddle roles traits cost hp "
    "place "
    "enters exit_edge posture wounded carried led_by aboard captured_by slain_by formation disorder fleeing "
    "on_ladder lance_dropped".split()
)
PUBLIC_OF_DEEDS = tuple(
    "start contacts left moved travelled charged charged_by lance shot new_contacts".split()
)
_public_of = attrgetter(*PUBLIC_OF_FIGURES)


def view_of(state: State, seat: Seat | None) -> TableView:
    over = state.phase == "over"
    side = state.seats[seat].side if seat is not None else None
    figures = _figures_as_seen(state, side, over)
    known = {figure.id for figure in figures}
    view = TableView(
        you=seat,
        figures=figures,
        items=[_item_as_seen(item, state, side, over) for item in state.items],
        objectives=[o for o in state.objectives if not o.secret or o.seat == seat or over],
        points={},
        scores=[],
        formations=[f for f in state.formations if not known.isdisjoint(f.members)],
        links=[link for link in state.links if known.issuperset(link)],
        tokens=[] if over else tokens_for(state, side),
        custom=without_secrets(state.custom),
        **{name: getattr(state, name) for name in PUBLIC},
    )
    _keep_score(view, known_state(view), with_secrets=over)
    return view


def _keep_score(view: TableView, state: State, with_secrets: bool) -> None:
    """Points by objective as they stand in that state, and what each seat has by those that count."""
    view.points = {o.id: points_of(state, o) for o in view.objectives}
    counted = [o for o in view.objectives if with_secrets or not o.secret]
    view.scores = [sum(view.points[o.id] for o in counted if o.seat == n) for n in range(len(view.seats))]


def full_view(state: State) -> TableView:
    """For the organiser's eyes."""
    view = view_of(state, None)
    view.figures = state.figures
    view.items = state.items
    view.objectives = state.objectives
    view.formations = state.formations
    view.links = state.links
    view.tokens = []
    _keep_score(view, state, with_secrets=True)
    return view


def _figures_as_seen(state: State, side: int | None, over: bool) -> list[Figure]:
    """Reserves are unknown until they arrive, hidden men until they are seen."""
    seen = []
    for figure in state.figures:
        if over or figure.side == side:
            seen.append(msgspec.structs.replace(figure, notes=""))
        elif figure.place != "reserve" and not figure.hidden:
            seen.append(_stranger_as_seen(figure))
    return seen


def _stranger_as_seen(figure: Figure) -> Figure:
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
    return State(**{name: getattr(view, name) for name in State.__struct_fields__})
