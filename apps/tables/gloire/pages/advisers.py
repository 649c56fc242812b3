"""The advisers: what a tax brings, what a levy costs, the odds of a battle or a duel, and the turn as it
might go.

They know the reader's view and nothing else; every question is a form that works without JavaScript.
"""

from collections.abc import Callable
from typing import Any

from django.http import Http404
from django.utils.safestring import mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from apps.games.table.sight import Sight
from apps.site.requests import Request
from apps.site.texts import LazyText
from apps.tables.gloire.bilan.prose import story
from apps.tables.gloire.bilan.reports import write_turn
from apps.tables.gloire.bilan.sheet import Sheet
from apps.tables.gloire.bilan.tale import Tale, passage
from apps.tables.gloire.desk.draft import drafted_orders, ecus
from apps.tables.gloire.map.layers import lands_of_reader
from apps.tables.gloire.pages.forms import BattleForm, DuelForm, LevyForm, PlanForm, TaxForm, WhatIfForm
from apps.tables.gloire.pages.frame import page
from engines.core.contract import errors
from engines.core.dice import Dice
from engines.core.texts import render
from engines.gloire.advice import advisors, foresight, simulator
from engines.gloire.formulas import knight_price
from engines.gloire.maps import load_map
from engines.gloire.phases.battle import Side
from engines.gloire.words import decimal, number

Answer = dict[str, Any]
ADVISERS = (
    ("argentier", _("Le Grand Argentier"), _("Que rapporte cet impôt ? Quel don le fait pardonner ?")),
    ("batailles", _("Le maître d’armes"), _("Les chances d’une attaque et ce qu’elle coûtera.")),
    ("levees", _("Le sergent recruteur"), _("Combien d’hommes pour combien d’écus, et sur quelle terre.")),
    ("chevaliers", _("Le héraut"), _("Ce que demandera un chevalier appelé à votre service.")),
    ("joutes", _("Le maître des lices"), _("Les chances d’un duel, ce qu’il fait gagner ou perdre.")),
    ("et-si", _("L’astrologue"), _("Vos ordres joués sur ce que vous savez du royaume.")),
)
FOR_LORDS = {"argentier", "levees", "chevaliers", "et-si"}


@page
def advisers(request: Request, sight: Sight) -> tuple[str, Answer]:
    return "gloire/pages/advisers.html", {"advisers": advisers_of(sight), "has_house": has_house(sight)}


@page
def adviser(request: Request, sight: Sight, adviser: str) -> tuple[str, Answer]:
    known = advisers_of(sight)
    found = next((one for one in known if one[0] == adviser), None)
    if found is None:
        raise Http404
    slug, name, what = found
    context = {"advisers": known, "slug": slug, "name": name, "what": what}
    template = f"gloire/pages/adviser_{slug.replace('-', '_')}.html"
    return template, {**context, **ANSWERS[slug](request, sight)}


def advisers_of(sight: Sight) -> list[tuple[str, LazyText, LazyText]]:
    """Those who have something to say to this reader: some serve a house."""
    return [one for one in ADVISERS if one[0] not in FOR_LORDS or has_house(sight)]


def has_house(sight: Sight) -> bool:
    """A living lord of a game that goes on."""
    me = sight.view["me"]
    return bool(me and sight.view["lords"][me["seat"]]["alive"] and not sight.view["over"])


def _question(request: Request) -> Any:
    """The data of a question, or nothing before one was put."""
    return request.GET if set(request.GET) - {"siege"} else None


# --- economy ------------------------------------------------------------------------------------------------


def _treasurer(request: Request, sight: Sight) -> Answer:
    """What one land would bring, and the plan for all of them. The page holds two forms: each is bound by its
    own field."""
    view, data = sight.view, _question(request) or {}
    form = TaxForm(data if "land" in data else None, view)
    plan_form = PlanForm(data if "need" in data else None)
    answer: Answer = {"form": form, "plan_form": plan_form, "levels": [], "effect": None}
    if form.is_valid():
        answer |= _tax_answer(view, **form.cleaned_data)
    need = plan_form.cleaned_data["need"] if plan_form.is_valid() else 0
    return answer | _plan_answer(view, need)


