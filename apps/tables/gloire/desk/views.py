"""The order desk over HTTP: the forms of the orders, what they would bring, and where a changed draft is
shown again."""

from collections.abc import Container
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.requests import SignedInRequest
from apps.games.problems import GameOver, StaleStep
from apps.games.table.sight import Sight
from apps.games.views.table import table_context
from apps.orders.http import Goal, Reply, Spot, Surface, deciding
from apps.orders.reading import seat_number
from apps.tables.gloire.desk.draft import drafted_orders, problem_facts
from apps.tables.gloire.desk.edits import add_order, places_of
from apps.tables.gloire.desk.effects import effect_of
from apps.tables.gloire.desk.forms import (
    Filled,
    fill_fields,
    gift_choice,
    narrow_to,
    order_forms,
    orders_from,
    read_order,
)
from apps.tables.gloire.desk.verbs import VERBS
from apps.tables.gloire.map.land import land_sheet
from apps.tables.gloire.map.views import access_court
from engines.core.contract import Problem, errors
from engines.gloire.orders.catalogue import CATALOGUE

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
    return render(request, template, table_context(request, sight, **context))


def _form_context(sight: Sight, code: str, given: dict[str, str]) -> dict[str, Any] | None:
    form = order_forms(sight).get(code)
    land = given.get("terre", "")
    if form is not None and land:
        form = narrow_to(sight, form, land) if land in sight.view["lands"] else None
    if form is None:
        return None
    fields = fill_fields(sight, form, given)
    values = {one.field.key: str(one.value) for one in fields}
    return {
        "form": form,
        "spec": CATALOGUE[code],
        "fields": fields,
        "at": land,
        "label": sight.board.chart.shapes[land].label if land else "",
        **_judgement(
            sight, code, {**values, **given, "gift": given.get("gift", "best")}, _blank(fields, given)
        ),
    }


def _blank(fields: list[Filled], given: dict[str, str]) -> frozenset[str]:
    """Fields that wait for their first word: nobody is told of a fault before having written."""
    return frozenset(one.field.key for one in fields if one.value == "" and one.field.key not in given)


def _without_blanks(problems: list[Problem], places: Container[int], blank: frozenset[str]) -> list[Problem]:
    """What is wrong but for fields of these orders that were not written yet."""
    return [p for p in problems if len(p.where) < 3 or p.where[1] not in places or p.where[2] not in blank]


def _judgement(
    sight: Sight, code: str, data: dict[str, str], blank: frozenset[str] = frozenset()
) -> dict[str, Any]:
    """What the form would bring as it is filled in: effects, problems, and the gift that goes with a tax."""
    orders = drafted_orders(sight)
    wanted = orders_from(sight, code, data)
    for order in wanted:
        orders = add_order(orders, order)
    places = places_of(wanted, orders)
    problems = _without_blanks(sight.problems_of({"orders": orders}), places, blank)
    said = [problem_facts(p) for p in problems if len(p.where) > 1 and p.where[1] in places]
    is_bad = any(len(p.where) > 1 for p in errors(problems))
    effects = []
    if not is_bad and not (blank and code == "REN"):
        effects = [effect for n in places if (effect := effect_of(sight.view, orders, n)).text]
    order = read_order(code, data)
    gift = gift_choice(sight, str(order.get("land")), order.get("level"), data) if code == "IMP" else None
    return {"effects": effects, "problems": said, "gift": gift}


@never_cache
@login_required
@require_POST
def preview(request: SignedInRequest, code: str, order: str) -> HttpResponse:
    """Costs and effects while the form is being filled in. Changes nothing."""
    sight = access_court(request, code, seat_number(request.POST))
    if order not in CATALOGUE or not sight.is_asked:
        raise Http404
    return render(
        request, "gloire/_preview.html", {"sight": sight, **_judgement(sight, order, request.POST.dict())}
    )


class DeskSurface(Surface):
    """The desk again, with the marks on the map and the sheet that is open; a refused form says why in its
    own place."""

    slug = "gloire"
    keeps_eyes = True

    def seals(self, form: QueryDict) -> bool:
        return False

    def spot(self, reply: Reply) -> Spot | None:
        if isinstance(reply.refusal, StaleStep | GameOver):
            return None
        if reply.refusal is not None and "form" in reply.form:  # which stays as it was filled in
            return Spot("gloire/_preview.html", "#order-preview")
        return Spot("gloire/_desk_answer.html")

    def leaves_page(self, reply: Reply) -> bool:
        """Whoever is on a page without a desk is led to it."""
        return reply.refusal is None and "alone" in reply.form

    def goal(self, reply: Reply) -> Goal:
        form = self._form_again(reply) if reply.refusal else ""
        desk = f"{reverse('games:game', args=[reply.game.code])}?siege={reply.seat.number}#desk"
        return Goal(form, BESIDE_THE_FORM) if form else Goal(desk, AT_THE_DESK)

    def _form_again(self, reply: Reply) -> str:
        """The page of the form that was refused, as it was filled in; secret words are not put into an
        address."""
        spec = CATALOGUE.get(reply.form.get("code", ""))
        if spec is None or "form" not in reply.form or not self.look_again(reply).is_asked:
            return ""
        keys = ["terre", *(arg.key for arg in spec.args if not arg.secret)]
        given = {key: reply.form[key][:80] for key in keys if key in reply.form}
        query = {**given, "siege": reply.seat.number}
        return reverse("gloire:order", args=[reply.game.code, spec.code], query=query)

    def context(self, reply: Reply) -> dict[str, Any]:
        fault = reply.refusal.text if reply.refusal else ""
        if fault and "form" in reply.form:
            return {"fault": fault}
        sight = self.look_again(reply)
        typed = reply.form.get("line", "") if fault else ""
        at = reply.form.get("terre", "")
        sheet = {"sheet": land_sheet(sight, at)} if at in sight.view["lands"] and not fault else {}
        return table_context(
            reply.request, sight, said=reply.success_words, fault=fault, typed_line=typed, **sheet
        )


edit = deciding(VERBS, DeskSurface())
