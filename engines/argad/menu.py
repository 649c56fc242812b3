"""Menus: muster, set-up, plots squad by squad, shots squad by squad. Computed from what the seat knows,
nothing else."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from engines.argad.bot.advisors import Known, Squad, offers, squads
from engines.argad.field.battlefield import Field
from engines.argad.fire.aim import Chance, best_weapon, targets
from engines.argad.knowledge.hints import volley_odds
from engines.argad.orders import Aim, Packet, Plot, as_json, read_packet, read_plot
from engines.argad.scenario.setup import LAYOUTS, Deploy
from engines.argad.scenario.troops import READY, cut_to, points, troop_cost
from engines.argad.state import Figure, State
from engines.argad.words import ACT_NAMES, item_name
from engines.core.contract import Action, Choice, Menu, OrderForm, Problem
from engines.core.contract import Field as FormField
from engines.core.texts import Text, gettext_noop, say

Orders = TypeVar("Orders", Plot, Packet)
Reader = Callable[[Any], tuple[Orders | None, list[Problem]]]
OFFER_NAMES = {
    "hold": gettext_noop("{unit} : tenir la position et tirer si possible"),
    "advance": gettext_noop("{unit} : avancer vers l’ennemi le plus proche"),
    "charge": gettext_noop("{unit} : charger l’ennemi le plus proche ({target})"),
    "back": gettext_noop("{unit} : se replier"),
    "leave": gettext_noop("{unit} : quitter la mêlée"),
    "reload": gettext_noop("{unit} : recharger"),
    "crouch": gettext_noop("{unit} : se baisser"),
    "form": gettext_noop("{unit} : serrer les rangs"),
    "break": gettext_noop("{unit} : rompre les rangs"),
    "fetch": gettext_noop("{unit} : envoyer un homme chercher {item}"),
    "exit": gettext_noop("{unit} : gagner le bord de la table"),
    "embark": gettext_noop("{unit} : embarquer"),
    "land": gettext_noop("{unit} : débarquer"),
    "row": gettext_noop("{unit} : ramer vers l’ennemi le plus proche"),
    "work": gettext_noop("{unit} : travailler sur place"),
    "climb": gettext_noop("{unit} : monter à l’échelle"),
}
ORDER_FORM = OrderForm(
    "order",
    gettext_noop("Un ordre"),
    (
        FormField("figs", gettext_noop("Figurines"), "text"),
        FormField("do", gettext_noop("Action"), "choice", tuple(ACT_NAMES.items())),
        FormField("path", gettext_noop("Chemin, en centimètres : x/y, x/y…"), "text", required=False),
        FormField("target", gettext_noop("Cible"), "text", required=False),
        FormField("item", gettext_noop("Objet"), "text", required=False),
    ),
)


def menu_of(state: State, seat: int, draft: Action | None) -> Menu:
    """`state` is the known state of that seat."""
    if state.phase == "muster":
        return _muster(state, seat)
    if state.phase == "deploy":
        return _deploy()
    if state.phase == "plot":
        return _plot(state, seat, draft)
    return _combat(state, seat, draft)


def _muster(state: State, seat: int) -> Menu:
    budget = state.seats[seat].budget
    choices = []
    for id, troop in READY.items():
        part = cut_to(troop, budget)
        label = say(
            gettext_noop("{name}, {points} points"), name=say(troop.name), points=points(troop_cost(part))
        )
        choices.append(Choice({"kind": "muster", "troop": id}, label, "muster", id))
    return Menu(
        say(gettext_noop("Levez une troupe de {budget} points au plus."), budget=budget), tuple(choices)
    )


LAYOUT_NAMES = {
    "line": gettext_noop("En ligne serrée"),
    "loose": gettext_noop("En ordre dispersé"),
    "column": gettext_noop("En colonne"),
}


def _deploy() -> Menu:
    choices = tuple(
        Choice(as_json(Deploy(layout=layout)), say(LAYOUT_NAMES[layout]), "deploy", layout)
        for layout in LAYOUTS
    )
    return Menu(say(gettext_noop("Placez votre troupe dans ses zones.")), choices)


# --- plot ---------------------------------------------------------------------------------------------------


def _plot(state: State, seat: int, draft: Action | None) -> Menu:
    """One squad after the other; at any moment the plot can be sealed, those without an order hold."""
    known = Known(state, seat)
    done, plot = _draft_read(draft, read_plot, Plot())
    left = [squad for squad in squads(known) if squad.key not in done]
    choices = [Choice(as_json(plot), say(gettext_noop("Sceller ces ordres (les autres tiennent)")), "seal")]
    prompt = say(gettext_noop("Tour {turn} : tous les ordres sont donnés."), turn=state.turn)
    if left:
        squad = left[0]
        prompt = say(gettext_noop("Tour {turn} : que font vos hommes ?"), turn=state.turn)
        if done:
            prompt = say(
                gettext_noop("Tour {turn} : que font-ils ? {unit}"), turn=state.turn, unit=squad.unit
            )
        choices += _squad_choices(known, squad, plot, done, last=len(left) == 1)
    if draft is None:
        choices.append(
            Choice(as_json(Plot(end="propose")), say(gettext_noop("Proposer d’en rester là")), "propose")
        )
    return Menu(prompt, tuple(choices), (ORDER_FORM,))


def _draft_read(draft: Action | None, read: Reader[Orders], empty: Orders) -> tuple[list[str], Orders]:
    """The squads that have been told something, and what."""
    if not isinstance(draft, dict):
        return [], empty
    done = [key for key in draft.get("draft", []) if isinstance(key, str)]
    found, _ = read({key: value for key, value in draft.items() if key != "draft"})
    return done, found or empty


def _going_on(action: dict[str, Any], key: str, done: list[str], last: bool) -> dict[str, Any]:
    """The action, marked as a draft while other squads are left."""
    return action if last else {**action, "draft": [*done, key]}


def _squad_choices(known: Known, squad: Squad, plot: Plot, done: list[str], last: bool) -> list[Choice]:
    choices = []
    for what, order in offers(known, squad):
        orders = plot.orders if order is None else (*plot.orders, order)
        action = as_json(Plot(orders=orders, cloud=plot.cloud))
        action = _going_on(action, squad.key, done, last)
        label = _offer_label(known, squad, what, order.target if order else "", order.item if order else "")
        choices.append(Choice(action, label, what.split(":")[0], squad.figs[0], complete=last))
    return choices


def _offer_label(known: Known, squad: Squad, what: str, target: str, item: str) -> Text:
    foe = known.figures.get(target)
    name = f"{foe.name} {foe.id}" if foe is not None else ""
    thing = next((item_name(one.kind, item) for one in known.state.items if one.id == item), item)
    return say(OFFER_NAMES[what.split(":")[0]], unit=squad.unit, target=name, item=thing)


# --- combat -------------------------------------------------------------------------------------------------


def _combat(state: State, seat: int, draft: Action | None) -> Menu:
    done, packet = _draft_read(draft, read_packet, Packet(auto=True))
    choices = [
        Choice(as_json(packet), say(gettext_noop("Sceller ; le reste selon l’usage")), "seal"),
    ]
    if draft is None:
        holding = Packet(auto=False)
        choices.append(
            Choice(
                as_json(holding), say(gettext_noop("Garder toutes les flèches, se battre au contact")), "hold"
            )
        )
    left = [group for group in shooting_squads(state, seat) if group[0] not in done]
    if left:
        choices += _shot_choices(left[0], packet, done, last=len(left) == 1)
    prompt = say(gettext_noop("Tour {turn}, combat : choisissez les cibles."), turn=state.turn)
    return Menu(prompt, tuple(choices))


def shooting_squads(state: State, seat: int) -> list[tuple[str, list[str], list[Chance], Field]]:
    """Units with men who can shoot now, and the groups the first of them may aim at."""
    field = Field(state)
    by_unit: dict[str, list[Figure]] = {}
    for figure in field.present:
        if figure.seat == seat and best_weapon(field, figure):
            by_unit.setdefault(figure.unit, []).append(figure)
    found = []
    for unit, men in by_unit.items():
        options = targets(field, men[0], best_weapon(field, men[0]), 3)
        if options:
            found.append((unit, [f.id for f in men], options, field))
    return found


def _shot_choices(
    group: tuple[str, list[str], list[Chance], Field], packet: Packet, done: list[str], last: bool
) -> list[Choice]:
    unit, figs, options, field = group
    choices = []
    for chance in options[:3]:
        target = named_target(field, chance)
        aimed = msgspec.structs.replace(packet, shots=(*packet.shots, Aim(tuple(figs), target)))
        action = _going_on(as_json(aimed), unit, done, last)
        foe = field.figures[target]
        label = say(gettext_noop("{unit} : tirer sur {target}"), unit=unit, target=f"{foe.name} {foe.id}")
        hint = _odds(field, chance, figs, target)
        choices.append(Choice(action, label, "shoot", target, complete=last, hint=hint))
    holding = msgspec.structs.replace(packet, hold=(*packet.hold, *figs))
    action = _going_on(as_json(holding), unit, done, last)
    label = say(gettext_noop("{unit} : ne pas tirer"), unit=unit)
    choices.append(Choice(action, label, "hold", figs[0], complete=last))
    return choices


def named_target(field: Field, chance: Chance) -> str:
    """Who stands for a group: its softest man, or the first where needs are not told."""
    if field.state.hints == "off":
        return min(chance.needs)
    return min(chance.needs, key=lambda id: (chance.needs[id], id))


def _odds(field: Field, chance: Chance, figs: list[str], target: str) -> Text | None:
    """The odds of at least one hit, every shooter taken as the first; less where the table wants less
    told."""
    if field.state.hints == "off":
        return None
    if field.state.hints == "basic":
        return say(gettext_noop("il faut {need}"), need=chance.needs[target])
    (above, below), _ = volley_odds(field, [(fig, chance.needs, chance.cover) for fig in figs])
    return say(
        gettext_noop("il faut {need} ; {percent} % de toucher au moins une fois"),
        need=chance.needs[target],
        percent=100 * above // below,
    )