def _tax_answer(view: dict[str, Any], land: str, level: int, gift: int | None) -> Answer:
    if gift is None:
        gift = advisors.best_gift(view, land, level)
    return {
        "effect": _effect(view, advisors.effect(view, land, level, gift)),
        "levels": [_level(view, land, n) for n in range(11)],
        "label": load_map(view["map"]).lands[land].label,
    }


def _plan_answer(view: dict[str, Any], need: int) -> Answer:
    plan = advisors.best_plan(view, -need)
    effects = [_effect(view, one) for one in plan]
    return {
        "plan": effects,
        "plan_net": ecus(sum(one.net for one in plan)),
        "plan_text": "\n".join(line for one in effects for line in one["orders"]),
    }


def _effect(view: dict[str, Any], one: advisors.Effect) -> Answer:
    orders = [f"IMP {one.level} {one.land}"] if one.level else []
    orders += [f"RED {one.gift} {one.land}"] if one.gift else []
    return {
        "label": load_map(view["map"]).lands[one.land].label,
        "level": one.level,
        "raised": number(one.raised),
        "gift": number(one.gift),
        "net": ecus(one.net),
        "happiness": passage(one.happiness[0], one.happiness[2]),
        "taxed": decimal(one.happiness[1]),
        "wealth": passage(one.wealth[0], one.wealth[2], places=2),
        "ratio": decimal(one.ratio),
        "orders": orders,
        "orders_text": "\n".join(orders),
    }


def _level(view: dict[str, Any], land: str, level: int) -> Answer:
    """One line of the treasurer's table: the best gift at this level, and the one that only makes up for the
    tax."""
    best, steady = advisors.best_gift(view, land, level), advisors.steady_gift(view, land, level)
    row = _effect(view, advisors.effect(view, land, level, best))
    return {**row, "steady": "–" if steady is None else number(steady)}


def _recruiter(request: Request, sight: Sight) -> Answer:
    view, data = sight.view, _question(request)
    form = LevyForm(data, view)
    atlas = load_map(view["map"]).lands
    rows = []
    for name in lands_of_reader(view):
        thousand, happiness = advisors.levy(view, name, 1000), view["lands"][name]["happiness"]
        figures = number(thousand.men), decimal(thousand.rate, 2), passage(happiness, thousand.happiness)
        rows.append((atlas[name].label, *figures))
    answer: Answer = {"form": form, "rows": rows, "result": None}
    if form.is_valid():
        land, amount, men = (form.cleaned_data[key] for key in ("land", "amount", "men"))
        cost = amount or advisors.levy_cost(view, land, men)
        found = advisors.levy(view, land, cost)
        answer["result"] = {
            "label": atlas[land].label,
            "cost_words": number(cost),
            "men": number(found.men),
            "happiness": passage(view["lands"][land]["happiness"], found.happiness),
            "upkeep": number(found.upkeep),
            "short": cost > view["me"]["treasury"],
            "order": f"ARM {land} {cost}",
        }
    return answer


def _herald(request: Request, sight: Sight) -> Answer:
    view = sight.view
    price, mean = advisors.knight_prices(view), view["averages"]["renown"]
    lord = next(knight for knight in view["me"]["knights"] if knight["is_lord"])
    most = int(lord["renown"]) + 1
    tenths = sorted({max(1, round(most * n / 10)) for n in range(1, 11)})
    rows = [(renown, number(knight_price(renown, mean)), number(renown)) for renown in tenths]
    return {
        "mean": number(price.mean),
        "dearest": number(price.dearest),
        "surely": price.surely,
        "call": f"CHE {price.surely or 1}",
        "rows": rows,
        "most": most,
        "mean_renown": decimal(mean),
        "treasury": number(view["me"]["treasury"]),
    }


# --- war and jousts -----------------------------------------------------------------------------------------


