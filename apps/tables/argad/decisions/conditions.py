"""« Si… alors… sinon… »: the two conditional lines of an order, read from the form and told in French."""

import re
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.tables.argad import words
from apps.tables.argad.decisions.fields import BadOrder, number, read_points
from engines.argad.field.geometry import CM, Point
from engines.argad.orders import Condition, Order, When
from engines.argad.state import Figure, State, by_id
from engines.argad.words import ACT_NAMES, ROLE_NAMES

ROWS = (("1", gettext_lazy("Première condition")), ("2", gettext_lazy("Seconde condition")))
FIELDS = ("if", "n", "who", "role", "zone", "then", "target", "path", "else")
# What is left to whoever waited the whole turn for nothing.
FALLBACKS = ("reload", "work", "cut_lance", "pick_up", "mount", "dismount")
MARCHES = {"move", "leave_melee", "cross_carefully", "jump", "crouch", "caracole"}


def rows(entered: Any) -> list[dict[str, Any]]:
    """The conditional lines as the form shows them; `was` is what a refused form held."""
    return [
        {"n": n, "legend": legend, "was": {key: entered.get(f"{key}{n}", "") for key in FIELDS}}
        for n, legend in ROWS
    ]


def read_conditions(form: Any, order: Order) -> tuple[Condition, ...]:
    return tuple(_read(form, n, order) for n, _legend in ROWS if form.get(f"if{n}", ""))


def _read(form: Any, n: str, order: Order) -> Condition:
    kind, do, other = form.get(f"if{n}", ""), form.get(f"then{n}", "hold"), form.get(f"else{n}", "")
    amount = number(form.get(f"n{n}", ""), _("Le nombre de la condition"))
    when = When(
        kind,
        distance=amount * CM if kind == "enemy_within" else 0,
        who=form.get(f"who{n}", "") if kind.startswith("enemy") else "",
        zone=_zone(form.get(f"zone{n}", "")) if kind == "enemy_enters" else (0, 0, 0, 0),
        role=form.get(f"role{n}", "") if kind == "ally_down" else "",
        time=amount if kind == "time" else 0,
    )
    path = read_points(form.get(f"path{n}", "")) if do in MARCHES else ()
    if do == "move" and not path:
        raise BadOrder(_("Condition : dites où marcher alors, par exemple « 120/60 »."))
    then = Order(order.figs, do, path, form.get(f"target{n}", ""), order.item)
    return Condition(when, then, Order(order.figs, other, item=order.item) if other else None)


def _zone(text: str) -> tuple[int, int, int, int]:
    """Two corners in any order: « 80/40 ; 110/60 »."""
    corners = read_points(re.sub(r"[–—]|\bà\b|\bde\b", " ; ", text))
    if len(corners) != 2:
        raise BadOrder(
            _("Zone illisible : écrivez deux coins, par exemple « 80/40 ; 110/60 », en centimètres.")
        )
    (ax, ay), (bx, by) = corners
    return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)


def with_men(condition: Condition, figs: tuple[str, ...], shift: Point) -> Condition:
    """The same condition for fewer men; the path moves to where their new leader stands."""
    replace = msgspec.structs.replace
    path = tuple((x + shift[0], y + shift[1]) for x, y in condition.then.path)
    other = replace(condition.else_, figs=figs) if condition.else_ else None
    return replace(condition, then=replace(condition.then, figs=figs, path=path), else_=other)


def sentence_of(state: State, condition: Condition) -> str:
    """« si un ennemi s’approche à moins de 20 cm : charger Picte B04, sinon recharger »"""
    when, then = condition.if_, condition.then
    named = by_id(state)
    said = _when(when, named)
    target = named.get(then.target)
    deed = _(ACT_NAMES[then.do]) + (f" {words.name_of(target)}" if target is not None else "")
    if then.path:
        deed += " " + _("jusqu’en {spot}").format(spot=words.spot(then.path[-1]))
    text = _("si {when} : {then}").format(when=said, then=deed)
    if condition.else_ is not None:
        text += ", " + _("sinon {deed}").format(deed=_(ACT_NAMES[condition.else_.do]))
    return text


def _when(when: When, named: dict[str, Figure]) -> str:
    if when.k == "ally_down":
        return _("{who} est tombé").format(who=_(ROLE_NAMES.get(when.role, when.role)))
    said = str(words.WHENS.get(when.k, when.k))
    said = said.replace("…", str(when.time if when.k == "time" else when.distance // CM))
    who = named.get(when.who)
    if who is not None:
        said = said.replace(_("un ennemi"), words.name_of(who), 1)
    if when.k == "enemy_enters":
        said += f" {words.spot(when.zone[:2])} – {words.spot(when.zone[2:])}"
    return said
