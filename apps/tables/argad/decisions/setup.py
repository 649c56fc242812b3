"""Before the first turn: the troops one may raise, the zones where one may stand, and a trial of the
placement."""

from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from apps.tables.argad import words
from apps.tables.argad.board import figures
from apps.tables.argad.decisions.fields import POINT, BadOrder, hundredths
from engines.argad.events import Tale
from engines.argad.orders import as_json
from engines.argad.scenario.scenarios import Zone
from engines.argad.scenario.setup import Deploy, role_of, set_up
from engines.argad.scenario.troops import READY, cut_to, points, troop_cost
from engines.argad.state import State, copy_of


@dataclass
class Offer:
    """A ready troop cut to the seat's budget."""

    id: str
    name: str
    cost: str
    lines: list[tuple[int, str, str, SafeString]]  # how many, name, what, drawing
    chosen: bool
    proposed: bool  # by the scenario, for this role


def troops(state: State, seat: int, chosen: str) -> list[Offer]:
    """The ready ones, the scenario's own proposal first."""
    found = []
    proposed = role_of(state, seat).troop
    for id, troop in sorted(READY.items(), key=lambda row: row[0] != proposed):
        part = cut_to(troop, state.seats[seat].budget)
        lines = [
            (r.n, _(r.name), words.description(r), figures.figure_svg(r, 34, seat=seat, arms=True))
            for r in part.figures
        ]
        found.append(Offer(id, _(troop.name), points(troop_cost(part)), lines, id == chosen, id == proposed))
    return found


@dataclass
class Ground:
    """A zone of the scenario, in millimetres, with what it asks."""

    x: int
    y: int
    width: int
    height: int
    circle: tuple[int, int, int] | None
    text: str


def zones(state: State, seat: int) -> list[Ground]:
    return [_zone(zone) for zone in role_of(state, seat).zones]


def _zone(zone: Zone) -> Ground:
    x1, y1, x2, y2 = zone.rect
    said = [_("tour {turn}").format(turn=zone.turn)] if zone.turn > 1 else []
    if zone.cap:
        said.append(_("{cap} points au plus").format(cap=zone.cap))
    if zone.hidden:
        said.append(_("caché"))
    circle = (zone.circle[0] * 10, zone.circle[1] * 10, zone.circle[2] * 10) if zone.circle else None
    return Ground(x1 * 10, y1 * 10, (x2 - x1) * 10, (y2 - y1) * 10, circle, ", ".join(said))


def trial_of(state: State, seat: int, deploy: Deploy) -> State:
    """The seat's own men as this placement would put them; the others are unknown and nowhere."""
    trial = copy_of(state)
    moves = {n: as_json(deploy if n == seat else Deploy()) for n in range(len(state.seats))}
    set_up(trial, moves, Tale(trial))
    for figure in trial.figures:
        if figure.seat == seat:
            figure.place = "table"
    return trial


def read_places(form: Any, state: State, seat: int) -> dict[str, Any]:
    """A layout, and places « x/y » for those who are put by hand."""
    places = {}
    for figure in state.figures:
        text = form.get(f"at:{figure.id}", "").strip()
        if figure.seat != seat or not text:
            continue
        found = POINT.fullmatch(text.replace(" ", ""))
        if found is None:
            raise BadOrder(
                _("{fig} : écrivez sa place « 12/60 », en centimètres depuis le coin nord-ouest.").format(
                    fig=figure.id
                )
            )
        places[figure.id] = (hundredths(found[1]), hundredths(found[2]))
    deploy = Deploy(layout=form.get("layout", "line"), places=places)
    return as_json(deploy)
