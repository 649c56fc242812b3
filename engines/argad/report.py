"""Events in sentences: what the log, the mails and the film's captions say."""

from collections.abc import Mapping
from typing import Any

from engines.argad.view import TableView
from engines.argad.words import EDGE_NAMES, TERRAIN_NAMES, TEST_NAMES, WEAPON_NAMES, item_name
from engines.core.contract import Event
from engines.core.texts import Text, enumeration, gettext_noop, say

OUTCOMES = {
    "kill": gettext_noop("{by} frappe {target} ({dice}) : coup mortel."),
    "recoil": gettext_noop("{by} frappe {target} ({dice}) : il recule."),
    "miss": gettext_noop("{by} frappe {target} ({dice}) : manqué."),
}
OUTCOMES_TOGETHER = {
    "kill": gettext_noop("{by} frappent {target} ({dice}) : coup mortel."),
    "recoil": gettext_noop("{by} frappent {target} ({dice}) : il recule."),
    "miss": gettext_noop("{by} frappent {target} ({dice}) : manqué."),
}
RESULTS_ALONE = {
    "obeys": gettext_noop("{figs} garde courage (dé {dice})."),
    "disorder": gettext_noop("{figs} est en désordre (dé {dice})."),
    "flees": gettext_noop("{figs} prend la fuite (dé {dice})."),
    "rally_obeys": gettext_noop("{figs} se rallie (dé {dice})."),
    "rally_disorder": gettext_noop("{figs} ne se rallie pas (dé {dice})."),
}
RESULTS = {
    "safe": gettext_noop("{fig} passe le danger (dé {dice})."),
    "danger": gettext_noop("{fig} est en danger (dé {dice})."),
    "dies": gettext_noop("{fig} périt (dé {dice})."),
    "unhurt": gettext_noop("{fig} tombe sans mal (dé {dice})."),
    "prone": gettext_noop("{fig} tombe et reste étendu (dé {dice})."),
    "obeys": gettext_noop("{figs} gardent courage (dé {dice})."),
    "disorder": gettext_noop("{figs} sont en désordre (dé {dice})."),
    "flees": gettext_noop("{figs} prennent la fuite (dé {dice})."),
    "rally_obeys": gettext_noop("{figs} se rallient (dé {dice})."),
    "rally_disorder": gettext_noop("{figs} ne se rallient pas (dé {dice})."),
}
VERDICTS = {
    "safe": gettext_noop("réussi"),
    "danger": gettext_noop("en danger"),
    "dies": gettext_noop("mortel"),
    "unhurt": gettext_noop("indemne"),
    "prone": gettext_noop("étendu"),
    "obeys": gettext_noop("obéit"),
    "disorder": gettext_noop("en désordre"),
    "notices": gettext_noop("remarque"),
    "later": gettext_noop("ne remarque rien encore"),
    "nothing": gettext_noop("ne remarque rien"),
}
CAUSES = {
    "shot": gettext_noop("{fig} tombe, touché par {by}."),
    "melee": gettext_noop("{fig} est tué par {by}."),
    "hazard": gettext_noop("{fig} périt dans le terrain."),
    "jump": gettext_noop("{fig} se tue en sautant."),
    "fall": gettext_noop("{fig} se tue en tombant."),
    "blocked": gettext_noop("{fig}, acculé, meurt sur place."),
}
SPEECHES = {
    "shout": gettext_noop("{fig} crie : « {text} » ({heard})"),
    "signal": gettext_noop("{fig} sonne : « {text} » ({heard})"),
    "talk": gettext_noop("{fig} dit à {to} : « {text} » ({heard})"),
}
ENDINGS = {
    "turns": gettext_noop("Le dernier tour est joué."),
    "alone": gettext_noop("Un seul camp tient encore le terrain."),
    "agreed": gettext_noop("Les joueurs conviennent d’en rester là."),
    "side_gone": gettext_noop("La colonne n’a plus personne sur la table."),
    "fort_taken": gettext_noop("Le fort n’a plus de défenseur."),
}
FORMATIONS = {
    "forming": gettext_noop("{figs} serrent les rangs."),
    "formed": gettext_noop("{figs} sont en ordre serré."),
    "failed": gettext_noop("Les rangs ne se sont pas formés."),
    "broken": gettext_noop("L’ordre serré est rompu."),
    "left": gettext_noop("{figs} quitte les rangs."),
}
CHARGES = {
    True: gettext_noop("{fig} charge {target} !"),
    False: gettext_noop("{fig} n’a pas assez d’élan pour charger {target}."),
}
JUMPS = {
    "over": gettext_noop("{fig} saute l’obstacle ({rolled})."),
    "refuses": gettext_noop("{fig} refuse l’obstacle ({rolled})."),
    "dies": gettext_noop("{fig} refuse l’obstacle ({rolled})."),
}
# Events with a sentence for each value of one of their params.
VARIANTS: dict[str, tuple[str, Mapping[Any, str]]] = {
    "killed": ("cause", CAUSES),
    "formation": ("what", FORMATIONS),
    "charge": ("valid", CHARGES),
    "jump": ("result", JUMPS),
    "over": ("why", ENDINGS),
}
PLAIN = {
    "exits": gettext_noop("{fig} quitte la table ({edge})."),
    "contact": gettext_noop("{figs} en viennent aux mains."),
    "stuck": gettext_noop("{fig} est bloqué pour ce tour."),
    "turn": gettext_noop("Tour {turn} sur {last}."),
    "deployed": gettext_noop("Les troupes sont en place."),
    "arrives": gettext_noop("{fig} arrive."),
    "reveal": gettext_noop("{fig} est découvert !"),
    "hesitates": gettext_noop("{fig} hésite et ne fait rien."),
    "lance_dropped": gettext_noop("{fig} jette sa lance lourde."),
    "lance_cut": gettext_noop("{fig} raccourcit sa lance."),
    "wounded": gettext_noop("{fig} n’est que blessé."),
    "captured": gettext_noop("{fig} se rend à {by}."),
    "recoil": gettext_noop("{fig} recule."),
    "push": gettext_noop("{fig} est poussé en arrière."),
    "held": gettext_noop("{fig} est soutenu par les siens et ne recule pas."),
    "follow": gettext_noop("{fig} avance et prend la place."),
    "fled": gettext_noop("{fig} est chassé de la table."),
    "reloaded": gettext_noop("{fig} a rechargé."),
    "mounted": gettext_noop("{fig} est en selle."),
    "dismounted": gettext_noop("{fig} met pied à terre."),
    "picked_up": gettext_noop("{fig} prend {item}."),
    "dropped": gettext_noop("Tombe à terre : {item}."),
    "handed_over": gettext_noop("{fig} donne {item} à {to}."),
    "led": gettext_noop("{fig} prend {beast} par la bride."),
    "carried_off": gettext_noop("{fig} emporte {item}."),
    "talk": gettext_noop("{fig} parle à {to}."),
    "crossed": gettext_noop("{fig} a franchi l’obstacle."),
    "embarked": gettext_noop("{fig} monte dans {item}."),
    "landed": gettext_noop("{fig} a débarqué."),
    "rowed": gettext_noop("On rame : {item} avance."),
    "closes_in": gettext_noop("{fig} enjambe les morts et vient affronter {target}."),
    "ride": gettext_noop("{fig} au galop : pour lancer de face il faut {need} cm ({dice})."),
    "ladder": gettext_noop("{fig} dresse une échelle."),
    "work": gettext_noop("Travaux : tour {done} sur {needed}."),
    "work_done": gettext_noop("Les travaux sont achevés."),
    "emblem_seized": gettext_noop("{fig} met la main sur une enseigne !"),
    "emblem_taken": gettext_noop("{fig} a pris l’enseigne."),
    "cloud": gettext_noop("Nuée de flèches !"),
    "concedes": gettext_noop("{seat} abandonne."),
    "mustered": gettext_noop("{seat} lève sa troupe : {troop}, {figures} figurines."),
    "overrun": gettext_noop("{fig} traverse ({dice})."),
    "ruling": gettext_noop("L’organisateur : {reason}"),
    "message": gettext_noop("{speaker} : « {text} »"),
    "placed": gettext_noop("L’organisateur déplace {fig}."),
    "removed": gettext_noop("L’organisateur retire {fig} de la table."),
    "ruled": gettext_noop("L’organisateur a rendu une décision en privé."),
}


