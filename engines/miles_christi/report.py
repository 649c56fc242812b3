"""Events told as sentences of the log, and the ranking at the end."""

from collections.abc import Callable
from typing import Any

from engines.core.contract import Event, Json, Outcome, Rank, View
from engines.core.texts import Text, enumeration, gettext_noop, say
from engines.miles_christi.state import State
from engines.miles_christi.words import ORDER_NAMES, ORDER_SUBJECTS, TOKEN_NAMES, ZONE_NAMES, coins

# By kind of event, and by its variant where one kind has several sentences.
SENTENCES = {
    "placed own": gettext_noop("{who} place une de ses milices {zone}."),
    "placed own paid": gettext_noop("{who} place une de ses milices {zone} et reçoit {coins}."),
    "placed other": gettext_noop("{who} place une milice de {militia} {zone}."),
    "placed other paid": gettext_noop("{who} place une milice de {militia} {zone} et lui rapporte {coins}."),
    "redeployed": gettext_noop("{who} redéploie une milice qui était {origin} : elle va {zone}."),
    "blessed": gettext_noop("{who} reçoit une bénédiction et {coins}."),
    "blasphemed 0": gettext_noop("{who} ne blasphème pas."),
    "blasphemed 1": gettext_noop("{who} prend un blasphème pour {cost}."),
    "blasphemed 2": gettext_noop("{who} prend deux blasphèmes pour {cost}."),
    "applied not": gettext_noop("{who} ne postule pas."),
    "applied free": gettext_noop("{who} prend une candidature sans rien payer."),
    "applied paid": gettext_noop("{who} prend une candidature pour {cost}."),
    "rank_bought free": gettext_noop("{who} prend le rang {rank} du tour suivant sans rien payer."),
    "rank_bought paid": gettext_noop("{who} achète le rang {rank} du tour suivant pour {cost}."),
    "redeployment_bought": gettext_noop("{who} achète un redéploiement à la commanderie pour {cost}."),
    "desertion_bought": gettext_noop("{who} achète une désertion à la commanderie pour {cost}."),
    "commandery_unused": gettext_noop("{who} ne fait rien à la commanderie."),
    "deserted own": gettext_noop(
        "{who} fait déserter une de ses milices {place} : elle retourne dans le sac."
    ),
    "deserted other": gettext_noop(
        "{who} fait déserter une milice de {militia} {place} : elle retourne dans le sac."
    ),
    "sent_to_hall": gettext_noop("Une milice de {order} entre dans la salle du chapitre."),
    "adored": gettext_noop("Une milice de {order} adore Baphomet sur le {number} : {coins}."),
    "visited": gettext_noop("{who} visite le pape, case {column}, pour {cost}."),
    "turn_order": gettext_noop("Ordre du tour : {orders}."),
    "turn": gettext_noop("Tour {turn}, manche {round}."),
    "evaluation": gettext_noop("Évaluation de la manche {round}."),
    "moved edessa": gettext_noop("Édesse ({count}) : {order} passe à {markers}."),
    "moved antioch": gettext_noop("Antioche ({count}) : {order} passe à {markers}."),
    "moved tripoli": gettext_noop("Tripoli ({count}) : {order} passe à {markers}."),
    "moved acre": gettext_noop("Acre ({count}) : {order} passe à {markers}."),
    "moved jerusalem": gettext_noop("Jérusalem ({count}) : {order} passe à {markers}."),
    "moved pope": gettext_noop("Pape ({count}) : {order} passe à {markers}."),
    "moved baphomet": gettext_noop("Baphomet frappe {order}, qui passe à {markers}."),
    "moved hall": gettext_noop("Rien à présenter au chapitre : {order} passe à {markers}."),
    "moved blessing": gettext_noop("Bénédiction : {order} passe à {markers}."),
    "moved blasphemy": gettext_noop("Blasphème : {order} passe à {markers}."),
    "moved master": gettext_noop("Grand maître : {order} passe à {markers}."),
    "die misses": gettext_noop("Le dé de Baphomet donne {value} : personne n’est frappé."),
    "die strikes": gettext_noop("Le dé de Baphomet donne {value} : il frappe {struck}."),
    "spared": gettext_noop("Épargnée, une milice de {order} gagne la salle du chapitre."),
    "presented": gettext_noop("{who} présente {token} au chapitre."),
    "elected": gettext_noop("{who} élit un grand maître pour {cost}."),
    "gathered one": gettext_noop(
        "Les milices retournent dans le sac ; une recrue de chaque Ordre les rejoint."
    ),
    "gathered many": gettext_noop(
        "Les milices retournent dans le sac ; {recruits} recrues de chaque Ordre les rejoignent."
    ),
    "dealt": gettext_noop("{who} pioche {militias} milices."),
    "excess one": gettext_noop("Restée dans le sac, une milice de {order} va dans sa salle du chapitre."),
    "excess many": gettext_noop(
        "Restées dans le sac, {count} milices de {order} vont dans sa salle du chapitre."
    ),
    "over": gettext_noop("La partie est finie."),
}
MARKERS = gettext_noop("{military} en militaire et {religious} en religieux, écart {gap}")


