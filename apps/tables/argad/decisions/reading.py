"""The table's form read into a decision: give, take back, try, seal, for each phase of a battle."""

from collections.abc import Callable
from typing import Any

import msgspec
from django.http import QueryDict
from django.utils.translation import gettext as _

from apps.orders.decision import Change, Decision
from apps.tables.argad.decisions import fields, plan, setup
from apps.tables.argad.decisions.combat import read_combat
from apps.tables.argad.decisions.pending import StillPending, pending_order
from engines.argad.orders import Packet, Plot, as_json
from engines.argad.state import State
from engines.argad.view import known_state


def read_form(decision: Decision, form: QueryDict) -> Change:
    """What the pressed button makes of the plan. Even a draft is legal here: a refusal changes nothing and
    says why."""
    known, seat, drafted = known_state(decision.engine_view), decision.number, plan.sound_draft(decision)
    action = ACTIONS[known.phase](form, known, seat, drafted)
    unfinished = _is_half_made(form, known, seat, drafted)
    return Change(action, forbids=lambda fault: True, is_unfinished=unfinished)


def _is_half_made(form: Any, state: State, seat: int, drafted: Any) -> bool:
    """The button did something else, and the fields hold an order that was not given: it stays in them."""
    if state.phase != "plot" or "seal" in form:
        return False
    other = "offer" in form or "drop" in form
    return form.get("end") == "concede" or (
        other and pending_order(form, state, seat, plan.plot_of(drafted)) is not None
    )


def _plot(form: Any, state: State, seat: int, drafted: Any) -> dict[str, Any]:
    """The plan after this button: a proposed order, one taken back, all cleared, or an order from the
    fields."""
    plot = plan.plot_of(drafted)
    if "end" in form or "seal" in form:
        plot = _with_what_stands_beside_the_seal(form, plot)
    if "offer" in form:
        figs, order = plan.offer(state, seat, form["offer"])
        plot = plan.with_order(state, plot, order) if order else plan.without_men(state, plot, figs)
    elif "drop" in form:
        plot = plan.without_order(plot, fields.number(form["drop"], _("L’ordre")))
    elif "clear" in form:
        plot = msgspec.structs.replace(plot, orders=())
    elif "forget" in form:
        plot = plan.without_men(state, plot, plan.chosen_men(form, state, seat))
    elif (
        form.get("seal", "give") != "give"
    ):  # sealed as it is; « donner et sceller » gives what is in the fields first
        _require_nothing_pending(form, state, seat, plot)
    else:
        plot = plan.with_order(state, plot, plan.read_order(form, state, seat))
    return as_json(plot)


def _with_what_stands_beside_the_seal(form: Any, plot: Plot) -> Plot:
    """Kept whichever button is pressed; but to give up is only ever sealed, for a draft counts at the
    deadline."""
    end = form.get("end", "")
    return msgspec.structs.replace(
        plot, cloud="cloud" in form, end=plot.end if end == "concede" and "seal" not in form else end
    )


def _require_nothing_pending(form: Any, state: State, seat: int, plot: Plot) -> None:
    """Nothing is sealed over an order in the making, unless it is dropped on purpose."""
    if form["seal"] != "drop" and pending_order(form, state, seat, plot) is not None:
        raise StillPending


def _combat(form: Any, state: State, seat: int, drafted: Any) -> dict[str, Any]:
    return as_json(Packet(auto=True)) if form.get("seal") == "usage" else read_combat(form, state, seat)


def _muster(form: Any, state: State, seat: int, drafted: Any) -> dict[str, Any]:
    return {"kind": "muster", "troop": form.get("troop", "")}


def _deploy(form: Any, state: State, seat: int, drafted: Any) -> dict[str, Any]:
    return setup.read_places(form, state, seat)


ACTIONS: dict[str, Callable[[Any, State, int, Any], dict[str, Any]]] = {
    "muster": _muster,
    "deploy": _deploy,
    "plot": _plot,
    "combat": _combat,
}