def narrate(event: Event, view: TableView) -> Text | None:
    special = _SPECIAL.get(event.kind)
    if special is not None:
        return special(event.params, view)
    if event.kind in VARIANTS:
        key, sentences = VARIANTS[event.kind]
        return say(sentences[event.params[key]], **_in_words(event.params, view))
    if event.kind in PLAIN:
        return say(PLAIN[event.kind], **_in_words(event.params, view))
    return None


def verdict(first: list[str], score: int) -> Text:
    """Who came first, in a sentence."""
    if len(first) > 1:
        return say(gettext_noop("{names} se partagent la première place."), names=enumeration(first))
    return say(gettext_noop("{name} l’emporte avec {points}."), name=first[0], points=points(score))


def points(n: int) -> Text:
    return say(gettext_noop("{n} point") if abs(n) < 2 else gettext_noop("{n} points"), n=n)


def _in_words(params: dict[str, Any], view: TableView) -> dict[str, Any]:
    """Ids turned into names, dice and edges into words."""
    named = dict(params)
    if "dice" in named:
        named["rolled"] = _dice_words(named["dice"])
    if "edge" in named:
        named["edge"] = say(EDGE_NAMES[named["edge"]])
    for key in ("fig", "by", "to", "target", "beast"):
        if isinstance(named.get(key), str):
            named[key] = _name(named[key], view)
    if isinstance(named.get("figs"), list):
        named["figs"] = enumeration([_name(id, view) for id in named["figs"]]) if named["figs"] else ""
    if isinstance(named.get("item"), str):
        named["item"] = _item(named["item"], view)
    if isinstance(named.get("seat"), int):
        named["seat"] = view.seats[named["seat"]].name
    if isinstance(named.get("troop"), str):
        named["troop"] = say(named["troop"]) if "{" not in named["troop"] else named["troop"]
    return named


