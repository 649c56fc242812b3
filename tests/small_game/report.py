"""Events as sentences, and the ranking. A sentence needs the event and the reader's view, nothing else."""

from collections.abc import Callable

from engines.core.contract import Event, Json, Outcome, Rank
from engines.core.texts import Text, gettext_noop, say
from tests.small_game.state import State
from tests.small_game.turn import score


def narrate(event: Event, view: Json) -> Text | None:
    tell = TELL.get(event.kind)
    return tell(event.params, [player["name"] for player in view["players"]]) if tell else None


def _for_sale(params: Json, names: list[str]) -> Text:
    if params["card"] is None:
        return say(gettext_noop("{name} vend une carte cachée."), name=names[params["seat"]])
    return say(gettext_noop("{name} vend la carte {card}."), name=names[params["seat"]], card=params["card"])


def _sold(params: Json, names: list[str]) -> Text:
    text = gettext_noop("{name} emporte la carte {card} pour {price} pièces, et {pot} pièces misées.")
    return say(
        text, name=names[params["seat"]], card=params["card"], price=params["price"], pot=params["pot"]
    )


def _pairs(pairs: list[list[int]], names: list[str]) -> list[Text]:
    return [say(gettext_noop("{name} {number}"), name=names[seat], number=number) for seat, number in pairs]


TELL: dict[str, Callable[[Json, list[str]], Text]] = {
    "staked": lambda p, names: say(
        gettext_noop("{name} mise {coins} pièces."), name=names[p["seat"]], coins=p["coins"]
    ),
    "drew": lambda p, names: say(gettext_noop("{name} pioche."), name=names[p["seat"]]),
    "drew_card": lambda p, names: say(gettext_noop("Vous piochez la carte {card}."), card=p["card"]),
    "for_sale": _for_sale,
    "kept": lambda p, names: say(
        gettext_noop("{name} garde ses cartes et reçoit {coins} pièces."),
        name=names[p["seat"]],
        coins=p["coins"],
    ),
    "announced": lambda p, names: say(
        gettext_noop("{name} annonce au moins {coins}."), name=names[p["seat"]], coins=p["coins"]
    ),
    "passed": lambda p, names: say(gettext_noop("{name} passe."), name=names[p["seat"]]),
    "threw": lambda p, names: say(
        gettext_noop("Égalité ; les dés : {throws}."), throws=_pairs(p["throws"], names)
    ),
    "offers": lambda p, names: say(gettext_noop("Les offres : {offers}."), offers=_pairs(p["offers"], names)),
    "outbid": lambda p, names: say(gettext_noop("Votre offre de {coins} n’a pas suffi."), coins=p["coins"]),
    "sold": _sold,
    "round": lambda p, names: say(
        gettext_noop("Tour {number} : {name} vend."), number=p["number"], name=names[p["seat"]]
    ),
    "ended": lambda p, names: say(gettext_noop("La vente est close.")),
}


def outcome(state: State) -> Outcome | None:
    if state.part != "over":
        return None
    scores = [score(player) for player in state.players]
    ranking = sorted(
        (
            Rank(seat, 1 + sum(other > mine for other in scores), mine, _why(state, seat))
            for seat, mine in enumerate(scores)
        ),
        key=lambda rank: (rank.place, rank.seat),
    )
    winners = [state.players[rank.seat].name for rank in ranking if rank.place == 1]
    how = (
        gettext_noop("Victoire partagée aux points : {names}.")
        if len(winners) > 1
        else gettext_noop("Victoire aux points de {names}.")
    )
    return Outcome(tuple(ranking), say(how, names=winners))


def _why(state: State, seat: int) -> Text:
    player = state.players[seat]
    return say(gettext_noop("cartes {cards}, pièces {coins}"), cards=sum(player.won), coins=player.coins)
