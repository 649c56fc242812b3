"""One French sentence for each event, from the event and the reader's view alone."""

import re
from collections.abc import Callable
from typing import Any

from engines.core.contract import Event
from engines.core.texts import Text, enumeration, say
from engines.core.texts import gettext_noop as _
from engines.gloire.orders.catalogue import CATALOGUE, FORT_TYPED
from engines.gloire.reasons import REASONS
from engines.gloire.tables import FORTS
from engines.gloire.words import (
    decimal,
    ecus_words,
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
    p = event.params
    sentence = _SENTENCES.get(f"{event.kind}:{p.get('how') or p.get('why')}") or _SENTENCES.get(event.kind)
    if sentence is None:
        return None
    return _fill(sentence if isinstance(sentence, str) else sentence(p), p, view)


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


def _order(p: Params) -> str:
    if p["result"] == "refused":
        return _("{order} : refusé, {why}.")
    if p["result"] == "partly":
        return _("{order} : exécuté en partie, {why}.")
    return _("{order} : {why}.") if p.get("outcome") or "reason" in p else _("{order} : exécuté.")


def _battle(p: Params) -> str:
    if p["won"]:
        return _("À {land}, {who} défait {foe}. Pertes : {mine} contre {theirs}.")
    if p["against"]["kind"] == "peasants":
        return _("À {land}, {foe} repoussent l’attaque menée par {who}. Pertes : {mine} contre {theirs}.")
    return _("À {land}, {foe} repousse l’attaque menée par {who}. Pertes : {mine} contre {theirs}.")


def _foe(against: Params, view: View) -> Text | str:
    if against["kind"] == "peasants":
        return say(_("les paysans"))
    if against["kind"] == "garrison":
        return _fill(_("la garnison {army} ({lord})"), against, view)
    return _rider(against, view)


def _land_taken(p: Params) -> str:
    if p["before"] is None:
        return _("{lord} soumet {land}, jusqu’alors indépendante.")
    if p["unopposed"]:
        return _("{lord} prend {land} à {former} sans combattre.")
    return _("{lord} prend {land} à {former}.")


def _lord_fell(p: Params) -> str:
    if p["by"] is None:
        return _("{lord} tombe au combat : sa maison s’éteint.")
    return _("{lord} tombe au combat contre {by} : sa maison s’éteint.")


def _title(p: Params) -> str:
    if p["title"] > p["before"]:
        return _("{lord} reçoit le titre de {title}.")
    return _("{lord} retombe au titre de {title}.") if p["title"] else _("{lord} perd son titre.")


# How the params of events are spoken of, by their key; any other stands as it is.
_WORDS: dict[str, Callable[[Any, View], str | Text]] = {
    **dict.fromkeys(("land", "to"), lambda land, view: land_label(view, land)),
    **dict.fromkeys(
        ("lord", "host", "caller", "called", "enemy", "ally", "victim", "by"),
        lambda lord, view: lord_name(view, lord),
    ),
    **dict.fromkeys(("ecus", "price", "prize", "wages", "armies"), lambda ecus, view: ecus_words(ecus)),
    **dict.fromkeys(("men", "lost"), lambda men, view: men_words(men)),
    "enemies": lambda seats, view: enumeration([lord_name(view, seat) for seat in seats]),
    "title": lambda title, view: title_name(title),
    "treasury": lambda ecus, view: number(ecus),
    "order": lambda order, view: order_text(order, view),
    "joy": lambda joy, view: decimal(joy, 2),
    "wealth": lambda wealth, view: decimal(wealth, 2),
    "fort": lambda fort, view: say(FORTS[fort].label),
}
# What sentences name beside the params.
_DERIVED: dict[str, Callable[[Params, View], Any]] = {
    "former": lambda p, view: lord_name(view, p["before"]),
    "why": lambda p, view: reason_text(p, view),
    "houses": lambda p, view: len(p["fiefs"]),
    "joy_before": lambda p, view: decimal(p["happiness"][0]),
    "joy_after": lambda p, view: decimal(p["happiness"][1]),
    "points": lambda p, view: decimal(p["renown"]),
    "who": lambda p, view: _rider(p, view),
    "foe": lambda p, view: _foe(p["against"], view),
    "mine": lambda p, view: men_words(p["men"][0] - p["men"][1]),
    "theirs": lambda p, view: number(p["against"]["men"][0] - p["against"]["men"][1]),
    "counted": lambda p, view: men_words(p.get("peasants", sum(army["men"] for army in p["armies"]))),
    "moves": lambda p, view: _moves(p, view),
}
_FIELD = re.compile(r"{(\w+)}")


def _fill(template: str, p: Params, view: View) -> Text:
    """The template with what it names, each in words."""
    return say(template, **{key: _word(key, p, view) for key in _FIELD.findall(template)})


def _word(key: str, p: Params, view: View) -> Any:
    if key in _DERIVED:
        return _DERIVED[key](p, view)
    return _WORDS[key](p[key], view) if key in _WORDS else p[key]


def _rider(p: Params, view: View) -> str | Text:
    return knight_of(view, p["name"], p["lord"])


def _moves(p: Params, view: View) -> list[str]:
    return [
        f"{land_label(view, land)} {'−' if change < 0 else '+'}{number(abs(change))}"
        for land, change in sorted(p["lands"].items())
    ]


_ROYAL_JOUST = _("{who} remporte la joute royale et {prize}.")
# For each kind of event its sentence, or what chooses it; `kind:why` where its `how` or `why` chooses.
_SENTENCES: dict[str, str | Callable[[Params], str]] = {
    "order": _order,
    "opening": _("La course au trône commence : {houses} seigneurs reçoivent leur fief."),
    "turn": _("Tour {turn}."),
    "pension": _("Le roi verse la rente du titre ({title}) : {ecus}."),
    "tax_raised": _(
        "{land} paie {ecus} d’impôt (niveau {level}) ; son bonheur passe de {joy_before} à {joy_after}."
    ),
    "gift_given": _("{land} reçoit {ecus} ; son bonheur passe de {joy_before} à {joy_after}."),
    "knight_came": _("{name} ({knight}, renommée {renown}) entre à votre service à {land} pour {price}."),
    "knight_left": _(
        "Un chevalier de renommée {renown} demandait {price} ; le trésor n’en avait que {treasury}."
    ),
    "levy": _("Levée à {land} pour {ecus} : {men} ({army})."),
    "men_moved": _("{name} ({knight}) confie {men} à {other_name} ({other})."),
    "battle": _battle,
    "attack_failed": _("{lord} échoue devant {land}."),
    "land_taken": _land_taken,
    "land_freed:end": _("{land} redevient indépendante : son seigneur {lord} n’est plus."),
    "land_freed:revolt": _("{land} se révolte contre {lord} et reprend son indépendance."),
    "land_sold": _("{former} cède {land} à {lord}."),
    "sale": _("Vente conclue : {land}, pour {ecus}."),
    "war:declared": _("{lord} déclare la guerre à {enemy}."),
    "war": _("La guerre éclate entre {lord} et {enemy}."),
    "peace": _("{lord} et {enemy} font la paix."),
    "alliance": _("{lord} et {ally} s’allient."),
    "alliance_ended:cancelled": _("{lord} rompt son alliance avec {ally}."),
    "alliance_ended": _("L’alliance entre {lord} et {ally} tombe avec la guerre."),
    "felony": _("{lord} commet une félonie envers {victim}."),
    "renown_lost": _("Votre félonie vous coûte {points} points de renommée."),
    "lord_fell:abdication": _("{lord} abdique : sa maison s’éteint."),
    "lord_fell:battle": _lord_fell,
    "knight_died": _("{who} tombe à {land} avec tous ses hommes."),
    "call": _("{caller} appelle {called} à l’aide contre {enemies}."),
    "call_answered": _("{called} répond à l’appel lancé par {caller}."),
    "call_refused": _(
        "{called} laisse sans réponse l’appel lancé par {caller} et perd {points} points de renommée."
    ),
    "returned": lambda p: (
        _("{army} quitte {land} pour {to} et perd {lost} en chemin.")
        if p["lost"]
        else _("{army} quitte {land} pour {to}.")
    ),
    "joust": lambda p: (
        _ROYAL_JOUST if p["host"] < 0 else _("{who} remporte la joute donnée par {host} et {prize}.")
    ),
    "royal_joust": _ROYAL_JOUST,
    "joust_empty": lambda p: (
        _("Faute de chevaliers, la joute royale n’a pas lieu.")
        if p["host"] < 0
        else _("Faute de chevaliers, la joute donnée par {host} n’a pas lieu.")
    ),
    "joust_full": _("La joute donnée par {host} affichait complet : {name} n’a pas pu courir."),
    "spy_report": _("Votre espion à {land} compte {counted} ; richesse {wealth}, fortification : {fort}."),
    "spy_lost": _("Votre espion envoyé à {land} n’est pas revenu."),
    "migration": _("Migrations : {moves}."),
    "upkeep": _("Soldes des chevaliers : {wages} ; entretien des armées : {armies}."),
    "army_disbanded": _("Faute de solde, une armée se disperse : {men} ({army})."),
    "knight_deserted:renown": _("{name} ({knight}), trop renommé pour vous servir, vous quitte avec {men}."),
    "knight_deserted:unpaid": _("{name} ({knight}), impayé, vous quitte avec {men}."),
    "joy": _("À {land}, la garnison rassure le peuple : bonheur +{joy}."),
    "title": _title,
    "succession": _("{before} cède sa maison à {name}."),
    "victory:standing": _("{lord} est couronné pour sa renommée."),
    "victory:lands": _("{lord} est couronné pour ses conquêtes."),
    "victory:alliance": _("{lord} est couronné : tous sont ses alliés."),
    "victory:last": _("{lord}, dernier seigneur en lice, est couronné."),
    "victory:verdict": _("Le roi tranche et couronne {lord}."),
    "victory:draw": _("Nul seigneur ne survit : le trône reste vide."),
}
EVENT_KINDS = {*(key.partition(":")[0] for key in _SENTENCES), "standings", "realm"}
