"""Events told as sentences of the log, and the ranking at the end."""

from collections.abc import Callable
from typing import Any

from engines.core.contract import Event, Json, Outcome, Rank, View
from engines.core.texts import Text, gettext_noop, say
from engines.missionnaires.board import NAMES
from engines.missionnaires.state import State
from engines.missionnaires.words import (
    OVERSEERS,
    PILES,
    card_title,
    card_words,
    from_place,
    periodicals,
    price,
    the_place,
    to_place,
)

# By kind of event, and by its variant where one kind has several sentences.
SENTENCES = {
    "ms.order": gettext_noop("Ordre du tour : {seats}."),
    "ms.dealt": gettext_noop("{player} doit visiter : {congs}."),
    "ms.skip": gettext_noop("{player} perd son tour."),
    "ms.sea": gettext_noop("{player} tire {card}"),
    "ms.terr": gettext_noop("{player} tire {card}"),
    "ms.effect skip": gettext_noop("{player} passera son prochain tour."),
    "ms.effect halt": gettext_noop("{player} reste {space}."),
    "ms.effect cap": gettext_noop("{player} ne fera qu’une section ce tour."),
    "ms.effect sail": gettext_noop("{player} a le vent arrière : la deuxième section en mer est gratuite."),
    "ms.effect muted": gettext_noop("{player} ignore cette carte."),
    "ms.effect calm": gettext_noop("Plus de carte à tirer : la mer est calme pour {player}."),
    "ms.effect none": gettext_noop("La carte reste sans effet pour {player}."),
    "ms.effect reassign": gettext_noop("{player} remplace une de ses congrégations."),
    "ms.effect gendarme": gettext_noop("Ce tour, les gendarmes ne coûtent rien à {player}."),
    "ms.effect second_space": gettext_noop("Ce tour, la deuxième case est gratuite pour {player}."),
    "ms.effect sea_effects": gettext_noop("Ce tour, {player} ignore les cartes de mer."),
    "ms.effect empty": gettext_noop("{player} n’a aucun périodique à rendre."),
    "ms.effect full": gettext_noop("{player} a déjà huit périodiques."),
    "ms.effect gives": gettext_noop("{player} rend {n}."),
    "ms.effect receives": gettext_noop("{player} reçoit {n}."),
    "ms.section free": gettext_noop("{player} va {origin} {at}."),
    "ms.section paid": gettext_noop("{player} va {origin} {at} pour {cost}."),
    "ms.jump": gettext_noop("{player} passe par-dessus un autre proclamateur {over}."),
    "ms.gendarme push": gettext_noop("{player} repousse le gendarme {home} vers {to}."),
    "ms.gendarme refuge": gettext_noop("Sans place voisine, le gendarme {home} gagne {to}."),
    "ms.gendarme patrol": gettext_noop("{player} envoie le gendarme {home} en ronde : il gagne {to}."),
    "ms.gendarme recall": gettext_noop("Le gendarme {home} rentre à sa caserne."),
    "ms.gendarme port": gettext_noop("Le gendarme {home} gagne le port libre le plus proche : {to}."),
    "ms.overseer join": gettext_noop("{player} rejoint {overseer} {at}."),
    "ms.overseer card": gettext_noop("{player} est désormais avec {overseer}."),
    "ms.overseer taken": gettext_noop("{player} est désormais avec {overseer}, qui quitte {of}."),
    "ms.overseer push": gettext_noop("{player} écarte {overseer} vers {to}."),
    "ms.overseer drop": gettext_noop("{player} part sans {overseer}, qui reste {at}."),
    "ms.overseer place": gettext_noop("Arrivée {at} : {overseer}."),
    "ms.overseer settle": gettext_noop("{player} continue sans {overseer}, qui gagne {to}."),
    "ms.overseer remove": gettext_noop("Retiré du plateau : {overseer}."),
    "ms.overseer replaced": gettext_noop("Retiré du plateau : {overseer}."),
    "ms.overseer arrived": gettext_noop("Au Béthel, {overseer} attend un autre compagnon."),
    "ms.overseer conceded": gettext_noop("Resté seul, {overseer} gagne {to}."),
    "ms.visit": gettext_noop("{player} visite {cong} : plus que {left}."),
    "ms.visit last": gettext_noop("{player} visite {cong}, sa dernière congrégation : retour au Béthel !"),
    "ms.refill": gettext_noop("{player} complète sa réserve au Béthel : {gain}."),
    "ms.pass": gettext_noop("{player} passe."),
    "ms.pass gain": gettext_noop("{player} passe et reçoit un périodique."),
    "ms.bon kept": gettext_noop("{player} garde ce bon pour plus tard."),
    "ms.bon played": gettext_noop("{player} joue {card}"),
    "ms.return": gettext_noop("{player} rend {title} sans le jouer."),
    "ms.reassign": gettext_noop("Votre nouvelle congrégation : {new}, à la place {old}."),
    "ms.moved back": gettext_noop("{player} retourne {at}."),
    "ms.moved goto": gettext_noop("On conduit {player} {at}."),
    "ms.moved ferry": gettext_noop("{player} débarque {at}."),
    "ms.moved push": gettext_noop("{by} envoie {player} {at}."),
    "ms.shuffle": gettext_noop("La pioche « {pile} » est épuisée : on mélange sa défausse."),
    "ms.finish": gettext_noop("{player} rejoint le Béthel en position {rank}, en {turns} tours."),
    "ms.finish first": gettext_noop("{player} rejoint le Béthel avant tout le monde, en {turns} tours !"),
    "ms.concede": gettext_noop("{player} abandonne la partie."),
    "ms.over": gettext_noop("La partie est finie."),
}


