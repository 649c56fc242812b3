"""The order desk's verbs: each changes the draft and shows it again, as a fragment or after a redirection."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, reswap, retarget

from apps.accounts.requests import Request, SignedInRequest
from apps.games.permissions import access_own_seat
from apps.games.problems import NotAsked, Refusal, StaleStep
from apps.games.table.sight import Sight
from apps.orders.services import LONGEST_TEXT, save_draft
from apps.tables.gloire.desk.draft import drafted_orders, last_orders, readable, shown
from apps.tables.gloire.desk.edits import (
    add_order,
    follow_treasurer,
    move_order,
    remove_order,
    still_sensible,
)
from apps.tables.gloire.desk.effects import effect_of
from apps.tables.gloire.desk.forms import (
    Filled,
    filled,
    gift_choice,
    narrowed,
    order_forms,
    orders_from,
    read_order,
)
from apps.tables.gloire.map.land import land_sheet
from apps.tables.gloire.map.views import access_court, court_context
from engines.core.contract import errors
from engines.gloire.orders.catalogue import CATALOGUE

Orders = list[dict[str, Any]]
Change = tuple[Orders, str, str]  # the orders, the typed text to keep, what to say
AT_THE_DESK, BESIDE_THE_FORM = "desk", "form"  # where on the next page a message is shown: see `said_at`


@never_cache
@login_required
@require_safe
def order_page(request: SignedInRequest, code: str, order: str) -> HttpResponse:
    """The form of one order, perhaps about one land: a fragment in the sheet, or a page of its own."""
    sight = access_court(request, code)
    context = _form_context(sight, order, request.GET.dict())
    if context is None:
        raise Http404
    template = "gloire/_order_form.html" if request.htmx else "gloire/order_form.html"
    return render(request, template, court_context(request, sight, **context))


def _form_context(sight: Sight, code: str, given: dict[str, str]) -> dict[str, Any] | None:
    form = order_forms(sight).get(code)
    land = given.get("terre", "")
    if form is not None and land:
        form = narrowed(sight, form, land) if land in sight.view["lands"] else None
    if form is None:
        return None
    fields = filled(sight, form, given)
    values = {one.field.key: str(one.value) for one in fields}
    return {
        "form": form,
        "spec": CATALOGUE[code],
        "fields": fields,
        "at": land,
        "label": sight.board.chart.shapes[land].label if land else "",
        **_judged(sight, code, {**values, **given, "gift": given.get("gift", "best")}, _blank(fields, given)),
    }


def _blank(fields: list[Filled], given: dict[str, str]) -> frozenset[str]:
    """Fields that wait for their first word: nobody is told of a fault before having written."""
    return frozenset(one.field.key for one in fields if one.value == "" and one.field.key not in given)


def _judged(
    sight: Sight, code: str, data: dict[str, str], blank: frozenset[str] = frozenset()
) -> dict[str, Any]:
    """What the form would bring as it is filled in: effects, problems, and the gift that goes with a tax."""
    orders = drafted_orders(sight)
    wanted = orders_from(sight, code, data)
    for order in wanted:
        orders = add_order(orders, order)
    problems = sight.game.rules.check(sight.state, sight.seated, {"orders": orders})
    places = _places(orders, wanted)
    problems = [
        p for p in problems if len(p.where) < 3 or p.where[1] not in places or p.where[2] not in blank
    ]
    said = [shown(p) for p in problems if len(p.where) > 1 and p.where[1] in places]
    bad = {p.where[1] for p in errors(problems) if len(p.where) > 1}
    effects = []
    if not bad and not (blank and code == "REN"):
        effects = [effect for n in places if (effect := effect_of(sight.view, orders, n)).text]
    order = read_order(code, data)
    gift = gift_choice(sight, str(order.get("land")), order.get("level"), data) if code == "IMP" else None
    return {"effects": effects, "problems": said, "gift": gift}


def _places(orders: Orders, new: Orders) -> list[int]:
    """Where the new orders stand. By identity: a second levy may say the same as the first."""
    return [n for n, order in enumerate(orders) if any(order is one for one in new)]


@never_cache
@login_required
@require_POST
def preview(request: SignedInRequest, code: str, order: str) -> HttpResponse:
    """Costs and effects while the form is being filled in. Changes nothing."""
    sight = access_court(request, code, _seat(request))
    if order not in CATALOGUE or not sight.is_asked:
        raise Http404
    return render(
        request, "gloire/_preview.html", {"sight": sight, **_judged(sight, order, request.POST.dict())}
    )


@login_required
@require_POST
def edit(request: SignedInRequest, code: str, verb: str) -> HttpResponse:
    """One change to the draft. Nothing typed is lost, nothing is sealed here."""
    if verb not in VERBS:
        raise Http404
    sight = access_court(request, code, _seat(request))
    seat = access_own_seat(request.user, sight.game, sight.number)
    try:
        if sight.pending is None or str(sight.pending.n) != request.POST.get("step"):
            raise StaleStep
        if not sight.is_asked:
            raise NotAsked
        orders, text, said = VERBS[verb](sight, request.POST.dict())
        save_draft(seat, sight.pending.n, {"orders": orders}, text, request.user)
    except Refusal as refusal:
        return _refused(request, sight, refusal)
    return _answered(request, sight, said)


def _seat(request: Request) -> int | None:
    text = request.POST.get("seat", "")
    return int(text) if text.isdecimal() and len(text) < 4 else None


# --- the verbs -------------------------------------------------------------------------------------------------------


class Unreadable(Refusal):
    status = 422


def _add(sight: Sight, data: dict[str, str]) -> Change:
    """An order from its form, or from a button of the map."""
    code = data.get("code", "")
    if code not in CATALOGUE:
        raise Unreadable(_("Cet ordre n’existe pas : choisissez-le dans la liste."))
    return _with_new(sight, orders_from(sight, code, data))


def _with_new(sight: Sight, new: Orders) -> Change:
    """The draft with more orders, unless `check` refuses one of them."""
    orders = drafted_orders(sight)
    for order in new:
        orders = add_order(orders, order)
    places = _places(orders, new)
    faults = errors(sight.game.rules.check(sight.state, sight.seated, {"orders": orders}))
    own = [fault for fault in faults if len(fault.where) < 2 or fault.where[1] in places]
    if own:
        raise Unreadable(" ".join(shown(fault)["text"] for fault in own))
    return orders, "", _("Ajouté au brouillon : {order}").format(order=_texts(sight, new))


def _texts(sight: Sight, orders: Orders) -> str:
    return sight.game.rules.notate(sight.state, sight.seated, {"orders": orders}).replace("\n", " · ")


def _type(sight: Sight, data: dict[str, str]) -> Change:
    """One or several typed lines added to the draft; lines that cannot be read refuse the whole addition."""
    typed = data.get("line", "")[:LONGEST_TEXT]
    action, problems = sight.game.rules.parse(sight.state, sight.seated, typed)
    if problems:
        raise Unreadable(" ".join(shown(problem)["text"] for problem in problems[:5]))
    new = readable(action)
    if not new:
        raise Unreadable(_("Écrivez un ordre, par exemple : IMP 6 NARVIK."))
    return _with_new(sight, new)


def _replace(sight: Sight, data: dict[str, str]) -> Change:
    """The whole list as typed. What cannot be read is kept as text, with its problems, until it is mended."""
    typed = data.get("text", "").replace("\r\n", "\n")[:LONGEST_TEXT]
    action, problems = sight.game.rules.parse(sight.state, sight.seated, typed)
    orders = readable(action)
    said = ngettext("Brouillon remplacé : {n} ordre.", "Brouillon remplacé : {n} ordres.", len(orders))
    if problems:
        lines = len({shown(problem)["line"] for problem in problems})
        more = ngettext("{n} ligne reste à corriger.", "{n} lignes restent à corriger.", lines)
        return orders, typed, f"{said.format(n=len(orders))} {more.format(n=lines)}"
    return orders, "", said.format(n=len(orders))


def _arrange(sight: Sight, data: dict[str, str]) -> Change:
    """A button of a row: `up 3 ATT`, `down 3 ATT`, `away 3 ATT`. The code guards against a list changed meanwhile."""
    orders = drafted_orders(sight)
    how, _space, rest = data.get("do", "").partition(" ")
    number, _space, code = rest.partition(" ")
    n = int(number) if number.isdecimal() and len(number) < 5 else -1
    if how not in ("up", "down", "away") or not 0 <= n < len(orders) or orders[n]["code"] != code:
        raise Unreadable(_("La liste a changé entre-temps : la voici à jour, recommencez."))
    if how == "away":
        return remove_order(orders, n), "", _("Ordre retiré.")
    own = {knight["id"] for knight in sight.view["me"]["knights"]}
    return move_order(orders, n, how == "up", own), "", _("Ordre déplacé.")


def _copy(sight: Sight, data: dict[str, str]) -> Change:
    """Last turn's orders that still make sense, added to the draft."""
    before = last_orders(sight)
    orders = drafted_orders(sight)
    copied = []
    for order in still_sensible(sight.view, before):
        if not errors(sight.game.rules.check(sight.state, sight.seated, {"orders": [order]})):
            copied.append(order)
            orders = add_order(orders, order)
    if not copied:
        raise Unreadable(_("Rien à reprendre : aucun ordre du tour dernier n’a de sens ce tour-ci."))
    said = ngettext("{n} ordre repris du tour dernier, sur {all}.", "{n} ordres repris du tour dernier, sur {all}.", len(copied))  # fmt: skip
    return orders, "", said.format(n=len(copied), all=len(before))


