"""One French sentence for each event, from the event and the reader's view alone."""

import re
from collections.abc import Callable
from typing import Any

from engines.core.contract import Event
from engines.core.texts import Text, enumerated, say
from engines.core.texts import gettext_noop as _
from engines.gloire.orders.catalogue import CATALOGUE, FORT_TYPED
from engines.gloire.reasons import REASONS
from engines.gloire.words import (
    decimal,
    ecus_words,
    fort_name,
    knight_of,
    land_label,
    lord_name,
    men_words,
    number,
    title_name,
)

View = dict[str, Any]
Params = dict[str, Any]

OUTCOMES = {
    "repelled": _("l’attaque est repoussée"),
    "taken": _("la terre est prise"),
    "spy_lost": _("l’espion n’est pas revenu"),
    "spy_back": _("l’espion est revenu"),
}


def narrate(event: Event, view: View) -> Text | None:
    teller = _TELLERS.get(event.kind)
    return teller(event.params, view) if teller is not None else None


def order_text(order: dict[str, Any], view: View) -> str:
    """The order as it was given, with names in place of seats and without passwords."""
    words = [str(order["code"])]
    for arg in CATALOGUE[order["code"]].args:
        if arg.key not in order:
            continue
        value = order[arg.key]
        if arg.kind == "lord":
            value = view["lords"][value]["name"]
        elif arg.kind == "fort":
            value = FORT_TYPED[value]
        words.append(str(value))
    return " ".join(words)


def reason_text(params: Params, view: View) -> Text | None:
    """Why the order failed, or what came of it."""
    if params.get("outcome"):
        return say(OUTCOMES[params["outcome"]])
    if "reason" not in params:
        return None
    if params["reason"] == "ally_of_enemy" and view["me"] is not None:
        return _torn_ally(view, params["other"]) or say(REASONS["ally_of_enemy"])
    facts = dict(params)
    if "land" in facts:
        facts["land"] = land_label(view, facts["land"])
    if isinstance(facts.get("other"), int):
        facts["other"] = lord_name(view, facts["other"])
    for key in ("need", "have", "ecus", "men"):
        if isinstance(facts.get(key), int):
            facts[key] = number(facts[key])
    facts.setdefault("count", 0)
    facts["knight"] = _own_knight(view, facts.get("knight", facts["order"].get("knight", "")))
    return say(REASONS[params["reason"]], **_plain(facts))


def _torn_ally(view: View, other: int) -> Text | None:
    """Who stands between two lords that would be allies; None when the end of the turn no longer shows it."""
    mine, theirs = view["lords"][view["seat"]], view["lords"][other]
    for seat in sorted(set(mine["allies"]) & set(theirs["enemies"])):
        return say(
            _("votre allié {ally} est en guerre avec {other}"),
            ally=lord_name(view, seat),
            other=theirs["name"],
        )
    for seat in sorted(set(theirs["allies"]) & set(mine["enemies"])):
        return say(
            _("{other} a pour allié {enemy}, votre ennemi"), enemy=lord_name(view, seat), other=theirs["name"]
        )
    return None


def _own_knight(view: View, identifier: str) -> str:
    """The knight by his name, as long as he serves the reader; else by the number the reader typed."""
    knights = (view["me"] or {"knights": []})["knights"]
    return next((str(knight["name"]) for knight in knights if knight["id"] == identifier), identifier)


def _plain(facts: Params) -> Params:
    """Only what a template may name."""
    return {key: value for key, value in facts.items() if isinstance(value, str | int | float | Text)}


def _tell_order(p: Params, view: View) -> Text:
    order, why = order_text(p["order"], view), reason_text(p, view)
    if p["result"] == "refused":
        return say(_("{order} : refusé, {why}."), order=order, why=why)
    if p["result"] == "partly":
        return say(_("{order} : exécuté en partie, {why}."), order=order, why=why)
    if why is not None:
        return say(_("{order} : {why}."), order=order, why=why)
    return say(_("{order} : exécuté."), order=order)