def narrate(event: Event, view: View) -> Text | None:
    """The sentence of one event; None for a kind that has none."""
    variant = _VARIANTS.get(event.kind)
    key = f"{event.kind} {variant(event.params)}".rstrip() if variant else event.kind
    if key not in SENTENCES:
        return None
    names = [player["name"] for player in view["players"]]
    said: dict[str, Any] = {}
    for name, value in event.params.items():
        words = _WORDS.get(name)
        said.update(words(value, names) if words else {name: value})
    return Text(SENTENCES[key], said)


def _effect_variant(params: Json) -> str:
    if params["op"] == "free":
        return str(params["what"])
    if params["op"] != "periodicals":
        return str(params["op"])
    if not params["n"]:
        return "empty" if params["asked"] < 0 else "full"
    return "gives" if params["n"] < 0 else "receives"


_VARIANTS: dict[str, Callable[[Json], str]] = {
    "ms.effect": _effect_variant,
    "ms.section": lambda p: "paid" if p["cost"] else "free",
    "ms.gendarme": lambda p: p["by"],
    "ms.overseer": lambda p: "taken" if p["how"] == "card" and p["of"] is not None else p["how"],
    "ms.visit": lambda p: "" if p["left"] else "last",
    "ms.pass": lambda p: "gain" if p["gain"] else "",
    "ms.bon": lambda p: p["how"],
    "ms.moved": lambda p: p["why"],
    "ms.finish": lambda p: "first" if p["rank"] == 1 else "",
}


def _place_words(space: str, names: list[str]) -> Json:
    """Where something goes: « le Béthel », « au Béthel »; nothing off the board."""
    return {"to": the_place(space), "at": to_place(space)} if space else {}


def _name_words(key: str) -> Callable[[Any, list[str]], Json]:
    return lambda seat, names: {key: names[seat] if isinstance(seat, int) else ""}


# What a param of an event becomes in its sentence; any other stands as it is.
_WORDS: dict[str, Callable[[Any, list[str]], Json]] = {
    "seat": _name_words("player"),
    "of": _name_words("of"),
    "by": _name_words("by"),
    "seats": lambda seats, names: {"seats": [names[seat] for seat in seats]},
    "who": lambda who, names: {"overseer": OVERSEERS[who]},
    "to": _place_words,
    "origin": lambda space, names: {"origin": from_place(space) if space else ""},
    "home": lambda space, names: {"home": from_place(space)},
    "space": lambda space, names: {"space": to_place(space)},
    "over": lambda space, names: {"over": to_place(space)},
    "new": lambda space, names: {"new": the_place(space)},
    "old": lambda space, names: {"old": from_place(space)},
    "cong": lambda space, names: {"cong": NAMES[space]},
    "congs": lambda spaces, names: {"congs": [NAMES[space] for space in spaces]},
    "card": lambda card, names: {"card": card_words(card), "title": card_title(card)},
    "cost": lambda cost, names: {"cost": price(cost)},
    "gain": lambda n, names: {"gain": periodicals(n)},
    "n": lambda n, names: {"n": periodicals(abs(n))},
    "pile": lambda pile, names: {"pile": PILES[pile]},
}


def outcome(state: State) -> Outcome | None:
    """Arrivals first, then those still under way, then those who conceded."""
    if state.phase != "over":
        return None
    seats = sorted(range(len(state.players)), key=lambda seat: (state.players[seat].rank, seat))
    ranking = tuple(
        Rank(seat, state.players[seat].rank, float(len(state.players[seat].done)), _why(state, seat))
        for seat in seats
    )
    first = state.players[seats[0]]
    if has_arrived(state, seats[0]):
        text = gettext_noop("{name} l’emporte, de retour au Béthel avant tout le monde, en {turns} tours.")
        how = say(text, name=first.name, turns=first.turns)
    else:
        how = say(gettext_noop("{name} l’emporte : les autres ont abandonné."), name=first.name)
    return Outcome(ranking, how)


def has_arrived(state: State, seat: int) -> bool:
    player = state.players[seat]
    return not player.out and player.pos == "bethel" and not player.todo and not player.bons


def _why(state: State, seat: int) -> Text:
    player = state.players[seat]
    values = {"turns": player.turns, "spaces": player.spaces, "left": len(player.todo)}
    if has_arrived(state, seat):
        return say(gettext_noop("de retour en {turns} tours et {spaces} cases"), **values)
    if len(player.todo) == 1:
        last = gettext_noop("abandon, une congrégation à visiter")
        return Text(last if player.out else gettext_noop("en route, une congrégation à visiter"))
    many = gettext_noop("abandon, {left} congrégations à visiter")
    return say(many if player.out else gettext_noop("en route, {left} congrégations à visiter"), **values)