def _treasurer(sight: Sight, data: dict[str, str]) -> Change:
    orders = follow_treasurer(sight.view, drafted_orders(sight))
    return orders, "", _("Le Grand Argentier a fixé vos impôts et vos dons.")


def _restore(sight: Sight, data: dict[str, str]) -> Change:
    """Back to a sealed version, as a draft."""
    for submission in sight.my_submissions:
        if str(submission.revision) == data.get("revision"):
            said = _("Version {n} reprise comme brouillon.").format(n=submission.revision)
            return readable(submission.decision()), "", said
    raise Unreadable(_("Cette version n’existe pas : choisissez-en une dans la liste."))


def _clear(sight: Sight, data: dict[str, str]) -> Change:
    return [], "", _("Brouillon vidé.")


VERBS: dict[str, Callable[[Sight, dict[str, str]], Change]] = {
    "ajouter": _add,
    "ligne": _type,
    "texte": _replace,
    "ranger": _arrange,
    "copier": _copy,
    "argentier": _treasurer,
    "reprendre": _restore,
    "vider": _clear,
}


# --- answers ---------------------------------------------------------------------------------------------------------


def _answered(request: Request, sight: Sight, said: str) -> HttpResponse:
    """The desk again; whoever is on a page without one (`alone`) is led to it."""
    if request.htmx and "alone" not in request.POST:
        return _fragment(request, said=said)
    messages.success(request, said, extra_tags=AT_THE_DESK)
    desk = _desk_address(sight)
    return HttpResponseClientRedirect(desk) if request.htmx else redirect(desk)