# How the params of events are spoken of, by their key; any other stands as it is.
_WORDS: dict[str, Callable[[Any, View], str | Text]] = {
    **dict.fromkeys(("land", "to"), lambda land, view: land_label(view, land)),
    **dict.fromkeys(("lord", "host", "caller", "called"), lambda lord, view: lord_name(view, lord)),
    **dict.fromkeys(("ecus", "price", "prize", "wages", "armies"), lambda ecus, view: ecus_words(ecus)),
    "men": lambda men, view: men_words(men),
    "title": lambda title, view: title_name(title),
    "treasury": lambda ecus, view: number(ecus),
}
_FIELD = re.compile(r"{(\w+)}")


def _fill(template: str, p: Params, view: View, **facts: Any) -> Text:
    """The template with the params it names, each in words; `facts` are words already."""
    for key in _FIELD.findall(template):
        if key not in facts:
            facts[key] = _WORDS[key](p[key], view) if key in _WORDS else p[key]
    return say(template, **facts)


def _teller(template: str) -> Callable[[Params, View], Text]:
    def tell(p: Params, view: View) -> Text:
        return _fill(template, p, view)

    return tell


def _teller_of_two(template: str, one: str, other: str) -> Callable[[Params, View], Text]:
    """For what two lords do together, or one to the other."""

    def tell(p: Params, view: View) -> Text:
        return say(template, one=lord_name(view, p[one]), other=lord_name(view, p[other]))

    return tell


def _rider(p: Params, view: View) -> str | Text:
    return knight_of(view, p["name"], p["lord"])


def _tell_opening(p: Params, view: View) -> Text:
    text = _("La course au trône commence : {count} seigneurs reçoivent leur fief.")
    return say(text, count=len(p["fiefs"]))


def _tell_tax_or_gift(p: Params, view: View) -> Text:
    text = _("{land} reçoit {ecus} ; son bonheur passe de {before} à {after}.")
    if p["level"] is not None:
        text = _("{land} paie {ecus} d’impôt (niveau {level}) ; son bonheur passe de {before} à {after}.")
    before, after = p["happiness"]
    return _fill(text, p, view, before=decimal(before), after=decimal(after))


def _tell_battle(p: Params, view: View) -> Text:
    against = p["against"]
    text = _("À {land}, {who} défait {foe}. Pertes : {mine} contre {theirs}.")
    if not p["won"]:
        text = _("À {land}, {foe} repousse l’attaque menée par {who}. Pertes : {mine} contre {theirs}.")
        if against["kind"] == "peasants":
            text = _("À {land}, {foe} repoussent l’attaque menée par {who}. Pertes : {mine} contre {theirs}.")
    losses = {
        "mine": men_words(p["men"][0] - p["men"][1]),
        "theirs": number(against["men"][0] - against["men"][1]),
    }
    return _fill(text, p, view, who=_rider(p, view), foe=_foe(against, view), **losses)


def _foe(against: Params, view: View) -> Text | str:
    if against["kind"] == "peasants":
        return say(_("les paysans"))
    if against["kind"] == "garrison":
        return _fill(_("la garnison {army} ({lord})"), against, view)
    return _rider(against, view)


def _tell_land_taken(p: Params, view: View) -> Text:
    text = _("{lord} prend {land} à {before}.")
    if p["unopposed"]:
        text = _("{lord} prend {land} à {before} sans combattre.")
    if p["before"] is None:
        text = _("{lord} soumet {land}, jusqu’alors indépendante.")
    return _fill(text, p, view, before=lord_name(view, p["before"]))


def _tell_land_freed(p: Params, view: View) -> Text:
    text = _("{land} se révolte contre {lord} et reprend son indépendance.")
    if p["how"] == "end":
        text = _("{land} redevient indépendante : son seigneur {lord} n’est plus.")
    return _fill(text, p, view)


