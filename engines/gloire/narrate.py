"""One French sentence for each event, from the event and the reader's view alone."""

from collections.abc import Callable
from typing import Any

from engines.core.contract import Event
from engines.core.texts import Text, say
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
    lord_names,
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


def _order(p: Params, view: View) -> Text:
    order, why = order_text(p["order"], view), reason_text(p, view)
    if p["result"] == "refused":
        return say(_("{order} : refusé, {why}."), order=order, why=why)
    if p["result"] == "partly":
        return say(_("{order} : exécuté en partie, {why}."), order=order, why=why)
    if why is not None:
        return say(_("{order} : {why}."), order=order, why=why)
    return say(_("{order} : exécuté."), order=order)


def _opening(p: Params, view: View) -> Text:
    return say(
        _("La course au trône commence : {count} seigneurs reçoivent leur fief."), count=len(p["fiefs"])
    )


def _pension(p: Params, view: View) -> Text:
    return say(_("Le roi verse la rente du titre ({title}) : {ecus}."), title=title_name(p["title"]), ecus=ecus_words(p["ecus"]))  # fmt: skip


def _effect(p: Params, view: View) -> Params:
    return {
        "land": land_label(view, p["land"]),
        "ecus": ecus_words(p["ecus"]),
        "before": decimal(p["happiness"][0]),
        "after": decimal(p["happiness"][1]),
    }


def _tax(p: Params, view: View) -> Text:
    text = _("{land} paie {ecus} d’impôt (niveau {level}) ; son bonheur passe de {before} à {after}.")
    return say(text, level=p["level"], **_effect(p, view))


def _gift(p: Params, view: View) -> Text:
    return say(_("{land} reçoit {ecus} ; son bonheur passe de {before} à {after}."), **_effect(p, view))


def _knight_came(p: Params, view: View) -> Text:
    text = _("{name} ({knight}, renommée {renown}) entre à votre service à {land} pour {price}.")
    facts = {"name": p["name"], "knight": p["knight"], "renown": p["renown"], "price": ecus_words(p["price"])}
    return say(text, land=land_label(view, p["land"]), **facts)


def _knight_left(p: Params, view: View) -> Text:
    text = _("Un chevalier de renommée {renown} demandait {price} ; le trésor n’en avait que {treasury}.")
    return say(text, renown=p["renown"], price=ecus_words(p["price"]), treasury=number(p["treasury"]))


def _levy(p: Params, view: View) -> Text:
    text = _("Levée à {land} pour {ecus} : {men} ({army}).")
    return say(text, men=men_words(p["men"]), army=p["army"], land=land_label(view, p["land"]), ecus=ecus_words(p["ecus"]))  # fmt: skip


def _men_moved(p: Params, view: View) -> Text:
    text = _("{name} ({knight}) confie {men} à {other_name} ({other}).")
    keys = ("name", "knight", "other_name", "other")
    return say(text, men=men_words(p["men"]), **{key: p[key] for key in keys})


def _battle(p: Params, view: View) -> Text:
    against = p["against"]
    text = _("À {land}, {who} défait {foe}. Pertes : {mine} contre {theirs}.")
    if not p["won"]:
        text = _("À {land}, {foe} repousse l’attaque menée par {who}. Pertes : {mine} contre {theirs}.")
        if against["kind"] == "peasants":
            text = _("À {land}, {foe} repoussent l’attaque menée par {who}. Pertes : {mine} contre {theirs}.")
    mine, theirs = p["men"][0] - p["men"][1], against["men"][0] - against["men"][1]
    facts = {"land": land_label(view, p["land"]), "who": knight_of(view, p["name"], p["lord"])}
    return say(text, foe=foe_name(against, view), mine=men_words(mine), theirs=number(theirs), **facts)


def foe_name(against: Params, view: View) -> Text | str:
    if against["kind"] == "peasants":
        return say(_("les paysans"))
    if against["kind"] == "garrison":
        return say(
            _("la garnison {army} ({lord})"), army=against["army"], lord=lord_name(view, against["lord"])
        )
    return knight_of(view, against["name"], against["lord"])


def _attack_failed(p: Params, view: View) -> Text:
    return say(
        _("{lord} échoue devant {land}."), lord=lord_name(view, p["lord"]), land=land_label(view, p["land"])
    )


def _land_taken(p: Params, view: View) -> Text:
    text = _("{lord} prend {land} à {before}.")
    if p["unopposed"]:
        text = _("{lord} prend {land} à {before} sans combattre.")
    if p["before"] is None:
        text = _("{lord} soumet {land}, jusqu’alors indépendante.")
    before = lord_name(view, p["before"])
    return say(text, lord=lord_name(view, p["lord"]), land=land_label(view, p["land"]), before=before)


