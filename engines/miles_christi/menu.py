"""What the active player may choose now: the legal keys of the catalogue, and the menu made of them."""

from collections.abc import Callable

from engines.core.contract import Choice, Menu
from engines.core.texts import Text, gettext_noop
from engines.miles_christi.actions import CATALOGUE, Move
from engines.miles_christi.choices import choices_of
from engines.miles_christi.evaluation import foresee, usable_tokens
from engines.miles_christi.placing import colours_for, destinations, origins, placements
from engines.miles_christi.resolution import can_visit, deserters, resolutions
from engines.miles_christi.state import State, seat_of
from engines.miles_christi.tables import BAPHOMET_NUMBERS, DIRECTIONS, ORDERS, TRACKS, ZONES, round_of

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
    "place": {
        n: Text(gettext_noop("Placez une milice de votre carte (encore {n})."), {"n": n}) for n in range(1, 5)
    },
    "redeploy": {
        n: Text(gettext_noop("Déplacez une de vos milices (encore {n}), ou terminez."), {"n": n})
        for n in range(1, 3)
    },
    "desert": {
        n: Text(gettext_noop("Choisissez une milice qui déserte (encore {n})."), {"n": n})
        for n in range(1, 3)
    },
}
WHERE = Text(gettext_noop("Choisissez où va cette milice."))
WHOSE = Text(gettext_noop("Choisissez de quel Ordre est la milice qui déserte."))
AFTER = gettext_noop("militaire {military}, religieux {religious}, écart {gap}")
FORETOLD = ("edessa", "envoy", "present", "lower")
NOT_YOURS = Menu(Text(gettext_noop("Ce n’est pas à vous de décider.")))
OVER = Menu(Text(gettext_noop("La partie est finie.")))

_SEND = ("hall", *(f"baphomet {number}" for number in BAPHOMET_NUMBERS))
_EDESSA = tuple(f"edessa {track} {way}" for track in TRACKS for way in DIRECTIONS)
_ENVOY = tuple(f"envoy {track} {way}" for track in TRACKS for way in DIRECTIONS)
_LOWER = tuple(f"lower {track}" for track in TRACKS)
_TAKE = {order: f"place {order}" for order in ORDERS}
_PLACE = {order: {zone: f"place {order} {zone}" for zone in ZONES} for order in ORDERS}


def menu_of(state: State, seat: int, draft: object) -> Menu:
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
        choices = [_with_forecast(state, choice) for choice in choices]
    return Menu(prompt_of(state), tuple(choices))


def _with_forecast(state: State, choice: Choice) -> Choice:
    """The choice with the markers it would lead to as its hint."""
    move = CATALOGUE[choice.action]
    after = foresee(state, move.kind, move.args)
    if after is None:
        return choice
    military, religious = after
    params = {"military": military, "religious": religious, "gap": abs(military - religious)}
    return Choice(choice.action, choice.label, choice.verb, choice.target, hint=Text(AFTER, params))


def prompt_of(state: State) -> Text:
    if state.ask in LEFT:
        return LEFT[state.ask].get(state.left, PROMPTS[state.ask])
    return PROMPTS[state.ask]


def is_legal(state: State, move: Move) -> bool:
    """Whether a complete move of the catalogue answers the decision that is asked."""
    return move.complete and state.ask in move.asks and _LEGAL[move.kind](state, move)


def complete_keys(state: State) -> list[str]:
    """Every complete action that is legal now, drafts followed to their end."""
    found = []
    for key in _OPTIONS[state.ask](state):
        move = CATALOGUE[key.partition(":")[0]]
        found += [move.key] if move.complete else _CONTINUE[state.ask](state, move)
    return found


def _place_options(state: State) -> list[str]:
    return [_TAKE[state.players[owner].order] for owner in colours_for(state)]


def _place_zones(state: State, move: Move) -> list[str]:
    owner = seat_of(state, move.args[0])
    if owner < 0 or not state.players[state.active].card[owner]:
        return []
    return placements(state, owner)


def _place_keys(state: State, move: Move) -> list[str]:
    keys = _PLACE[move.args[0]]
    return [keys[zone] for zone in _place_zones(state, move)]


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


def _pope_options(state: State) -> list[str]:
    if not can_visit(state):
        return list(_SEND)
    return [f"visit:{state.players[state.active].envoys + 1}", *_SEND]


def _present_options(state: State) -> list[str]:
    found = [f"present {token}" for token in usable_tokens(state, state.active)]
    if found[-1] == "present application":
        found[-1] = f"present application:{round_of(state.turn)}"
    return found


_OPTIONS: dict[str, Callable[[State], list[str]]] = {
    "place": _place_options,
    "redeploy": _redeploy_options,
    "resolve": resolutions,
    "desert": _desert_options,
    "dispatch": lambda state: list(_SEND),
    "pope": _pope_options,
    "edessa": lambda state: list(_EDESSA),
    "envoy": lambda state: list(_ENVOY),
    "present": _present_options,
    "lower": lambda state: list(_LOWER),
}
_CONTINUE: dict[str, Callable[[State, Move], list[str]]] = {
    "place": _place_keys,
    "redeploy": _redeploy_zones,
    "desert": _desert_owners,
}
_LEGAL: dict[str, Callable[[State, Move], bool]] = {
    "place": lambda state, move: move.args[1] in _place_zones(state, move),
    "redeploy": lambda state, move: move.args[1] in destinations(state, move.args[0]),
    "stop": lambda state, move: True,
    "resolve": lambda state, move: move.key in resolutions(state),
    "desert": lambda state, move: seat_of(state, move.args[1]) in deserters(state)[move.args[0]],
    "send": lambda state, move: True,
    "visit": lambda state, move: can_visit(state),
    "edessa": lambda state, move: True,
    "envoy": lambda state, move: True,
    "present": lambda state, move: move.args[0] in usable_tokens(state, state.active),
    "lower": lambda state, move: True,
}