def _master_at_arms(request: Request, sight: Sight) -> Answer:
    view = sight.view
    form = BattleForm(_question(request), view)
    answer: Answer = {"form": form, "result": None}
    if not form.is_valid():
        return answer
    facts = form.cleaned_data
    hedge = max(1.0, view["averages"]["renown"] / 2)
    percent = 50 if facts["their_fallback"] is None else facts["their_fallback"]
    armies = [(facts["their_men"], facts["their_renown"] or hedge)]
    if facts["second_men"] and not facts["peasants"]:
        armies.append((facts["second_men"], facts["second_renown"] or hedge))
    defenders = [
        Side(men, renown, men * percent / 100) for men, renown in sorted(armies, key=lambda army: army[1])
    ]
    attacker = Side(facts["men"], facts["renown"], facts["fallback"] or 0)
    dice = Dice(b"simulator", sight.shown_step.n)
    odds = simulator.battle_odds(
        attacker, defenders, dice, fort=facts["fort"], peasants=facts["peasants"], runs=400
    )
    answer["result"] = {
        "wins": round(100 * odds.wins),
        "own": number(odds.own_losses),
        "own_share": round(100 * odds.own_losses / facts["men"]),
        "theirs": number(odds.their_losses),
        "renown": passage(facts["renown"], odds.renown),
        "death": round(100 * odds.death),
        "runs": odds.runs,
        "men": number(facts["men"]),
        "defenders": [(number(army.men), decimal(army.renown, 0)) for army in defenders],
        "peasants": facts["peasants"],
        "order": f"ATT {facts['knight']} {facts['land']} {facts['fallback'] or 0}"
        if facts["knight"] and facts["land"]
        else "",
    }
    return answer


def _master_of_the_lists(request: Request, sight: Sight) -> Answer:
    view = sight.view
    form = DuelForm(_question(request), view)
    mean = view["averages"]["renown"]
    answer: Answer = {"form": form, "result": None, "rows": [], "mean": decimal(mean)}
    if not form.is_valid():
        return answer
    renown, other = form.cleaned_data["renown"], form.cleaned_data["other"]
    answer["result"] = _duel(renown, other, mean)
    rivals = sorted({max(1, round(mean * share)) for share in (0.25, 0.5, 0.75, 1, 1.5, 2, 3)})
    answer["rows"] = [_duel(renown, rival, mean) for rival in rivals]
    return answer


def _duel(renown: float, other: float, mean: float) -> Answer:
    odds = simulator.duel_odds(renown, other, mean)
    return {
        "other": decimal(other, 0),
        "wins": round(100 * odds.wins),
        "gain": decimal(odds.gain),
        "loss": decimal(odds.loss),
    }


# --- what if ------------------------------------------------------------------------------------------------


def _astrologer(request: Request, sight: Sight) -> Answer:
    """One's own orders resolved on one's own view; the rest of the realm is what the reader supposes."""
    rules = sight.game.rules
    typed = _draft_text(sight)
    form = WhatIfForm(_what_if_question(request, typed), sight.view, typed)
    answer: Answer = {"form": form, "problems": [], "told": None}
    if sight.number is None or not form.is_valid():
        return answer
    action, problems = rules.parse(sight.state, sight.number, form.cleaned_data["orders"])
    if action is not None:
        problems = [*problems, *rules.check(sight.state, sight.number, action)]
    answer["problems"] = [render(problem.text, gettext) for problem in problems]
    if action is None or errors(problems):
        return answer
    dice = Dice(b"astrologer", form.cleaned_data["roll"])
    after, events = foresight.what_if(sight.view, action["orders"], form.cleaned_data["guesses"], dice)
    tale = Tale(sight.view["me"]["seat"], sight.view, after, events, sight.view["turn"])
    sheet = Sheet()
    for paragraph in story(tale):
        sheet.line(paragraph)
    write_turn(sheet, tale)
    answer["told"] = mark_safe(sheet.html)  # escaped by the sheet
    answer["tried"] = form.cleaned_data["orders"]
    return answer


def _what_if_question(request: Request, typed: str) -> Any:
    """What the astrologer is asked: the form, or the draft as it stands when one comes from the desk."""
    if request.method == "POST":
        return request.POST
    return {"orders": typed, "roll": "1"} if "brouillon" in request.GET and typed else None


def _draft_text(sight: Sight) -> str:
    """The reader's draft as text, or what he typed if it could not be read."""
    if sight.my_draft is not None and sight.my_draft.text:
        return sight.my_draft.text
    if sight.number is None:
        return ""
    return sight.game.rules.notate(sight.state, sight.number, {"orders": drafted_orders(sight)})


ANSWERS: dict[str, Callable[[Request, Sight], Answer]] = {
    "argentier": _treasurer,
    "batailles": _master_at_arms,
    "levees": _recruiter,
    "chevaliers": _herald,
    "joutes": _master_of_the_lists,
    "et-si": _astrologer,
}
