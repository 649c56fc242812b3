"""What an order would bring, in a few words, from the lord's own view and the advisers' formulas.

The whole draft counts: a gift is judged after the tax of the same land, an attack with the men who will be
there.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.tables.gloire.bilan.tale import ecus
from apps.tables.gloire.bilan.tale import men as men_words
from engines.core.dice import Dice
from engines.gloire.advice import advisors
from engines.gloire.advice.simulator import battle_odds
from engines.gloire.formulas import (
    army_upkeep,
    clamp,
    garrison_joy,
    happiness_after_departure,
    peasants,
    spy_chance,
)
from engines.gloire.phases.battle import Side
from engines.gloire.tables import FORTS, JOUST_PLACE_COST, SPY_COST
from engines.gloire.words import decimal, land_label, number

View = dict[str, Any]
Order = dict[str, Any]
RUNS = 120
SURE, DOUBTFUL = 0.70, 0.45


class Effect(NamedTuple):
    """A short sentence and its tone: "", good, bad."""

    text: str
    tone: str = ""


def effect_of(view: View, orders: list[Order], n: int) -> Effect:
    """What order `n` of the draft would do. Orders must have passed `check` without error."""
    teller = _TELLERS.get(orders[n]["code"])
    return teller(view, orders, orders[n]) if teller else Effect("")


def muster(view: View, orders: list[Order], knight: str) -> int:
    """The men a knight will lead at phase 7, as far as the draft tells."""
    men = {k["id"]: k["men"] for k in view["me"]["knights"]}
    camp = {g["id"]: g["men"] for g in view["me"]["garrisons"]}
    for order in orders:
        if order["code"] == "DEM":
            men[order["army"]] = camp[order["army"]] = 0
        elif order["code"] == "ARM" and "knight" in order:
            men[order["knight"]] += advisors.levy(view, order["land"], order["amount"]).men
        elif order["code"] == "AFF":
            men[order["knight"]] += camp.get(order["garrison"], 0)
    for order in orders:
        if order["code"] in ("TSF", "GAR"):
            moved = min(order["men"], men[order["knight"]])
            men[order["knight"]] -= moved
            if order["code"] == "TSF" and order["other"] in men:
                men[order["other"]] += moved
    return men[knight]


def _tax(view: View, orders: list[Order], order: Order) -> Effect:
    one = advisors.effect(view, order["land"], order["level"])
    text = _("+{ecus} écus · bonheur {before} → {after}")
    return Effect(
        text.format(ecus=number(one.raised), before=_mood(one.happiness[0]), after=_mood(one.happiness[1]))
    )


def _gift(view: View, orders: list[Order], order: Order) -> Effect:
    land = order["land"]
    level = next((o["level"] for o in orders if o["code"] == "IMP" and o["land"] == land), 0)
    given = [o["amount"] for o in orders if o["code"] == "RED" and o["land"] == land]
    one = advisors.effect(view, land, level, sum(given))
    best = advisors.best_gift(view, land, level)
    text = _("bonheur {before} → {after}").format(
        before=_mood(one.happiness[1]), after=_mood(one.happiness[2])
    )
    if one.gift == best:
        return Effect(_("{effect} · don optimal").format(effect=text), "good")
    if one.gift > best:
        return Effect(
            _("{effect} · au-delà de {best} écus, rien de plus").format(effect=text, best=number(best)), "bad"
        )
    return Effect(text)


def _levy(view: View, orders: list[Order], order: Order) -> Effect:
    one = advisors.levy(view, order["land"], order["amount"])
    if "knight" not in order:
        return Effect(_("≈ {men} en garnison").format(men=men_words(one.men)))
    text = _("≈ {men} avec {knight} · bonheur {before} → {after}")
    facts = {"before": _mood(view["lands"][order["land"]]["happiness"]), "after": _mood(one.happiness)}
    return Effect(text.format(men=men_words(one.men), knight=_army(view, order["knight"])["name"], **facts))


def _call(view: View, orders: list[Order], order: Order) -> Effect:
    price = advisors.knight_prices(view)
    text = _("environ {mean} écus chacun, {dearest} pour le plus cher")
    return Effect(text.format(mean=number(price.mean), dearest=number(price.dearest)))


def _attack(view: View, orders: list[Order], order: Order) -> Effect:
    land = view["lands"][order["land"]]
    men = muster(view, orders, order["knight"])
    if men <= 0:
        return Effect(_("aucun homme à mener"), "bad")
    if men < order["men"]:
        text = _("repli à {men} : il n’en mènerait que {have}")
        return Effect(text.format(men=number(order["men"]), have=number(men)), "bad")
    attacker = Side(men, _army(view, order["knight"])["renown"], order["men"])
    if land["owner"] is None:
        foe = peasants(land["population"])
        return _odds(attacker, Side(foe, _half(view), foe // 2), peasants=True)
    intel = view["me"]["intel"].get(order["land"])
    if intel is None:
        return Effect(_("{men}, défense inconnue : un espion la dirait").format(men=men_words(men)))
    if not intel["men"]:
        return Effect(_("sans défense au tour {turn}").format(turn=intel["turn"]), "good")
    told = _odds(attacker, Side(intel["men"], view["averages"]["renown"], 0), fort=intel["fort"])
    return Effect(
        _("{effect} (espion du tour {turn})").format(effect=told.text, turn=intel["turn"]), told.tone
    )


def _odds(attacker: Side, defender: Side, *, fort: str = "none", peasants: bool = False) -> Effect:
    dice = Dice(b"simulator", 0)
    odds = battle_odds(attacker, [defender], dice, fort=fort, peasants=peasants, runs=RUNS)
    tone = "good" if odds.wins >= SURE else "bad" if odds.wins < DOUBTFUL else ""
    text = _("victoire {wins} % · pertes ≈ {losses}")
    return Effect(text.format(wins=round(100 * odds.wins), losses=men_words(round(odds.own_losses))), tone)


def _move(view: View, orders: list[Order], order: Order) -> Effect:
    knight, men = _army(view, order["knight"]), muster(view, orders, order["knight"])
    text = _("{knight}, avec {men}") if men else _("{knight}, sans hommes")
    return Effect(text.format(knight=knight["name"], men=men_words(men)))


def _joust(view: View, orders: list[Order], order: Order) -> Effect:
    cost = order["places"] * JOUST_PLACE_COST + order["prize"]
    return Effect(_("coûte {ecus} écus").format(ecus=number(cost)))


def _ride(view: View, orders: list[Order], order: Order) -> Effect:
    if order["knight"] != "*":
        return Effect(_army(view, order["knight"])["name"])
    count = len(view["me"]["knights"])
    return Effect(_("vos {count} chevaliers").format(count=count) if count > 1 else _("votre chevalier"))


def _spy(view: View, orders: list[Order], order: Order) -> Effect:
    chance = clamp(spy_chance(view["lords"][view["seat"]]["standing"], view["averages"]["standing"]), 0, 1)
    text = _("{ecus} écus · revient {chance} fois sur 100")
    return Effect(text.format(ecus=SPY_COST, chance=round(100 * chance)))


def _build(view: View, orders: list[Order], order: Order) -> Effect:
    fort = FORTS[order["fort"]]
    return Effect(_("{ecus} écus · bonheur +{joy} %").format(ecus=number(fort.cost), joy=fort.joy))


def _price(view: View, orders: list[Order], order: Order) -> Effect:
    sign = "+" if order["code"] == "VND" else "−"
    lord = view["lords"][order["lord"]]["name"]
    text = _("{sign}{ecus} écus si {lord} donne l’ordre au même prix")
    return Effect(text.format(sign=sign, ecus=number(order["amount"]), lord=lord))


def _disband(view: View, orders: list[Order], order: Order) -> Effect:
    men = _army(view, order["army"])["men"]
    text = _("{men} rentrent chez eux · {ecus} d’entretien en moins")
    return Effect(text.format(men=men_words(men), ecus=ecus(army_upkeep(men))))


def _threshold(view: View, orders: list[Order], order: Order) -> Effect:
    have = (
        muster(view, orders, order["army"])
        if order["army"].startswith("C")
        else _army(view, order["army"])["men"]
    )
    if order["men"] > have:
        return Effect(_("il n’aura que {have} : il céderait d’emblée").format(have=men_words(have)), "bad")
    return Effect(_("tient jusqu’à {men} sur {have}").format(men=number(order["men"]), have=men_words(have)))


def _take_garrison(view: View, orders: list[Order], order: Order) -> Effect:
    garrison = _army(view, order["garrison"])
    land = view["lands"][garrison["place"]]
    mood, mean = land["happiness"], view["averages"]["happiness"]
    after = happiness_after_departure(mood, mean, garrison["men"], land["population"])
    text = _("{men} suivent {knight} · bonheur {before} → {after}")
    facts = {"men": men_words(garrison["men"]), "knight": _army(view, order["knight"])["name"]}
    return Effect(text.format(before=_mood(mood), after=_mood(after), **facts))


def _transfer(view: View, orders: list[Order], order: Order) -> Effect:
    taker = next(
        (one["name"] for one in view["me"]["knights"] if one["id"] == order["other"]), order["other"]
    )
    return Effect(f"{_army(view, order['knight'])['name']} → {taker} : {men_words(order['men'])}")


def _settle(view: View, orders: list[Order], order: Order) -> Effect:
    place = _army(view, order["knight"])["place"]
    there = sum(one["men"] for one in view["me"]["garrisons"] if one["place"] == place)
    joy = garrison_joy(there + order["men"])
    text = _("garnison de {men} à {land} · + {joy} de bonheur par tour")
    return Effect(
        text.format(men=men_words(there + order["men"]), land=land_label(view, place), joy=decimal(joy, 2))
    )


def _rename(view: View, orders: list[Order], order: Order) -> Effect:
    before = _army(view, order["knight"])["name"]
    return Effect(_("{before} s’appellera {name}").format(before=before, name=order["name"]))


def _abdicate(view: View, orders: list[Order], order: Order) -> Effect:
    return Effect(_("vous quittez la partie dès la phase 1 : vos autres ordres ne compteront pas"), "bad")


def _dismiss(view: View, orders: list[Order], order: Order) -> Effect:
    knight = _army(view, order["knight"])
    text = _("{name} s’en va · {wage} de solde en moins") + (
        _(" · {men} se dispersent") if knight["men"] else ""
    )
    return Effect(text.format(name=knight["name"], wage=ecus(knight["wage"]), men=men_words(knight["men"])))


def _war(view: View, orders: list[Order], order: Order) -> Effect:
    """The enemy is one from phase 8 on; whoever is the ally of both leaves both."""
    mine, other = view["lords"][view["seat"]], view["lords"][order["lord"]]
    common = [view["lords"][seat]["name"] for seat in mine["allies"] if seat in other["allies"]]
    if common:
        text = ngettext(
            "vous y perdez votre allié commun : {names}",
            "vous y perdez vos alliés communs : {names}",
            len(common),
        )
        return Effect(text.format(names=", ".join(common)), "bad")
    return Effect(_("en guerre dès la phase 8 : attaquer sans félonie, au tour prochain"))


def _alliance(view: View, orders: list[Order], order: Order) -> Effect:
    mine, other = view["lords"][view["seat"]], view["lords"][order["lord"]]
    for seat in mine["allies"]:
        if seat in other["enemies"]:
            text = _("impossible tant que votre allié {ally} est en guerre avec {lord}")
            return Effect(text.format(ally=view["lords"][seat]["name"], lord=other["name"]), "bad")
    for seat in other["allies"]:
        if seat in mine["enemies"]:
            text = _("impossible tant que {lord} a pour allié {enemy}, votre ennemi")
            return Effect(text.format(enemy=view["lords"][seat]["name"], lord=other["name"]), "bad")
    return _both(view, orders, order)


def _both(view: View, orders: list[Order], order: Order) -> Effect:
    return Effect(
        _("si {lord} donne le même ordre ce tour").format(lord=view["lords"][order["lord"]]["name"])
    )


def _cancel(view: View, orders: list[Order], order: Order) -> Effect:
    return Effect(_("l’alliance tombe en phase 8, après les attaques"))


def _call_for_help(view: View, orders: list[Order], order: Order) -> Effect:
    names = [view["lords"][seat]["name"] for seat in view["lords"][view["seat"]]["enemies"]]
    return Effect(_("au tour prochain, il devra être en guerre avec {names}").format(names=", ".join(names)))


_TELLERS: dict[str, Callable[[View, list[Order], Order], Effect]] = {
    "IMP": _tax,
    "RED": _gift,
    "ARM": _levy,
    "CHE": _call,
    "ATT": _attack,
    "MOV": _move,
    "ORG": _joust,
    "PAR": _ride,
    "ESP": _spy,
    "FOR": _build,
    "VND": _price,
    "ACH": _price,
    "LIB": _dismiss,
    "GUE": _war,
    "ALL": _alliance,
    "PAI": _both,
    "ANN": _cancel,
    "APP": _call_for_help,
    "REN": _rename,
    "ABD": _abdicate,
    "DEM": _disband,
    "DEF": _threshold,
    "GAR": _settle,
    "TSF": _transfer,
    "AFF": _take_garrison,
}


def _army(view: View, army: str) -> dict[str, Any]:
    return next(one for kind in ("knights", "garrisons") for one in view["me"][kind] if one["id"] == army)


def _half(view: View) -> float:
    """Peasants and garrisons are led at half the mean renown."""
    return max(1.0, view["averages"]["renown"] / 2)


def _mood(value: float) -> str:
    return decimal(value) if value % 1 >= 0.05 else number(value)