def _land_freed(p: Params, view: View) -> Text:
    text = _("{land} se révolte contre {lord} et reprend son indépendance.")
    if p["how"] == "end":
        text = _("{land} redevient indépendante : son seigneur {lord} n’est plus.")
    return say(text, land=land_label(view, p["land"]), lord=lord_name(view, p["lord"]))


def _land_sold(p: Params, view: View) -> Text:
    before = lord_name(view, p["before"])
    return say(
        _("{before} cède {land} à {lord}."),
        before=before,
        land=land_label(view, p["land"]),
        lord=lord_name(view, p["lord"]),
    )


def _sale(p: Params, view: View) -> Text:
    facts = {"land": land_label(view, p["land"]), "ecus": ecus_words(p["ecus"])}
    return say(_("Vente conclue : {land}, pour {ecus}."), **facts)


def _two(template: str, one: str, other: str) -> Callable[[Params, View], Text]:
    def tell(p: Params, view: View) -> Text:
        return say(template, one=lord_name(view, p[one]), other=lord_name(view, p[other]))

    return tell


def _war(p: Params, view: View) -> Text:
    text = (
        _("{one} déclare la guerre à {other}.")
        if p["why"] == "declared"
        else _("La guerre éclate entre {one} et {other}.")
    )
    return say(text, one=lord_name(view, p["lord"]), other=lord_name(view, p["enemy"]))


def _alliance_ended(p: Params, view: View) -> Text:
    text = _("{one} rompt son alliance avec {other}.")
    if p["why"] != "cancelled":
        text = _("L’alliance entre {one} et {other} tombe avec la guerre.")
    return say(text, one=lord_name(view, p["lord"]), other=lord_name(view, p["ally"]))


def _lord_fell(p: Params, view: View) -> Text:
    if p["how"] == "abdication":
        return say(_("{lord} abdique : sa maison s’éteint."), lord=lord_name(view, p["lord"]))
    if p["by"] is None:
        return say(_("{lord} tombe au combat : sa maison s’éteint."), lord=lord_name(view, p["lord"]))
    text = _("{lord} tombe au combat contre {by} : sa maison s’éteint.")
    return say(text, lord=lord_name(view, p["lord"]), by=lord_name(view, p["by"]))


def _knight_died(p: Params, view: View) -> Text:
    text = _("{who} tombe à {land} avec tous ses hommes.")
    return say(text, who=knight_of(view, p["name"], p["lord"]), land=land_label(view, p["land"]))


def _renown_lost(p: Params, view: View) -> Text:
    return say(_("Votre félonie vous coûte {renown} points de renommée."), renown=decimal(p["renown"]))


def _call(p: Params, view: View) -> Text:
    text = _("{caller} appelle {called} à l’aide contre {enemies}.")
    facts = {"caller": lord_name(view, p["caller"]), "called": lord_name(view, p["called"])}
    return say(text, enemies=lord_names(view, p["enemies"]), **facts)


def _call_refused(p: Params, view: View) -> Text:
    text = _("{called} laisse sans réponse l’appel lancé par {caller} et perd {renown} points de renommée.")
    facts = {"caller": lord_name(view, p["caller"]), "called": lord_name(view, p["called"])}
    return say(text, renown=decimal(p["renown"]), **facts)


def _returned(p: Params, view: View) -> Text:
    text = _("{army} quitte {land} pour {to}.")
    if p["lost"]:
        text = _("{army} quitte {land} pour {to} et perd {lost} en chemin.")
    places = {"land": land_label(view, p["land"]), "to": land_label(view, p["to"])}
    return say(text, army=p["army"], lost=men_words(p["lost"]), **places)


def _joust(p: Params, view: View) -> Text:
    if p["host"] < 0:
        return _royal_joust(p, view)
    text = _("{who} remporte la joute donnée par {host} et {prize}.")
    facts = {"who": knight_of(view, p["name"], p["lord"]), "host": lord_name(view, p["host"])}
    return say(text, prize=ecus_words(p["prize"]), **facts)


def _royal_joust(p: Params, view: View) -> Text:
    text = _("{who} remporte la joute royale et {prize}.")
    return say(text, who=knight_of(view, p["name"], p["lord"]), prize=ecus_words(p["prize"]))


def _joust_empty(p: Params, view: View) -> Text:
    if p["host"] < 0:
        return say(_("Faute de chevaliers, la joute royale n’a pas lieu."))
    return say(
        _("Faute de chevaliers, la joute donnée par {host} n’a pas lieu."), host=lord_name(view, p["host"])
    )


def _joust_full(p: Params, view: View) -> Text:
    text = _("La joute donnée par {host} affichait complet : {name} n’a pas pu courir.")
    return say(text, host=lord_name(view, p["host"]), name=p["name"])


