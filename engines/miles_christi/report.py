"""Events told as sentences of the log, and the ranking at the end."""

from collections.abc import Callable

from engines.core.contract import Event, Json, Outcome, Rank
from engines.core.texts import Text, enumerated, gettext_noop, say
from engines.miles_christi.state import State
from engines.miles_christi.words import ORDER_NAMES, ORDER_SUBJECTS, TOKEN_NAMES, ZONE_NAMES, coins

CAUSES = {
    "edessa": gettext_noop("Édesse ({count}) : {order} passe à {markers}."),
    "antioch": gettext_noop("Antioche ({count}) : {order} passe à {markers}."),
    "tripoli": gettext_noop("Tripoli ({count}) : {order} passe à {markers}."),
    "acre": gettext_noop("Acre ({count}) : {order} passe à {markers}."),
    "jerusalem": gettext_noop("Jérusalem ({count}) : {order} passe à {markers}."),
    "pope": gettext_noop("Pape ({count}) : {order} passe à {markers}."),
    "baphomet": gettext_noop("Baphomet frappe {order}, qui passe à {markers}."),
    "hall": gettext_noop("Rien à présenter au chapitre : {order} passe à {markers}."),
    "blessing": gettext_noop("Bénédiction : {order} passe à {markers}."),
    "blasphemy": gettext_noop("Blasphème : {order} passe à {markers}."),
    "master": gettext_noop("Grand maître : {order} passe à {markers}."),
}
MARKERS = gettext_noop("{military} en militaire et {religious} en religieux, écart {gap}")


def narrate(event: Event) -> Text | None:
    """The sentence of one event; None for a kind that has none."""
    teller = _TELLERS.get(event.kind)
    return teller(event.params) if teller else None


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


def _who(params: Json) -> Text:
    return ORDER_SUBJECTS[params["order"]]


def _tell_placed(p: Json) -> Text:
    where = {"order": _who(p), "militia": ORDER_NAMES[p["militia"]], "zone": ZONE_NAMES[p["zone"]]}
    own = p["owner"] == p["seat"]
    if not p["coins"]:
        text = gettext_noop("{order} place une milice de {militia} {zone}.")
        return say(gettext_noop("{order} place une de ses milices {zone}.") if own else text, **where)
    text = gettext_noop("{order} place une milice de {militia} {zone} et lui rapporte {coins}.")
    if own:
        text = gettext_noop("{order} place une de ses milices {zone} et reçoit {coins}.")
    return say(text, **where, coins=coins(p["coins"]))


def _tell_redeployed(p: Json) -> Text:
    text = gettext_noop("{order} redéploie une milice qui était {origin} : elle va {zone}.")
    return say(text, order=_who(p), origin=ZONE_NAMES[p["origin"]], zone=ZONE_NAMES[p["zone"]])


def _tell_blessed(p: Json) -> Text:
    return say(
        gettext_noop("{order} reçoit une bénédiction et {coins}."), order=_who(p), coins=coins(p["coins"])
    )


def _tell_blasphemed(p: Json) -> Text:
    texts = (
        gettext_noop("{order} ne blasphème pas."),
        gettext_noop("{order} prend un blasphème pour {cost}."),
        gettext_noop("{order} prend deux blasphèmes pour {cost}."),
    )
    return say(texts[p["tokens"]], order=_who(p), cost=coins(p["cost"]))


def _tell_applied(p: Json) -> Text:
    if not p["tokens"]:
        return say(gettext_noop("{order} ne postule pas."), order=_who(p))
    if not p["cost"]:
        return say(gettext_noop("{order} prend une candidature sans rien payer."), order=_who(p))
    return say(
        gettext_noop("{order} prend une candidature pour {cost}."), order=_who(p), cost=coins(p["cost"])
    )


def _tell_rank_bought(p: Json) -> Text:
    text = gettext_noop("{order} achète le rang {rank} du tour suivant pour {cost}.")
    if not p["cost"]:
        text = gettext_noop("{order} prend le rang {rank} du tour suivant sans rien payer.")
    return say(text, order=_who(p), rank=p["rank"], cost=coins(p["cost"]))


def _teller_of_price(text: str) -> Callable[[Json], Text]:
    def tell(p: Json) -> Text:
        return say(
            text, order=_who(p), cost=coins(p["cost"]), **{key: p[key] for key in ("column",) if key in p}
        )

    return tell


def _tell_deserted(p: Json) -> Text:
    text = gettext_noop("{order} fait déserter une milice de {militia} {place} : elle retourne dans le sac.")
    if p["militia"] == p["order"]:
        text = gettext_noop("{order} fait déserter une de ses milices {place} : elle retourne dans le sac.")
    return say(text, order=_who(p), militia=ORDER_NAMES[p["militia"]], place=ZONE_NAMES[p["place"]])