def _name(id: str, view: TableView) -> str:
    figure = next((f for f in view.figures if f.id == id), None)
    return f"{figure.name} {id}" if figure is not None else id or "?"


def _item(id: str, view: TableView) -> Text:
    item = next((one for one in view.items if one.id == id), None)
    return item_name(item.kind if item is not None else "", id)


def _slow(params: dict[str, Any], view: TableView) -> Text:
    piece = next((p for p in view.terrain if p.id == params["piece"]), None)
    where = say(TERRAIN_NAMES[piece.kind]) if piece is not None else say(gettext_noop("mêlée"))
    return say(gettext_noop("{fig} est ralenti ({where}, {rolled})."), where=where, **_in_words(params, view))


def _volley(params: dict[str, Any], view: TableView) -> Text:
    hits = sum(1 for row in params["dice"] if row[5])
    return say(
        gettext_noop("{shots} ({weapon}) sur {target} et les siens : {rolled}, {hits}."),
        shots=_number_words(len(params["dice"]), gettext_noop("Un tir"), gettext_noop("{n} tirs")),
        weapon=say(WEAPON_NAMES[params["weapon"]]),
        target=_name(params["target"], view),
        rolled=_dice_words([row[1] for row in params["dice"]]),
        hits=_number_words(hits, gettext_noop("un touché"), gettext_noop("{n} touchés"))
        if hits
        else say(gettext_noop("manqué")),
    )


def _dice_words(dice: list[int]) -> Text:
    return say(gettext_noop("dé {dice}") if len(dice) == 1 else gettext_noop("dés {dice}"), dice=dice)


def _number_words(n: int, one: str, many: str) -> Text:
    return say(one) if n == 1 else say(many, n=n)


def _strike(params: dict[str, Any], view: TableView) -> Text:
    return say(
        (OUTCOMES if len(params["blows"]) == 1 else OUTCOMES_TOGETHER)[params["outcome"]],
        by=enumeration([_name(row[0], view) for row in params["blows"]]),
        target=_name(params["target"], view),
        dice=[*(row[2] for row in params["blows"]), *params["rerolls"]],
    )


def _result(params: dict[str, Any], view: TableView) -> Text:
    alone = len(params.get("figs", ())) == 1
    words = {**RESULTS, **RESULTS_ALONE} if alone else RESULTS
    return say(words[params["result"]], **_in_words(params, view))


def _test(params: dict[str, Any], view: TableView) -> Text:
    named = _in_words(params, view) | {
        "test": say(TEST_NAMES[params["test"]]),
        "result": say(VERDICTS.get(params["result"], params["result"])),
    }
    text = gettext_noop(
        "L’organisateur demande un test de {test} à {fig} : dé {dice} contre {against}, {result}."
    )
    return say(text, **named)


def _speech(params: dict[str, Any], view: TableView) -> Text:
    heard = say(gettext_noop("les siens seuls l’entendent"))
    if params["heard"]:
        heard = say(gettext_noop("entendu par {names}"), names=enumeration(params["heard"]))
    return say(SPEECHES[params["manner"]], **_in_words(params, view) | {"heard": heard})


_SPECIAL = {
    "slow": _slow,
    "volley": _volley,
    "strike": _strike,
    "hazard": _result,
    "fall": _result,
    "morale": _result,
    "speech": _speech,
    "test": _test,
}