def narrate(event: Event, view: View) -> Text | None:
    """The sentence of one event; None for a kind that has none."""
    params = event.params
    variant = _VARIANTS.get(event.kind)
    key = f"{event.kind} {variant(params)}" if variant else event.kind
    if key not in SENTENCES:
        return None
    said: dict[str, Any] = {}
    for name, value in params.items():
        words = _WORDS.get(name)
        said.update(words(value) if words else {name: value})
    if event.kind == "moved":
        said["markers"] = _markers(params)
    return Text(SENTENCES[key], said)


_VARIANTS: dict[str, Callable[[Json], str]] = {
    "placed": lambda p: f"{'own' if p['owner'] == p['seat'] else 'other'}{' paid' if p['coins'] else ''}",
    "blasphemed": lambda p: str(p["tokens"]),
    "applied": lambda p: ("paid" if p["cost"] else "free") if p["tokens"] else "not",
    "rank_bought": lambda p: "paid" if p["cost"] else "free",
    "deserted": lambda p: "own" if p["militia"] == p["order"] else "other",
    "moved": lambda p: p["cause"],
    "die": lambda p: "strikes" if p["struck"] else "misses",
    "gathered": lambda p: "one" if p["recruits"] == 1 else "many",
    "excess": lambda p: "one" if p["count"] == 1 else "many",
}
# What a param of an event becomes in its sentence; any other stands as it is.
_WORDS: dict[str, Callable[[Any], Json]] = {
    "order": lambda order: {"order": ORDER_NAMES[order], "who": ORDER_SUBJECTS[order]},
    "militia": lambda order: {"militia": ORDER_NAMES[order]},
    "orders": lambda orders: {"orders": [ORDER_NAMES[order] for order in orders]},
    "struck": lambda orders: {"struck": _victims(orders) if orders else ""},
    "zone": lambda zone: {"zone": ZONE_NAMES[zone]},
    "origin": lambda zone: {"origin": ZONE_NAMES[zone]},
    "place": lambda place: {"place": ZONE_NAMES[place]},
    "coins": lambda n: {"coins": coins(n)},
    "cost": lambda n: {"cost": coins(n)},
    "token": lambda token: {"token": TOKEN_NAMES[token]},
    "militias": lambda counts: {"militias": sum(counts.values())},
}


def _markers(params: Json) -> Text:
    military, religious = params["military"][1], params["religious"][1]
    return say(MARKERS, military=military, religious=religious, gap=abs(military - religious))


def _victims(struck: list[str]) -> Any:
    """Each Order once, with the number of its militias where there are several."""
    several = gettext_noop("{order} ({n} milices)")
    counts = {order: struck.count(order) for order in struck}
    return enumeration(
        [
            say(several, order=ORDER_NAMES[order], n=n) if n > 1 else ORDER_NAMES[order]
            for order, n in counts.items()
        ]
    )


def outcome(state: State) -> Outcome | None:
    """Smallest gap, then highest marker, then coins; still equal: the place is shared."""
    if state.phase != "over":
        return None
    keys = [
        (abs(me.military - me.religious), -max(me.military, me.religious), -me.coins) for me in state.players
    ]
    seats = sorted(range(len(keys)), key=lambda seat: (keys[seat], seat))
    ranking = []
    for seat in seats:
        gap, level, purse = keys[seat]
        why = say(
            gettext_noop("écart {gap}, niveau {level}, {coins}"), gap=gap, level=-level, coins=coins(-purse)
        )
        ranking.append(Rank(seat, 1 + sum(key < keys[seat] for key in keys), float(-gap), why))
    return Outcome(tuple(ranking), _how(state, ranking, keys))


def _how(state: State, ranking: list[Rank], keys: list[tuple[int, int, int]]) -> Text:
    first = [rank.seat for rank in ranking if rank.place == 1]
    order = ORDER_SUBJECTS[state.players[first[0]].order]
    if len(first) > 1:
        names = [ORDER_NAMES[state.players[seat].order] for seat in first]
        return say(gettext_noop("Victoire partagée, avec le même équilibre : {orders}."), orders=names)
    gap, level, purse = keys[first[0]]
    rival = keys[ranking[1].seat]
    if rival[0] > gap:
        return say(gettext_noop("{order} l’emporte par le plus petit écart : {gap}."), order=order, gap=gap)
    if rival[1] > level:
        text = gettext_noop("{order} l’emporte, à écart égal, par le plus haut niveau : {level}.")
        return say(text, order=order, level=-level)
    text = gettext_noop("{order} l’emporte, à écart et niveau égaux, par ses {coins}.")
    return say(text, order=order, coins=coins(-purse))