def _tell_sent(p: Json) -> Text:
    return say(
        gettext_noop("Une milice de {order} entre dans la salle du chapitre."), order=ORDER_NAMES[p["order"]]
    )


def _tell_adored(p: Json) -> Text:
    text = gettext_noop("Une milice de {order} adore Baphomet sur le {number} : {coins}.")
    return say(text, order=ORDER_NAMES[p["order"]], number=p["number"], coins=coins(p["coins"]))


def _tell_moved(p: Json) -> Text:
    military, religious = p["military"][1], p["religious"][1]
    markers = say(MARKERS, military=military, religious=religious, gap=abs(military - religious))
    return say(CAUSES[p["cause"]], order=ORDER_NAMES[p["order"]], markers=markers, count=p["count"])


def _tell_die(p: Json) -> Text:
    if not p["struck"]:
        return say(gettext_noop("Le dé de Baphomet donne {value} : personne n’est frappé."), value=p["value"])
    names = [_victim(order, p["struck"].count(order)) for order in dict.fromkeys(p["struck"])]
    text = gettext_noop("Le dé de Baphomet donne {value} : il frappe {orders}.")
    return say(text, value=p["value"], orders=enumerated(names))


def _victim(order: str, militias: int) -> Text:
    if militias == 1:
        return ORDER_NAMES[order]
    return say(gettext_noop("{order} ({n} milices)"), order=ORDER_NAMES[order], n=militias)


def _tell_presented(p: Json) -> Text:
    text = gettext_noop("{order} présente {token} au chapitre.")
    return say(text, order=_who(p), token=TOKEN_NAMES[p["token"]])


def _tell_dealt(p: Json) -> Text:
    return say(
        gettext_noop("{order} pioche {count} milices."), order=_who(p), count=sum(p["militias"].values())
    )


def _tell_excess(p: Json) -> Text:
    text = gettext_noop("Restées dans le sac, {count} milices de {order} vont dans sa salle du chapitre.")
    if p["count"] == 1:
        text = gettext_noop("Restée dans le sac, une milice de {order} va dans sa salle du chapitre.")
    return say(text, order=ORDER_NAMES[p["order"]], count=p["count"])


def _tell_turn_order(p: Json) -> Text:
    return say(
        gettext_noop("Ordre du tour : {orders}."), orders=[ORDER_NAMES[order] for order in p["orders"]]
    )


def _tell_gathered(p: Json) -> Text:
    if p["recruits"] == 1:
        return Text(
            gettext_noop("Les milices retournent dans le sac ; une recrue de chaque Ordre les rejoint.")
        )
    text = gettext_noop("Les milices retournent dans le sac ; {n} recrues de chaque Ordre les rejoignent.")
    return say(text, n=p["recruits"])


_TELLERS: dict[str, Callable[[Json], Text]] = {
    "placed": _tell_placed,
    "redeployed": _tell_redeployed,
    "blessed": _tell_blessed,
    "blasphemed": _tell_blasphemed,
    "applied": _tell_applied,
    "rank_bought": _tell_rank_bought,
    "redeployment_bought": _teller_of_price(
        gettext_noop("{order} achète un redéploiement à la commanderie pour {cost}.")
    ),
    "desertion_bought": _teller_of_price(
        gettext_noop("{order} achète une désertion à la commanderie pour {cost}.")
    ),
    "commandery_unused": lambda p: say(gettext_noop("{order} ne fait rien à la commanderie."), order=_who(p)),
    "deserted": _tell_deserted,
    "sent_to_hall": _tell_sent,
    "adored": _tell_adored,
    "visited": _teller_of_price(gettext_noop("{order} visite le pape, case {column}, pour {cost}.")),
    "turn_order": _tell_turn_order,
    "turn": lambda p: say(gettext_noop("Tour {turn}, manche {round}."), turn=p["turn"], round=p["round"]),
    "evaluation": lambda p: say(gettext_noop("Évaluation de la manche {round}."), round=p["round"]),
    "moved": _tell_moved,
    "die": _tell_die,
    "spared": lambda p: say(
        gettext_noop("Épargnée, une milice de {order} gagne la salle du chapitre."),
        order=ORDER_NAMES[p["order"]],
    ),
    "presented": _tell_presented,
    "elected": _teller_of_price(gettext_noop("{order} élit un grand maître pour {cost}.")),
    "gathered": _tell_gathered,
    "dealt": _tell_dealt,
    "excess": _tell_excess,
    "over": lambda p: Text(gettext_noop("La partie est finie.")),
}
