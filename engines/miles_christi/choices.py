"""How each action is offered to the player of an Order: label, board element to glow, what it brings.
Built once."""

from functools import cache

from engines.core.contract import Choice
from engines.core.texts import Text, gettext_noop, say
from engines.miles_christi.actions import CATALOGUE, Move
from engines.miles_christi.resolution import option_cost
from engines.miles_christi.tables import (
    APPLICATION_COST,
    BAPHOMET_COINS,
    BLASPHEMY_COST,
    BLESSING_COINS,
    COINS,
    COMMANDERY_COST,
    EVALUATION,
    POPE_COST,
)
from engines.miles_christi.words import ORDER_NAMES, TOKEN_NAMES, TRACK_NAMES, ZONE_NAMES, coins, with_sign


@cache
def choices_of(order: str) -> dict[str, Choice]:
    """Every choice as the player of this Order reads it; `menu._foretell` adds what depends on the
    position."""
    return {key: _BUILDERS[move.kind](order, move) for key, move in CATALOGUE.items()}


def _place(order: str, move: Move) -> Choice:
    colour = move.args[0]
    if not move.complete:
        label = say(gettext_noop("Prendre une milice de {order}"), order=ORDER_NAMES[colour])
        return Choice(move.key, label, "take", f"card:{order}:{colour}", complete=False)
    zone = move.args[1]
    label = say(gettext_noop("Placer la milice {zone}"), zone=ZONE_NAMES[zone])
    return Choice(move.key, label, "place", f"zone:{zone}", hint=placement_hint(colour, zone))


def placement_hint(colour: str, zone: str) -> Text:
    """What a militia of this colour will do in this zone, with the prices of its own Order."""
    owner = ORDER_NAMES[colour]
    if zone == "edessa":
        return say(
            gettext_noop(
                "{coins} pour {order} ; à l’évaluation, un pas en plus ou en moins sur une piste à son choix"
            ),
            coins=coins(COINS[zone]),
            order=owner,
        )
    if zone in EVALUATION:
        text = gettext_noop("{coins} pour {order} ; à l’évaluation, {steps}")
        if not COINS[zone]:
            text = gettext_noop("aucune pièce ; à l’évaluation, {order} : {steps}")
        return say(text, coins=coins(COINS[zone]), order=owner, steps=_steps(zone))
    return _religious_hint(colour, zone)


def _religious_hint(colour: str, zone: str) -> Text:
    if zone == "blessing":
        msgid = gettext_noop("à la résolution, une bénédiction et {coins}")
        return say(msgid, coins=coins(BLESSING_COINS[colour]))
    if zone == "blasphemy":
        _, one, two = BLASPHEMY_COST[colour]
        return say(gettext_noop("un blasphème pour {one} ou deux pour {two}"), one=coins(one), two=coins(two))
    if zone == "application":
        price = APPLICATION_COST[colour]
        text = (
            gettext_noop("une candidature pour {cost}")
            if price
            else gettext_noop("une candidature, sans rien payer")
        )
        return say(text, cost=coins(price))
    if zone == "commandery":
        cost = {what: coins(price) for what, price in COMMANDERY_COST[colour].items()}
        text = gettext_noop(
            "un rang pour {rank}, un redéploiement pour {redeploy}, une désertion pour {desert}"
        )
        if not COMMANDERY_COST[colour]["rank"]:
            text = gettext_noop(
                "un rang sans rien payer, un redéploiement pour {redeploy}, une désertion pour {desert}"
            )
        return say(text, **cost)
    first, second, third = POPE_COST[colour]
    return say(
        gettext_noop("visite au pape : {first}, {second} puis {third} pièces"),
        first=first,
        second=second,
        third=third,
    )


def _redeploy(order: str, move: Move) -> Choice:
    if not move.complete:
        label = say(
            gettext_noop("Déplacer une de vos milices qui se trouve {zone}"), zone=ZONE_NAMES[move.args[0]]
        )
        return Choice(move.key, label, "lift", f"zone:{move.args[0]}", complete=False)
    label = say(gettext_noop("Aller {zone}"), zone=ZONE_NAMES[move.args[1]])
    return Choice(move.key, label, "move", f"zone:{move.args[1]}", hint=_moved_hint(order, move.args[1]))


def _moved_hint(order: str, zone: str) -> Text:
    if zone == "edessa":
        return Text(
            gettext_noop(
                "aucune pièce ; à l’évaluation, un pas en plus ou en moins sur une piste à votre choix"
            )
        )
    if zone in EVALUATION:
        return say(gettext_noop("aucune pièce ; à l’évaluation, {steps}"), steps=_steps(zone))
    return _religious_hint(order, zone)


def _stop(order: str, move: Move) -> Choice:
    return Choice(move.key, Text(gettext_noop("Ne plus rien déplacer")), "stop", f"card:{order}")


