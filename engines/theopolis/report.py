"""Events turned into the sentences of the log.
Spec 5 lists the events; every kind told by the engine is known here."""

from typing import Any

from engines.core.contract import Event
from engines.core.texts import Text, enumerated, gettext_noop
from engines.theopolis.actions import amounts
from engines.theopolis.catalogue import Catalogue
from engines.theopolis.view import View
from engines.theopolis.vocabulary import KIND_NAMES, KINDS, METRIC_NAMES

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
        if key == "seat":
            said["who"] = names[value]
        elif key == "card":
            said["card"] = catalogue.titles[value]
        elif key == "cards" and isinstance(value, list):
            said["shown"] = [catalogue.titles[card["card"]] for card in value]
        elif key in ("given", "taken"):
            said[key] = catalogue.titles[value["card"]]
        elif key == "kind":
            said["kind"] = Text(KIND_NAMES[KINDS.index(value)])
        elif key in ("cost", "lost"):
            said[key] = amounts((value[0], value[1], value[2]))
        elif key == "sacrament":
            said["sacrament"] = next(Text(s.name) for s in catalogue.sacraments if s.id == value)
        elif key == "cause":
            said.update(_cause(value, names, catalogue))
        elif key == "ending":
            said["how"] = Text(HOW[value])
        elif key == "scores":
            said["scores"] = [_score(score, names) for score in value]
        elif key == "patron":
            said.update(patron=Text(catalogue.patrons[value].name), number=value)
        elif key == "patrons":
            said["patrons"] = [Text(catalogue.patrons[number].name) for number in value]
        else:
            said[key] = value
    if event.kind == "left" and event.params["cause"].startswith("taken:"):
        said["victim"], said["who"] = said["who"], said.pop("cause")
    return said | _compared(event, names, catalogue)


def _compared(event: Event, names: list[str], catalogue: Catalogue) -> dict[str, Any]:
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
        "hit": enumerated(hit) if hit else Text(NOBODY),
    }


def _cause(cause: str, names: list[str], catalogue: Catalogue) -> dict[str, Any]:
    if cause.startswith("taken:"):
        return {"cause": names[int(cause.removeprefix("taken:"))]}
    return {"cause": catalogue.titles.get(cause) or Text(CAUSES[cause])}


def _score(score: dict[str, Any], names: list[str]) -> Text:
    template = SENTENCES["score_bonus" if score["bonus"] else "score"]
    return Text(
        template, {**score, "who": names[score["seat"]], "score": str(score["score"]).replace("-", "−")}
    )