def _spy_report(p: Params, view: View) -> Text:
    text = _("Votre espion à {land} compte {men} ; richesse {wealth}, fortification : {fort}.")
    men = p.get("peasants", sum(army["men"] for army in p["armies"]))
    facts = {"men": men_words(men), "wealth": decimal(p["wealth"], 2), "fort": fort_name(p["fort"])}
    return say(text, land=land_label(view, p["land"]), **facts)


def _spy_lost(p: Params, view: View) -> Text:
    return say(_("Votre espion envoyé à {land} n’est pas revenu."), land=land_label(view, p["land"]))


def _migration(p: Params, view: View) -> Text:
    moves = [
        f"{land_label(view, land)} {'−' if change < 0 else '+'}{number(abs(change))}"
        for land, change in sorted(p["lands"].items())
    ]
    return say(_("Migrations : {moves}."), moves=moves)


def _upkeep(p: Params, view: View) -> Text:
    text = _("Soldes des chevaliers : {wages} ; entretien des armées : {armies}.")
    return say(text, wages=ecus_words(p["wages"]), armies=ecus_words(p["armies"]))


def _army_disbanded(p: Params, view: View) -> Text:
    text = _("Faute de solde, une armée se disperse : {men} ({army}).")
    return say(text, men=men_words(p["men"]), army=p["army"])


def _knight_deserted(p: Params, view: View) -> Text:
    text = _("{name} ({knight}), impayé, vous quitte avec {men}.")
    if p["why"] == "renown":
        text = _("{name} ({knight}), trop renommé pour vous servir, vous quitte avec {men}.")
    return say(text, name=p["name"], knight=p["knight"], men=men_words(p["men"]))


def _joy(p: Params, view: View) -> Text:
    text = _("À {land}, la garnison rassure le peuple : bonheur +{joy}.")
    return say(text, land=land_label(view, p["land"]), joy=decimal(p["joy"], 2))


def _title(p: Params, view: View) -> Text:
    text = _("{lord} perd son titre.")
    if p["title"]:
        text = _("{lord} reçoit le titre de {title}.") if p["title"] > p["before"] else _("{lord} retombe au titre de {title}.")  # fmt: skip
    return say(text, lord=lord_name(view, p["lord"]), title=title_name(p["title"]))


def _succession(p: Params, view: View) -> Text:
    return say(_("{before} cède sa maison à {name}."), before=p["before"], name=p["name"])


def _victory(p: Params, view: View) -> Text:
    texts = {
        "standing": _("{lord} est couronné pour sa renommée."),
        "lands": _("{lord} est couronné pour ses conquêtes."),
        "alliance": _("{lord} est couronné : tous sont ses alliés."),
        "last": _("{lord}, dernier seigneur en lice, est couronné."),
        "verdict": _("Le roi tranche et couronne {lord}."),
        "draw": _("Nul seigneur ne survit : le trône reste vide."),
    }
    return say(texts[p["how"]], lord=lord_name(view, p["lord"]))


_TELLERS: dict[str, Callable[[Params, View], Text | None]] = {
    "order": _order,
    "opening": _opening,
    "turn": lambda p, view: say(_("Tour {turn}."), turn=p["turn"]),
    "pension": _pension,
    "tax_raised": _tax,
    "gift_given": _gift,
    "knight_came": _knight_came,
    "knight_left": _knight_left,
    "levy": _levy,
    "men_moved": _men_moved,
    "battle": _battle,
    "attack_failed": _attack_failed,
    "land_taken": _land_taken,
    "land_freed": _land_freed,
    "land_sold": _land_sold,
    "sale": _sale,
    "war": _war,
    "peace": _two(_("{one} et {other} font la paix."), "lord", "enemy"),
    "alliance": _two(_("{one} et {other} s’allient."), "lord", "ally"),
    "alliance_ended": _alliance_ended,
    "felony": _two(_("{one} commet une félonie envers {other}."), "lord", "victim"),
    "renown_lost": _renown_lost,
    "lord_fell": _lord_fell,
    "knight_died": _knight_died,
    "call": _call,
    "call_answered": _two(_("{one} répond à l’appel lancé par {other}."), "called", "caller"),
    "call_refused": _call_refused,
    "returned": _returned,
    "joust": _joust,
    "royal_joust": _royal_joust,
    "joust_empty": _joust_empty,
    "joust_full": _joust_full,
    "spy_report": _spy_report,
    "spy_lost": _spy_lost,
    "migration": _migration,
    "upkeep": _upkeep,
    "army_disbanded": _army_disbanded,
    "knight_deserted": _knight_deserted,
    "joy": _joy,
    "title": _title,
    "succession": _succession,
    "victory": _victory,
}
EVENT_KINDS = (*_TELLERS, "standings", "realm")