def _desk_address(sight: Sight) -> str:
    return f"{reverse('games:game', args=[sight.game.code])}?siege={sight.number}#desk"


def _refused(request: Request, sight: Sight, refusal: Refusal) -> HttpResponse:
    if not request.htmx:
        form = _form_again(request, sight)
        messages.error(request, refusal.text, extra_tags=BESIDE_THE_FORM if form else AT_THE_DESK)
        return redirect(form or _desk_address(sight))
    if isinstance(refusal, StaleStep):
        messages.error(request, refusal.text)
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    if "form" in request.POST:  # said where the reader looks: in the form, which stays as it was filled in
        answer = render(request, "gloire/_preview.html", {"fault": refusal.text}, status=refusal.status)
        return reswap(retarget(answer, "#order-preview"), "innerHTML")
    return _fragment(request, fault=refusal.text, status=refusal.status)


def _form_again(request: Request, sight: Sight) -> str:
    """The page of the form that was refused, as it was filled in; secret words are not put into an address."""
    spec = CATALOGUE.get(request.POST.get("code", ""))
    if spec is None or "form" not in request.POST or not sight.is_asked:
        return ""
    shown = ["terre", *(arg.key for arg in spec.args if not arg.secret)]
    query = {key: request.POST[key][:80] for key in shown if key in request.POST}
    return reverse("gloire:order", args=[sight.game.code, spec.code], query={**query, "siege": sight.number})


def _code(request: Request) -> str:
    """Which court the address names."""
    assert request.resolver_match is not None
    return str(request.resolver_match.kwargs["code"])


def _fragment(request: Request, said: str = "", fault: str = "", status: int = 200) -> HttpResponse:
    """The desk as it now stands, the marks on the map, and the sheet that is open."""
    sight = access_court(request, _code(request), _seat(request))
    at = request.POST.get("terre", "")
    context = court_context(
        request, sight, said=said, fault=fault, typed_line=request.POST.get("line", "") if fault else ""
    )
    if at in sight.view["lands"] and not fault:
        context["sheet"] = land_sheet(sight, at)
    return render(request, "gloire/_desk_answer.html", context, status=status)
