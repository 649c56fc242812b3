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


def narrate(event: Event, view: View) -> Text | None:
    """The sentence of one event; None for a kind that has none."""
    teller = _TELLERS.get(event.kind)
    if teller is None:
        return None
    params = event.params
    names = [player["name"] for player in view["players"]]
    seat = params.get("seat")
    return teller(params, names[seat] if isinstance(seat, int) else "", names)


Teller = Callable[[Json, str, list[str]], Text | None]


def _teller(text: str, **places: Callable[[str], str]) -> Teller:
    """A template about the player and some of the event's spaces, each spoken of in its way."""

    def tell(p: Json, who: str, names: list[str]) -> Text:
        return say(text, who=who, **{key: spoken(p[key]) for key, spoken in places.items()})

    return tell


def _tell_order(p: Json, who: str, names: list[str]) -> Text:
    return say(gettext_noop("Ordre du tour : {order}."), order=[names[seat] for seat in p["seats"]])


def _tell_dealt(p: Json, who: str, names: list[str]) -> Text:
    towns = [NAMES[town] for town in p["congs"]]
    return say(gettext_noop("{who} doit visiter : {towns}."), who=who, towns=towns)


def _tell_card(p: Json, who: str, names: list[str]) -> Text:
    return say(gettext_noop("{who} tire {card}"), who=who, card=card_words(p["card"]))


def _tell_section(p: Json, who: str, names: list[str]) -> Text:
    places = {"who": who, "origin": from_place(p["origin"]), "to": to_place(p["to"])}
    if not p["cost"]:
        return say(gettext_noop("{who} va {origin} {to}."), **places)
    return say(gettext_noop("{who} va {origin} {to} pour {price}."), **places, price=price(p["cost"]))


GENDARMES = {
    "push": gettext_noop("{who} repousse le gendarme {home} vers {to}."),
    "refuge": gettext_noop("Sans place voisine, le gendarme {home} gagne {to}."),
    "patrol": gettext_noop("{who} envoie le gendarme {home} en ronde : il gagne {to}."),
    "recall": gettext_noop("Le gendarme {home} rentre à sa caserne."),
    "port": gettext_noop("Le gendarme {home} gagne le port libre le plus proche : {to}."),
}


def _tell_gendarme(p: Json, who: str, names: list[str]) -> Text:
    return say(GENDARMES[p["by"]], who=who, home=from_place(p["home"]), to=NAMES[p["to"]])


OVERSEER = {
    "join": gettext_noop("{who} rejoint {overseer} {at}."),
    "card": gettext_noop("{who} est désormais avec {overseer}."),
    "taken": gettext_noop("{who} est désormais avec {overseer}, qui quitte {other}."),
    "push": gettext_noop("{who} écarte {overseer} vers {to}."),
    "drop": gettext_noop("{who} part sans {overseer}, qui reste {at}."),
    "place": gettext_noop("Arrivée {at} : {overseer}."),
    "settle": gettext_noop("{who} continue sans {overseer}, qui gagne {to}."),
    "remove": gettext_noop("Retiré du plateau : {overseer}."),
    "replaced": gettext_noop("Retiré du plateau : {overseer}."),
    "arrived": gettext_noop("Au Béthel, {overseer} attend un autre compagnon."),
    "conceded": gettext_noop("Resté seul, {overseer} gagne {to}."),
}


def _tell_overseer(p: Json, who: str, names: list[str]) -> Text:
    how = "taken" if p["how"] == "card" and p["of"] is not None else p["how"]
    values: dict[str, Any] = {"who": who, "overseer": OVERSEERS[p["who"]]}
    if p["to"]:
        values |= {"to": the_place(p["to"]), "at": to_place(p["to"])}
    return say(OVERSEER[how], **values, other="" if p["of"] is None else names[p["of"]])


EFFECTS = {
    "skip": gettext_noop("{who} passera son prochain tour."),
    "halt": gettext_noop("{who} reste {space}."),
    "cap": gettext_noop("{who} ne fera qu’une section ce tour."),
    "sail": gettext_noop("{who} a le vent arrière : la deuxième section en mer est gratuite."),
    "muted": gettext_noop("{who} ignore cette carte."),
    "calm": gettext_noop("Plus de carte à tirer : la mer est calme pour {who}."),
    "none": gettext_noop("La carte reste sans effet pour {who}."),
    "reassign": gettext_noop("{who} remplace une de ses congrégations."),
}
FREED = {
    "gendarme": gettext_noop("Ce tour, les gendarmes ne coûtent rien à {who}."),
    "second_space": gettext_noop("Ce tour, la deuxième case est gratuite pour {who}."),
    "sea_effects": gettext_noop("Ce tour, {who} ignore les cartes de mer."),
}


