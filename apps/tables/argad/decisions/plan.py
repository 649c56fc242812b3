"""The plot as it is prepared: forms read into orders, orders told in French, the ghost of what is planned."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.games.table.sight import Sight
from apps.orders.decision import Decision
from apps.tables.argad import words
from apps.tables.argad.board.figures import scale_of
from apps.tables.argad.board.terrain import mm
from apps.tables.argad.decisions.conditions import read_conditions, sentence_of, with_men
from apps.tables.argad.decisions.fields import BadOrder, number, read_path
from apps.tables.argad.decisions.foresight import Walk, walk
from engines.argad.bot.advisors import Known, offers, squads
from engines.argad.field.geometry import CM, Point
from engines.argad.movement.march import squad_paths
from engines.argad.orders import Fire, Order, Plot, Stance, read_plot
from engines.argad.state import Figure, State, by_id
from engines.argad.words import ACT_NAMES
from engines.core.contract import Problem, errors

OFFERS = {
    "hold": gettext_lazy("Tenir"),
    "advance": gettext_lazy("Avancer"),
    "charge": gettext_lazy("Charger"),
    "back": gettext_lazy("Se replier"),
    "leave": gettext_lazy("Quitter la mêlée"),
    "reload": gettext_lazy("Recharger"),
    "crouch": gettext_lazy("Se baisser"),
    "form": gettext_lazy("Serrer les rangs"),
    "break": gettext_lazy("Rompre les rangs"),
    "fetch": gettext_lazy("Chercher le butin"),
    "exit": gettext_lazy("Gagner le bord"),
    "embark": gettext_lazy("Embarquer"),
    "land": gettext_lazy("Débarquer"),
    "row": gettext_lazy("Ramer vers l’ennemi"),
    "work": gettext_lazy("Travailler"),
    "climb": gettext_lazy("Monter à l’échelle"),
}
PATHLESS = {
    "charge",
    "hold",
    "reload",
    "mount",
    "dismount",
    "cut_lance",
    "surrender",
    "flee",
    "help",
    "talk",
    "climb",
    "embark",
    "land",
}


# --- reading ------------------------------------------------------------------------------------------------


def read_order(form: Any, state: State, seat: int) -> Order:
    """An order from the fields of a form; `check` judges it afterwards."""
    figs = chosen_men(form, state, seat)
    if not figs:
        raise BadOrder(_("Choisissez au moins une figurine, sur la table ou dans la liste."))
    figures = by_id(state)
    do = form.get("do", "move")
    leader = figures.get(figs[0])
    path = read_path(form, leader, state) if leader is not None and do not in PATHLESS else ()
    order = Order(
        figs,
        do,
        path,
        form.get("target", ""),
        form.get("item", ""),
        distance=number(form.get("distance", ""), _("La distance")) * CM
        if do in ("keep_distance", "follow")
        else 0,
        advance=do == "keep_distance" and bool(form.get("advance")),
        offsets=form.get("offsets", "keep"),
        stance=_stance(form),
        fire=_fire(form),
    )
    if do in ("form_close", "cross_carefully") and form.get("dir") in words.COMPASS:
        order = msgspec.structs.replace(order, front=words.COMPASS[form["dir"]][1] // 10)
    target = figures.get(order.target)
    if do == "leave_melee" and target is not None and target.seat != seat:
        # an enemy touched before; only a comrade takes his place
        order = msgspec.structs.replace(order, target="")
    if do == "move" and not path:
        raise BadOrder(
            _(
                "Dites où aller : touchez la table, écrivez un chemin, ou donnez une direction et une "
                "distance."
            )
        )
    return msgspec.structs.replace(order, when=read_conditions(form, order))


def chosen_men(form: Any, state: State, seat: int) -> tuple[str, ...]:
    """Those whom the form names, one by one or by their squads. Animals among men need no order: they are
    led."""
    units = set(form.getlist("units"))
    mine = [f.id for f in state.figures if f.seat == seat and f.unit in units and f.place == "table"]
    figs = tuple(dict.fromkeys((*form.getlist("figs"), *mine)))
    beasts = {f.id for f in state.figures if f.mount == "pack" and state.since(2)}
    return tuple(id for id in figs if id not in beasts) or figs


def _stance(form: Any) -> Stance:
    pace = form.get("pace", "fast")
    return Stance(
        guard="unguarded" not in form,
        contact=form.get("contact", "accept"),
        obstacle=form.get("obstacle", "none"),
        pace=pace,
        depart=number(form.get("depart", ""), _("Le départ")) if pace == "depart" else 0,
    )


def _fire(form: Any) -> Fire:
    prefer = tuple(id for id in (form.get("prefer", ""),) if id)
    unless = number(form.get("unless", ""), _("La distance de tir")) * CM
    return Fire(timing=form.get("timing", "undecided"), prefer=prefer, unless=unless)


# --- the draft ----------------------------------------------------------------------------------------------


def sound_draft(eyes: Sight | Decision) -> Any:
    """What a seat is preparing as far as it can be carried out, else what it sealed last. A plan goes without
    its faulty orders, anything else whole or not at all."""
    if eyes.my_draft is None:
        return eyes.my_submissions[0].decision() if eyes.my_submissions else None
    draft, faults = eyes.my_draft.action, faults_of(eyes)
    if not faults:
        return draft
    if any(fault.where[:1] != ("orders",) for fault in faults):
        return None
    rows = {fault.where[1] for fault in faults}
    return {**draft, "orders": [order for row, order in enumerate(draft["orders"]) if row not in rows]}


def faults_of(eyes: Sight | Decision) -> list[Problem]:
    return errors(eyes.problems_of(eyes.my_draft.action)) if eyes.my_draft is not None else []


def plot_of(raw: Any) -> Plot:
    return read_plot(raw)[0] or Plot()


def with_order(state: State, plot: Plot, order: Order) -> Plot:
    """The plan with one more order; its men leave the orders they had."""
    kept = without_men(state, plot, order.figs).orders
    return msgspec.structs.replace(plot, orders=(*kept, order))


def without_order(plot: Plot, row: int) -> Plot:
    return msgspec.structs.replace(plot, orders=tuple(o for n, o in enumerate(plot.orders) if n != row))


def without_men(state: State, plot: Plot, figs: tuple[str, ...]) -> Plot:
    """These men have no order any more: they hold."""
    figures = by_id(state)
    kept = [_without(figures, order, figs) for order in plot.orders]
    return msgspec.structs.replace(plot, orders=tuple(order for order in kept if order.figs))


def _without(figures: Mapping[str, Figure], order: Order, figs: tuple[str, ...]) -> Order:
    """A path is the leader's: when he leaves, the next man leads and the path moves to where he stands."""
    left = tuple(id for id in order.figs if id not in figs)
    if left == order.figs or not left:
        return msgspec.structs.replace(order, figs=left)
    dx, dy = figures[left[0]].x - figures[order.figs[0]].x, figures[left[0]].y - figures[order.figs[0]].y
    path = tuple((x + dx, y + dy) for x, y in order.path)
    branches = tuple(with_men(condition, left, (dx, dy)) for condition in order.when)
    return msgspec.structs.replace(order, figs=left, path=path, when=branches)


