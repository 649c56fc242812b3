"""What the active player may choose now: the legal keys of the catalogue, and the menu made of them."""

from collections.abc import Callable

from engines.core.contract import Choice, Menu
from engines.core.texts import Text, gettext_noop, say
from engines.miles_christi.actions import CATALOGUE, Move
from engines.miles_christi.choices import choices_of
from engines.miles_christi.evaluation import foresee, usable_tokens
from engines.miles_christi.placing import colours_for, destinations, origins, placements
from engines.miles_christi.resolution import can_visit, deserters, resolutions
from engines.miles_christi.state import State, seat_of
from engines.miles_christi.tables import (
    BAPHOMET_NUMBERS,
    DIRECTIONS,
    GRAND_MASTER_PRICE,
    POPE_COST,
    TRACKS,
    round_of,
)
from engines.miles_christi.words import coins

PROMPTS = {
    "place": Text(gettext_noop("Placez une milice de votre carte.")),
    "redeploy": Text(gettext_noop("Déplacez une de vos milices, ou terminez.")),
    "resolve": Text(gettext_noop("Choisissez la milice religieuse à résoudre.")),
    "desert": Text(gettext_noop("Choisissez une milice qui déserte.")),
    "dispatch": Text(gettext_noop("Envoyez votre milice à la salle du chapitre ou à Baphomet.")),
    "pope": Text(gettext_noop("Payez la visite au pape, ou renvoyez votre milice.")),
    "edessa": Text(gettext_noop("Édesse : choisissez la piste et le sens.")),
    "envoy": Text(gettext_noop("Votre émissaire : choisissez la piste et le sens, de 3 cases.")),
    "present": Text(gettext_noop("Salle du chapitre : présentez un fait religieux.")),
    "lower": Text(gettext_noop("Vos marqueurs sont à égalité : lequel descend ?")),
}
LEFT = {
    "place": gettext_noop("Placez une milice de votre carte (encore {n})."),
    "redeploy": gettext_noop("Déplacez une de vos milices (encore {n}), ou terminez."),
    "desert": gettext_noop("Choisissez une milice qui déserte (encore {n})."),
}
WHERE = Text(gettext_noop("Choisissez où va cette milice."))
WHOSE = Text(gettext_noop("Choisissez de quel Ordre est la milice qui déserte."))
AFTER = gettext_noop("militaire {military}, religieux {religious}, écart {gap}")
VISIT = gettext_noop("{cost} pour la case {column} de votre colonne")
ELECTION = gettext_noop("un grand maître pour {cost}")
FORETOLD = ("pope", "edessa", "envoy", "present", "lower")
NOT_YOURS = Menu(Text(gettext_noop("Ce n’est pas à vous de décider.")))
OVER = Menu(Text(gettext_noop("La partie est finie.")))

_SEND = ["hall", *(f"baphomet {number}" for number in BAPHOMET_NUMBERS)]
_EDESSA = [f"edessa {track} {way}" for track in TRACKS for way in DIRECTIONS]
_ENVOY = [f"envoy {track} {way}" for track in TRACKS for way in DIRECTIONS]
_LOWER = [f"lower {track}" for track in TRACKS]


def menu_of(state: State, seat: int, draft: object = None) -> Menu:
    """The menu of a seat. A draft that means nothing here counts as none."""
    if not state.ask:
        return OVER
    if seat != state.active:
        return NOT_YOURS
    table = choices_of(state.players[seat].order)
    move = CATALOGUE.get(draft) if isinstance(draft, str) else None
    if move is not None and not move.complete and state.ask in move.asks:
        keys = _CONTINUE[state.ask](state, move)
        if keys:
            return Menu(WHOSE if state.ask == "desert" else WHERE, tuple([table[key] for key in keys]))
    choices = [table[key] for key in _OPTIONS[state.ask](state)]
    if state.ask in FORETOLD:
        choices = [_foretell(state, choice) for choice in choices]
    return Menu(prompt_of(state), tuple(choices))


def _foretell(state: State, choice: Choice) -> Choice:
    """The choice with its hint: what it costs now, or the markers it would lead to."""
    me = state.players[state.active]
    move, target = CATALOGUE[choice.action], choice.target
    if move.kind == "send":
        return choice
    if move.kind == "visit":
        target = f"{target}:{me.envoys + 1}"
        hint = say(VISIT, cost=coins(POPE_COST[me.order][me.envoys]), column=me.envoys + 1)
    elif after := foresee(state, move.kind, move.args):
        military, religious = after
        hint = say(AFTER, military=military, religious=religious, gap=abs(military - religious))
    else:
        hint = say(ELECTION, cost=coins(GRAND_MASTER_PRICE[round_of(state.turn) - 1]))
    return Choice(choice.action, choice.label, choice.verb, target, hint=hint)


def prompt_of(state: State) -> Text:
    return Text(LEFT[state.ask], {"n": state.left}) if state.ask in LEFT else PROMPTS[state.ask]


def is_legal(state: State, move: Move) -> bool:
    """Whether a complete move of the catalogue is offered for the decision that is asked."""
    if not move.complete or state.ask not in move.asks:
        return False
    draft = CATALOGUE.get(move.key.rpartition(" ")[0])
    if draft is not None:
        return move.key in _CONTINUE[state.ask](state, draft)
    return move.key in _OPTIONS[state.ask](state)


def complete_keys(state: State) -> list[str]:
    """Every complete action that is legal now, drafts followed to their end."""
    found = []
    for key in _OPTIONS[state.ask](state):
        move = CATALOGUE[key]
        found += [move.key] if move.complete else _CONTINUE[state.ask](state, move)
    return found


def _place_options(state: State) -> list[str]:
    return [f"place {state.players[owner].order}" for owner in colours_for(state)]


def _place_zones(state: State, move: Move) -> list[str]:
    owner = seat_of(state, move.args[0])
    if owner < 0 or not state.players[state.active].card[owner]:
        return []
    return [f"{move.key} {zone}" for zone in placements(state, owner)]


def _redeploy_options(state: State) -> list[str]:
    return [*(f"redeploy {zone}" for zone in origins(state)), "stop"]


def _redeploy_zones(state: State, move: Move) -> list[str]:
    return [f"{move.key} {zone}" for zone in destinations(state, move.args[0])]


def _desert_options(state: State) -> list[str]:
    found = []
    for place, owners in deserters(state).items():
        orders = [state.players[owner].order for owner in owners]
        if len(orders) == 1 or place in ("hall", "column"):
            found += [f"desert {place} {order}" for order in orders]
        elif orders:
            found.append(f"desert {place}")
    return found


def _desert_owners(state: State, move: Move) -> list[str]:
    return [f"{move.key} {state.players[owner].order}" for owner in deserters(state)[move.args[0]]]


_OPTIONS: dict[str, Callable[[State], list[str]]] = {
    "place": _place_options,
    "redeploy": _redeploy_options,
    "resolve": resolutions,
    "desert": _desert_options,
    "dispatch": lambda state: _SEND,
    "pope": lambda state: ["visit", *_SEND] if can_visit(state) else _SEND,
    "edessa": lambda state: _EDESSA,
    "envoy": lambda state: _ENVOY,
    "present": lambda state: [f"present {token}" for token in usable_tokens(state, state.active)],
    "lower": lambda state: _LOWER,
}
_CONTINUE: dict[str, Callable[[State, Move], list[str]]] = {
    "place": _place_zones,
    "redeploy": _redeploy_zones,
    "desert": _desert_owners,
}