def _tell_land_sold(p: Params, view: View) -> Text:
    return _fill(_("{before} cède {land} à {lord}."), p, view, before=lord_name(view, p["before"]))


def _tell_war(p: Params, view: View) -> Text:
    text = _("La guerre éclate entre {one} et {other}.")
    if p["why"] == "declared":
        text = _("{one} déclare la guerre à {other}.")
    return _teller_of_two(text, "lord", "enemy")(p, view)


def _tell_alliance_ended(p: Params, view: View) -> Text:
    text = _("{one} rompt son alliance avec {other}.")
    if p["why"] != "cancelled":
        text = _("L’alliance entre {one} et {other} tombe avec la guerre.")
    return _teller_of_two(text, "lord", "ally")(p, view)


def _tell_lord_fell(p: Params, view: View) -> Text:
    text = _("{lord} tombe au combat contre {by} : sa maison s’éteint.")
    if p["how"] == "abdication":
        text = _("{lord} abdique : sa maison s’éteint.")
    elif p["by"] is None:
        text = _("{lord} tombe au combat : sa maison s’éteint.")
    return _fill(text, p, view, by=lord_name(view, p["by"]))


def _tell_knight_died(p: Params, view: View) -> Text:
    return _fill(_("{who} tombe à {land} avec tous ses hommes."), p, view, who=_rider(p, view))


def _tell_renown_lost(p: Params, view: View) -> Text:
    return say(_("Votre félonie vous coûte {renown} points de renommée."), renown=decimal(p["renown"]))


def _tell_call(p: Params, view: View) -> Text:
    enemies = enumerated([lord_name(view, seat) for seat in p["enemies"]])
    return _fill(_("{caller} appelle {called} à l’aide contre {enemies}."), p, view, enemies=enemies)


def _tell_call_refused(p: Params, view: View) -> Text:
    text = _("{called} laisse sans réponse l’appel lancé par {caller} et perd {renown} points de renommée.")
    return _fill(text, p, view, renown=decimal(p["renown"]))


def _tell_returned(p: Params, view: View) -> Text:
    text = _("{army} quitte {land} pour {to}.")
    if p["lost"]:
        text = _("{army} quitte {land} pour {to} et perd {lost} en chemin.")
    return _fill(text, p, view, lost=men_words(p["lost"]))


def _tell_joust(p: Params, view: View) -> Text:
    if p["host"] < 0:
        return _tell_royal_joust(p, view)
    return _fill(_("{who} remporte la joute donnée par {host} et {prize}."), p, view, who=_rider(p, view))


def _tell_royal_joust(p: Params, view: View) -> Text:
    return _fill(_("{who} remporte la joute royale et {prize}."), p, view, who=_rider(p, view))


def _tell_joust_empty(p: Params, view: View) -> Text:
    text = _("Faute de chevaliers, la joute donnée par {host} n’a pas lieu.")
    if p["host"] < 0:
        text = _("Faute de chevaliers, la joute royale n’a pas lieu.")
    return _fill(text, p, view)


def _tell_spy_report(p: Params, view: View) -> Text:
    text = _("Votre espion à {land} compte {men} ; richesse {wealth}, fortification : {fort}.")
    men = p.get("peasants", sum(army["men"] for army in p["armies"]))
    facts = {"men": men_words(men), "wealth": decimal(p["wealth"], 2), "fort": fort_name(p["fort"])}
    return _fill(text, p, view, **facts)


def _tell_migration(p: Params, view: View) -> Text:
    moves = [
        f"{land_label(view, land)} {'−' if change < 0 else '+'}{number(abs(change))}"
        for land, change in sorted(p["lands"].items())
    ]
    return say(_("Migrations : {moves}."), moves=moves)


def _tell_knight_deserted(p: Params, view: View) -> Text:
    text = _("{name} ({knight}), impayé, vous quitte avec {men}.")
    if p["why"] == "renown":
        text = _("{name} ({knight}), trop renommé pour vous servir, vous quitte avec {men}.")
    return _fill(text, p, view)


