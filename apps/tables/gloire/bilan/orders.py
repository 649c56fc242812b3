"""The results of a lord's orders, one by one in the order of the phases: what came of each, or why it
failed."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext_noop

from apps.tables.gloire.bilan.sheet import Sheet, bare, markup, strong
from apps.tables.gloire.bilan.tale import Params, Tale, ecus, enumeration, men, passage
from apps.tables.gloire.bilan.words import gettext as _
from apps.tables.gloire.bilan.words import ngettext
from engines.core.texts import render
from engines.gloire.orders.catalogue import PHASE_TITLES
from engines.gloire.report import order_text, reason_text
from engines.gloire.words import number

MARKS = {"done": "✓", "partly": "≈", "refused": "✗", "failed": "✗"}
FAILURES = ("repelled", "spy_lost")  # carried out, to no avail

# What came of an order, from its arguments and its result.
EFFECTS = {
    "FOR": gettext_noop("Bâtie pour {ecus} ; bonheur {happiness}."),
    "AFF": gettext_noop("{men} quittent leur garnison ; bonheur {happiness}."),
    "GAR": gettext_noop("Ils rejoignent la garnison {army} ({land})."),
    "DEM": gettext_noop("{men} rentrent chez eux."),
    "LIB": gettext_noop("{name} s’en va."),
    "REN": gettext_noop("{before} s’appelle désormais {name}."),
    "ORG": gettext_noop("Les lices sont dressées : {cost}, et {prize} de récompense."),
    "GUE": gettext_noop("La guerre est déclarée."),
    "ALL": gettext_noop("L’alliance est scellée."),
    "PAI": gettext_noop("La paix est signée."),
    "ANN": gettext_noop("L’alliance est rompue."),
    "APP": gettext_noop("L’appel est lancé : {lord} doit y répondre au tour prochain."),
    "INI": gettext_noop(
        "Désormais on cède sous {peasants} % des paysans, {garrison} % d’une garnison, {knights} % "
        "de l’armée d’un chevalier."
    ),
    "DEF": gettext_noop("Consigne donnée : ne céder que sous {men}."),
    "TSF": gettext_noop("{men} passent sous d’autres ordres."),
    "VND": gettext_noop("Vendue pour {amount}."),
    "ACH": gettext_noop("Achetée pour {amount}."),
    "ABD": gettext_noop("Vous déposez l’épée."),
}
TAXED = gettext_noop("{ecus} rentrent ; bonheur {happiness}, richesse {wealth}.")
GIVEN = gettext_noop("{ecus} distribués ; bonheur {happiness}, richesse {wealth}.")
LEVIED = gettext_noop("{men} levés pour {ecus} suivent {name} ; bonheur {happiness}.")
LEVIED_BY_YOU = gettext_noop("{men} levés pour {ecus} vous suivent ; bonheur {happiness}.")
LEVIED_GARRISON = gettext_noop("{men} levés pour {ecus}, en garnison ({army}).")
KNIGHT_CAME = gettext_noop("{name} ({knight}, renommée {renown}, {price})")
TAKEN = gettext_noop("{land} est prise ; il reste {men}.")
HELD = gettext_noop("{land} tient bon ; il reste {men}.")
# How the facts are spoken of, by their key; any other stands as it is.
WORDS: dict[str, Callable[[Any, Tale], str]] = {
    **dict.fromkeys(("ecus", "cost", "prize", "amount", "price"), lambda n, tale: ecus(n)),
    "men": lambda n, tale: men(n),
    "happiness": lambda change, tale: passage(*change),
    "wealth": lambda change, tale: passage(*change, places=2),
    "land": lambda land, tale: tale.land(land),
    "lord": lambda lord, tale: tale.lord(lord),
}


def write_orders(sheet: Sheet, tale: Tale) -> None:
    results = sorted(tale.of("order"), key=lambda p: (p["phase"], p["n"]))
    sheet.section("ordres", _("Vos ordres"))
    if not results:
        sheet.line(_("Aucun ordre ne nous est parvenu : vos gens ont gardé leurs postes."))
        return
    sheet.line(_summary(results))
    effects = _Effects(tale)
    phase, rows, lines = 0, [], []
    for params in results:
        if params["phase"] != phase:
            phase = params["phase"]
            heading = _("Phase {n} · {title}").format(n=phase, title=_(PHASE_TITLES[phase]))
            rows.append(f'<tr class="phase"><td colspan="2">{markup(heading)}</td></tr>')
            lines.append(heading)
        typed, told = order_text(params["order"], tale.after), result_text(params, tale, effects)
        mark = MARKS["failed" if params.get("outcome") in FAILURES else params["result"]]
        rows.append(
            f'<tr class="{params["result"]}"><td><code>{markup(typed)}</code></td><td>{mark} '
            f"{markup(told)}</td></tr>"
        )
        lines.append(f"  {mark} {typed} — {told}")
    head = (
        f'<thead><tr><th scope="col">{_("Ordre")}</th><th '
        f'scope="col">{_("Ce qu’il en est advenu")}</th></tr></thead>'
    )
    sheet.ready(
        f'<table class="table bilan-orders">{head}<tbody>{"".join(rows)}</tbody></table>',
        bare("\n".join(lines)),
    )


def _summary(results: list[Params]) -> str:
    """« 14 ordres, dont 1 refusé et 2 sans succès. »"""
    refused = sum(1 for p in results if p["result"] == "refused")
    failed = sum(1 for p in results if p.get("outcome") in FAILURES)
    given = ngettext("{n} ordre", "{n} ordres", len(results)).format(n=len(results))
    if not refused and not failed:
        return ngettext("{given}, exécuté.", "{given}, tous exécutés.", len(results)).format(given=given)
    told = [ngettext("{n} refusé", "{n} refusés", refused).format(n=refused)] if refused else []
    told += [_("{n} sans succès").format(n=failed)] if failed else []
    return _("{given}, dont {told}.").format(given=given, told=enumeration(told))


def result_text(params: Params, tale: Tale, effects: "_Effects") -> str:
    why = reason_text(params, tale.after)
    told = render(why, _) if why is not None else ""
    if params["result"] == "refused":
        return _("refusé : {why}.").format(why=told)
    effect = effects.of(params)
    if params["result"] == "partly":
        return _("en partie : {why}.").format(why=told) + (f" {effect}" if effect else "")
    return effect or (told[:1].upper() + told[1:] + "." if told else _("Exécuté."))


class _Effects:
    """Matches an order with the event that tells what it did: the n-th levy belongs to the n-th ARM, and so
    on."""

    def __init__(self, tale: Tale) -> None:
        self.tale = tale
        self.levies = iter(tale.mine("levy"))
        self.gifts = iter(tale.mine("gift_given"))
        self.taxes = {p["land"]: p for p in tale.mine("tax_raised")}
        self.came = list(tale.mine("knight_came"))
        self.tellers: dict[str, Callable[[Params], str]] = {
            "IMP": lambda p: self._fill(TAXED, self.taxes.get(p["order"]["land"])),
            "RED": lambda p: self._fill(GIVEN, next(self.gifts, None)),
            "ARM": self._levy,
            "CHE": self._knights,
            "ATT": self._attack,
            "MOV": self._move,
            "PAR": self._riders,
        }

    def of(self, params: Params) -> str:
        order = params["order"]
        if order["code"] in self.tellers:
            return self.tellers[order["code"]](params)
        return self._fill(EFFECTS.get(order["code"], ""), {**order, **params, "lord": order.get("lord")})

    def _fill(self, text: str, facts: Params | None) -> str:
        """The text with the facts it names, each in words; nothing where nothing happened."""
        if not text or facts is None:
            return ""
        words = {key: told(facts[key], self.tale) for key, told in WORDS.items() if key in facts}
        return _(text).format(**{**facts, **words})

    def _levy(self, p: Params) -> str:
        levy = next(self.levies, None)
        if levy is None or levy["army"].startswith("G"):
            return self._fill(LEVIED_GARRISON, levy)
        name = self.tale.knight(levy["army"])
        text = LEVIED_BY_YOU if self.tale.is_reader(name, self.tale.seat) else LEVIED
        return self._fill(text, {**levy, "name": name})

    def _knights(self, p: Params) -> str:
        """The knights who came answer the calls in turn."""
        count = p.get("count", p["order"]["count"])
        came, self.came = self.came[:count], self.came[count:]
        told = [self._fill(KNIGHT_CAME, one) for one in came]
        text = ngettext("Répond à l’appel : {names}.", "Répondent à l’appel : {names}.", len(told))
        return text.format(names=enumeration(told)) if told else ""

    def _attack(self, p: Params) -> str:
        text = TAKEN if p["outcome"] == "taken" else HELD
        return _(text).format(land=strong(self.tale.land(p["order"]["land"])), men=men(p["men"]))

    def _move(self, p: Params) -> str:
        return f"{self.tale.land(p['before'])} → {self.tale.land(p['order']['land'])}."

    def _riders(self, p: Params) -> str:
        return ngettext("{n} chevalier inscrit.", "{n} chevaliers inscrits.", p["riders"]).format(
            n=number(p["riders"])
        )
