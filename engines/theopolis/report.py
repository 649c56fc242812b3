"""Events turned into the sentences of the log.
Spec 5 lists the events; every kind told by the engine is known here."""

from collections.abc import Callable
from typing import Any

from engines.core.contract import Event
from engines.core.texts import Text, enumeration, gettext_noop
from engines.theopolis.catalogue import Catalogue
from engines.theopolis.view import View
from engines.theopolis.vocabulary import KIND_NAMES, KINDS, METRIC_NAMES
from engines.theopolis.words import amounts

SENTENCES: dict[str, str] = {
    "game_started": gettext_noop("La partie commence : {cards} cartes, {seats}."),
    "set_aside": gettext_noop("{card} sort à la mise en place et va à la défausse sans effet."),
    "board_laid": gettext_noop("Sur le plateau : {shown}."),
    "hand_dealt": gettext_noop("{who} reçoit {count} cartes."),
    "hand_received": gettext_noop("Votre main : {shown}."),
    "patrons_offered": gettext_noop("Deux saints patrons vous sont proposés : {patrons}."),
    "patron_dealt": gettext_noop("{who} : cité protégée par {patron} (n° {number})."),
    "starter": gettext_noop("{who} commence."),
    "turn_started": gettext_noop("Manche {round} : à {who} de jouer."),
    "resource_added": gettext_noop("{who} ajoute 1 {kind} à sa cité."),
    "swapped": gettext_noop("{who} échange {given} contre {taken}."),
    "played": gettext_noop("{who} joue {card} ({cost})."),
    "played_free": gettext_noop("{who} joue {card} sans rien payer."),
    "taken": gettext_noop("{who} prend {card} à {victim}."),
    "destroyed": gettext_noop("{who} perd {card} ({cause})."),
    "sacrament_gained": gettext_noop("{who} obtient le sacrement : {sacrament}."),
    "sacrament_lost": gettext_noop("{who} perd le sacrement : {sacrament}."),
    "disaster": gettext_noop("{card} ! {metric} : {values}. Le désastre frappe {hit}."),
    "disaster_void": gettext_noop("{card} ! {metric} : {values}. Tous à égalité, rien ne se passe."),
    "spared": gettext_noop("{who} ne perd rien ({cause})."),
    "resources_lost": gettext_noop("{who} perd {lost} ({cause})."),
    "hand_discarded": gettext_noop("{who} défausse de sa main : {shown} ({cause})."),
    "board_drawn": gettext_noop("Sort de la pioche : {card} (il en reste {left})."),
    "board_discarded": gettext_noop("Le plateau perd : {shown} ({cause})."),
    "returned": gettext_noop("{who} remet sur le plateau, depuis la défausse : {card}."),
    "picked_board": gettext_noop("{who} prend en main, sur le plateau : {card}."),
    "picked_discard": gettext_noop("{who} reprend en main, dans la défausse : {card}."),
    "declined": gettext_noop("{who} renonce à l’effet."),
    "turn_ended": gettext_noop("{who} finit son tour."),
    "points_lost": gettext_noop("{who} : points originels {before} → {after} ({cause})."),
    "apocalypse": gettext_noop("L’Apocalypse ! {scores}."),
    "score": gettext_noop("{who} : 2 × {stones} + 3 × {sacraments} − {points} = {score}"),
    "score_bonus": gettext_noop("{who} : 2 × {stones} + 3 × {sacraments} − {points} + {bonus} = {score}"),
    "finished": gettext_noop("{who} prend la place {place} : {how}."),
    "game_over": gettext_noop("La partie est finie."),
}
NOBODY = gettext_noop("personne")
HOW: dict[str, str] = {
    "origin": gettext_noop("plus aucun point originel"),
    "stones": gettext_noop("dix pierres d’édifice"),
    "sacraments": gettext_noop("les cinq sacrements"),
    "merveille": gettext_noop("la Merveille"),
    "apocalypse": gettext_noop("aux points de l’Apocalypse"),
    "last": gettext_noop("dernière cité à bâtir"),
}
CAUSES: dict[str, str] = {
    "drain": gettext_noop("début de tour"),
    "patron": gettext_noop("saint patron"),
    "idle": gettext_noop("la pioche n’a pas bougé de deux manches"),
    "hand_size": gettext_noop("main trop grande"),
}
SILENT = ("entered",)  # told by `played` or `taken`