def offers_by_unit(state: State, seat: int) -> dict[str, list[tuple[str, str]]]:
    """For each unit, the orders the adviser proposes: (value of the button, label)."""
    known = Known(state, seat)
    found: dict[str, list[tuple[str, str]]] = {}
    for squad in squads(known):
        rows = found.setdefault(squad.unit, [])
        for what, _order in offers(known, squad):
            label = str(OFFERS[what.split(":")[0]])
            if squad.engaged:
                label = _("{what} (au contact)").format(what=label)
            elif squad.in_ranks:
                label = _("{what} (en rangs)").format(what=label)
            elif squad.aboard:
                label = _("{what} (en barque)").format(what=label)
            rows.append((f"{squad.key}|{what}", label))
    return found


def offer(state: State, seat: int, value: str) -> tuple[tuple[str, ...], Order | None]:
    """The men and the order behind a proposed button; no order means that they hold."""
    known = Known(state, seat)
    key, _bar, wanted = value.partition("|")
    for squad in squads(known):
        for what, order in offers(known, squad) if squad.key == key else ():
            if what == wanted:
                return tuple(squad.figs), order
    raise BadOrder(_("Cette proposition ne tient plus : choisissez-en une autre dans la liste."))


# --- telling ------------------------------------------------------------------------------------------------


