"""The results of a lord's orders, one by one in the order of the phases: what came of each, or why it
failed."""

from collections.abc import Callable

from apps.tables.gloire.bilan.sheet import Sheet, bare, markup, strong
from apps.tables.gloire.bilan.tale import Params, Tale, ecus, listed, men, passage
from apps.tables.gloire.bilan.words import gettext as _
from apps.tables.gloire.bilan.words import ngettext
from engines.core.texts import render
from engines.gloire.orders.catalogue import PHASE_TITLES
from engines.gloire.report import order_text, reason_text
from engines.gloire.words import number

MARKS = {"done": "✓", "partly": "≈", "refused": "✗", "failed": "✗"}
FAILURES = ("repelled", "spy_lost")  # carried out, to no avail


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
    return _("{given}, dont {told}.").format(given=given, told=listed(told))


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
            "IMP": self._tax,
            "RED": self._gift,
            "ARM": self._levy,
            "CHE": self._knights,
            "ATT": self._attack,
            "MOV": self._move,
            "FOR": self._fort,
            "AFF": self._garrison_taken,
            "GAR": self._garrison_left,
            "DEM": self._disbanded,
            "ORG": self._joust,
            "PAR": self._riders,
            "REN": self._renamed,
            "LIB": self._dismissed,
            "GUE": self._war,
            "ALL": self._alliance,
            "PAI": self._peace,
            "ANN": self._broken,
            "APP": self._called,
            "INI": self._fallbacks,
            "DEF": self._threshold,
            "TSF": self._moved,
            "VND": self._sold,
            "ACH": self._bought,
            "ABD": self._abdicated,
        }

    def of(self, params: Params) -> str:
        teller = self.tellers.get(params["order"]["code"])
        return teller(params) if teller else ""

    def _tax(self, p: Params) -> str:
        raised = self.taxes.get(p["order"]["land"])
        if raised is None:
            return ""
        text = _("{ecus} rentrent ; bonheur {happiness}, richesse {wealth}.")
        return text.format(
            ecus=ecus(raised["ecus"]),
            happiness=passage(*raised["happiness"]),
            wealth=passage(*raised["wealth"], places=2),
        )

    def _gift(self, p: Params) -> str:
        given = next(self.gifts, None)
        if given is None:
            return ""
        text = _("{ecus} distribués ; bonheur {happiness}, richesse {wealth}.")
        return text.format(
            ecus=ecus(given["ecus"]),
            happiness=passage(*given["happiness"]),
            wealth=passage(*given["wealth"], places=2),
        )

    def _levy(self, p: Params) -> str:
        levy = next(self.levies, None)
        if levy is None:
            return ""
        if levy["army"].startswith("G"):
            return _("{men} levés pour {ecus}, en garnison ({army}).").format(
                men=men(levy["men"]), ecus=ecus(levy["ecus"]), army=levy["army"]
            )
        name = self.tale.knight(levy["army"])
        facts = {"men": men(levy["men"]), "ecus": ecus(levy["ecus"]), "name": name}
        text = (
            _("{men} levés pour {ecus} vous suivent ; bonheur {happiness}.")
            if self.tale.is_reader(name, self.tale.seat)
            else _("{men} levés pour {ecus} suivent {name} ; bonheur {happiness}.")
        )
        return text.format(happiness=passage(*levy["happiness"]), **facts)

    def _knights(self, p: Params) -> str:
        """The knights who came answer the calls in turn."""
        count = p.get("count", p["order"]["count"])
        came, self.came = self.came[:count], self.came[count:]
        told = [
            _("{name} ({knight}, renommée {renown}, {price})").format(**{**one, "price": ecus(one["price"])})
            for one in came
        ]
        return (
            ngettext("Répond à l’appel : {names}.", "Répondent à l’appel : {names}.", len(told)).format(
                names=listed(told)
            )
            if told
            else ""
        )

    def _attack(self, p: Params) -> str:
        text = (
            _("{land} est prise ; il reste {men}.")
            if p["outcome"] == "taken"
            else _("{land} tient bon ; il reste {men}.")
        )
        return text.format(land=strong(self.tale.land(p["order"]["land"])), men=men(p["men"]))

    def _move(self, p: Params) -> str:
        return f"{self.tale.land(p['before'])} → {self.tale.land(p['order']['land'])}."

    def _fort(self, p: Params) -> str:
        return _("Bâtie pour {ecus} ; bonheur {happiness}.").format(
            ecus=ecus(p["ecus"]), happiness=passage(*p["happiness"])
        )

    def _garrison_taken(self, p: Params) -> str:
        return _("{men} quittent leur garnison ; bonheur {happiness}.").format(
            men=men(p["men"]), happiness=passage(*p["happiness"])
        )

    def _garrison_left(self, p: Params) -> str:
        return _("Ils rejoignent la garnison {army} ({land}).").format(
            army=p["army"], land=self.tale.land(p["land"])
        )

    def _disbanded(self, p: Params) -> str:
        return _("{men} rentrent chez eux.").format(men=men(p["men"]))

    def _dismissed(self, p: Params) -> str:
        return _("{name} s’en va.").format(name=p["name"])

    def _renamed(self, p: Params) -> str:
        return _("{before} s’appelle désormais {name}.").format(before=p["before"], name=p["name"])

    def _joust(self, p: Params) -> str:
        return _("Les lices sont dressées : {cost}, et {prize} de récompense.").format(
            cost=ecus(p["cost"]), prize=ecus(p["order"]["prize"])
        )

    def _riders(self, p: Params) -> str:
        return ngettext("{n} chevalier inscrit.", "{n} chevaliers inscrits.", p["riders"]).format(
            n=number(p["riders"])
        )

    def _war(self, p: Params) -> str:
        return _("La guerre est déclarée.")

    def _alliance(self, p: Params) -> str:
        return _("L’alliance est scellée.")

    def _peace(self, p: Params) -> str:
        return _("La paix est signée.")

    def _broken(self, p: Params) -> str:
        return _("L’alliance est rompue.")

    def _called(self, p: Params) -> str:
        return _("L’appel est lancé : {lord} doit y répondre au tour prochain.").format(
            lord=self.tale.lord(p["order"]["lord"])
        )

    def _fallbacks(self, p: Params) -> str:
        text = _(
            "Désormais on cède sous {peasants} % des paysans, {garrison} % d’une garnison, {knights} % "
            "de l’armée d’un chevalier."
        )
        return text.format(**{key: p["order"][key] for key in ("peasants", "garrison", "knights")})

    def _threshold(self, p: Params) -> str:
        return _("Consigne donnée : ne céder que sous {men}.").format(men=men(p["order"]["men"]))

    def _moved(self, p: Params) -> str:
        text = _("{men} passent sous d’autres ordres.")
        return text.format(men=men(p.get("men", p["order"]["men"])))

    def _sold(self, p: Params) -> str:
        return _("Vendue pour {ecus}.").format(ecus=ecus(p["order"]["amount"]))

    def _bought(self, p: Params) -> str:
        return _("Achetée pour {ecus}.").format(ecus=ecus(p["order"]["amount"]))

    def _abdicated(self, p: Params) -> str:
        return _("Vous déposez l’épée.")