def _tell_effect(p: Json, who: str, names: list[str]) -> Text:
    if p["op"] == "free":
        return say(FREED[p["what"]], who=who)
    if p["op"] != "periodicals":
        return say(EFFECTS[p["op"]], who=who, space=to_place(p["space"]) if "space" in p else "")
    if not p["n"]:
        empty = gettext_noop("{who} n’a aucun périodique à rendre.")
        return say(empty if p["asked"] < 0 else gettext_noop("{who} a déjà huit périodiques."), who=who)
    if p["n"] < 0:
        return say(gettext_noop("{who} rend {count}."), who=who, count=periodicals(-p["n"]))
    return say(gettext_noop("{who} reçoit {count}."), who=who, count=periodicals(p["n"]))


def _tell_visit(p: Json, who: str, names: list[str]) -> Text:
    town = NAMES[p["cong"]]
    if not p["left"]:
        return say(
            gettext_noop("{who} visite {town}, sa dernière congrégation : retour au Béthel !"),
            who=who,
            town=town,
        )
    return say(gettext_noop("{who} visite {town} : plus que {left}."), who=who, town=town, left=p["left"])


def _tell_pass(p: Json, who: str, names: list[str]) -> Text:
    if p["gain"]:
        return say(gettext_noop("{who} passe et reçoit un périodique."), who=who)
    return say(gettext_noop("{who} passe."), who=who)


def _tell_bon(p: Json, who: str, names: list[str]) -> Text:
    if p["how"] == "kept":
        return say(gettext_noop("{who} garde ce bon pour plus tard."), who=who)
    return say(gettext_noop("{who} joue {card}"), who=who, card=card_words(p["card"]))


MOVED = {
    "back": gettext_noop("{who} retourne {to}."),
    "goto": gettext_noop("On conduit {who} {to}."),
    "ferry": gettext_noop("{who} débarque {to}."),
    "push": gettext_noop("{by} envoie {who} {to}."),
}


def _tell_moved(p: Json, who: str, names: list[str]) -> Text:
    return say(MOVED[p["why"]], who=who, to=to_place(p["to"]), by=names[p["by"]])


def _tell_shuffle(p: Json, who: str, names: list[str]) -> Text:
    return say(
        gettext_noop("La pioche « {pile} » est épuisée : on mélange sa défausse."), pile=PILES[p["pile"]]
    )


def _tell_finish(p: Json, who: str, names: list[str]) -> Text:
    if p["rank"] == 1:
        return say(
            gettext_noop("{who} rejoint le Béthel avant tout le monde, en {turns} tours !"),
            who=who,
            turns=p["turns"],
        )
    text = gettext_noop("{who} rejoint le Béthel en position {rank}, en {turns} tours.")
    return say(text, who=who, rank=p["rank"], turns=p["turns"])


_TELLERS: dict[str, Teller] = {
    "ms.order": _tell_order,
    "ms.dealt": _tell_dealt,
    "ms.skip": _teller(gettext_noop("{who} perd son tour.")),
    "ms.sea": _tell_card,
    "ms.terr": _tell_card,
    "ms.effect": _tell_effect,
    "ms.section": _tell_section,
    "ms.jump": _teller(gettext_noop("{who} passe par-dessus un autre proclamateur {over}."), over=to_place),
    "ms.gendarme": _tell_gendarme,
    "ms.overseer": _tell_overseer,
    "ms.visit": _tell_visit,
    "ms.refill": lambda p, who, names: say(
        gettext_noop("{who} complète sa réserve au Béthel : {count}."), who=who, count=periodicals(p["gain"])
    ),
    "ms.pass": _tell_pass,
    "ms.bon": _tell_bon,
    "ms.return": lambda p, who, names: say(
        gettext_noop("{who} rend {card} sans le jouer."), who=who, card=card_title(p["card"])
    ),
    "ms.reassign": _teller(
        gettext_noop("Votre nouvelle congrégation : {new}, à la place {old}."), new=the_place, old=from_place
    ),
    "ms.moved": _tell_moved,
    "ms.shuffle": _tell_shuffle,
    "ms.finish": _tell_finish,
    "ms.concede": _teller(gettext_noop("{who} abandonne la partie.")),
    "ms.over": lambda p, who, names: Text(gettext_noop("La partie est finie.")),
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