def sentence(state: State, order: Order) -> str:
    """« marcher 14 cm, esquive le contact »"""
    figures = by_id(state)
    rows = order.do == "move" and figures[order.figs[0]].aboard
    parts = [_("ramer") if rows else _(ACT_NAMES[order.do])]
    target = figures.get(order.target)
    if target is not None:
        parts[0] += " : " + words.name_of(target)
    item = next((i for i in state.items if i.id == order.item), None)
    if item is not None:
        parts[0] += " : " + words.thing(item)
    if order.path:
        parts.append(walk(state, figures[order.figs[0]], order.path).text)
    if order.distance:
        parts.append(_("à {cm} cm").format(cm=words.cm(order.distance)))
    if order.offsets != "keep" and len(order.figs) > 1:
        parts.append(str(words.OFFSETS[order.offsets]))
    parts += _stance_words(order)
    parts += [sentence_of(state, condition) for condition in order.when]
    return ", ".join(parts)


def _stance_words(order: Order) -> list[str]:
    stance, fire = order.stance, order.fire
    found = []
    if not stance.guard:
        found.append(_("laisse passer"))
    if stance.contact == "evade":
        found.append(str(words.CONTACTS["evade"]))
    if stance.obstacle != "none":
        found.append(str(words.OBSTACLES[stance.obstacle]))
    if stance.pace == "spread":
        found.append(str(words.PACES["spread"]))
    if stance.pace == "depart":
        found.append(_("départ à {n} centièmes du tour").format(n=stance.depart))
    if fire.timing != "undecided":
        found.append(_("tire {when}").format(when=words.TIMINGS[fire.timing]))
    if fire.unless:
        found.append(_("ne tire que sur un ennemi à moins de {cm} cm").format(cm=words.cm(fire.unless)))
    return found


# --- ghosts -------------------------------------------------------------------------------------------------


@dataclass
class Ghost:
    """Where one man is meant to end, and the way there."""

    x: float
    y: float
    figure: Figure
    parts: list[tuple[str, str]] = field(default_factory=list)  # (sure, perhaps, barred or charge; path data)

    @property
    def scale(self) -> str:
        return scale_of(self.figure)


def ghosts(state: State, plot: Plot) -> list[Ghost]:
    figures = by_id(state)
    found = []
    for order in plot.orders:
        if any(id not in figures for id in order.figs):
            continue
        if order.path:
            for id, path in squad_paths(state, order, dict(figures)).items():
                found.append(_ghost(figures[id], walk(state, figures[id], path)))
        elif order.do in ("charge", "follow") and order.target in figures:
            found += [_rush(figures[id], figures[order.target]) for id in order.figs]
    return found


def _ghost(figure: Figure, way: Walk) -> Ghost:
    parts = [(kind, _data(line)) for kind, line in way.parts]
    return Ghost(way.end[0] / 10, way.end[1] / 10, figure, parts)


def _rush(figure: Figure, target: Figure) -> Ghost:
    line = _data([(figure.x, figure.y), (target.x, target.y)])
    return Ghost(figure.x / 10, figure.y / 10, figure, [("charge", line)])


def _data(line: list[Point]) -> str:
    """Only the corners: a stride that goes straight on says nothing."""
    kept = [line[0]]
    for before, spot, after in zip(line, line[1:], line[2:], strict=False):
        turn = (spot[0] - before[0]) * (after[1] - spot[1]) - (spot[1] - before[1]) * (after[0] - spot[0])
        if abs(turn) > 60:
            kept.append(spot)
    return "M" + "L".join(f"{mm(x)} {mm(y)}" for x, y in [*kept, line[-1]])
