"""The order desk's verbs: what each button makes of the draft. Nothing is sealed here, and nothing typed is
lost."""

from collections.abc import Callable
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.games.problems import Refusal
from apps.orders.decision import Change, Decision
from apps.orders.reading import Reader
from apps.orders.services import LONGEST_TEXT
from apps.site.numbers import whole_number
from apps.tables.gloire.desk.draft import drafted_orders, last_orders, problem_facts, readable
from apps.tables.gloire.desk.edits import (
    add_order,
    follow_treasurer,
    move_order,
    places_of,
    remove_order,
    still_sensible,
)
from apps.tables.gloire.desk.forms import orders_from
from engines.core.contract import errors
from engines.gloire.orders.catalogue import CATALOGUE

Orders = list[dict[str, Any]]


class Unreadable(Refusal):
    status = 422


def add(decision: Decision, form: QueryDict) -> Change:
    """An order from its form, or from a button of the map."""
    code = form.get("code", "")
    if code not in CATALOGUE:
        raise Unreadable(_("Cet ordre n’existe pas : choisissez-le dans la liste."))
    return _with_new(decision, orders_from(decision, code, {key: str(form[key]) for key in form}))


def type_lines(decision: Decision, form: QueryDict) -> Change:
    """One or several typed lines added to the draft; lines that cannot be read refuse the whole addition."""
    typed = form.get("line", "")[:LONGEST_TEXT]
    action, problems = decision.game.rules.parse(decision.state, decision.number, typed)
    if problems:
        raise Unreadable(" ".join(problem_facts(problem)["text"] for problem in problems[:5]))
    new = readable(action)
    if not new:
        raise Unreadable(_("Écrivez un ordre, par exemple : IMP 6 NARVIK."))
    return _with_new(decision, new)


def _with_new(decision: Decision, new: Orders) -> Change:
    """The draft with more orders, unless the rules refuse one of them."""
    orders = drafted_orders(decision)
    for order in new:
        orders = add_order(orders, order)
    places = places_of(new, orders)
    change = _change(orders, said=lambda: _added_words(decision, new))
    change.forbids = lambda fault: len(fault.where) < 2 or fault.where[1] in places
    return change


def _added_words(decision: Decision, new: Orders) -> str:
    written = decision.game.rules.notate(decision.state, decision.number, {"orders": new})
    return _("Ajouté au brouillon : {order}").format(order=written.replace("\n", " · "))


def replace(decision: Decision, form: QueryDict) -> Change:
    """The whole list as typed. What cannot be read is kept as text, with its problems, until it is mended."""
    typed = form.get("text", "").replace("\r\n", "\n")[:LONGEST_TEXT]
    action, problems = decision.game.rules.parse(decision.state, decision.number, typed)
    orders = readable(action)
    said = ngettext("Brouillon remplacé : {n} ordre.", "Brouillon remplacé : {n} ordres.", len(orders))
    said = said.format(n=len(orders))
    if not problems:
        return _change(orders, said)
    lines = len({problem_facts(problem)["line"] for problem in problems})
    more = ngettext("{n} ligne reste à corriger.", "{n} lignes restent à corriger.", lines)
    return _change(orders, f"{said} {more.format(n=lines)}", typed)


def arrange(decision: Decision, form: QueryDict) -> Change:
    """A button of a row: `up 3 ATT`, `down 3 ATT`, `away 3 ATT`. The code guards against a list changed
    meanwhile."""
    orders = drafted_orders(decision)
    how, _space, rest = form.get("do", "").partition(" ")
    number, _space, code = rest.partition(" ")
    n = whole_number(number, len(orders) - 1)
    if n is None or how not in ("up", "down", "away") or orders[n]["code"] != code:
        raise Unreadable(_("La liste a changé entre-temps : la voici à jour, recommencez."))
    if how == "away":
        return _change(remove_order(orders, n), _("Ordre retiré."))
    own = {knight["id"] for knight in decision.view["me"]["knights"]}
    return _change(move_order(orders, n, how == "up", own), _("Ordre déplacé."))


def copy_last(decision: Decision, form: QueryDict) -> Change:
    """Last turn's orders that still make sense, added to the draft."""
    before = last_orders(decision)
    orders = drafted_orders(decision)
    copied = []
    for order in still_sensible(decision.view, before):
        if not errors(decision.problems_of({"orders": [order]})):
            copied.append(order)
            orders = add_order(orders, order)
    if not copied:
        raise Unreadable(_("Rien à reprendre : aucun ordre du tour dernier n’a de sens ce tour-ci."))
    said = ngettext(
        "{n} ordre repris du tour dernier, sur {all}.",
        "{n} ordres repris du tour dernier, sur {all}.",
        len(copied),
    )
    return _change(orders, said.format(n=len(copied), all=len(before)))


def ask_treasurer(decision: Decision, form: QueryDict) -> Change:
    orders = follow_treasurer(decision.view, drafted_orders(decision))
    return _change(orders, _("Le Grand Argentier a fixé vos impôts et vos dons."))


def restore(decision: Decision, form: QueryDict) -> Change:
    """Back to a sealed version, as a draft."""
    for submission in decision.my_submissions:
        if str(submission.revision) == form.get("revision"):
            said = _("Version {n} reprise comme brouillon.").format(n=submission.revision)
            return _change(readable(submission.decision()), said)
    raise Unreadable(_("Cette version n’existe pas : choisissez-en une dans la liste."))


def clear(decision: Decision, form: QueryDict) -> Change:
    return _change([], _("Brouillon vidé."))


def _change(orders: Orders, said: str | Callable[[], str], text: str = "") -> Change:
    return Change({"orders": orders}, text, said if callable(said) else lambda: said)


VERBS: dict[str, Reader] = {
    "ajouter": add,
    "ligne": type_lines,
    "texte": replace,
    "ranger": arrange,
    "copier": copy_last,
    "argentier": ask_treasurer,
    "reprendre": restore,
    "vider": clear,
}