def _resolve(order: str, move: Move) -> Choice:
    zone, _, what = move.key.partition(" ")
    price = option_cost(order, move.key)
    cost = say(_COSTS, cost=coins(price)) if price else Text(gettext_noop("ne coûte rien"))
    if what.startswith("rank"):
        rank = what[-1]
        label = say(gettext_noop("Prendre le rang {rank} du tour suivant"), rank=rank)
        return Choice(move.key, label, "rank", f"rank:{rank}", hint=cost)
    if zone == "blessing":
        hint = say(gettext_noop("une bénédiction et {coins}"), coins=coins(BLESSING_COINS[order]))
        return Choice(move.key, _RESOLVE_LABELS[move.key], "resolve", "zone:blessing", hint=hint)
    idle = what in ("0", "nothing")
    hint = Text(gettext_noop("la milice ne fait rien")) if idle else cost
    return Choice(
        move.key, _RESOLVE_LABELS[move.key], "pass" if idle else "resolve", f"zone:{zone}", hint=hint
    )


def _desert(order: str, move: Move) -> Choice:
    place = move.args[0]
    if not move.complete:
        label = say(gettext_noop("Faire déserter une milice {place}"), place=ZONE_NAMES[place])
        return Choice(move.key, label, "search", _place_id(place, order), complete=False)
    colour = move.args[1]
    msgid = gettext_noop("Faire déserter une milice de {order} {place}")
    label = say(msgid, order=ORDER_NAMES[colour], place=ZONE_NAMES[place])
    return Choice(
        move.key,
        label,
        "desert",
        _place_id(place, colour),
        hint=Text(gettext_noop("elle retourne dans le sac")),
    )


def _place_id(place: str, colour: str) -> str:
    if place in ("hall", "column"):
        return f"{place}:{colour}"
    if place.startswith("baphomet"):
        return f"baphomet:{place[-1]}"
    return f"zone:{place}"


def _send(order: str, move: Move) -> Choice:
    number = move.args[0]
    if number == "0":
        label = Text(gettext_noop("Envoyer à la salle du chapitre"))
        hint = Text(gettext_noop("elle devra présenter un fait religieux à l’évaluation"))
        return Choice(move.key, label, "hall", f"hall:{order}", hint=hint)
    label = say(gettext_noop("Adorer Baphomet sur le {number}"), number=number)
    hint = say(
        gettext_noop("{coins} ; une chance sur six que l’écart grandisse de 10"), coins=coins(BAPHOMET_COINS)
    )
    return Choice(move.key, label, "adore", f"baphomet:{number}", hint=hint)


def _visit(order: str, move: Move) -> Choice:
    return Choice(move.key, Text(gettext_noop("Payer la visite au pape")), "visit", f"column:{order}")


def _track(order: str, move: Move) -> Choice:
    track, direction = move.args
    msgid = (
        gettext_noop("Monter le marqueur {track}")
        if direction == "up"
        else gettext_noop("Descendre le marqueur {track}")
    )
    return Choice(move.key, say(msgid, track=TRACK_NAMES[track]), direction, f"marker:{order}:{track}")


def _present(order: str, move: Move) -> Choice:
    token = move.args[0]
    label = say(gettext_noop("Présenter {token}"), token=TOKEN_NAMES[token])
    return Choice(move.key, label, "present", f"token:{order}:{token}")


def _lower(order: str, move: Move) -> Choice:
    label = say(gettext_noop("Faire descendre le marqueur {track}"), track=TRACK_NAMES[move.args[0]])
    return Choice(move.key, label, "lower", f"marker:{order}:{move.args[0]}")


def _steps(zone: str) -> Text:
    """What a military zone does to the two markers; nothing is said of one that stays."""
    military, religious = EVALUATION[zone]
    if not religious:
        return say(gettext_noop("militaire {military}"), military=with_sign(military))
    text = gettext_noop("militaire {military}, religieux {religious}")
    return say(text, military=with_sign(military), religious=with_sign(religious))


_COSTS = gettext_noop("coûte {cost}")
_RESOLVE_LABELS = {
    "blessing": Text(gettext_noop("Recevoir la bénédiction")),
    "blasphemy 0": Text(gettext_noop("Ne pas blasphémer")),
    "blasphemy 1": Text(gettext_noop("Prendre un blasphème")),
    "blasphemy 2": Text(gettext_noop("Prendre deux blasphèmes")),
    "application 0": Text(gettext_noop("Ne pas postuler")),
    "application 1": Text(gettext_noop("Prendre une candidature")),
    "commandery nothing": Text(gettext_noop("Ne rien faire à la commanderie")),
    "commandery redeploy": Text(gettext_noop("Redéployer deux de vos milices")),
    "commandery desert": Text(gettext_noop("Faire déserter deux milices")),
}
_BUILDERS = {
    "place": _place,
    "redeploy": _redeploy,
    "stop": _stop,
    "resolve": _resolve,
    "desert": _desert,
    "send": _send,
    "visit": _visit,
    "edessa": _track,
    "envoy": _track,
    "present": _present,
    "lower": _lower,
}