def _tell_joy(p: Params, view: View) -> Text:
    text = _("À {land}, la garnison rassure le peuple : bonheur +{joy}.")
    return _fill(text, p, view, joy=decimal(p["joy"], 2))


def _tell_title(p: Params, view: View) -> Text:
    text = _("{lord} perd son titre.")
    if p["title"] > p["before"]:
        text = _("{lord} reçoit le titre de {title}.")
    elif p["title"]:
        text = _("{lord} retombe au titre de {title}.")
    return _fill(text, p, view)


def _tell_victory(p: Params, view: View) -> Text:
    texts = {
        "standing": _("{lord} est couronné pour sa renommée."),
        "lands": _("{lord} est couronné pour ses conquêtes."),
        "alliance": _("{lord} est couronné : tous sont ses alliés."),
        "last": _("{lord}, dernier seigneur en lice, est couronné."),
        "verdict": _("Le roi tranche et couronne {lord}."),
        "draw": _("Nul seigneur ne survit : le trône reste vide."),
    }
    return _fill(texts[p["how"]], p, view)


_TELLERS: dict[str, Callable[[Params, View], Text | None]] = {
    "order": _tell_order,
    "opening": _tell_opening,
    "turn": _teller(_("Tour {turn}.")),
    "pension": _teller(_("Le roi verse la rente du titre ({title}) : {ecus}.")),
    "tax_raised": _tell_tax_or_gift,
    "gift_given": _tell_tax_or_gift,
    "knight_came": _teller(
        _("{name} ({knight}, renommée {renown}) entre à votre service à {land} pour {price}.")
    ),
    "knight_left": _teller(
        _("Un chevalier de renommée {renown} demandait {price} ; le trésor n’en avait que {treasury}.")
    ),
    "levy": _teller(_("Levée à {land} pour {ecus} : {men} ({army}).")),
    "men_moved": _teller(_("{name} ({knight}) confie {men} à {other_name} ({other}).")),
    "battle": _tell_battle,
    "attack_failed": _teller(_("{lord} échoue devant {land}.")),
    "land_taken": _tell_land_taken,
    "land_freed": _tell_land_freed,
    "land_sold": _tell_land_sold,
    "sale": _teller(_("Vente conclue : {land}, pour {ecus}.")),
    "war": _tell_war,
    "peace": _teller_of_two(_("{one} et {other} font la paix."), "lord", "enemy"),
    "alliance": _teller_of_two(_("{one} et {other} s’allient."), "lord", "ally"),
    "alliance_ended": _tell_alliance_ended,
    "felony": _teller_of_two(_("{one} commet une félonie envers {other}."), "lord", "victim"),
    "renown_lost": _tell_renown_lost,
    "lord_fell": _tell_lord_fell,
    "knight_died": _tell_knight_died,
    "call": _tell_call,
    "call_answered": _teller_of_two(_("{one} répond à l’appel lancé par {other}."), "called", "caller"),
    "call_refused": _tell_call_refused,
    "returned": _tell_returned,
    "joust": _tell_joust,
    "royal_joust": _tell_royal_joust,
    "joust_empty": _tell_joust_empty,
    "joust_full": _teller(_("La joute donnée par {host} affichait complet : {name} n’a pas pu courir.")),
    "spy_report": _tell_spy_report,
    "spy_lost": _teller(_("Votre espion envoyé à {land} n’est pas revenu.")),
    "migration": _tell_migration,
    "upkeep": _teller(_("Soldes des chevaliers : {wages} ; entretien des armées : {armies}.")),
    "army_disbanded": _teller(_("Faute de solde, une armée se disperse : {men} ({army}).")),
    "knight_deserted": _tell_knight_deserted,
    "joy": _tell_joy,
    "title": _tell_title,
    "succession": _teller(_("{before} cède sa maison à {name}.")),
    "victory": _tell_victory,
}
EVENT_KINDS = (*_TELLERS, "standings", "realm")