def narrate(event: Event, view: View, catalogue: Catalogue) -> Text | None:
    if event.kind in SILENT:
        return None
    template = _template(event)
    return Text(SENTENCES[template], _params(event, view, catalogue)) if template in SENTENCES else None


def _template(event: Event) -> str:
    """The sentence to use, where one kind of event has several."""
    params = event.params
    if event.kind == "played":
        return "played" if any(params["cost"]) else "played_free"
    if event.kind == "left":
        return "taken" if params["cause"].startswith("taken:") else "destroyed"
    if event.kind == "disaster":
        return "disaster" if params["hit"] else "disaster_void"
    if event.kind == "picked":
        return f"picked_{params['origin']}"
    return "points_lost" if event.kind == "points_changed" else event.kind


def _params(event: Event, view: View, catalogue: Catalogue) -> dict[str, Any]:
    """The values of the sentence: numbers as they are; seats, cards and causes as names."""
    names = [player.name for player in view.players]
    said: dict[str, Any] = {}
    for key, value in event.params.items():
        words = _WORDS.get(key)
        said.update(words(value, names, catalogue) if words else {key: value})
    if event.kind == "left" and event.params["cause"].startswith("taken:"):
        said["victim"], said["who"] = said["who"], said.pop("cause")
    return said | _comparison(event, names, catalogue)


def _comparison(event: Event, names: list[str], catalogue: Catalogue) -> dict[str, Any]:
    """« Hommes : Anna 2, Basile 2, Clovis 1 »; whoever has left the table is not compared."""
    compare = catalogue.cards[event.params["card"]].compare if event.kind == "disaster" else None
    if compare is None:
        return {}
    values = [
        f"{name} {value}"
        for name, value in zip(names, event.params["values"], strict=True)
        if value is not None
    ]
    hit = [names[seat] for seat in event.params["hit"]]
    return {
        "metric": Text(METRIC_NAMES[str(compare.args[0])]),
        "values": values,
        "hit": enumeration(hit) if hit else Text(NOBODY),
    }


def _cards(cards: Any, names: list[str], catalogue: Catalogue) -> dict[str, Any]:
    """A list of cards, or how many there are."""
    if not isinstance(cards, list):
        return {"cards": cards}
    return {"shown": [catalogue.titles[card["card"]] for card in cards]}


def _cause(cause: str, names: list[str], catalogue: Catalogue) -> dict[str, Any]:
    if cause.startswith("taken:"):
        return {"cause": names[int(cause.removeprefix("taken:"))]}
    return {"cause": catalogue.titles.get(cause) or Text(CAUSES[cause])}


def _score(score: dict[str, Any], names: list[str]) -> Text:
    template = SENTENCES["score_bonus" if score["bonus"] else "score"]
    return Text(
        template, {**score, "who": names[score["seat"]], "score": str(score["score"]).replace("-", "−")}
    )


# What a param of an event becomes in its sentence; any other stands as it is.
_WORDS: dict[str, Callable[[Any, list[str], Catalogue], dict[str, Any]]] = {
    "seat": lambda seat, names, catalogue: {"who": names[seat]},
    "card": lambda card, names, catalogue: {"card": catalogue.titles[card]},
    "cards": _cards,
    "given": lambda card, names, catalogue: {"given": catalogue.titles[card["card"]]},
    "taken": lambda card, names, catalogue: {"taken": catalogue.titles[card["card"]]},
    "kind": lambda kind, names, catalogue: {"kind": Text(KIND_NAMES[KINDS.index(kind)])},
    "cost": lambda cost, names, catalogue: {"cost": amounts(tuple(cost))},
    "lost": lambda lost, names, catalogue: {"lost": amounts(tuple(lost))},
    "sacrament": lambda name, names, catalogue: {
        "sacrament": next(Text(one.name) for one in catalogue.sacraments if one.id == name)
    },
    "cause": _cause,
    "ending": lambda ending, names, catalogue: {"how": Text(HOW[ending])},
    "scores": lambda scores, names, catalogue: {"scores": [_score(score, names) for score in scores]},
    "patron": lambda number, names, catalogue: {
        "patron": Text(catalogue.patrons[number].name),
        "number": number,
    },
    "patrons": lambda numbers, names, catalogue: {
        "patrons": [Text(catalogue.patrons[number].name) for number in numbers]
    },
}
