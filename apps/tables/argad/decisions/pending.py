"""What the form of a plot holds and the plan does not: men chosen, a path, a target, a condition that were
never given."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.games.problems import IllegalAction, Refusal
from apps.tables.argad import words
from apps.tables.argad.decisions import plan
from apps.tables.argad.decisions.fields import BadOrder
from engines.argad.check import check_order
from engines.argad.orders import Plot
from engines.argad.state import State, by_id
from engines.argad.words import ACT_NAMES

USUAL_STANCE = {
    "contact": "accept",
    "obstacle": "none",
    "pace": "fast",
    "timing": "undecided",
    "offsets": "keep",
}
STANCE = ("prefer", "unless", "depart", "distance", "item", "unguarded", "advance")
DEED = ("target", "path", "dir", "cm")
CONDITIONS = tuple(
    f"{key}{row}" for row in "12" for key in ("if", "n", "who", "zone", "target", "path", "else")
)


class StillPending(Refusal):
    """Orders are not sealed over a half-made one: it is given or dropped first."""

    status = 422
    message = gettext_lazy("Rien n’est scellé : un ordre commencé n’est pas dans votre plan.")


@dataclass
class Pending:
    """An order in the making. `lacks` says why it cannot be given as it is; empty where it can."""

    who: str
    text: str
    lacks: str


def pending_order(form: Any, state: State, seat: int, plot: Plot) -> Pending | None:
    """What would be lost if this plan were sealed without the fields of the form; None where that is
    nothing."""
    figs = plan.chosen_men(form, state, seat)
    filled = (
        form.get("do", "move") != "move"
        or stance_entered(form)
        or any(form.get(key) for key in DEED + CONDITIONS)
    )
    ordered = {id for order in plot.orders for id in order.figs}
    if not filled and ordered.issuperset(figs):
        return None
    figures = by_id(state)
    who = ", ".join(words.name_of(figures[id]) for id in figs if id in figures)
    try:
        order = plan.read_order(form, state, seat)
    except BadOrder as wrong:
        return Pending(who, _deed(form, state), wrong.text)
    if order in plot.orders:
        return None
    problems = check_order(state, figures, seat, order, ())
    lacks = IllegalAction(problems).text if problems else ""
    return Pending(who, _deed(form, state) if lacks else plan.sentence(state, order), lacks)


def stance_entered(form: Any) -> bool:
    """The fold of stances was filled in."""
    changed = any(form.get(key, word) != word for key, word in USUAL_STANCE.items())
    return changed or any(form.get(key) for key in STANCE)


def _deed(form: Any, state: State) -> str:
    """A half-made order as far as it goes: the act, its target, its path as written."""
    do, target = form.get("do", "move"), by_id(state).get(form.get("target", ""))
    parts = (
        [_(ACT_NAMES[do])] if do in ACT_NAMES and (do != "move" or form.get("path") or form.get("cm")) else []
    )
    parts += [words.name_of(target)] if target is not None else []
    parts += [form["path"][:60]] if form.get("path") else []
    return ", ".join(parts)
